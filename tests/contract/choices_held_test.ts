/**
 * Pages and commands show for a device what its class in the snapshot does, for any choices (A
 * 7.1.5).
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Scopes } from "../../api/features/household/scopes.ts";
import { SAFE_SEARCH_ENGINES, safeSearchValues } from "../../policy/catalogue/safe_search.ts";
import { findService } from "../../policy/catalogue/services.ts";
import {
  groupByKey,
  narrowestCategory,
  narrowestSafeSearch,
  narrowestService,
  strictestChoice,
} from "../../policy/model/effective.ts";
import {
  CATEGORY_ACTIONS,
  type ChoiceRow,
  type DeviceRow,
  NO_HOUSEHOLD,
} from "../../policy/model/household.ts";
import { compileHousehold, type HouseholdPolicy } from "../../policy/snapshot/household.ts";
import {
  type ClassParts,
  LIST_EFFECT,
  type ListInfo,
} from "../../policy/snapshot/snapshot_parts.ts";

const SERVICE_IDS = ["tiktok", "pokerstars", "discord", "steam", "tinder", "nordvpn"];
const CATEGORIES = ["social", "bypass", "gambling", "games", "adult"];
const PEOPLE = [{ id: 1, profile: "child" }, { id: 2, profile: "adult" }, {
  id: 3,
  profile: "teen",
}] as const;
const DEVICES: readonly DeviceRow[] = [
  { personId: 1, people: [], groupId: 1 },
  { personId: 0, people: [1, 2], groupId: 0 },
  { personId: 0, people: [2, 3], groupId: 0 },
  { personId: 0, people: [], groupId: 1 },
  { personId: 2, people: [], groupId: 0 },
].map((whose, at) => ({
  id: at + 1,
  name: "",
  macs: [`02:00:00:00:00:0${at}`],
  quarantined: false,
  ...whose,
}));
const LISTS: readonly ListInfo[] = CATEGORIES.map((category, at) => ({
  id: at,
  name: category,
  kind: "block",
  category,
}));

const scope = fc.constantFrom(
  ...[
    "all",
    "group:1",
    "profile:child",
    "profile:teen",
    "profile:adult",
    "person:1",
    "person:2",
    "person:3",
  ],
  ...DEVICES.map(({ id }) => `device:${id}`),
);
const of = (kind: ChoiceRow["kind"], keys: readonly string[], values: readonly string[]) =>
  fc.record({
    scope,
    kind: fc.constant(kind),
    schedule: fc.constant(""),
    key: fc.constantFrom(...keys),
    value: fc.constantFrom(...values),
  });
const chosen = fc.uniqueArray(
  fc.oneof(
    of("service", SERVICE_IDS, ["allow", "block"]),
    of("category", CATEGORIES, CATEGORY_ACTIONS),
    of("safe_search", ["google"], ["off", "on"]),
    of("safe_search", ["youtube"], ["off", "moderate", "strict"]),
  ),
  { maxLength: 30, selector: ({ scope, kind, key }) => `${scope} ${kind} ${key}` },
);

/** The classes of a device: one, or one for each of its people. */
function viewsOf({ classes, devices }: HouseholdPolicy, at: number): Omit<ClassParts, "version">[] {
  const { buffer, byteOffset } = devices.bytes;
  const own = classes[new DataView(buffer, byteOffset).getUint32(16 * at + 12, true)];
  return own.parts.views === undefined
    ? [own.parts]
    : own.parts.views.map((view) => classes[view].parts);
}

const scopes = new Scopes({
  ready: () => Promise.resolve(),
  people: new Map(PEOPLE.map(({ id, profile }) => [id, { name: "", profile }])),
  groups: new Map([[1, { name: "" }]]),
  devices: new Map(DEVICES.map((device) => [device.id, { ...device, known: true }])),
});

Deno.test("Services, categories and safe search are shown for each device as its class has them", async () => {
  const check = async (choices: readonly ChoiceRow[]) => {
    const rows = { ...NO_HOUSEHOLD, people: PEOPLE, devices: DEVICES, choices };
    const context = { lists: LISTS, ruleScopes: [], windowsOf: () => [], now: 0, offset: () => 0 };
    const policy = compileHousehold(rows, context);
    const kinds = (kind: ChoiceRow["kind"]) =>
      groupByKey(choices.filter((row) => row.kind === kind));
    const [services, categories, engines] = [
      kinds("service"),
      kinds("category"),
      kinds("safe_search"),
    ];
    for (const [at, { id }] of DEVICES.entries()) {
      const { lines, profiles } = (await scopes.find(`device:${id}`))!;
      const views = viewsOf(policy, at);
      const held = <T>(each: (line: readonly string[], profile: typeof profiles[number]) => T) =>
        lines.map((line, number) => each(line, profiles[number]));
      for (const key of SERVICE_IDS) {
        const { category } = findService(key)!;
        const number = policy.services.findIndex((service) => service.id === key);
        const { value } = strictestChoice(
          held((line, profile) =>
            narrowestService(line, profile, category, services.get(key), categories.get(category))
          ),
          ["allow", "block"],
        );
        const blocks: number[] = [LIST_EFFECT.block, LIST_EFFECT.category];
        const blocked = views.some((view) =>
          blocks.includes(view.services?.[number] ?? LIST_EFFECT.off)
        );
        assert.equal(blocked, value === "block", `${key} for device ${id}`);
      }
      for (const [number, category] of CATEGORIES.entries()) {
        const { value } = strictestChoice(
          held((line, profile) =>
            narrowestCategory(line, profile, category, categories.get(category), true)
          ),
          CATEGORY_ACTIONS,
        );
        const codes: number[] = views.map(({ lists }) => lists[number]);
        const open = codes.includes(LIST_EFFECT.monitor) ? "monitor" : "allow";
        const found = codes.includes(LIST_EFFECT.block) ? "block" : open;
        assert.equal(found, value, `${category} for device ${id}`);
      }
      for (const { id: engine } of SAFE_SEARCH_ENGINES) {
        const values = safeSearchValues(engine);
        const { value } = strictestChoice(
          held((line, profile) => narrowestSafeSearch(line, profile, engine, engines.get(engine))),
          values,
        );
        const found = views.flatMap(({ safeSearch = [] }) => safeSearch).map((text) =>
          text.split(":")
        )
          .flatMap(([name, level = "on"]) =>
            name === engine ? values.indexOf(level as typeof values[number]) : []
          );
        assert.equal(values[Math.max(0, ...found)], value, `${engine} for device ${id}`);
      }
    }
  };
  await fc.assert(fc.asyncProperty(chosen, check), { seed: 20261121, numRuns: 300 });
});
