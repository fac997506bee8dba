import assert from "node:assert/strict";
import { createDeadline } from "./deadline.ts";

/** A timer that a test lets run out. */
function timer() {
  const pending = new Map<() => void, number>();
  const after = (ms: number, run: () => void) => {
    pending.set(run, ms);
    return () => void pending.delete(run);
  };
  return { after, pending };
}

Deno.test("createDeadline() aborts its signal with the message when the time is over", () => {
  const { after, pending } = timer();
  using late = createDeadline(after, 5000, "no answer in time");
  assert.deepEqual([...pending.values()], [5000]);
  assert.equal(late.signal.aborted, false);
  for (const run of pending.keys()) run();
  assert.equal(late.signal.reason.message, "no answer in time");
});

Deno.test("disposing a deadline cancels its timer", () => {
  const { after, pending } = timer();
  {
    using late = createDeadline(after, 5000, "no answer in time");
    assert.equal(late.signal.aborted, false);
  }
  assert.equal(pending.size, 0);
});
