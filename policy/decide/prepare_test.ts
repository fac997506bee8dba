import assert from "node:assert/strict";
import { nameFromText } from "../model/name.ts";
import { compileInMemory } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { decideBefore, prepareDecisions } from "./decide.ts";

/** A snapshot that counts how often its most asked names are read. */
function counted(settings: Parameters<typeof compileInMemory>[1]) {
  const base = compileInMemory([], settings);
  const counts = { reads: 0 };
  const snapshot: Snapshot = {
    ...base,
    get visited() {
      counts.reads++;
      return ["household-bank.example"];
    },
  };
  return { snapshot, counts };
}

Deno.test("The first query finds the index of look-alikes built", () => {
  const { snapshot, counts } = counted({});
  prepareDecisions(snapshot);
  assert.equal(counts.reads, 1);
  const question = { name: nameFromText("xn--pypal-4ve.com")!, type: 1, class: 1 };
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 168, 1, 2),
    place: "home",
  } as const;
  const { verdict } = decideBefore(question, client, snapshot, 0);
  assert.deepEqual([verdict.do, counts.reads], ["block", 1]);
});

Deno.test("Nothing is built for a protection that is off", () => {
  for (const settings of [{ lookalike: false }, { filtering: false }]) {
    const { snapshot, counts } = counted(settings);
    prepareDecisions(snapshot);
    assert.equal(counts.reads, 0);
  }
});
