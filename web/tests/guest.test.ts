import { beforeEach, describe, expect, test } from "vitest";
import type { Code, Person } from "../src/protocol";
import { busy } from "../src/state";
import { Tester } from "./person";
import { ME } from "./world";

let person: Tester;
let finish: (answer: Person | Code) => void;

/** From now on the server answers only when the test says so. */
function slow(): void {
  person.home.guest = (name, avatar) => {
    person.home.guests.push([name, avatar]);
    return new Promise((done) => (finish = done));
  };
}

beforeEach(() => {
  person = new Tester();
  person.home.person = null;
});

describe("a newcomer", () => {
  test("who clicks twice becomes one guest, and sees that it is under way", async () => {
    slow();
    person.client.start("123456");
    await person.home.pass(0);
    expect(busy(person.state)).toBe(false);
    person.client.actions.guest("Ann", "ox");
    person.client.actions.guest("Ann", "ox");
    expect(busy(person.state)).toBe(true);
    expect(person.home.guests).toEqual([["Ann", "ox"]]);
    person.home.person = ME;
    finish(ME);
    await person.home.pass(0);
    expect(busy(person.state)).toBe(false);
    expect(person.state.signedIn).toBe(true);
  });

  test("who is refused for now becomes a guest later, ever more rarely tried, and told once", async () => {
    person.home.guestAnswer = "limit/too_many";
    person.client.start(null);
    await person.home.pass(0);
    expect(person.state.notice).toMatchObject({ id: 1, key: "code.limit/too_many" });
    await person.home.pass(120_000);
    expect(person.home.guests.length).toBeGreaterThan(4);
    expect(person.home.guests.length).toBeLessThan(12);
    expect(person.state.notice?.id).toBe(1);
    person.home.guestAnswer = ME;
    await person.home.pass(30_000);
    person.line.welcome();
    expect(person.state).toMatchObject({ signedIn: true, link: "open" });
    const tries = person.home.guests.length;
    await person.home.pass(15_000);
    expect(person.home.guests).toHaveLength(tries);
  });

  test("without a network is tried again, at once when the page wakes up", async () => {
    person.home.guest = () => Promise.reject(new Error("no network"));
    person.client.start(null);
    await person.home.pass(0);
    expect(person.state.notice?.key).toBe("link.none");
    slow();
    person.client.wake();
    expect(person.home.guests).toHaveLength(1);
  });

  test("is not kept waiting by an answer that never comes", async () => {
    slow();
    person.client.start(null);
    await person.home.pass(20_000);
    expect(busy(person.state)).toBe(false);
    await person.home.pass(1000);
    expect(person.home.guests).toHaveLength(2);
  });

  test("who was asked for a name and goes to the lobby instead gets one", async () => {
    person.client.start("123456");
    await person.home.pass(0);
    expect(person.home.guests).toEqual([]);
    person.client.actions.toLobby();
    expect(person.home.guests).toEqual([["", ""]]);
  });

  test("whose own name was refused in the lobby gets another after a while", async () => {
    person.home.guestAnswer = "limit/too_many";
    person.client.start(null);
    await person.home.pass(0);
    person.client.actions.guest("Ann", "ox");
    await person.home.pass(0);
    expect(person.home.guests).toHaveLength(2);
    await person.home.pass(2000);
    expect(person.home.guests).toHaveLength(3);
  });
});

test("a changed page does not unlock what waits for the name", async () => {
  slow();
  person.client.start(null);
  await person.home.pass(0);
  person.client.went("123456");
  person.client.went(null);
  expect(busy(person.state)).toBe(true);
});
