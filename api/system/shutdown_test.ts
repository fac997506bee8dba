import assert from "node:assert/strict";
import { createShutdown, outlivesTerminal } from "./shutdown.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

function ending() {
  const done: string[] = [];
  const timers: (() => void)[] = [];
  const end = createShutdown({
    runtime: testRuntime({
      after: (_, run) => {
        timers.push(run);
        return () => {};
      },
      log: () => {},
    }),
    restart: () => void done.push("restart"),
    exit: (code) => void done.push(`exit ${code}`),
  });
  return { ...end, done, timers };
}

Deno.test("a permanent end takes precedence over a restart, whatever follows", async () => {
  const { shutdown, shutdownRequested } = ending();
  shutdown("restart");
  const how = await shutdownRequested;
  assert.equal(how(), "restart");
  shutdown("end");
  shutdown("restart");
  assert.equal(how(), "end");
});

Deno.test("a hanging shutdown is aborted once, and restarted if that was requested", async () => {
  const restarted = ending();
  const ended = ending();
  restarted.shutdown("restart");
  ended.shutdown("end");
  ended.shutdown("end");
  await Promise.all([restarted.shutdownRequested, ended.shutdownRequested]);
  assert.deepEqual([restarted.timers.length, ended.timers.length], [1, 1]);
  restarted.timers[0]();
  ended.timers[0]();
  assert.deepEqual([restarted.done, ended.done], [["restart", "exit 1"], ["exit 1"]]);
});

Deno.test("outlivesTerminal() detects an ignored SIGHUP", () => {
  const status = (ignored: string) =>
    `Name:\tbox\nSigBlk:\t0000000000000001\nSigIgn:\t${ignored}\nSigCgt:\t0000000000000001\n`;
  assert.deepEqual(
    ["0000000000001000", "0000000000001001"].map((ignored) => outlivesTerminal(status(ignored))),
    [
      false,
      true,
    ],
  );
  assert.equal(outlivesTerminal(""), false);
});
