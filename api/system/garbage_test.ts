import assert from "node:assert/strict";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { runText } from "../../tests/support/whole_box.ts";

const MODULE = new URL("garbage.ts", import.meta.url).href;
const PROGRAM = `
import { collectGarbage } from "${MODULE}";
const kept = new WeakRef(Array.from({ length: 200_000 }, (_, i) => ({ i })));
await new Promise((later) => setTimeout(later));
const before = Deno.memoryUsage().heapTotal;
collectGarbage();
console.log(JSON.stringify({ gone: kept.deref() === undefined, freed: before - Deno.memoryUsage().heapTotal }));
`;

Deno.test("collectGarbage() works with the flags of the box and does nothing without them", async () => {
  for (const flags of [[RUNTIME_FLAGS], []]) {
    const args = [
      "deno",
      "run",
      ...flags,
      "--ext=ts",
      `data:text/javascript,${encodeURIComponent(PROGRAM)}`,
    ];
    const { code, text } = await runText([Deno.execPath(), ...args.slice(1)]);
    assert.equal(code, 0, text);
    const { gone, freed } = JSON.parse(text.trim().split("\n").at(-1)!);
    assert.deepEqual([gone, freed > 1e6], flags.length > 0 ? [true, true] : [false, false], text);
  }
});
