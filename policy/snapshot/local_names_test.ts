import assert from "node:assert/strict";
import fc from "fast-check";
import type { LocalRecord } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import { compileInMemory } from "./in_memory.ts";
import { changedNames, encodeLocal, readLocal } from "./local_names.ts";
import { NameMap } from "./name_map.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot_file.ts";
import type { Snapshot } from "./snapshot.ts";

type LocalNames = ReadonlyMap<string, readonly LocalRecord[]>;

const SETTINGS = {
  boxName: "filter",
  localDomain: "home.arpa",
  upstreams: ["9.9.9.9", "[/corp.example/]10.0.0.1", "[/*.lab.example/]10.0.0.2"],
};
const SOA: LocalRecord = { type: 6, rdata: Uint8Array.of(0), ttl: 60 };

const recordsOf = (value: number): readonly LocalRecord[] => [
  { type: 1, rdata: Uint8Array.of(10, 0, 0, value), ttl: 60 },
  ...(value % 3 === 0 ? [SOA] : []),
];
/** Names that the settings contain, wildcards of the same names, and names of devices. */
const name = fc.oneof(
  fc.constantFrom(
    "corp.example",
    "*.corp.example",
    "host.lab.example",
    "*.lab.example",
    "home.arpa",
    "*.home.arpa",
    "filter",
    "a\\.b.example",
  ),
  fc.nat(40).map((number) => `device-${number}.home.arpa`),
  fc.nat(20).map((number) => `*.zone${number}.test${number % 4}`),
  fc.nat(20).map((number) => `zone${number}.test${number % 4}`),
);
const change = fc.record({ name, value: fc.option(fc.nat(200), { nil: undefined }) });

/** What a snapshot says of a name: whether the box answers it, and whether the router knows it. */
function said({ localIndex, fingerprinter }: Snapshot, text: string): readonly boolean[] {
  const labels = fingerprinter.ofWire(nameFromText(text)!);
  return [localIndex.holds(fingerprinter, labels), localIndex.forwardsHome(fingerprinter, labels)];
}

function snapshotOf(local: LocalNames, version: number): Snapshot {
  return compileInMemory([], SETTINGS, { version, local });
}

Deno.test("names encoded and decoded from those of before equal all names, made anew", () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 }), (steps) => {
      let local: LocalNames = new Map(
        Array.from({ length: 30 }, (_, i) => [`device-${i}.home.arpa`, recordsOf(i)]),
      );
      const seen = new Set<string>(["example", "other.example", "localhost", "x.lab.example"]);
      let held = decodeSnapshot(encodeSnapshot(snapshotOf(local, 1)));
      assert.ok(typeof held !== "string", String(held));
      for (const changes of steps) {
        const next = new Map(local);
        for (const { name, value } of changes) {
          if (value === undefined) next.delete(name);
          else next.set(name, recordsOf(value));
          const base = name.replace(/^\*\./, "");
          seen.add(base).add(`below.${base}`);
        }
        const bytes = encodeLocal(next, local);
        assert.deepEqual(bytes, encodeLocal(new Map([...next].reverse())));
        const message = encodeSnapshot(snapshotOf(next, 2));
        const derived = decodeSnapshot(message, undefined, held as Snapshot);
        const fresh = decodeSnapshot(message);
        assert.ok(typeof derived !== "string" && typeof fresh !== "string");
        assert.deepEqual(new Map(derived.local), next);
        assert.deepEqual(new Map(fresh.local), next);
        for (const text of [...seen].filter((text) => nameFromText(text) !== undefined)) {
          assert.deepEqual(said(derived, text), said(fresh, text), text);
        }
        held = derived;
        local = next;
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("a changed name changes one bucket, and equal names stay the same map", () => {
  const before = new Map(
    Array.from({ length: 2000 }, (_, i) => [`device-${i}.home.arpa`, recordsOf(i % 250)]),
  );
  const held = readLocal(encodeLocal(before));
  const bytes = encodeLocal(before);
  assert.equal(readLocal(encodeLocal(new Map(before)), { local: held, bytes }), held);
  const after = new Map(before).set("device-7.home.arpa", recordsOf(9));
  after.delete("device-8.home.arpa");
  const read = readLocal(encodeLocal(after, before), { local: held, bytes });
  assert.deepEqual(new Map(read), after);
  const names = changedNames(read, held)!;
  assert.ok(names.includes("device-7.home.arpa") && names.includes("device-8.home.arpa"));
  assert.ok(names.length < 60, `${names.length} names`);
  assert.equal(changedNames(read, before), undefined);
});

Deno.test("invalid bytes give an error of decoding, or other names", () => {
  const valid = encodeLocal(new Map([["nas.home.arpa", recordsOf(1)]]));
  assert.throws(() => readLocal(new Uint8Array(0)), RangeError);
  fc.assert(
    fc.property(fc.nat(valid.length / 4 - 1), fc.integer(), (word, value) => {
      const bytes = valid.slice();
      new Int32Array(bytes.buffer)[word] = value;
      try {
        assert.ok(readLocal(bytes) instanceof NameMap);
      } catch (error) {
        assert.ok([RangeError, SyntaxError, TypeError].some((kind) => error instanceof kind));
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("a name in the bucket of others is an error, as no look-up would find it", () => {
  const bytes = encodeLocal(new Map([["nas.home.arpa", recordsOf(1)]]));
  const text = new TextDecoder().decode(bytes).replace("nas.home", "tas.home");
  assert.throws(() => readLocal(new TextEncoder().encode(text)), /the bucket of others/);
});
