/**
 * Publishing loses no rule and restores no deleted one, however changes of rules, choices and lists
 * coincide.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { ruleText } from "../../policy/model/personal_rule.ts";
import type { SnapshotMessage } from "../../resolver/protocol.ts";
import { snapshotOf, withBench } from "../support/publisher_bench.ts";

const DOMAINS = ["a.example", "b.example", "www.a.example", "c.test.example"];
/** Words that a snapshot stores beside each rule. */
const FACTS = 3;
const SCOPES = ["all", "group:1", "person:1", "device:1"];

type Change =
  | {
    readonly do: "rule";
    readonly scope: string;
    readonly domain: string;
    readonly action: "allow" | "block" | "none";
  }
  | { readonly do: "list"; readonly names: number }
  | { readonly do: "fault" };

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("rule" as const),
      scope: fc.constantFrom(...SCOPES),
      domain: fc.constantFrom(...DOMAINS),
      action: fc.constantFrom("allow" as const, "block" as const, "none" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("list" as const),
      names: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "fault" as const }) },
);

/** The rules of the last snapshot that workers received, as texts. */
function published(message: SnapshotMessage): string[] {
  const { personalRules, personal } = snapshotOf(message);
  return Array.from({ length: personal.facts.length / FACTS }, (_, number) => {
    const { rule } = personalRules.index.rule(number);
    return `${personalRules.scopes[rule.list]} ${rule.text}`;
  }).sort();
}

function ruleOf(
  { scope, domain, action }: Extract<Change, { do: "rule" }>,
): PersonalRule | undefined {
  if (action === "none") return undefined;
  return { scope, domain, action, kind: "subdomains", types: [], to: [], until: 0 };
}

Deno.test(
  "Workers end with the rules stored last, whatever was published while they changed",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const stored = new Map<string, PersonalRule>();
    /** Starts a change and the publishing it causes. Some callers wait for it, others do not. */
    const begin = async (one: Change): Promise<void> => {
      if (one.do === "fault") {
        bench.rulesFault = new Error("The database cannot be used");
        await publisher.publishRules();
        bench.rulesFault = undefined;
        return;
      }
      if (one.do === "list") {
        bench.contents = [
          await bench.list(1, "x.example\n".repeat(one.names) + `n${one.names}.example\n`),
        ];
        await publisher.publish();
        return;
      }
      const rule = ruleOf(one);
      const place = `${one.scope} ${one.domain}`;
      if (rule === undefined) stored.delete(place);
      else stored.set(place, rule);
      bench.rules = [...stored.values()];
      await publisher.publishRules();
    };
    const steps = fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        const running: Promise<void>[] = [];
        for (const [one, waits] of changes) {
          running.push(begin(one));
          if (waits) await running.at(-1);
        }
        await Promise.all(running);
        bench.rulesFault = undefined;
        await publisher.publishRules();
        const expected = [...stored.values()].map((rule) => `${rule.scope} ${ruleText(rule)}`)
          .sort();
        assert.deepEqual(published(bench.published.at(-1)!), expected);
        const versions = bench.published.map(({ version }) => version);
        assert.deepEqual(versions, versions.toSorted((a, b) => a - b));
      }),
      { numRuns: 15, seed: 715 },
    );
  }),
);
