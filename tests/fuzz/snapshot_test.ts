import assert from "node:assert/strict";
import fc from "fast-check";
import { decideAfter, decideBefore, explain } from "../../policy/decide/decide.ts";
import { checksum, NameTable } from "../../policy/snapshot/name_table.ts";
import { decodeParts, decodeSnapshot, encodeSnapshot } from "../../policy/snapshot/file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { TableBuilder } from "../../policy/snapshot/compile.ts";

const snapshot = compileInMemory([
  {
    text:
      "||ads.example^\n@@||a.ads.example^\n/x[0-9]+y/\n||b.example^$dnsrewrite=1.2.3.4\n||c.example^$client=10.0.0.1\n",
  },
  { text: "||allowed.example^\n", kind: "allow" },
]);
const encoded = encodeSnapshot(snapshot);

function builtTable(): ArrayBuffer {
  const builder = new TableBuilder(new Uint8Array(16).fill(2)), encoder = new TextEncoder();
  builder.beginList(0, "block");
  for (let i = 0; i < 500; i++) {
    const octets = encoder.encode(`n${i}.example`);
    builder.name(octets, 0, octets.length, "tree", false, false);
  }
  return builder.finish().table!.toBuffer();
}

Deno.test("decodeSnapshot() answers garbage with text and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.equal(typeof decodeSnapshot(bytes), "string");
    }),
    { numRuns: 2000, seed: 11 },
  );
});

Deno.test("decodeSnapshot() survives damage behind a right checksum", () => {
  const change = fc.tuple(fc.nat(encoded.length - 17), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(encoded.length), (changes, cut) => {
      const size = cut % 3 === 0 ? Math.max(20, cut & ~3) : encoded.length;
      const bytes = encoded.slice(0, size);
      for (const [at, value] of changes) if (at + 16 < size) bytes[at + 16] = value;
      const words = new Int32Array(bytes.buffer);
      words[2] = checksum(words, 3, words.length);
      const parts = decodeParts(bytes);
      if (typeof parts !== "string") assert.notEqual(decodeSnapshot(bytes, snapshot.names), undefined);
    }),
    { numRuns: 1500, seed: 12 },
  );
});

Deno.test("NameTable.open() answers garbage with text and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.equal(typeof NameTable.open(bytes.slice().buffer), "string");
    }),
    { numRuns: 2000, seed: 13 },
  );
});

Deno.test("a table whose blocks are damaged still ends every look-up, and the damage is found", () => {
  const good = builtTable();
  const body = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(fc.nat(good.byteLength - 200), body, fc.integer(), fc.integer(), (at, octets, h1, h2) => {
      const copy = good.slice();
      new Uint8Array(copy).set(octets, 64 + at);
      const table = NameTable.open(copy);
      if (typeof table === "string") return;
      assert.equal(typeof table.lookup(h1, h2), "number");
      const same = new Uint8Array(copy).every((octet, i) => octet === new Uint8Array(good)[i]);
      let step = table.verifyBlocks().next();
      for (const checking = table.verifyBlocks(); !step.done;) step = checking.next();
      assert.equal(step.value === -1, same);
    }),
    { numRuns: 300, seed: 14 },
  );
});

Deno.test("decisions survive names and answers that are garbage", () => {
  const client = { policy: snapshot.classes[0], address: Uint8Array.of(10, 0, 0, 1), place: "home" as const };
  const octets = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(
      octets,
      fc.array(octets, { maxLength: 3 }),
      fc.array(octets, { maxLength: 3 }),
      (name, targets, addresses) => {
        const question = { name, type: 1, class: 1 }, content = { targets, addresses };
        assert.ok(decideBefore(question, client, snapshot, 0).verdict.do);
        assert.ok(decideAfter(question, client, content, snapshot, 0).verdict.do);
        assert.ok(explain(question, client, snapshot, 0, content).length > 0);
      },
    ),
    { numRuns: 2000, seed: 15 },
  );
});
