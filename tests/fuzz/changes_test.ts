import assert from "node:assert/strict";
import fc from "fast-check";
import { computeWindows } from "../../policy/model/hours.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import { HouseholdMemory } from "../../policy/snapshot/household_memory.ts";
import { decodeSnapshot, encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { type EncodedSnapshot, SECTIONS } from "../../policy/snapshot/sections.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type {
  ClassParts,
  DevicePolicy,
  ListInfo,
  SnapshotParts,
} from "../../policy/snapshot/snapshot_parts.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { HouseholdCompiler, type HouseholdParts } from "../../api/publish/household_parts.ts";
import { testRuntime } from "../support/test_runtime.ts";
import { anyHouseholdStep, EMPTY_HOUSEHOLD } from "../support/household_changes.ts";

const LISTS: readonly ListInfo[] = [
  { id: 1, name: "", kind: "block", category: "" },
  { id: 2, name: "", kind: "block", category: "games" },
  { id: 3, name: "", kind: "block", category: "", scopes: ["group:1"] },
];
const bare = compileInMemory([{ text: "||ads.example^\n" }, { text: "", category: "games" }, {
  text: "",
}]);
const steps = fc.array(anyHouseholdStep, { minLength: 1, maxLength: 25 });

Deno.test("A household compiled after changes equals one compiled anew", () => {
  fc.assert(
    fc.property(steps, (changes) => {
      const memory = new HouseholdMemory();
      let household = EMPTY_HOUSEHOLD;
      for (const change of changes) {
        household = change(household);
        const { rows, rules, now } = household;
        const context = {
          lists: LISTS,
          ruleScopes: [...new Set(rules.map(({ scope }) => scope))],
          windowsOf: (grid: string) => computeWindows(grid, now, () => 0),
          now,
          offset: () => 0,
        };
        assert.deepEqual(
          compileHousehold(rows, { ...context, memory }),
          compileHousehold(rows, context),
        );
      }
    }),
    { numRuns: 150 },
  );
});

/** The compiler of one box, and how its household is now. */
class Box {
  household = EMPTY_HOUSEHOLD;
  readonly #compiler = new HouseholdCompiler({
    personalRules: () => Promise.resolve(this.household.rules),
    household: () => Promise.resolve(this.household.rows),
    runtime: testRuntime({ now: () => this.household.now }),
    offset: () => 0,
    secret: bare.secret,
  });

  parts(): Promise<HouseholdParts> {
    return this.#compiler.parts(LISTS, "");
  }
}

function encoded(parts: HouseholdParts, before?: EncodedSnapshot): EncodedSnapshot {
  const { names: _, ...base } = bare;
  return encodeSnapshot({ ...base, lists: LISTS, ...parts } as SnapshotParts, before);
}

/** All of a class but its version. */
function contentOf({ version: _, ...content }: ClassParts): unknown {
  return content;
}

/** The content of a class without numbers, which change with other classes. */
function meaningOf(policy: DevicePolicy, { classes, upstreamSets = [] }: Snapshot): unknown {
  const { class: _, upstreams, views, ...content } = policy;
  return {
    ...content,
    upstreams: upstreams === undefined ? undefined : upstreamSets[upstreams],
    views: views?.map((view) => classes[view].version),
  };
}

Deno.test("What threads hold after changes equals what a new box would send them", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const box = new Box();
      let sections: EncodedSnapshot | undefined;
      let held: Snapshot | undefined;
      for (const change of changes) {
        box.household = change(box.household);
        sections = encoded(await box.parts(), sections);
        const other = new Box();
        other.household = box.household;
        const anew = encoded(await other.parts());
        for (const name of SECTIONS.filter((name) => name !== "versions")) {
          assert.deepEqual(sections[name], anew[name], name);
        }
        const derived = decodeSnapshot(sections, bare.names, held);
        const fresh = decodeSnapshot(anew, bare.names);
        assert.ok(typeof derived !== "string" && typeof fresh !== "string", String(derived));
        assert.deepEqual(derived.classes.map(contentOf), fresh.classes.map(contentOf));
        assert.deepEqual(derived.devices, fresh.devices);
        assert.deepEqual(derived.personal, fresh.personal);
        // A version stands for one content: responses cached under it stay valid.
        const before = new Map(held?.classes.map((each) => [each.version, meaningOf(each, held!)]));
        for (const each of derived.classes) {
          const meaning = meaningOf(each, derived);
          assert.deepEqual(meaning, before.get(each.version) ?? meaning);
        }
        held = derived;
      }
    }),
    { numRuns: 100 },
  );
});
