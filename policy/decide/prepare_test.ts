import assert from "node:assert/strict";
import { nameFromText } from "../model/name.ts";
import { compileInMemory } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { decideBefore, prepareDecisions } from "./decide.ts";

/** A snapshot that counts how often its most asked names and its spyware servers are read. */
function counted(settings: Parameters<typeof compileInMemory>[1]) {
  const base = compileInMemory([], settings);
  const counts = { reads: 0, spywareReads: 0 };
  const snapshot: Snapshot = {
    ...base,
    get visited() {
      counts.reads++;
      return ["household-bank.example"];
    },
    get spyware() {
      counts.spywareReads++;
      return ["spies.com"];
    },
  };
  return { snapshot, counts };
}

function decided(snapshot: Snapshot, name: string): string {
  const question = { name: nameFromText(name)!, type: 1, class: 1 };
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 168, 1, 2),
    place: "home",
  } as const;
  return decideBefore(question, client, snapshot, 0).verdict.do;
}

Deno.test("The first query finds the index of look-alikes built", () => {
  const { snapshot, counts } = counted({});
  prepareDecisions(snapshot);
  assert.equal(counts.reads, 1);
  assert.deepEqual([decided(snapshot, "xn--pypal-4ve.com"), counts.reads], ["block", 1]);
});

Deno.test("The first query finds the index of spyware built", () => {
  const { snapshot, counts } = counted({});
  prepareDecisions(snapshot);
  assert.equal(counts.spywareReads, 1);
  assert.deepEqual([decided(snapshot, "www.spies.com"), counts.spywareReads], ["block", 1]);
});

Deno.test("Nothing is built for a protection that is off", () => {
  for (const settings of [{ lookalike: false }, { filtering: false }]) {
    const { snapshot, counts } = counted(settings);
    prepareDecisions(snapshot);
    assert.equal(counts.reads, 0);
  }
  for (const settings of [{ spyware: false }, { filtering: false }]) {
    const { snapshot, counts } = counted(settings);
    prepareDecisions(snapshot);
    assert.equal(counts.spywareReads, 0);
  }
});
