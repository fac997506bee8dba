import assert from "node:assert/strict";
import { createTasks, type TaskServices } from "../../tasks/list.ts";

/** Tasks get their services without using them before they run. */
const TASKS = createTasks(new Proxy({}, { get: () => ({}) }) as TaskServices);

Deno.test("Every task has a unique name and a sentence about its effect", () => {
  const names = TASKS.map(({ name }) => name);
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
  for (const { name, doc } of TASKS) {
    assert.match(name, /^[a-z]+(\.[a-z_]+)*$/, name);
    assert.ok(doc.split(" ").length >= 3, name);
  }
});

Deno.test("Every task has a deadline within the day, and a period", () => {
  for (const { name, deadline, when } of TASKS) {
    assert.ok(deadline > 0 && deadline <= 86_400_000, name);
    assert.ok("cron" in when || when.every > 0, name);
  }
});
