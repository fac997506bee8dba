/** Adblock rules that act on names (rule-syntax E2 to E5): pattern, then modifiers after `$`. */
import type { Rewrite } from "../model/decision.ts";
import type { Rule, RuleEffect, RuleSink, Trigger } from "../model/rule.ts";
import { type Modifiers, parseModifiers } from "./modifiers.ts";
import { emitName, findNameFault, type LineOutcome } from "./line_outcome.ts";
import { patternToTrigger } from "./pattern.ts";

/**
 * Parses a rule in adblock syntax, with `@@` first for exceptions. A rule that is only partly
 * understood is ignored or refused as a whole.
 */
export function parseAdblockLine(text: string, sink: RuleSink): LineOutcome {
  const allow = text.startsWith("@@");
  const { pattern, options } = split(allow ? text.slice(2) : text);
  const modifiers = options === undefined ? NO_MODIFIERS : parseModifiers(options);
  if (typeof modifiers === "string") return modifiers;
  const limited = modifiers.conditions !== undefined;
  const trigger = patternToTrigger(pattern, { limited, allow });
  if (typeof trigger === "string") return trigger;
  const effect = effectOf(allow, modifiers.rewrite);
  if (effect === undefined) return "bad-rewrite";
  const { important, conditions, badfilter } = modifiers;
  if (isPlain(trigger, modifiers)) {
    const unwanted = allow ? undefined : findNameFault(trigger.name);
    if (unwanted !== undefined) return unwanted;
    // `|d^` means the same as a hosts line, which `$badfilter` does not remove (rule-syntax E3):
    // the sink must distinguish them.
    if (trigger.covers !== "exact" || allow) return takePlain(trigger, allow, modifiers, sink);
  }
  const rule: Rule = { trigger, effect, important, ...(conditions && { conditions }), text };
  if (badfilter) sink.badfilter({ ...rule, text: withoutBadfilter(text) });
  else sink.rule(rule);
  return "used";
}

const NO_MODIFIERS: Modifiers = { important: false, badfilter: false };

type NameTrigger = Extract<Trigger, { on: "name" }>;

/**
 * Whether the rule is a name without conditions or its own answer, which the sink receives as
 * bytes.
 */
function isPlain(trigger: Trigger, modifiers: Modifiers): trigger is NameTrigger {
  return trigger.on === "name" && modifiers.conditions === undefined &&
    modifiers.rewrite === undefined;
}

function takePlain(
  trigger: NameTrigger,
  allow: boolean,
  modifiers: Modifiers,
  sink: RuleSink,
): LineOutcome {
  const plain = {
    name: trigger.name,
    covers: trigger.covers,
    allow,
    important: modifiers.important,
  };
  if (!modifiers.badfilter) return emitName(plain, sink);
  sink.badfilter(plain);
  return "used";
}

/**
 * `$dnsrewrite` without a value only makes sense in an exception, where it cancels every rewrite
 * (rule-syntax E4).
 */
function effectOf(allow: boolean, rewrite: Rewrite | "" | undefined): RuleEffect | undefined {
  if (rewrite === undefined) return { do: allow ? "allow" : "block" };
  if (allow) {
    return rewrite === "" ? { do: "cancel-rewrite" } : { do: "cancel-rewrite", to: rewrite };
  }
  return rewrite === "" ? undefined : { do: "rewrite", to: rewrite };
}

/** The text of the rule that a `$badfilter` rule removes. */
function withoutBadfilter(text: string): string {
  return text.replace(/,\s*badfilter(?=\s*(?:,|$))/i, "").replace(
    /\$\s*badfilter\s*(,|$)/i,
    (_, more) => more ? "$" : "",
  );
}

/**
 * Modifiers start at the last unescaped `$`. A rule that is entirely an expression has none
 * (rule-syntax E2).
 */
function split(rule: string): { pattern: string; options?: string } {
  if (rule.startsWith("/") && rule.endsWith("/") && rule.length > 2) return { pattern: rule };
  for (let i = rule.length - 1; i >= 0; i--) {
    if (rule[i] === "$" && rule[i - 1] !== "\\") {
      return { pattern: rule.slice(0, i), options: rule.slice(i + 1) };
    }
  }
  return { pattern: rule };
}
