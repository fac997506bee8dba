/** Whether the pattern of a household rule matches a name of a domain. */
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { triggerOf } from "../../../../policy/rules/read.ts";
import { compileRegex } from "../../../../policy/snapshot/rule_index.ts";
import { isTextWithin } from "../../../../policy/model/name.ts";

/** Patterns that are kept compiled. */
const MOST_KEPT = 256;

type Pattern = Pick<PersonalRule, "kind" | "domain">;
type Test = (domain: string) => boolean;

/** Compiled patterns by kind and source, the oldest first. */
const kept = new Map<string, Test>();

/**
 * Whether a pattern matches a domain or its `www`, or spells the domain out after a dot, such as
 * `^cdn[0-9]+\.example\.com$`. One that only could match some name below it, such as `^ads`, does
 * not count.
 */
export function isPatternWithin({ kind, domain: source }: Pattern, domain: string): boolean {
  const key = `${kind} ${source}`;
  let test = kept.get(key);
  if (test === undefined) {
    test = testOf({ kind, domain: source });
    kept.set(key, test);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  }
  return test(domain);
}

/** The test of a pattern, which matches as the resolver does: same syntax, same linear engine. */
function testOf(pattern: Pattern): Test {
  const trigger = triggerOf(pattern);
  if (trigger?.on === "name") {
    const { name } = trigger;
    return (domain) => isTextWithin(domain, name) || isTextWithin(name, domain);
  }
  if (trigger?.on !== "pattern") return () => false;
  const whole = compileRegex(trigger.regex);
  if (whole === null) return () => false;
  const spelled = namesEnding(trigger.regex);
  return (domain) =>
    whole.test(domain) || whole.test(`www.${domain}`) || spelled.endsWith(`.${domain}`);
}

/** An expression without `$` at its end and with plain dots, to compare its end with names. */
function namesEnding(source: string): string {
  return source.toLowerCase().replace(/\$$/, "").replaceAll(/\\\.|\[\.\]/g, ".");
}
