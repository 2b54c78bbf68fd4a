/** The browser as the client needs it. Everything here works over plain http too. */

import type { Home } from "./client";
import type { Code, Person, Problem } from "./protocol";

export function browser(): Home {
  return {
    now: () => performance.now(),
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    bytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    open: ({ text, closed }) => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
      socket.addEventListener("message", (event) => text(String(event.data)));
      socket.addEventListener("close", closed);
      return socket;
    },
    me,
    guest,
    load: (key) => {
      try {
        return localStorage.getItem(key);
      } catch {
        return null; // storage is forbidden
      }
    },
    save: (key, text) => {
      try {
        localStorage.setItem(key, text);
      } catch {
        return; // storage is forbidden or full
      }
    },
    address: (code, replace) => {
      const path = code === null ? "/" : `/t/${encodeURIComponent(code)}`;
      if (path === location.pathname) return;
      if (replace) history.replaceState(null, "", path);
      else history.pushState(null, "", path);
    },
  };
}

async function me(): Promise<Person | null> {
  const answer = await fetch("/api/me", { cache: "no-store" });
  if (!answer.ok) throw new Error(`expected to be told who is signed in, got ${answer.status}`);
  return (await answer.json()) as Person | null;
}

async function guest(name: string, avatar: string): Promise<Person | Code> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/guest", { method: "POST", headers, body: JSON.stringify({ name, avatar }) });
  const body = (await answer.json()) as Person | Problem;
  return "code" in body ? body.code : body;
}

/** The code of the table in the address; null in the lobby. */
export function codeHere(): string | null {
  const found = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
  return found ? decodeURIComponent(found) : null;
}
