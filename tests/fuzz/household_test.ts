/**
 * Arbitrary households: a device of several people is never less strict than one of any of them,
 * and no order matters.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { decideAfter } from "../../policy/decide/decide.ts";
import { severity } from "../../policy/decide/strictest.ts";
import type { Decision } from "../../policy/model/decision.ts";
import {
  CATEGORY_ACTIONS,
  type ChoiceRow,
  NO_HOUSEHOLD,
  PROFILES,
} from "../../policy/model/household.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { MODES, NO_TIME, type PersonTime } from "../../policy/model/person_time.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import type { ListText } from "../../policy/snapshot/in_memory.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { clientOf, decided, deviceOf, NOW, snapshotOf } from "../support/compiled_household.ts";

const SEED = 715;

const LISTS: readonly ListText[] = [
  { text: "||bad.example^", category: "malware" },
  { text: "||abuse.example^", category: "child_abuse" },
  { text: "||bets.example^", category: "gambling" },
  { text: "||clips.example^", category: "videos" },
  { text: "||ways.example^", category: "bypass" },
  { text: "||ads.example^\n@@||fine.ads.example^" },
  { text: "||fine.bets.example^\n||abuse.example^", kind: "allow" },
];
const SERVICES = [
  { id: "custom-chat", name: "Chat", group: "messaging", domains: ["chat.example"] },
  { id: "custom-play", name: "Play", group: "games", domains: ["play.example"] },
  {
    id: "custom-love",
    name: "Love",
    group: "dating",
    domains: ["love.example", "fine.ads.example"],
  },
];
const NAMES = [
  "bad",
  "abuse",
  "bets",
  "clips",
  "ways",
  "ads",
  "chat",
  "play",
  "love",
  "free",
  "tunnel",
]
  .flatMap((name) => [`${name}.example`, `fine.${name}.example`]).concat(
    "www.youtube.com",
    "www.bing.com",
  );

/** The decision about an answer that leads to another name. */
function led(snapshot: Snapshot, name: string, target: string): Decision {
  const content = { targets: [nameFromText(target)!], addresses: [] };
  return decideAfter(
    { name: nameFromText(name)!, type: 1, class: 1 },
    clientOf(snapshot),
    content,
    snapshot,
    NOW,
  );
}

const scope = fc.constantFrom(
  ...[
    "all",
    "device:1",
    "person:1",
    "person:2",
    "person:3",
    "profile:child",
    "profile:teen",
    "profile:adult",
  ],
);
const choice: fc.Arbitrary<ChoiceRow> = fc.oneof(
  fc.record({
    scope,
    kind: fc.constant("category" as const),
    key: fc.constantFrom("malware", "gambling", "videos", "games", "dating", "bypass"),
    value: fc.constantFrom(...CATEGORY_ACTIONS),
    schedule: fc.constant(""),
  }),
  fc.record({
    scope,
    kind: fc.constant("service" as const),
    key: fc.constantFrom(...SERVICES.map(({ id }) => id)),
    value: fc.constantFrom("allow", "block"),
    schedule: fc.constantFrom("", "1".repeat(672)),
  }),
  fc.record({
    scope,
    kind: fc.constant("safe_search" as const),
    key: fc.constantFrom("youtube", "bing"),
    value: fc.constantFrom("off", "on", "moderate", "strict"),
    schedule: fc.constant(""),
  }).filter(({ key, value }) => value === "off" || (key === "bing") === (value === "on")),
);
const rule: fc.Arbitrary<PersonalRule> = fc.record({
  scope: scope.filter((text) => !text.startsWith("profile:")),
  domain: fc.constantFrom(...NAMES),
  action: fc.constantFrom("allow" as const, "block" as const),
  kind: fc.constantFrom("exact" as const, "subdomains" as const),
  types: fc.constant([]),
  to: fc.constant([]),
  until: fc.constant(0),
});
const held = { from: NOW - 1, to: NOW + 1 };
const time = fc.subarray([1, 2, 3]).chain((people) =>
  fc.tuple(...people.map((personId) =>
    fc.record({
      personId: fc.constant(personId),
      enabled: fc.boolean(),
      grid: fc.constantFrom("0", "1"),
      mode: fc.constantFrom(undefined, ...MODES.map((mode) => ({ ...held, mode }))),
      grant: fc.constantFrom(undefined, undefined, held),
    }).map(({ grid, mode, grant, ...person }): PersonTime => ({
      ...person,
      grid: grid.repeat(672),
      ...(mode && { mode }),
      ...(grant && { grant }),
    }))
  )).map((people) => ({ ...NO_TIME, people, permitted: ["free.example"] }))
);
const household = fc.record({
  time: fc.oneof(fc.constant(NO_TIME), time),
  people: fc.tuple(
    ...[1, 2, 3].map((id) =>
      fc.record({ id: fc.constant(id), profile: fc.constantFrom(...PROFILES) })
    ),
  ),
  choices: fc.uniqueArray(choice, {
    maxLength: 12,
    selector: (row) => `${row.scope} ${row.kind} ${row.key}`,
  }),
  pauses: fc.uniqueArray(
    fc.record({
      scope: scope.filter((text) => !text.startsWith("profile:")),
      until: fc.constant(NOW + 1),
    }),
    {
      maxLength: 2,
      selector: (row) => row.scope,
    },
  ),
  tunnels: fc.constantFrom([], [{ who: "device:1", domain: "tunnel.example" }]),
});
const rules = fc.uniqueArray(rule, {
  maxLength: 8,
  selector: (row) => `${row.scope} ${row.domain}`,
});

Deno.test("A device of several people is never less strict than the same device of any one of them", () => {
  fc.assert(
    fc.property(
      household,
      rules,
      fc.subarray([1, 2, 3], { minLength: 2 }),
      (rows, written, people) => {
        const of = (whose: readonly number[]) =>
          snapshotOf(
            { ...NO_HOUSEHOLD, ...rows, services: SERVICES, devices: [deviceOf(whose)] },
            written,
            LISTS,
          );
        const together = of(people);
        const alone = people.map((person) => of([person]));
        for (const name of NAMES) {
          const least = Math.max(...alone.map((snapshot) => severity(decided(snapshot, name))));
          assert.equal(severity(decided(together, name)), least, name);
          const leading = Math.max(
            ...alone.map((snapshot) => severity(led(snapshot, "free.example", name))),
          );
          assert.equal(
            severity(led(together, "free.example", name)),
            leading,
            `free.example leads to ${name}`,
          );
        }
      },
    ),
    { numRuns: 60, seed: SEED },
  );
});

Deno.test("A decision does not depend on the order of people, choices, pauses and rules", () => {
  const verdict = (snapshot: Snapshot, name: string) =>
    JSON.stringify(decided(snapshot, name).verdict);
  fc.assert(
    fc.property(household, rules, fc.subarray([1, 2, 3]), (rows, written, people) => {
      const whole = { ...NO_HOUSEHOLD, ...rows, services: SERVICES, devices: [deviceOf(people)] };
      const turned = {
        ...whole,
        people: whole.people.toReversed(),
        choices: whole.choices.toReversed(),
        pauses: whole.pauses.toReversed(),
        services: whole.services,
        time: { ...whole.time, people: whole.time.people.toReversed() },
      };
      const one = snapshotOf(whole, written, LISTS);
      const other = snapshotOf(turned, written.toReversed(), LISTS);
      for (const name of NAMES) assert.equal(verdict(other, name), verdict(one, name), name);
    }),
    { numRuns: 60, seed: SEED },
  );
});
