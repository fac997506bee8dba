/**
 * Parses a rule from a person's existing list: adblock syntax with its DNS modifiers, a line of a
 * hosts file, or a bare name (rule-syntax E2 to E4).
 */
import {
  isBrowserModifier,
  isReadModifier,
  modifierParts,
  type Modifiers,
  parseModifiers,
} from "../lists/modifiers.ts";
import { isRewriteCode, type PersonalRule } from "../model/personal_rule.ts";
import { type Sentence, sentence } from "../model/sentence.ts";

/** The properties of a rule that a line contains. */
export interface RuleLine
  extends Pick<PersonalRule, "domain" | "action" | "kind" | "types" | "to" | "except"> {
  /** Devices and people by name or address (`$client`); empty = the line names none. */
  readonly clients: readonly string[];
  /** Client tags (`$ctag`). */
  readonly tags: readonly string[];
  /** Whether it removes the rule of its domain (`$badfilter`) instead of writing one. */
  readonly removes: boolean;
}

/** A line that is no rule of the household, and why, in a sentence. */
export interface LineProblem {
  readonly problem: Sentence;
}

type Pattern = Pick<RuleLine, "domain" | "action" | "kind">;

const HOSTS = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/;
const COSMETIC = /#(?:@|\$|\?|%|@\$|@\?|@%)?#/;
const NOTHING = { types: [], to: [], clients: [], tags: [], removes: false } as const;

/**
 * Parses the rule in a line; undefined for an empty line, a comment and a header. `otherwise` is the
 * action for a bare name. The domain is validated later by `parsePersonalRule`.
 */
export function parseRuleLine(
  line: string,
  otherwise: "allow" | "block",
): RuleLine | LineProblem | undefined {
  const text = line.trim();
  if (COSMETIC.test(text) && !/^\/.+\/$/.test(text)) {
    return { problem: sentence`Only a browser can hide parts of pages: ${text}` };
  }
  if (text === "" || /^[#!]|^\[.*\]$/.test(text)) return undefined;
  const { pattern, options } = splitOptions(text);
  const plain = readPattern(pattern, otherwise);
  return options === undefined ? { ...plain, ...NOTHING } : withModifiers(plain, options, text);
}

/** Modifiers start at the last unescaped `$`; a line that is an expression has none. */
function splitOptions(text: string): { pattern: string; options?: string } {
  const body = text.replace(/^@@/, "");
  if (/^\/.+\/$/.test(body)) return { pattern: text };
  const at = /(?<!\\)\$(?=[~a-z_][\w-]*(?:[=,]|$))(?!.*(?<!\\)\$[~a-z_])/i.exec(text)?.index;
  if (at === undefined) return { pattern: text };
  return { pattern: text.slice(0, at), options: text.slice(at + 1) };
}

function readPattern(text: string, otherwise: "allow" | "block"): Pattern {
  if (text.startsWith("@@")) return patternOf(text.slice(2), "allow");
  if (/^[|/]/.test(text)) return patternOf(text, "block");
  const plain = text.replace(/\s+#.*$/, "");
  const hosts = HOSTS.exec(plain);
  if (hosts !== null) return { domain: hosts[1], action: "block", kind: "exact" };
  return patternOf(plain.replace(/^https?:\/\//i, "").replace(/[/?].*$/, ""), otherwise);
}

function patternOf(text: string, action: "allow" | "block"): Pattern {
  if (/^\/.+\/$/.test(text)) return { domain: text.slice(1, -1), action, kind: "regex" };
  const domain = text.replace(/^\|{1,2}/, "").replace(/[\^|]$/, "");
  if (domain.includes("*")) return { domain, action, kind: "wildcard" };
  return { domain, action, kind: /^\|(?!\|)/.test(text) ? "exact" : "subdomains" };
}

function withModifiers(plain: Pattern, options: string, text: string): RuleLine | LineProblem {
  const parts = modifierParts(options);
  const twice = parts.find(({ name }, at) => parts.findIndex((each) => each.name === name) < at);
  if (twice !== undefined) {
    return { problem: sentence`The modifier ${twice.name} is there twice: ${text}` };
  }
  const modifiers = parseModifiers(options);
  if (typeof modifiers === "string") return { problem: problemOf(parts, text) };

  const { conditions = {}, badfilter: removes } = modifiers;
  const clients = conditions.clients?.only ?? [];
  const tags = conditions.tags?.only ?? [];
  if (conditions.clients?.except !== undefined || conditions.tags?.except !== undefined) {
    return {
      problem:
        sentence`A rule cannot be for all but one; write another rule for the exception: ${text}`,
    };
  }
  const to = targetOf(parts, modifiers, text);
  if (!Array.isArray(to)) return to as LineProblem;
  const isRewrite = to.length > 0;
  if (isRewrite && text.startsWith("@@")) {
    return {
      problem:
        sentence`An exception cannot rewrite; remove the rule that rewrites instead: ${text}`,
    };
  }
  return {
    ...plain,
    ...(isRewrite && { action: "rewrite" }),
    types: typesOf(parts),
    to,
    ...(conditions.denyallow !== undefined && { except: conditions.denyallow }),
    clients,
    tags,
    removes,
  };
}

/** Why the modifiers of a line are refused. */
function problemOf(parts: ReturnType<typeof modifierParts>, text: string): Sentence {
  const ofBrowser = parts.find(({ name }) => isBrowserModifier(name));
  if (ofBrowser !== undefined) {
    return sentence`${ofBrowser.name} is about pages, and the box sees only names: ${text}`;
  }
  const unknown = parts.find(({ name }) => !isReadModifier(name));
  if (unknown !== undefined) return sentence`There is no such modifier: ${unknown.name}`;
  const wrong = parts.find(({ name, value }) =>
    typeof parseModifiers(value === undefined ? name : `${name}=${value}`) === "string"
  );
  return sentence`The modifier ${wrong?.name ?? ""} has no valid value: ${wrong?.value ?? text}`;
}

function typesOf(parts: ReturnType<typeof modifierParts>): string[] {
  const part = parts.find(({ name }) => name.toLowerCase() === "dnstype");
  return (part?.value ?? "").split("|").map((type) => type.trim()).filter((type) => type !== "");
}

/** The target of `$dnsrewrite`: addresses, a name or a response code; empty = there is none. */
function targetOf(
  parts: ReturnType<typeof modifierParts>,
  { rewrite }: Modifiers,
  text: string,
): string[] | LineProblem {
  const part = parts.find(({ name }) => name.toLowerCase() === "dnsrewrite");
  if (part === undefined) return [];
  const value = part.value ?? "";
  if (rewrite === undefined || rewrite === "") {
    return {
      problem: sentence`Give the answer of the rewrite: ${text}`,
    };
  }
  const [code, type, ...rest] = value.split(";");
  if (type === undefined) return [value];
  const rcode = code.trim().toUpperCase();
  if (rcode !== "NOERROR" || type.trim() === "") {
    return isRewriteCode(rcode)
      ? [rcode]
      : { problem: sentence`A rule cannot answer with this response code: ${rcode}` };
  }
  if (["A", "AAAA", "CNAME"].includes(type.trim().toUpperCase())) return [rest.join(";").trim()];
  return {
    problem:
      sentence`A rule answers with addresses, a name or a code; make a local record of this: ${text}`,
  };
}
