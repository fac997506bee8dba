import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../model/name.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { encodeHashes, HASH_WORDS, HashedNames, hashOfName } from "./hashed_names.ts";

const fingerprinter = new Fingerprinter(Uint8Array.from({ length: 16 }, (_, i) => i * 7 + 1));

function hashed(names: readonly (readonly [name: string, list: number])[], lists = 8): HashedNames {
  const entries = names.flatMap(([name, list]) => [...hashOfName(name), list]);
  return new HashedNames(encodeHashes(Int32Array.from(entries)), lists);
}

function find(names: HashedNames, text: string, wire = nameFromText(text)!): number[] {
  const into: number[] = [], labels = fingerprinter.ofWire(wire);
  const count = names.find(wire, fingerprinter.at, labels, into);
  return into.slice(0, count);
}

Deno.test("a hashed name covers itself and all below it, whatever the case it is asked in", () => {
  const names = hashed([["bad.example", 1], ["worse.bad.example", 2], ["other.test", 3]]);
  assert.equal(names.size, 3);
  assert.deepEqual(find(names, "bad.example"), [1]);
  assert.deepEqual(find(names, "a.b.bad.example"), [1]);
  assert.deepEqual(find(names, "x.worse.bad.example"), [2, 1]);
  assert.deepEqual(find(names, "notbad.example"), []);
  assert.deepEqual(find(names, "example"), []);
  assert.deepEqual(find(names, ".", new Uint8Array(1)), []);
  const upper = new Uint8Array(nameFromText("bad.example")!).map((octet) => octet >= 0x61 ? octet - 0x20 : octet);
  assert.deepEqual(find(names, "", upper), [1]);
});

Deno.test("a hash that several lists hold gives each of them, one that a list holds twice gives it once", () => {
  const names = hashed([["bad.example", 2], ["bad.example", 0], ["bad.example", 2]]);
  assert.deepEqual(find(names, "bad.example"), [0, 2]);
  assert.equal(names.size, 2);
});

Deno.test("no hashes make no answers", () => {
  const none = new HashedNames(new Uint8Array(), 0);
  assert.equal(none.empty, true);
  assert.deepEqual(find(none, "bad.example"), []);
});

Deno.test("hashed names agree with a comparison of texts, whatever the names", () => {
  const label = fc.constantFrom("a", "b", "c", "dd", "e-f");
  const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
  const entry = fc.tuple(name, fc.nat(7));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), name, (entries, asked) => {
      const held = new Set(
        entries.filter(([text]) => asked === text || asked.endsWith(`.${text}`)).map((each) => each.join(" ")),
      );
      const wanted = [...held].map((each) => Number(each.split(" ")[1]));
      assert.deepEqual(find(hashed(entries), asked).sort(), wanted.sort());
    }),
    { numRuns: 300, seed: 256 },
  );
});

Deno.test("a hundred thousand hashed names are all found, and others are not", () => {
  const names = hashed(Array.from({ length: 100_000 }, (_, i) => [`n${i}.example`, i % 3]), 3);
  for (let i = 0; i < 100_000; i += 997) assert.deepEqual(find(names, `www.n${i}.example`), [i % 3]);
  for (let i = 0; i < 1000; i++) assert.deepEqual(find(names, `m${i}.example`), []);
});

Deno.test("octets that are no hashed names are refused, and never make a look-up fail", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (octets) => {
      try {
        const names = new HashedNames(octets, 4);
        for (const list of find(names, "bad.example")) assert.ok(list >= 0 && list < 4);
      } catch (error) {
        assert.ok(error instanceof RangeError);
      }
    }),
    { numRuns: 500, seed: 256 },
  );
  const two = encodeHashes(Int32Array.from([-1, 0, 0, 1, 0, 0]));
  assert.equal(new HashedNames(two, 1).size, 2);
  const swapped = new Uint8Array([...two.slice(4 * HASH_WORDS), ...two.slice(0, 4 * HASH_WORDS)]);
  assert.throws(() => new HashedNames(swapped, 1), RangeError);
  assert.throws(() => new HashedNames(two, 0), RangeError);
  assert.throws(() => new HashedNames(two.slice(1), 1), RangeError);
});
