import assert from "node:assert/strict";
import type { ExplainedStep } from "../../../../policy/model/decision.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { RuleEffects } from "./effect.ts";

const NOBODY = {
  origin: "",
  rule: "",
  list: "",
  scope: "",
  skipped: [],
  text: "",
  verdict: "next",
} as const;

function blocked(protection: string, over: Partial<ExplainedStep>): ExplainedStep {
  return { ...NOBODY, protection, outcome: "blocked", verdict: "settle", ...over };
}

const CLOSED = blocked("lists", { origin: "category:gambling" });
const OPENED: ExplainedStep = { ...NOBODY, protection: "rules", outcome: "allowed", scope: "all" };

function device(personId: number, over: object = {}) {
  return { name: "", people: [], groupId: 0, known: true, macs: [], personId, ...over };
}

const HOUSEHOLD = {
  ready: () => Promise.resolve(),
  people: new Map([
    [1, { name: "Anna", profile: "adult" as const }],
    [2, { name: "Noah", profile: "child" as const }],
    [3, { name: "Tom", profile: "teen" as const }],
  ]),
  groups: new Map([[1, { name: "Home" }]]),
  devices: new Map([
    [1, device(2)],
    [2, device(2, { groupId: 1 })],
    [3, device(0, { people: [1, 3] })],
  ]),
};

function rule(over: Partial<PersonalRule> = {}): PersonalRule {
  return {
    scope: "all",
    domain: "bets.example",
    action: "allow",
    kind: "subdomains",
    types: [],
    to: [],
    until: 0,
    ...over,
  };
}

/** The exceptions of a rule while the resolver says these steps of each scope. */
async function exceptionsOf(
  given: PersonalRule,
  steps: Readonly<Record<string, readonly ExplainedStep[]>>,
  own: readonly number[] = [],
) {
  const asked: string[] = [];
  const effects = new RuleEffects({
    household: HOUSEHOLD,
    ownChoices: () => Promise.resolve(new Map(own.map((id) => [`device:${id}`, "games"]))),
    rules: () => Promise.resolve([given]),
    runtime: { monotonic: () => 0 },
    resolver: {
      explainChoices(name, type, scopes) {
        asked.push(`${name} ${type} ${scopes.join()}`);
        return Promise.resolve(scopes.map((scope) => steps[scope] ?? [OPENED]));
      },
    },
  });
  const [found = []] = await effects.exceptions([given], 100);
  return { asked, found: found.map(({ scope, reason, by }) => `${scope} ${reason} ${by}`) };
}

Deno.test("Those for whom a rule opens nothing are named with the reason", async () => {
  const minors = { "person:2": [CLOSED], "person:3": [CLOSED] };
  assert.deepEqual(await exceptionsOf(rule(), minors), {
    asked: ["bets.example 1 person:1,person:2,person:3"],
    found: ["person:2 profile profile:child", "person:3 profile profile:teen"],
  });
  const narrower = blocked("rules", { scope: "person:2" });
  const service = blocked("services", { origin: "service:tiktok" });
  const bypass = blocked("bypass", { origin: "category:bypass" });
  const steps = { "person:1": [service], "person:2": [narrower], "person:3": [bypass] };
  assert.deepEqual((await exceptionsOf(rule(), steps)).found, [
    "person:1 service ",
    "person:2 rule person:2",
    "person:3 bypass ",
  ]);
});

Deno.test("A block is named where a narrower rule allows the name", async () => {
  const allowed = { ...OPENED, scope: "profile:child" };
  const steps = { "person:2": [allowed], "person:3": [blocked("rules", { scope: "all" })] };
  const { found } = await exceptionsOf(rule({ action: "block" }), steps);
  assert.deepEqual(found, ["person:2 rule profile:child"]);
});

Deno.test("Only people and devices in the scope are looked at", async () => {
  const asked = async (given: Partial<PersonalRule>, own: readonly number[] = []) =>
    (await exceptionsOf(rule(given), {}, own)).asked.join();
  assert.equal(await asked({ scope: "profile:child" }, [1, 3]), "bets.example 1 person:2,device:1");
  assert.equal(await asked({ scope: "group:1" }), "bets.example 1 device:2");
  assert.equal(
    await asked({ scope: "person:3", types: ["AAAA"] }, [3]),
    "bets.example 28 person:3,device:3",
  );
  assert.equal(await asked({ scope: "device:1" }), "bets.example 1 device:1");
  assert.equal(
    await asked({ domain: "*.bets.example", kind: "wildcard", scope: "person:1" }),
    "x.bets.example 1 person:1",
  );
  assert.equal(await asked({ domain: "^bets", kind: "regex" }), "");
});

Deno.test("A device is not named beside its person for the same reason", async () => {
  const steps = { "person:2": [CLOSED], "device:1": [CLOSED], "device:3": [CLOSED] };
  const { found } = await exceptionsOf(rule(), steps, [1, 3]);
  assert.deepEqual(found, ["person:2 profile profile:child", "device:3 profile profile:teen"]);
});

Deno.test("Devices of a group whose people chose nothing are looked at once, and all are named", async () => {
  const devices = new Map([1, 2, 3, 4, 5].map((id) => [id, device(2 + id % 2, { groupId: 1 })]));
  const asked: string[] = [];
  const other = rule({ scope: "device:4", domain: "other.example" });
  const effects = new RuleEffects({
    household: { ...HOUSEHOLD, devices },
    ownChoices: () => Promise.resolve(new Map()),
    rules: () => Promise.resolve([rule({ scope: "device:5", domain: "example" }), other]),
    runtime: { monotonic: () => 0 },
    resolver: {
      explainChoices(_name, _type, scopes) {
        asked.push(...scopes);
        return Promise.resolve(scopes.map((scope) => scope === "device:1" ? [CLOSED] : [OPENED]));
      },
    },
  });
  const [found = []] = await effects.exceptions([rule({ scope: "group:1" })], 100);
  assert.deepEqual(asked, ["device:1", "device:2", "device:5"]);
  assert.deepEqual(found.map(({ scope }) => scope), ["device:1", "device:3"]);
});

Deno.test("People of a profile who chose nothing are looked at once, and all are named", async () => {
  const people = new Map([4, 5, 6].map((id) => [id, { name: `Child ${id}`, profile: "child" }]));
  const asked: string[] = [];
  const effects = new RuleEffects({
    household: { ...HOUSEHOLD, people: people as unknown as typeof HOUSEHOLD.people },
    ownChoices: () => Promise.resolve(new Map()),
    rules: () => Promise.resolve([rule(), rule({ scope: "person:5", action: "block" })]),
    runtime: { monotonic: () => 0 },
    resolver: {
      explainChoices(_name, _type, scopes) {
        asked.push(...scopes);
        return Promise.resolve(scopes.map((scope) => scope === "person:5" ? [OPENED] : [CLOSED]));
      },
    },
  });
  const [found = []] = await effects.exceptions([rule()], 100);
  assert.deepEqual(asked, ["person:4", "person:5"]);
  assert.deepEqual(found.map(({ scope }) => scope), ["person:4", "person:6"]);
});
