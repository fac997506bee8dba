import assert from "node:assert/strict";
import { Clock } from "../clock.ts";
import { Timer, Timers } from "./timers.ts";

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

Deno.test("timers fire once, in time, and not after being stopped or restarted", async () => {
  const clock = new Clock(() => performance.now(), () => Date.now());
  const timers = new Timers(clock);
  const began = performance.now();
  const fired: string[] = [];
  const after: Record<string, number> = {};
  const timer = (name: string) =>
    new Timer(() => {
      fired.push(name);
      after[name] = performance.now() - began;
    });
  const [soon, later, stopped, moved] = ["soon", "later", "stopped", "moved"].map(timer);
  timers.start(later, 120);
  timers.start(soon, 30);
  timers.start(stopped, 30);
  timers.start(moved, 30);
  timers.stop(stopped);
  timers.start(moved, 200);
  // On any machine: in this order, and none too early (the wheel turns in steps of some
  // milliseconds).
  while (fired.length < 3) await pause(10);
  assert.deepEqual(fired, ["soon", "later", "moved"]);
  assert.ok(after.soon >= 25 && after.later >= 115 && after.moved >= 195, JSON.stringify(after));
  timers.close();
});

Deno.test("delays longer than a turn of the wheel, and a stopped clock, are handled", () => {
  let now = 1000;
  const clock = new Clock(() => now, () => 0);
  const timers = new Timers(clock);
  let fired = 0;
  timers.start(new Timer(() => fired++), 60_000);
  now += 50_000;
  timers.start(new Timer(() => fired++), 5);
  assert.equal(fired, 0);
  timers.close();
});

Deno.test("timers started while others fire are kept", async () => {
  const clock = new Clock(() => performance.now(), () => Date.now());
  const timers = new Timers(clock);
  let rounds = 0;
  const again: Timer = new Timer(() => {
    if (++rounds < 3) timers.start(again, 1);
  });
  timers.start(again, 1);
  await pause(200);
  assert.equal(rounds, 3);
  timers.close();
});

Deno.test("a timer that throws does not prevent others, and its fault is reported", async () => {
  const timers = new Timers(new Clock(() => performance.now(), () => Date.now()));
  const reported = Promise.withResolvers<unknown>();
  const fired: number[] = [];
  const listen = (
    event: PromiseRejectionEvent,
  ) => {
    event.preventDefault();
    return reported.resolve(event.reason);
  };
  addEventListener("unhandledrejection", listen);
  for (let i = 0; i < 3; i++) {
    const timer = new Timer(() => {
      fired.push(i);
      if (fired.length === 1) throw new Error("Thirteen");
    });
    timers.start(timer, 1);
  }
  assert.match(String(await reported.promise), /Thirteen/);
  while (fired.length < 3) await pause(5);
  removeEventListener("unhandledrejection", listen);
  timers.close();
});
