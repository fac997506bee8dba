/** Pi-hole's regular expressions: `expression;querytype=…;invert;reply=…` (rule-syntax E8). */
import { parseAddress } from "../model/address.ts";
import type { BlockedAnswer } from "../model/decision.ts";
import type { RuleConditions, RuleEffect, RuleSink } from "../model/rule.ts";
import type { LineOutcome } from "./line_outcome.ts";
import { RULE_TTL, TYPE, typeFromText } from "./record_types.ts";
import { translateRegex } from "./regex.ts";
import { matchesMostNames } from "./wide_rules.ts";

/** The types that Pi-hole distinguishes; `OTHER` is every other one. */
const PIHOLE_TYPES: readonly number[] = [
  TYPE.A,
  TYPE.AAAA,
  TYPE.ANY,
  TYPE.SRV,
  TYPE.SOA,
  TYPE.PTR,
  TYPE.TXT,
  TYPE.NAPTR,
  TYPE.MX,
  TYPE.DS,
  TYPE.RRSIG,
  TYPE.DNSKEY,
  TYPE.NS,
  TYPE.SVCB,
  TYPE.HTTPS,
];
/** `ip` is the default way of blocking, so it has no value. */
const REPLIES: ReadonlyMap<string, BlockedAnswer | undefined> = new Map([
  ["nodata", "nodata"],
  ["nxdomain", "nxdomain"],
  ["refused", "refused"],
  ["none", "drop"],
  ["null", "null"],
  ["ip", undefined],
]);

interface Draft {
  invert: boolean;
  types?: NonNullable<RuleConditions["types"]>;
  effect: RuleEffect;
  /** The reply options so far: a word, or addresses. */
  reply: string;
}

/**
 * Whether a line of a mixed list is a bare expression: it contains a group, a class or an anchor
 * that no pattern has.
 */
export function looksLikeBareRegex(text: string): boolean {
  return /^(?:\^?[([]|\^[a-z0-9].*[[(\\]|\.[*+]|\\)/i.test(text) && !text.endsWith("^");
}

/** Parses one expression with its options. */
export function parseRegexLine(text: string, sink: RuleSink): LineOutcome {
  const [source, ...options] = text.split(";");
  const draft: Draft = { invert: false, effect: { do: "block" }, reply: "ip" };
  for (const option of options) {
    const [name, value] = option.trim().split("=", 2);
    const lower = name.toLowerCase();
    if (!readOption(lower, value ?? "", draft)) {
      return lower === "querytype" || lower === "reply" ? "bad-value" : "bad-modifier";
    }
  }
  const regex = translateRegex(source.trim());
  if (typeof regex === "string") return regex;
  const { invert, types, effect } = draft;
  // The literal of an inverted expression says nothing about the names that do not match.
  const trigger = invert
    ? { on: "pattern", regex: regex.regex, invert } as const
    : { on: "pattern", ...regex } as const;
  if (types === undefined && matchesMostNames(trigger)) return "too-wide";
  sink.rule({
    trigger,
    effect,
    important: false,
    ...(types && { conditions: { types: { ...types, asked: true } } }),
    text,
  });
  return "used";
}

function readOption(name: string, value: string, draft: Draft): boolean {
  if (name === "invert") return draft.invert = value === "";
  if (name === "querytype") {
    const types = readQueryTypes(value);
    if (types !== undefined) draft.types = types;
    return types !== undefined;
  }
  if (name !== "reply") return false;
  const word = value.trim().toLowerCase();
  // Addresses of both families may be given in sequence; of several words the last one applies.
  draft.reply = REPLIES.has(draft.reply) || REPLIES.has(word) ? word : `${draft.reply},${word}`;
  const effect = readReply(draft.reply);
  if (effect !== undefined) draft.effect = effect;
  return effect !== undefined;
}

/** `A,AAAA`, or `!A,AAAA` for all except these. Additional negation signs have no effect. */
function readQueryTypes(value: string): RuleConditions["types"] {
  const not = value.startsWith("!");
  const named: number[] = [];
  let other = false;
  for (const each of value.split(",")) {
    const text = not ? each.trim().replace(/^!/, "") : each.trim();
    if (text.toUpperCase() === "OTHER") {
      other = true;
      continue;
    }
    const type = typeFromText(text);
    if (type === undefined) return undefined;
    named.push(type);
  }
  if (!other) return not ? { except: named } : { only: named };
  const rest = PIHOLE_TYPES.filter((type) => !named.includes(type));
  return not ? { only: rest } : { except: rest };
}

/** A word, or one or two addresses. The family without an address gets the null address. */
function readReply(word: string): RuleEffect | undefined {
  if (REPLIES.has(word)) {
    const answer = REPLIES.get(word);
    return answer === undefined ? { do: "block" } : { do: "block", answer };
  }
  let v4 = new Uint8Array(4);
  let v6 = new Uint8Array(16);
  for (const text of word.split(",")) {
    const address = parseAddress(text.trim());
    if (address === undefined) return undefined;
    if (address.length === 4) v4 = address.slice();
    else v6 = address.slice();
  }
  const records = [{ type: TYPE.A, rdata: v4, ttl: RULE_TTL }, {
    type: TYPE.AAAA,
    rdata: v6,
    ttl: RULE_TTL,
  }];
  return { do: "rewrite", to: { rcode: 0, records } };
}
