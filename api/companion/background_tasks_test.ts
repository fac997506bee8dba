import assert from "node:assert/strict";
import { testRuntime } from "../../tests/support/test_runtime.ts";
import { BackgroundTasks } from "./background_tasks.ts";

Deno.test("a failed task is logged and counted, and the others run", async () => {
  let due = () => {};
  let now = 1000;
  let broken = true;
  const logged: string[] = [];
  const tasks = new BackgroundTasks(testRuntime({
    now: () => now,
    after: (_, run) => {
      due = run;
      return () => due = () => {};
    },
    log: (_, text) => void logged.push(text),
  }));
  const ran: string[] = [];
  tasks.add("first", () => broken ? Promise.reject(new Error("no disk")) : Promise.resolve());
  tasks.add("second", () => Promise.resolve(void ran.push("second")));
  const minute = async () => {
    const before = due;
    before();
    while (due === before) await Promise.resolve();
  };

  await minute();
  assert.deepEqual(ran, ["second"]);
  assert.deepEqual(logged, ["A task of each minute failed (first): no disk"]);
  const failed = { task: "first", last_success: 0, last_failure: 1, failures: 1, error: "no disk" };
  assert.deepEqual(tasks.states()[0], failed);
  now = 61_000;
  broken = false;
  await minute();
  assert.deepEqual(tasks.states()[0], { ...failed, last_success: 61, error: "" });
  await tasks.close();
  due();
  assert.deepEqual(ran, ["second", "second"]);
});
