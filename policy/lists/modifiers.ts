/** Parses the modifiers after `$` in an adblock rule (rule-syntax E3). */
import { parsePrefix } from "../model/address.ts";
import type { Rewrite } from "../model/decision.ts";
import type { IgnoredReason, RefusedReason, RuleConditions } from "../model/rule.ts";
import { parseDnsRewrite } from "./dnsrewrite.ts";
import { asciiName } from "./host_name.ts";
import { typeFromText } from "./record_types.ts";

/** The modifiers of one rule. */
export interface Modifiers {
  readonly important: boolean;
  readonly badfilter: boolean;
  readonly conditions?: RuleConditions;
  /** `$dnsrewrite`; "" = written without a value. */
  readonly rewrite?: Rewrite | "";
}

/**
 * Modifiers for pages and requests in a browser. Rules with them do not apply to a name as such.
 */
const BROWSER: ReadonlySet<string> = new Set(
  ("third-party 3p first-party 1p strict3p strict1p script image stylesheet css object object-subrequest xmlhttprequest " +
    "xhr subdocument frame document doc popup popunder media font websocket webrtc ping beacon other domain from to app " +
    "all generichide ghide genericblock elemhide ehide specifichide shide content urlblock jsinject extension stealth " +
    "csp redirect redirect-rule rewrite replace removeparam removeheader queryprune cookie match-case inline-script " +
    "inline-font empty mp4 network method header permissions referrerpolicy uritransform urltransform urlskip cname " +
    "sitekey jsonprune xmlprune hls ipaddress reason background webbundle").split(" "),
);
/** Modifiers that the box reads (rule-syntax E3, E4). */
const READ = ["important", "badfilter", "client", "ctag", "dnstype", "denyallow", "dnsrewrite"];

/** Whether a modifier is about pages and requests in a browser. */
export function isBrowserModifier(name: string): boolean {
  return BROWSER.has(name.toLowerCase().replace(/^~/, "")) || /^_+$/.test(name);
}

/** Whether the box reads a modifier. */
export function isReadModifier(name: string): boolean {
  return READ.includes(name.toLowerCase());
}

/** Splits the modifiers of a rule into names and values; undefined = written without a value. */
export function modifierParts(options: string): { name: string; value: string | undefined }[] {
  return splitUnescaped(options, ",").map((option) => {
    const equals = option.indexOf("=");
    return {
      name: (equals < 0 ? option : option.slice(0, equals)).trim(),
      value: equals < 0 ? undefined : option.slice(equals + 1).trim(),
    };
  });
}

/**
 * Maximum number of values in one modifier, and of modifiers in one rule. Legitimate rules have
 * fewer.
 */
const MAX_VALUES = 500;

interface Draft {
  important: boolean;
  badfilter: boolean;
  conditions: { -readonly [K in keyof RuleConditions]: RuleConditions[K] };
  rewrite?: Rewrite | "";
}

/**
 * Parses the modifiers. Unknown or invalid ones refuse the entire rule; browser modifiers make it
 * ignored.
 */
export function parseModifiers(options: string): Modifiers | IgnoredReason | RefusedReason {
  const draft: Draft = { important: false, badfilter: false, conditions: {} };
  let browser = false;
  for (const option of splitUnescaped(options, ",")) {
    const equals = option.indexOf("=");
    const name = (equals < 0 ? option : option.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? undefined : option.slice(equals + 1).trim();
    if (BROWSER.has(name.replace(/^~/, "")) || /^_+$/.test(name)) {
      browser = true;
      continue;
    }
    const refused = readOne(name, value, draft);
    if (refused !== undefined) return refused;
  }
  if (browser) return "browser-modifier";
  const { conditions: { types, clients, tags, denyallow }, ...rest } = draft;
  // In a fixed order, so that `$badfilter` finds equal rules.
  const conditions = {
    ...(types && { types }),
    ...(clients && { clients }),
    ...(tags && { tags }),
    ...(denyallow && { denyallow }),
  };
  return Object.keys(conditions).length === 0 ? rest : { ...rest, conditions };
}

function readOne(name: string, value: string | undefined, draft: Draft): RefusedReason | undefined {
  if (name === "important" || name === "badfilter") {
    if (value !== undefined) return "bad-value";
    draft[name] = true;
    return undefined;
  }
  if (name === "dnsrewrite") return readRewrite(value ?? "", draft);
  const read = CONDITIONS.get(name);
  if (read === undefined) return "bad-modifier";
  const conditions = value === undefined || value === "" ? undefined : read(value);
  if (conditions === undefined) return "bad-value";
  Object.assign(draft.conditions, conditions);
  return undefined;
}

function readRewrite(value: string, draft: Draft): RefusedReason | undefined {
  const rewrite = value === "" ? "" : parseDnsRewrite(unescape(value));
  if (rewrite === undefined) return "bad-rewrite";
  draft.rewrite = rewrite;
  return undefined;
}

const CONDITIONS: ReadonlyMap<string, (value: string) => RuleConditions | undefined> = new Map([
  ["client", readClients],
  ["ctag", readTags],
  ["dnstype", readTypes],
  ["denyallow", readDenyAllow],
]);

/** `client=v1|~v2`: address, prefix or name. A name that contains a separator is in quotes. */
function readClients(value: string): RuleConditions | undefined {
  const clients = included(value, (text) => {
    const quoted = /^(['"])(.*)\1$/s.exec(text);
    const client = unescape(quoted === null ? text : quoted[2]).toLowerCase();
    if (
      client === "" || quoted === null && client.includes("/") && parsePrefix(client) === undefined
    ) return undefined;
    return client;
  });
  return clients && { clients };
}

function readTags(value: string): RuleConditions | undefined {
  const tags = included(
    value,
    (text) => /^[a-z0-9_]{1,64}$/i.test(text) ? text.toLowerCase() : undefined,
  );
  return tags && { tags };
}

/** If types are included, the excluded ones have no effect (rule-syntax E3). */
function readTypes(value: string): RuleConditions | undefined {
  const types = included(value, typeFromText);
  if (types === undefined) return undefined;
  return { types: types.only === undefined ? types : { only: types.only } };
}

function readDenyAllow(value: string): RuleConditions | undefined {
  const denyallow: string[] = [];
  for (const part of value.split("|")) {
    const name = asciiName(part.trim());
    if (name === undefined) return undefined;
    denyallow.push(name);
  }
  return denyallow.length > MAX_VALUES ? undefined : { denyallow: denyallow.sort() };
}

/**
 * Splits `a|~b` into included and excluded values, each in a fixed order, so that `$badfilter`
 * finds equal rules. undefined if a value is invalid.
 */
function included<T>(
  value: string,
  read: (text: string) => T | undefined,
): { only?: T[]; except?: T[] } | undefined {
  const only: T[] = [];
  const except: T[] = [];
  const parts = splitUnescaped(value, "|");
  if (parts.length > MAX_VALUES) return undefined;
  for (const part of parts) {
    const text = part.trim();
    const not = text.startsWith("~");
    const item = read(not ? text.slice(1) : text);
    if (item === undefined) return undefined;
    (not ? except : only).push(item);
  }
  return {
    ...(only.length > 0 && { only: only.sort() }),
    ...(except.length > 0 && { except: except.sort() }),
  };
}

/** Splits at unescaped separators. Escapes are kept for the next level of parsing. */
function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === separator) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function unescape(text: string): string {
  return text.replace(/\\([$,|'"\\])/g, "$1");
}
