/** Random changes of a household, for tests that compare what is kept with what is made anew. */
import fc from "fast-check";
import {
  type DeviceRow,
  type HouseholdRows,
  NO_HOUSEHOLD,
  type PersonRow,
  type Profile,
} from "../../policy/model/household.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";

/** A household with the rules that its people wrote. */
export interface ChangingHousehold {
  readonly rows: HouseholdRows;
  readonly rules: readonly PersonalRule[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** One change. */
export type HouseholdStep = (before: ChangingHousehold) => ChangingHousehold;

const SCOPES = [
  "all",
  "profile:child",
  "group:1",
  "group:2",
  "person:1",
  "person:2",
  "person:3",
  "device:1",
  "device:4",
] as const;
const anyScope = fc.constantFrom(...SCOPES);
const anyProfile = fc.constantFrom<Profile>("child", "teen", "adult");
const DAY = 86_400_000;

const ofRows = (change: (rows: HouseholdRows, now: number) => Partial<HouseholdRows>) =>
(
  before: ChangingHousehold,
): ChangingHousehold => ({
  ...before,
  rows: { ...before.rows, ...change(before.rows, before.now) },
});

/** The rows without the one that has the key of `row`, and `row` at the end. */
function replaced<T>(rows: readonly T[], row: T, keyOf: (row: T) => string | number): T[] {
  return [...rows.filter((each) => keyOf(each) !== keyOf(row)), row];
}

const person = fc.record<PersonRow>({ id: fc.integer({ min: 1, max: 3 }), profile: anyProfile })
  .map((row) =>
    ofRows(({ people }) => ({
      people: replaced(people, row, ({ id }) => id).sort((a, b) => a.id - b.id),
    }))
  );

const device = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  name: fc.constantFrom("", "phone", "tablet"),
  owners: fc.subarray([1, 2, 3], { maxLength: 2 }),
  groupId: fc.nat(2),
  quarantined: fc.constantFrom(false, false, true),
  follows: fc.constantFrom<Profile | undefined>(undefined, undefined, "child"),
}).map(({ id, name, owners, groupId, quarantined, follows }) => {
  const row: DeviceRow = {
    id,
    name,
    macs: [`02:00:00:00:00:0${id}`],
    personId: owners.length === 1 ? owners[0] : 0,
    people: owners.length > 1 ? owners : [],
    groupId,
    quarantined,
    ...(follows && { follows }),
  };
  return ofRows(({ devices }) => ({ devices: replaced(devices, row, ({ id }) => id) }));
});

const renamed = fc.tuple(fc.nat(5), fc.constantFrom("a", "b", "c")).map(([at, name]) =>
  ofRows(({ devices }) => ({
    devices: devices.map((row, place) => place === at ? { ...row, name } : row),
  }))
);

const removedDevice = fc.nat(5).map((at) =>
  ofRows(({ devices }) => ({ devices: devices.filter((_, place) => place !== at) }))
);

const pause = fc.tuple(anyScope, fc.constantFrom(0, 60_000, DAY)).map(([scope, length]) =>
  ofRows(({ pauses }, now) => ({
    pauses: length === 0
      ? pauses.filter((each) => each.scope !== scope)
      : replaced(pauses, { scope, until: now + length }, (each) => each.scope),
  }))
);

const choice = fc.record({
  scope: anyScope,
  what: fc.constantFrom(
    { kind: "service", key: "tiktok" } as const,
    { kind: "service", key: "youtube" } as const,
    { kind: "category", key: "games" } as const,
    { kind: "category", key: "social" } as const,
  ),
  value: fc.constantFrom("block", "allow"),
  schedule: fc.constantFrom("", "", "1".repeat(40) + "0".repeat(632)),
}).map(({ scope, what, value, schedule }) => {
  const row = { scope, ...what, value, schedule: what.kind === "service" ? schedule : "" };
  return ofRows(({ choices }) => ({
    choices: replaced(choices, row, (each) => `${each.scope} ${each.kind} ${each.key}`),
  }));
});

const upstreams = fc.tuple(anyScope, fc.constantFrom("9.9.9.9", "1.1.1.1", ""))
  .map(([scope, line]) =>
    ofRows(({ upstreams = [] }) => ({
      upstreams: line === ""
        ? upstreams.filter((each) => each.scope !== scope)
        : replaced(upstreams, { scope, lines: [line] }, (each) => each.scope),
    }))
  );

const hours = fc.record({
  personId: fc.integer({ min: 1, max: 3 }),
  enabled: fc.boolean(),
  grid: fc.constantFrom("0".repeat(672), "1".repeat(300) + "0".repeat(372)),
  cut: fc.boolean(),
  limited: fc.subarray(["games" as const, "videos" as const]),
}).map(({ cut, ...row }) =>
  ofRows(({ time }, now) => ({
    time: {
      ...time,
      people: replaced(time.people, {
        ...row,
        ...(cut && { mode: { mode: "cut" as const, from: now, to: now + 3_600_000 } }),
      }, (each) => each.personId),
    },
  }))
);

const cuts = fc.constantFrom([], ["children" as const], ["all" as const]).map((whom) =>
  ofRows(({ time }, now) => ({
    time: { ...time, cuts: whom.map((each) => ({ whom: each, from: now, to: now + 3_600_000 })) },
  }))
);

const permitted = fc.subarray(["school.example", "bank.example"]).map((names) =>
  ofRows(({ time }) => ({ time: { ...time, permitted: names } }))
);

const rule = fc.record({
  scope: anyScope,
  domain: fc.constantFrom("a.example", "b.example", "c.example"),
  action: fc.constantFrom("allow" as const, "block" as const, undefined),
  types: fc.constantFrom([], ["AAAA"]),
}).map(({ scope, domain, action, types }): HouseholdStep => (before) => {
  const keyOf = (each: PersonalRule) => `${each.scope} ${each.domain}`;
  const others = before.rules.filter((each) => keyOf(each) !== `${scope} ${domain}`);
  if (action === undefined) return { ...before, rules: others };
  const written = { scope, domain, action, types, kind: "subdomains", to: [], until: 0 } as const;
  return { ...before, rules: [...others, written] };
});

const later = fc.constantFrom(1000, 900_000, DAY).map((passed): HouseholdStep => (before) => ({
  ...before,
  now: before.now + passed,
}));

/** Any change of a household, of its rules, or of the time. */
export const anyHouseholdStep: fc.Arbitrary<HouseholdStep> = fc.oneof(
  { weight: 2, arbitrary: person },
  { weight: 4, arbitrary: device },
  { weight: 2, arbitrary: renamed },
  { weight: 1, arbitrary: removedDevice },
  { weight: 2, arbitrary: pause },
  { weight: 2, arbitrary: choice },
  { weight: 1, arbitrary: upstreams },
  { weight: 2, arbitrary: hours },
  { weight: 1, arbitrary: cuts },
  { weight: 1, arbitrary: permitted },
  { weight: 3, arbitrary: rule },
  { weight: 1, arbitrary: later },
);

/** A household with nobody in it. */
export const EMPTY_HOUSEHOLD: ChangingHousehold = {
  rows: NO_HOUSEHOLD,
  rules: [],
  now: Date.UTC(2026, 9, 13, 12),
};
