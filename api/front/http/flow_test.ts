import assert from "node:assert/strict";
import fc from "fast-check";
import { Batch, Inflow, Outflow, WINDOW } from "./flow.ts";
import type { BodyPart } from "../protocol.ts";

const RUNS = { numRuns: Number(Deno.env.get("FUZZ_RUNS") ?? 60), seed: 7 };

function streamOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(parts);
}

/** Both ends of a body; `seen` records the parts. */
function bodyBetween(
  source: ReadableStream<Uint8Array>,
  seen: (part: BodyPart) => void = () => {},
) {
  const later = (run: () => void) => void queueMicrotask(run);
  const back = new Batch<BodyPart>(
    (parts) => parts.forEach((part) => part.kind === "more" && outflow.more(part.count)),
    later,
  );
  let cancelled = false;
  const inflow = new Inflow(1, (part) => back.push(part), () => cancelled = true);
  const forth = new Batch<BodyPart>((parts) => parts.forEach((part) => inflow.take(part)), later);
  const outflow = new Outflow(1, source, (part) => {
    seen(part);
    forth.push(part);
  });
  return { inflow, outflow, wasCancelled: () => cancelled };
}

Deno.test("a body arrives unchanged, in pieces of any size", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 * WINDOW }), { maxLength: 6 }),
      fc.boolean(),
      async (sizes, early) => {
        const parts = sizes.map((size, i) => new Uint8Array(size).fill(i + 1));
        const { inflow, outflow } = bodyBetween(streamOf(parts));
        const running = outflow.run();
        if (!early) { for (let turn = 0; turn < 5; turn++) await Promise.resolve(); }
        const got = new Uint8Array(await new Response(inflow.body()).arrayBuffer());
        assert.equal(await running, "ended");
        assert.deepEqual(got, new Uint8Array(parts.flatMap((part) => [...part])));
      },
    ),
    RUNS,
  ));

Deno.test("a sender is at most one window ahead of its reader", async () => {
  let sent = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
  });
  const { inflow, outflow, wasCancelled } = bodyBetween(
    source,
    (part) => sent += part.kind === "bytes" ? part.bytes.length : 0,
  );
  const running = outflow.run();
  const reader = (inflow.body() as ReadableStream<Uint8Array>).getReader();
  const settle = () => new Promise((later) => setTimeout(later, 0));
  await settle();
  assert.equal(sent, WINDOW);
  let read = 0;
  for (let i = 0; i < 40; i++) read += (await reader.read()).value!.length;
  await settle();
  assert.ok(sent <= read + 2 * WINDOW, `${sent} ${read}`);
  await reader.cancel();
  assert.ok(wasCancelled());
  outflow.stop();
  assert.equal(await running, "stopped");
});

Deno.test("a body that fails or is too large fails for its reader", async () => {
  const failing = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("gone")) });
  for (
    const [source, most] of [[failing, Infinity], [streamOf([new Uint8Array(100)]), 99]] as const
  ) {
    const { inflow, outflow } = bodyBetween(source);
    const reading = new Response(inflow.body()).arrayBuffer();
    assert.equal(await outflow.run(most), "broken");
    await assert.rejects(reading);
  }
});

Deno.test("stopping cancels the source, also while the sender waits for credit", async () => {
  let cancelled = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(WINDOW + 1)),
    cancel: () => void cancelled++,
  });
  const outflow = new Outflow(1, source, () => {});
  const running = outflow.run();
  await new Promise((later) => setTimeout(later, 0));
  outflow.stop();
  outflow.stop();
  assert.equal(await running, "stopped");
  assert.equal(cancelled, 1);
});

Deno.test("parts of one turn are sent in one message", () => {
  const posted: (readonly number[])[] = [];
  const turns: (() => void)[] = [];
  const batch = new Batch<number>((parts) => posted.push(parts), (run) => turns.push(run));
  [1, 2, 3].forEach((part) => batch.push(part));
  assert.equal(turns.length, 1);
  turns.shift()!();
  batch.push(4);
  batch.flush();
  turns.shift()!();
  assert.deepEqual(posted, [[1, 2, 3], [4]]);
});
