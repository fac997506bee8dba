/**
 * Precedence is total and follows the table of reasons, and a snapshot loses no rule, whatever is
 * chosen.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type PersonTime, type TimeRows } from "../../policy/model/person_time.ts";
import { NO_HOUSEHOLD, PROFILES } from "../../policy/model/household.ts";
import { type PersonalRule, RULE_KINDS, ruleText } from "../../policy/model/personal_rule.ts";
import { findReasonRow, REASONS } from "../../policy/reasons.ts";
import type { Verdict } from "../../policy/model/decision.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { decided, deviceOf, NOW, snapshotOf } from "../support/compiled_household.ts";

const SEED = 715;

/** The pattern with which a rule of a kind matches a name and its subdomains. */
function patternOf(kind: PersonalRule["kind"], name: string): string {
  if (kind === "regex") return `^(.+[.])?${name.replaceAll(".", "[.]")}$`;
  return kind === "wildcard" ? `*${name}` : name;
}

Deno.test("Of the rules that match a name one wins, independent of the others", () => {
  const names = ["www.games.example", "games.example", "example"];
  const kinds = fc.constantFrom(...RULE_KINDS);
  const any = fc.record({
    scope: fc.constantFrom("all", "person:1", "device:1"),
    action: fc.constantFrom("allow" as const, "block" as const),
    kind: kinds,
    name: fc.constantFrom(...names),
  }).map(({ scope, action, kind, name }): PersonalRule => ({
    scope,
    action,
    kind,
    domain: patternOf(kind, name),
    types: [],
    to: [],
    until: 0,
  }));
  const rows = {
    ...NO_HOUSEHOLD,
    people: [{ id: 1, profile: "adult" as const }],
    devices: [deviceOf([1])],
  };
  const holds = (written: readonly PersonalRule[]) => {
    const { verdict } = decided(snapshotOf(rows, written, []), "www.games.example");
    const match = "match" in verdict ? verdict.match : undefined;
    return match === undefined ? "" : `${match.personal?.scope} ${match.rule}`;
  };
  const asText = (one: PersonalRule) => `${one.scope} ${ruleText(one)}`;
  fc.assert(
    fc.property(
      fc.uniqueArray(any, { maxLength: 6, selector: (one) => `${one.scope} ${one.domain}` }),
      (written) => {
        const winner = holds(written);
        const won = written.find((one) => asText(one) === winner);
        assert.equal(won === undefined, winner === "");
        for (const other of written) {
          if (won !== undefined) assert.equal(holds([won, other]), winner);
          if (other !== won) assert.equal(holds(written.filter((one) => one !== other)), winner);
        }
      },
    ),
    { numRuns: 150, seed: SEED },
  );
});

/** The protections and permissions that may concern one name. */
const situation = fc.record({
  quarantine: fc.boolean(),
  service: fc.boolean(),
  rule: fc.constantFrom("", "allow", "block"),
  scope: fc.constantFrom("all", "group:1", "person:1", "device:1"),
  tunnel: fc.boolean(),
  bypass: fc.boolean(),
  illegal: fc.boolean(),
  security: fc.boolean(),
  list: fc.boolean(),
  profile: fc.constantFrom(...PROFILES),
  paused: fc.boolean(),
  closed: fc.constantFrom("", "", "hours", "cut"),
  permitted: fc.boolean(),
  held: fc.constantFrom("", "homework", "limit"),
  games: fc.boolean(),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** Hours, a cut or homework, and a limit that was reached. */
function modeOf(closed: string, held: string): "cut" | "homework" | undefined {
  if (closed === "cut") return "cut";
  return held === "homework" ? "homework" : undefined;
}

function timeIn({ closed, permitted, held }: Situation): TimeRows {
  const now = { from: NOW - 1, to: NOW + 1 };
  const name = modeOf(closed, held);
  const mode = name && { mode: name, ...now };
  const person: PersonTime = {
    personId: 1,
    enabled: closed === "hours",
    grid: "0".repeat(672),
    ...(mode && { mode }),
  };
  // Only one mode is active at a time: a cut ends homework.
  const reached = held !== "" && mode?.mode !== "homework"
    ? [{ scope: "person:1", category: "games" as const, ...now }]
    : [];
  return {
    people: [person],
    reached,
    vacations: [],
    permitted: permitted ? ["x.example"] : [],
    known: true,
  };
}

function snapshotIn(given: Situation): Snapshot {
  const list = (category: string) => [{ text: "||www.x.example^", category }];
  const lists = [
    ...(given.illegal ? list("child_abuse") : []),
    ...(given.security ? list("malware") : []),
    ...(given.list ? list("") : []),
    ...(given.bypass ? list("bypass") : []),
    ...(given.games ? list("games") : []),
  ];
  const { rule: action, scope } = given;
  const common = { domain: "www.x.example", kind: "exact" as const, types: [], to: [], until: 0 };
  const written = action === "" ? [] : [{ ...common, scope, action: action as "allow" | "block" }];
  return snapshotOf(
    {
      people: [{ id: 1, profile: given.profile }],
      devices: [{ ...deviceOf([1], given.quarantine), groupId: 1 }],
      services: [{ id: "custom-x", name: "X", group: "software", domains: ["x.example"] }],
      choices: [
        { scope: "person:1", kind: "category", key: "games", value: "allow", schedule: "" },
        ...given.service
          ? [{
            scope: "all",
            kind: "service" as const,
            key: "custom-x",
            value: "block",
            schedule: "",
          }]
          : [],
      ],
      pauses: given.paused ? [{ scope: "device:1", until: NOW + 1 }] : [],
      tunnels: given.tunnel ? [{ who: "device:1", domain: "x.example" }] : [],
      time: timeIn(given),
    },
    written,
    lists,
  );
}

/**
 * The rows of the table of reasons that would block, unless a pause or an allow rule lifts them, by
 * the columns of `REASONS`.
 */
function blocking(given: Situation): string[] {
  const minor = given.profile !== "adult";
  const allows = given.rule === "allow";
  // Only one mode is active at a time: a cut ends homework.
  const heldBy = given.held === "homework" && given.closed !== "cut" ? "homework" : "limit";
  const lifts = new Map([["choice-scope", allows], ["any", allows]]);
  const open = (reason: string, cause = "") => {
    const row = REASONS.find((each) => each.reason === reason && each.cause === cause)!;
    const allowed = lifts.get(row.allowLifts) ?? false;
    return (row.pauseLifts && given.paused) || allowed;
  };
  return [
    given.quarantine && "quarantine",
    minor && given.closed !== "" && !given.permitted && "schedule",
    given.service && !open("service") && "service",
    given.rule === "block" && !open("rule") && "rule",
    given.tunnel && !open("tunnel") && "tunnel",
    given.bypass && (minor || !open("category", "bypass")) && "category category:bypass",
    given.illegal && "category category:child_abuse",
    given.security && !allows && "category category:malware",
    given.list && !open("list") && "list",
    minor && given.held !== "" && given.games && !open("category", heldBy) &&
    `category ${heldBy}:games`,
  ].filter((reason) => reason !== false);
}

function reasonOf(verdict: Verdict): string {
  if (verdict.do !== "block") return "";
  return verdict.reason === "category" ? `category ${verdict.origin}` : verdict.reason;
}

Deno.test("The first row of the table of reasons that nothing lifts decides about a name", () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { verdict } = decided(snapshotIn(given), "www.x.example");
      const [expected = ""] = blocking(given);
      const reason = reasonOf(verdict);
      assert.equal(reason, expected, JSON.stringify(given));
      if (verdict.do === "block") {
        assert.ok(findReasonRow(verdict.reason, verdict.origin), `no row: ${verdict.origin}`);
      }
    }),
    { numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 300), seed: SEED },
  );
});

Deno.test("No two rows of the table of reasons share a rank", () => {
  const places = REASONS.map(({ reason, cause }) => `${reason} ${cause}`);
  assert.equal(new Set(places).size, places.length);
});

Deno.test("A snapshot contains every rule it was made of, with its scope", () => {
  const label = fc.constantFrom("a", "b", "cc", "d-d", "xn--bcher-kva");
  const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) =>
    [...labels, "example"].join(".")
  );
  const many = fc.uniqueArray(
    fc.record({
      scope: fc.constantFrom("all", "group:1", "person:1", "device:1"),
      domain,
      action: fc.constantFrom("allow" as const, "block" as const),
      kind: fc.constantFrom("exact" as const, "subdomains" as const),
      types: fc.constantFrom([], ["AAAA"]),
      to: fc.constant([]),
      until: fc.constantFrom(0, NOW / 1000 + 60),
    }),
    { maxLength: 60, selector: (one) => `${one.scope} ${one.domain}` },
  );
  fc.assert(
    fc.property(many, (written) => {
      const { personalRules } = snapshotOf(NO_HOUSEHOLD, written, []);
      const kept = written.map((_, number) => {
        const { rule } = personalRules.index.rule(number);
        return `${personalRules.scopes[rule.list]} ${rule.text}`;
      });
      assert.deepEqual(kept.sort(), written.map((one) => `${one.scope} ${ruleText(one)}`).sort());
    }),
    { numRuns: 100, seed: SEED },
  );
});
