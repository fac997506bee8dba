import assert from "node:assert/strict";
import { RestartableProgram } from "./dev.ts";

/** A program that ends a moment after SIGTERM, as the box does. */
const SLOW_END = "trap 'sleep 0.2; exit 0' TERM; while :; do sleep 0.02; done";

function start(): Deno.ChildProcess {
  return new Deno.Command("sh", { args: ["-c", SLOW_END], stdin: "null" }).spawn();
}

Deno.test("quick restarts run one process at a time, and none after the end", async () => {
  const running = new Set<number>();
  let most = 0;
  let started = 0;
  const program = new RestartableProgram(() => {
    const child = start();
    started++;
    running.add(child.pid);
    most = Math.max(most, running.size);
    void child.status.then(() => running.delete(child.pid));
    return child;
  });
  await program.restart();
  const restarts = [program.restart(), program.restart(), program.stop()];
  await Promise.all(restarts);
  assert.deepEqual({ started, most, running: running.size }, { started: 3, most: 1, running: 0 });
});
