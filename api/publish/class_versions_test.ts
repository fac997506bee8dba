import assert from "node:assert/strict";
import fc from "fast-check";
import type { UnversionedClass } from "../../policy/snapshot/household_memory.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { pickClassParts } from "../../policy/snapshot/device_policy.ts";
import { decodeSnapshot, encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { ClassParts } from "../../policy/snapshot/snapshot_parts.ts";
import { ClassVersions } from "./class_versions.ts";

const LISTS = [{ text: "||ads.example^\n" }, { text: "||games.example^\n", category: "games" }];

/** A class with this content; its key says all of it but the number of its upstreams. */
function classOf(lists: readonly number[], pausedUntil: number, upstreams?: number) {
  const parts = {
    lists: Uint8Array.from(lists),
    tags: [],
    scopes: [0, 1],
    ...(pausedUntil > 0 && { pausedUntil }),
    ...(upstreams !== undefined && { upstreams }),
  };
  return { parts, key: JSON.stringify([lists, pausedUntil]) } satisfies UnversionedClass;
}

function snapshotOf(classes: readonly ClassParts[], version: number): Snapshot {
  return compileInMemory(LISTS, {}, {
    version,
    classes: [...classes],
    upstreamSets: [["9.9.9.9"], ["1.1.1.1"]],
  });
}

Deno.test("a class keeps its version until its rules or its content change", () => {
  const versions = new ClassVersions();
  const content = [classOf([1, 0], 0), classOf([1, 1], 0)];
  const [first] = versions.stamp(content, "all", ["rules"]);
  assert.equal(versions.stamp(content, "all", ["rules"])[0], first);
  const [changed] = versions.stamp(content, "all", ["other rules"]);
  assert.notEqual(changed.version, first.version);
  assert.deepEqual({ ...changed, version: 0 }, { ...first, version: 0 });
});

Deno.test("a shared class gets another version with the rules of each of its views", () => {
  const versions = new ClassVersions();
  const view = (name: string, scopes: readonly number[]) =>
    ({ parts: { lists: new Uint8Array(1), tags: [], scopes }, key: name }) as UnversionedClass;
  const shared: UnversionedClass = {
    parts: { lists: new Uint8Array(1), tags: [], views: [0, 1] },
    key: "both",
  };
  const classes = [view("one", [0, 5, 1, 4]), view("other", [2, 5]), shared, view("none", [])];
  const stamp = (...digests: string[]) =>
    versions.stamp(classes, "all", digests).map(({ version }) => version);
  const first = stamp("a", "b", "c");
  assert.deepEqual(stamp("a", "b", "c"), first);
  const changes = [["a", "x", "c"], ["a", "x", "y"], ["z", "x", "y"]];
  const affected = [[true, false], [false, true], [true, false]];
  let before = first;
  for (const [at, digests] of changes.entries()) {
    const after = stamp(...digests);
    const isOther = after.map((version, index) => version !== before[index]);
    assert.deepEqual(isOther, [...affected[at], true, false], digests.join());
    before = after;
  }
});

Deno.test("a class whose upstreams get another number does not keep the old one", () => {
  const versions = new ClassVersions();
  versions.stamp([classOf([1, 0], 0), classOf([1, 1], 0, 1)], "all", [""]);
  const [, later] = versions.stamp([classOf([1, 0], 0), classOf([1, 1], 0, 0)], "all", [""]);
  assert.equal(later.upstreams, 0);
});

const content = fc.tuple(
  fc.constantFrom([0, 0], [0, 1], [1, 0], [1, 1]),
  fc.constantFrom(0, 1_900_000_000_000),
  fc.constantFrom(undefined, 0, 1),
);
const step = fc.record({
  classes: fc.uniqueArray(content, {
    minLength: 1,
    maxLength: 6,
    selector: ([lists, paused]) => `${lists} ${paused}`,
  }),
  rules: fc.constantFrom("a", "b", "c"),
  common: fc.constantFrom("all", "all", "settings"),
});

Deno.test("classes after changes equal those that are encoded and decoded anew", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const versions = new ClassVersions();
      let held: Snapshot | undefined;
      for (const { classes, rules, common } of steps) {
        const wanted = classes.map(([lists, paused, upstreams]) =>
          classOf(lists, paused, upstreams)
        );
        const stamped = versions.stamp(wanted, common, [rules]);
        stamped.forEach(({ version: _, ...parts }, index) =>
          assert.deepEqual(parts, wanted[index].parts)
        );
        const bytes = encodeSnapshot(snapshotOf(stamped, 2));
        const anew = stamped.map((parts) => structuredClone(pickClassParts(parts)));
        assert.deepEqual(bytes, encodeSnapshot(snapshotOf(anew, 2)));
        const names = snapshotOf(stamped, 2).names;
        const derived = decodeSnapshot(bytes, names, held);
        const fresh = decodeSnapshot(bytes, names);
        assert.ok(typeof derived !== "string" && typeof fresh !== "string", String(derived));
        assert.deepEqual(derived.classes, fresh.classes);
        held = derived;
      }
    }),
    { numRuns: 100 },
  );
});
