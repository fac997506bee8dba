/**
 * Converts rules of other products to rules of the box: adblock and hosts lines, expressions of
 * Pi-hole (rule-syntax E1 to E8). The parsers of lists read them. A rule that the box cannot
 * express exactly is refused with the reason.
 */
import { describe } from "../../../../policy/lists/describe.ts";
import { ListParser } from "../../../../policy/lists/parser.ts";
import { rcodeFromText, TYPE, typeFromText } from "../../../../policy/lists/record_types.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import type { Rewrite } from "../../../../policy/model/decision.ts";
import type { Profile } from "../../../../policy/model/household.ts";
import { nameToText } from "../../../../policy/model/name.ts";
import { REWRITE_CODES } from "../../../../policy/model/personal_rule.ts";
import type {
  Coverage,
  IgnoredReason,
  ListFormat,
  RefusedReason,
  Rule,
  RuleConditions,
  RuleSink,
} from "../../../../policy/model/rule.ts";
import type { FoundRule, ItemReason } from "./model.ts";

/** A rule of a line. */
export interface LineRule {
  readonly rule: FoundRule;
  /** Whether it takes precedence over exceptions (`$important`). */
  readonly important: boolean;
  /** Clients that it is limited to, in lower case: addresses or names; none = everyone. */
  readonly clients: readonly string[];
  /** Ages that it is limited to (`$ctag=user_child`); none = all. */
  readonly profiles: readonly Profile[];
  /** The difference to the rule in the source; "" = none. */
  readonly why: ItemReason;
}

/** The rules of a line, or the reason why there are none; neither = a comment or an empty line. */
export interface LineRules {
  readonly rules: readonly LineRule[];
  readonly why: ItemReason;
  /** A sentence with more detail; "" = none. */
  readonly detail: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A rule without conditions. */
const ANYBODY = { clients: [], profiles: [] } as const;
/** The age that a tag of a client means. */
const TAGS: Readonly<Record<string, Profile>> = {
  user_child: "child",
  user_regular: "adult",
  user_admin: "adult",
};
const NOTHING: LineRules = { rules: [], why: "", detail: "" };
/** Names of record types by number; others are written as `TYPE123` (RFC 3597, section 5). */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  [...Object.keys(TYPE), "HINFO", "LOC", "CERT", "SSHFP", "URI", "SPF", "CDS", "CDNSKEY"]
    .map((name) => [typeFromText(name)!, name]),
);

/** Reads a line in a format of lists (`regex` = one expression of Pi-hole with its options). */
export function rulesOfLine(line: string, format: ListFormat): LineRules {
  const sink = new LineSink();
  const parser = new ListParser(format, sink);
  parser.push(encoder.encode(line.replace(/[\r\n]/g, " ") + "\n"));
  parser.end();
  return sink.result();
}

/** Collects what the parser reports for one line. */
class LineSink implements RuleSink {
  readonly #rules: LineRule[] = [];
  #why: ItemReason = "";
  #detail = "";

  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Coverage,
    allow: boolean,
    important: boolean,
  ): void {
    const name = decoder.decode(bytes.subarray(start, end)).toLowerCase();
    this.#rules.push({
      rule: { ...nameRule(name, covers), ...plain(allow) },
      important,
      ...ANYBODY,
      why: "",
    });
  }

  rule(rule: Rule): void {
    const read = readRule(rule);
    if (typeof read === "string") this.#refuse(read);
    else this.#rules.push(read);
  }

  badfilter(): void {
    this.#refuse("conditions");
  }

  ignored(why: IgnoredReason): void {
    if (why === "browser-modifier" || why === "cosmetic") this.#refuse("browser_rule");
    else if (why === "local-name") this.#refuse("refused", describe(why));
  }

  refused(why: RefusedReason): void {
    this.#refuse(
      why === "unsupported-regex" || why === "bad-regex" ? "regex" : "bad_value",
      describe(why),
    );
  }

  result(): LineRules {
    return this.#rules.length > 0 || this.#why !== ""
      ? { rules: this.#rules, why: this.#rules.length > 0 ? "" : this.#why, detail: this.#detail }
      : NOTHING;
  }

  #refuse(why: ItemReason, detail = ""): void {
    this.#why = why;
    this.#detail = detail;
  }
}

function plain(allow: boolean): Pick<FoundRule, "action" | "types" | "to"> {
  return { action: allow ? "allow" : "block", types: [], to: [] };
}

function nameRule(name: string, covers: Coverage): Pick<FoundRule, "domain" | "kind"> {
  if (covers === "below") return { domain: `*.${name}`, kind: "wildcard" };
  return { domain: name, kind: covers === "exact" ? "exact" : "subdomains" };
}

function readRule({ trigger, effect, conditions, important }: Rule): LineRule | ItemReason {
  if (trigger.on === "answer" || trigger.on === "client") return "conditions";
  if (trigger.on === "pattern" && trigger.invert === true) return "conditions";
  const limits = readConditions(conditions);
  if (limits === undefined) return "conditions";
  const domain = trigger.on === "name"
    ? nameRule(trigger.name, trigger.covers)
    : { domain: trigger.regex, kind: "regex" as const };
  const { types, except, ...whose } = limits;
  const conditioned = { types, ...(except.length > 0 && { except }) };
  switch (effect.do) {
    case "cancel-rewrite":
      return "conditions";
    case "rewrite": {
      const rewrite = readRewrite(effect.to);
      if (rewrite === undefined) return "answer_differs";
      return {
        rule: { ...domain, ...rewrite.rule, ...conditioned },
        important,
        ...whose,
        why: rewrite.why,
      };
    }
    default: {
      const why = effect.do === "block" && effect.answer !== undefined ? "answer_differs" : "";
      return {
        rule: { ...domain, ...plain(effect.do === "allow"), ...conditioned },
        important,
        ...whose,
        why,
      };
    }
  }
}

/** Returns the conditions that a rule of the box can have; undefined = it has others. */
function readConditions(
  given: RuleConditions | undefined,
):
  | Pick<LineRule, "clients" | "profiles"> & { types: string[]; except: readonly string[] }
  | undefined {
  const { types, clients, tags, denyallow = [] } = given ?? {};
  const isNegated = [clients, tags].some((limit) => limit?.except !== undefined);
  const isDouble = clients?.only !== undefined && tags?.only !== undefined;
  const profiles = (tags?.only ?? []).map((tag) =>
    Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined
  );
  if (isNegated || isDouble || profiles.includes(undefined)) return undefined;
  const nameOf = (type: number) => TYPE_NAMES.get(type) ?? `TYPE${type}`;
  const only = (types?.only ?? []).map(nameOf);
  const others = (types?.except ?? []).map((type) => `~${nameOf(type)}`);
  // A rule names types or leaves some out, not both.
  if (only.length > 0 && others.length > 0) return undefined;
  return {
    types: [...only, ...others],
    clients: [...clients?.only ?? []],
    profiles: [...new Set(profiles)] as Profile[],
    except: denyallow,
  };
}

/** Returns a rewrite to addresses, a name or a response code. */
function readRewrite(
  { rcode, cname, records }: Rewrite,
): { rule: Pick<FoundRule, "action" | "to">; why: ItemReason } | undefined {
  if (cname !== undefined) return { rule: { action: "rewrite", to: [nameToText(cname)] }, why: "" };
  if (rcode !== 0 || records.length === 0) {
    const code = REWRITE_CODES.find((each) => rcodeFromText(each) === rcode);
    return code === undefined
      ? { rule: { action: "block", to: [] }, why: "answer_differs" }
      : { rule: { action: "rewrite", to: [code] }, why: "" };
  }
  if (records.some(({ type }) => type !== TYPE.A && type !== TYPE.AAAA)) return undefined;
  // Null addresses are one form of blocking.
  const addresses = records.map(({ rdata }) => addressToText(rdata)).filter((text) =>
    text !== "0.0.0.0" && text !== "::"
  );
  return addresses.length === 0
    ? { rule: { action: "block", to: [] }, why: "" }
    : { rule: { action: "rewrite", to: addresses }, why: "" };
}
