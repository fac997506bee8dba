import assert from "node:assert/strict";
import { html } from "./html.ts";
import { mergeParts, sendLiveParts } from "./live.ts";
import type { LivePart } from "./page.ts";

/** Waits until pending callbacks have run. */
const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

Deno.test("Each part is sent as an event with its target element and rendered markup", async () => {
  const sent: unknown[] = [];
  let over = 0;
  async function* parts(): AsyncGenerator<readonly LivePart[]> {
    yield [{ put: "first", into: "rows", markup: [html`<p>${"<b>"}</p>`, html`<p>2</p>`] }];
  }
  sendLiveParts(parts(), (events) => void sent.push(...events as unknown[]), () => over++);
  await turns();
  assert.deepEqual(sent, [{ event: "first", data: "rows\n<p>&lt;b></p><p>2</p>" }]);
  assert.equal(over, 1);
});

Deno.test("The source of live parts ends when the reader leaves, also while nothing arrives", async () => {
  const leave = new AbortController();
  async function* silent(): AsyncGenerator<readonly LivePart[]> {
    await new Promise((resolve) => leave.signal.addEventListener("abort", resolve));
    yield [];
  }
  const end = sendLiveParts(silent(), () => assert.fail("Nothing came"), () => leave.abort());
  await turns();
  assert.equal(leave.signal.aborted, false);
  end();
  assert.equal(leave.signal.aborted, true);
});

Deno.test("The stream of live parts ends when its source fails, so that the browser reconnects", async () => {
  let over = 0;
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("too many")) }),
  };
  sendLiveParts(failing, () => {}, () => over++);
  await turns();
  assert.equal(over, 1);
});

Deno.test("Merged sources end with the last one, or with the first that fails", async () => {
  const part = (
    into: string,
  ): readonly LivePart[] => [{ put: "replace", into, markup: html`<p></p>` }];
  async function* of(name: string, waits: readonly number[]): AsyncGenerator<readonly LivePart[]> {
    for (const wait of waits) {
      for (let turn = 0; turn < wait; turn++) await turns();
      yield part(`${name}${wait}`);
    }
  }
  const seen: string[] = [];
  for await (const [{ into }] of mergeParts([of("a", [0, 4]), of("b", [1])])) seen.push(into);
  assert.deepEqual(seen, ["a0", "b1", "a4"]);
  const ended: string[] = [];
  async function* silent(): AsyncGenerator<readonly LivePart[]> {
    try {
      yield part("first");
      yield part("second");
    } finally {
      ended.push("silent");
    }
  }
  async function* failing(): AsyncGenerator<readonly LivePart[]> {
    await turns();
    yield await Promise.reject(new Error("too many"));
  }
  const all = mergeParts([silent(), failing()]);
  await assert.rejects(Array.fromAsync(all), /too many/);
  for await (const _ of mergeParts([silent()])) break;
  await turns();
  assert.deepEqual(ended, ["silent", "silent"]);
  assert.deepEqual(await Array.fromAsync(mergeParts([])), []);
});
