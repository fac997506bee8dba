/** Whether the pattern of a household rule matches a name of a domain. */
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { escapeLength } from "../../../../policy/lists/linear_regex.ts";
import { triggerOf } from "../../../../policy/rules/read.ts";
import { compileRegex } from "../../../../policy/snapshot/rule_index.ts";
import { isTextWithin } from "../../../../policy/model/name.ts";

/** Patterns that are kept compiled. */
const MOST_KEPT = 256;
/** Label borders of a pattern that are tested: its last ones, because a domain has few labels. */
const MOST_BORDERS = 8;
/** A name that begins with a dot, or has two in a row, as expressions spell it. */
const NO_NAME = /^\^(?:\\\.|\[\.\])|(?:\\\.|\[\.\])[+*?]?\)?(?:\\\.|\[\.\])/;

type Pattern = Pick<PersonalRule, "kind" | "domain">;
type Test = (domain: string) => boolean;

/** Compiled patterns by kind and source, the oldest first. */
const kept = new Map<string, Test>();

/**
 * Whether a pattern matches a domain, its `www`, or a name below it that the pattern itself spells
 * out after a label border: `^cdn[0-9]+\.example\.com$` for `example.com`. A pattern that only
 * could match some name below, such as `^ads`, does not count.
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
  const ends = endsAfterBorder(trigger.regex).map((end) => compileRegex(`^(?:${end})`)).filter(
    // An end that matches nothing at all says nothing about the domain.
    (end) => end !== null && !end.test(""),
  ) as RegExp[];
  return (domain) =>
    whole.test(domain) || whole.test(`www.${domain}`) || ends.some((end) => end.test(domain));
}

/**
 * What follows each label border of an expression, outside its groups: a dot, or any characters,
 * which may end with one and are part of the end. Borders that no name can have in that place are
 * left out: after `$`, beside a `^` within, as the first character, and after two dots.
 */
function endsAfterBorder(source: string): string[] {
  const ends: string[] = [];
  let borders: number[] = [];
  let start = 0;
  let isEnded = false;
  let depth = 0;
  for (let at = 0; at <= source.length;) {
    const token = tokenAt(source, at);
    const next = at + token.length;
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (token === "$") isEnded = true;
    else if (token === "^") {
      if (/[^(?:]/.test(source.slice(start, at))) isEnded = true;
      borders = [];
    } else if (depth === 0 && (token === "|" || token === "")) {
      ends.push(...borders.map((border) => source.slice(border, at)));
      borders = [];
      start = next;
      isEnded = false;
      if (token === "") break;
    } else if (depth === 0 && !isEnded) {
      const isName = !NO_NAME.test(source.slice(start, next));
      const isRepeated = /[*+?{]/.test(source[next] ?? "");
      if (token === "." && isName && /[*+]/.test(source[next] ?? "")) borders.push(at);
      else if (isDot(token) && !isRepeated && isName) borders.push(next);
    }
    at = next;
  }
  return ends.slice(-MOST_BORDERS);
}

function isDot(token: string): boolean {
  return token === "\\." || token === "[.]";
}

/** The escape, class or character at a place of an expression; "" = its end. */
function tokenAt(source: string, at: number): string {
  const rest = source.slice(at);
  if (rest[0] === "\\") return rest.slice(0, escapeLength(rest));
  if (rest[0] === "[") return /^\[\^?(?:\\[^]|[^\]\\])*\]?/.exec(rest)![0];
  return rest.slice(0, 1);
}
