/** What stands after `$` in an adblock rule (rule-syntax E3). */
import { parsePrefix } from "../model/address.ts";
import type { Rewrite } from "../model/decision.ts";
import type { Conditions, Ignored, Refused } from "../model/rule.ts";
import { readDnsRewrite } from "./dnsrewrite.ts";
import { asciiName } from "./outcome.ts";
import { typeFromText } from "./record_types.ts";

/** The modifiers of one rule. */
export interface Modifiers {
  readonly important: boolean;
  readonly badfilter: boolean;
  readonly conditions?: Conditions;
  /** `$dnsrewrite`; "" = written without a value. */
  readonly rewrite?: Rewrite | "";
}

/** Modifiers that concern pages and requests in a browser; rules with them say nothing about a name as such. */
const BROWSER: ReadonlySet<string> = new Set(
  ("third-party 3p first-party 1p strict3p strict1p script image stylesheet css object object-subrequest xmlhttprequest " +
    "xhr subdocument frame document doc popup popunder media font websocket webrtc ping beacon other domain from to app " +
    "all generichide ghide genericblock elemhide ehide specifichide shide content urlblock jsinject extension stealth " +
    "csp redirect redirect-rule rewrite replace removeparam removeheader queryprune cookie match-case inline-script " +
    "inline-font empty mp4 network method header permissions referrerpolicy uritransform urltransform urlskip cname " +
    "sitekey jsonprune xmlprune hls ipaddress reason background webbundle").split(" "),
);
/** More values than this in one modifier, or modifiers in one rule, are no honest rule. */
const MAX_VALUES = 500;

interface Draft {
  important: boolean;
  badfilter: boolean;
  conditions: { -readonly [K in keyof Conditions]: Conditions[K] };
  rewrite?: Rewrite | "";
}

/** Reads the modifiers; unknown or invalid ones refuse the whole rule, those of browsers make it count for nothing. */
export function readModifiers(options: string): Modifiers | Ignored | Refused {
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
  // One order, whatever the rule's, so that `$badfilter` finds its equal.
  const conditions = {
    ...(types && { types }),
    ...(clients && { clients }),
    ...(tags && { tags }),
    ...(denyallow && { denyallow }),
  };
  return Object.keys(conditions).length === 0 ? rest : { ...rest, conditions };
}

function readOne(name: string, value: string | undefined, draft: Draft): Refused | undefined {
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

function readRewrite(value: string, draft: Draft): Refused | undefined {
  const rewrite = value === "" ? "" : readDnsRewrite(unescape(value));
  if (rewrite === undefined) return "bad-value";
  draft.rewrite = rewrite;
  return undefined;
}

const CONDITIONS: ReadonlyMap<string, (value: string) => Conditions | undefined> = new Map([
  ["client", readClients],
  ["ctag", readTags],
  ["dnstype", readTypes],
  ["denyallow", readDenyAllow],
]);

/** `client=v1|~v2`: address, prefix or name, the name in quotes when it holds a separator. */
function readClients(value: string): Conditions | undefined {
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

function readTags(value: string): Conditions | undefined {
  const tags = included(
    value,
    (text) => /^[a-z0-9_]{1,64}$/i.test(text) ? text.toLowerCase() : undefined,
  );
  return tags && { tags };
}

/** When types are included, the excluded ones say nothing (E3). */
function readTypes(value: string): Conditions | undefined {
  const types = included(value, typeFromText);
  if (types === undefined) return undefined;
  return { types: types.only === undefined ? types : { only: types.only } };
}

function readDenyAllow(value: string): Conditions | undefined {
  const denyallow: string[] = [];
  for (const part of value.split("|")) {
    const name = asciiName(part.trim());
    if (name === undefined) return undefined;
    denyallow.push(name);
  }
  return denyallow.length > MAX_VALUES ? undefined : { denyallow: denyallow.sort() };
}

/**
 * Splits `a|~b` in what is included and what is excluded, each in one order, whatever the rule's, so that `$badfilter` finds its
 * equal; undefined when a value is wrong.
 */
function included<T>(
  value: string,
  read: (text: string) => T | undefined,
): { only?: T[]; except?: T[] } | undefined {
  const only: T[] = [], except: T[] = [];
  const parts = splitUnescaped(value, "|");
  if (parts.length > MAX_VALUES) return undefined;
  for (const part of parts) {
    const text = part.trim(), not = text.startsWith("~");
    const item = read(not ? text.slice(1) : text);
    if (item === undefined) return undefined;
    (not ? except : only).push(item);
  }
  return {
    ...(only.length > 0 && { only: only.sort() }),
    ...(except.length > 0 && { except: except.sort() }),
  };
}

/** Splits at a separator that no backslash precedes; escapes stay, for the next level to read. */
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
