import assert from "node:assert/strict";
import { BoxProcess, outputWithoutRuntime } from "./box_process.ts";

/** A program in place of the box that prints something and ends. */
function ending(script: string): BoxProcess {
  return new BoxProcess({ command: ["sh", "-c", script], folder: "/", upstream: "127.0.0.1:9" });
}

Deno.test("A test whose box ends by itself fails with the box's output and its own error", async () => {
  const failure = new Error("It does not answer");
  const box = ending("echo worn out; echo Initialize one@1.0 >&2; exit 3");
  const explained = await box.explains(failure);
  assert.ok(explained instanceof Error && explained.cause === failure);
  assert.equal(explained.message, "The box ended by itself with 3: worn out\n\nIt does not answer");
  await assert.rejects(
    box.end("SIGTERM"),
    /The box ended by itself with 3: worn out\n\nIt was to end with SIGTERM/,
  );
});

Deno.test("A test that fails while its box runs, or after it stopped the box, fails with its own error", async () => {
  const failure = new Error("Two is not three");
  const box = ending("exec sleep 60");
  assert.equal(await box.explains(failure), failure);
  assert.equal((await box.end("SIGTERM")).signal, "SIGTERM");
  assert.equal(await box.explains(failure), failure);
});

Deno.test("What the runtime prints about packages and locks is not output of the box", () => {
  const output =
    "\x1b[32mInitialize\x1b[0m a@1.0.0\none\nBlocking waiting for file lock on node_modules directory\ntwo\n";
  assert.equal(outputWithoutRuntime(output), "one\ntwo\n");
});
