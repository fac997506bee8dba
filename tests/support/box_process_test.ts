import assert from "node:assert/strict";
import { BoxProcess, ownWords } from "./box_process.ts";

/** A program in the place of the box that says something and ends. */
function ending(script: string): BoxProcess {
  return new BoxProcess({ command: ["sh", "-c", script], folder: "/", upstream: "127.0.0.1:9" });
}

Deno.test("a test whose box ended by itself is told so, with all that the box wrote, and with what failed by it", async () => {
  const failure = new Error("It does not answer");
  const box = ending("echo worn out; echo Initialize one@1.0 >&2; exit 3");
  const told = await box.explains(failure);
  assert.ok(told instanceof Error && told.cause === failure);
  assert.equal(told.message, "The box ended by itself with 3: worn out\n\nIt does not answer");
  await assert.rejects(
    box.end("SIGTERM"),
    /The box ended by itself with 3: worn out\n\nIt was to end with SIGTERM/,
  );
});

Deno.test("a test that fails while its box runs, or after it was told to end, fails by what it says", async () => {
  const failure = new Error("Two is not three");
  const box = ending("exec sleep 60");
  assert.equal(await box.explains(failure), failure);
  assert.equal((await box.end("SIGTERM")).signal, "SIGTERM");
  assert.equal(await box.explains(failure), failure);
});

Deno.test("what the runtime says of packages and locks is not the box's word", () => {
  const output =
    "\x1b[32mInitialize\x1b[0m a@1.0.0\none\nBlocking waiting for file lock on node_modules directory\ntwo\n";
  assert.equal(ownWords(output), "one\ntwo\n");
});
