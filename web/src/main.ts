import { mount } from "svelte";
import App from "./App.svelte";
import { Client } from "./client";
import { startLang } from "./i18n";
import { browser, codeHere } from "./world";

startLang();
const client = new Client(browser());
const target = document.getElementById("app");
if (!target) throw new Error("expected an element with the id app in the page");
mount(App, { target, props: { client } });
client.start(codeHere());

addEventListener("popstate", () => client.went(codeHere()));
addEventListener("online", () => client.wake());
addEventListener("focus", () => client.wake());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") client.wake();
});
