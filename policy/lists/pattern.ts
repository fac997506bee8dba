/**
 * Converts patterns of adblock rules to triggers (rule-syntax E2). A pattern is matched against the
 * name: `||` = start of a label, `|` = start or end, `^` = end, `*` = anything, no anchor =
 * anywhere in the name, `/…/` = regular expression.
 */
import { type Address, addressToText, parseAddress } from "../model/address.ts";
import type { IgnoredReason, RefusedReason, Trigger } from "../model/rule.ts";
import { asciiName } from "./host_name.ts";
import { endsInSuffix, findNameFault } from "./line_outcome.ts";
import { type RegexSource, translateRegex } from "./regex.ts";
import { matchesManyAddresses, matchesMostNames } from "./wide_rules.ts";

/** Patterns with fewer characters would match nearly everything (the limit of urlfilter). */
const MIN_PATTERN = 3;
/** Each `*` multiplies the matching work; legitimate rules have two or three. */
const MAX_STARS = 8;
/** Presentation form without final dot (RFC 1035 2.3.4). */
const MAX_NAME_TEXT = 253;
/**
 * Space for a name with its anchors, a scheme, a port and stars. Longer patterns are not parsed.
 */
const MAX_PATTERN = 512;

interface Anchored {
  readonly left: "any" | "label" | "start";
  readonly body: string;
  readonly ends: boolean;
}

/** Context for parsing a pattern. */
export interface PatternContext {
  /** The rule has conditions, which justify patterns as wide as `*`. */
  readonly limited?: boolean;
  /** It is an exception, which may cover an entire public suffix. */
  readonly allow?: boolean;
  /** It always applies to names, whatever it looks like, because a person wrote it for names. */
  readonly namesOnly?: boolean;
}

/**
 * Parses a pattern. Text of digits, dots and colons means an address in an answer and must be a
 * complete one: a partial address would match everywhere.
 */
export function patternToTrigger(
  pattern: string,
  { limited = false, allow = false, namesOnly = false }: PatternContext = {},
): Trigger | IgnoredReason | RefusedReason {
  if (pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/")) {
    return regexTrigger(pattern.slice(1, -1), limited);
  }
  if (pattern.length > MAX_PATTERN) {
    return isUrlPattern(pattern) ? "browser-modifier" : "not-a-name";
  }
  if (!namesOnly && RANGE.test(pattern)) return "address-part";
  const network = namesOnly ? undefined : NETWORK.exec(pattern)?.[1];
  if (network !== undefined) return networkTrigger(network.toLowerCase());
  const anchored = anchors(pattern.toLowerCase());
  const address = addressOf(pattern, anchored);
  if (address !== undefined) {
    return { on: "answer", prefix: `${addressToText(address)}/${address.length * 8}` };
  }
  const named = nameTrigger(anchored, limited || allow);
  if (named !== undefined) return named;
  return !namesOnly && ADDRESS_PART.test(anchored.body)
    ? "address-part"
    : maskTrigger(anchored, limited);
}

/** A network (`10.0.0.0/8`) or two addresses with a hyphen. */
const RANGE = /^\|{0,2}(?:[\d.]+|[\da-f:.]*:[\da-f:.]*)[/-][\da-f:.]*\d[\^|]*$/i;
/**
 * Digits, or hexadecimal digits with a colon, and the punctuation of addresses, numbers, dates and
 * times.
 */
const ADDRESS_PART = /^(?=.*\d)[\d.*-]+$|^(?=.*:)(?=.*[\da-f])[\da-f:.*-]+$/;

/** A mask that begins and ends at the bounds of an address: `||192.0.2.*^`. */
const NETWORK = /^\|{1,2}(?=.*\d)(?=.*\*)([\d.*]+|[\da-f.*]*:[\da-f:.*]*)[\^|]$/i;

function addressOf(pattern: string, { body }: Anchored): Address | undefined {
  const whole = /^\|{0,2}\[?([^\]^|]*)\]?[\^|]*$/.exec(pattern)?.[1];
  const found = whole === undefined ? undefined : parseAddress(whole);
  if (found !== undefined) return found;
  return pattern.replace(/\/\*$/, "").includes("*") ? undefined : parseAddress(body);
}

function networkTrigger(mask: string): Trigger | RefusedReason {
  if (mask.split("*").length > MAX_STARS + 1) return "too-wide";
  return addressTrigger({ regex: `^${maskToRegex(mask)}$`, literal: longestPiece(mask) });
}

function addressTrigger(expression: RegexSource): Trigger | RefusedReason {
  return matchesManyAddresses(expression.regex)
    ? "too-wide"
    : { on: "pattern", ...expression, addresses: true };
}

function regexTrigger(source: string, limited: boolean): Trigger | RefusedReason {
  const regex = translateRegex(source);
  if (typeof regex === "string") return regex;
  if (meansAddresses(source)) {
    return isWhole(source) ? addressTrigger(regex) : "address-part";
  }
  if (!limited && matchesMostNames(regex)) return "too-wide";
  return { on: "pattern", ...regex };
}

/**
 * Strips everything except the part that is matched against the name: anchors, scheme, port, and a
 * path that means "anything".
 */
function anchors(pattern: string): Anchored {
  let body = pattern;
  let left: Anchored["left"] = "any";
  let ends = false;
  const scheme = /^(?:\|\|?)?(?:\*|[a-z]+)?:\/\//.exec(body);
  if (scheme !== null) [left, body] = ["start", body.slice(scheme[0].length)];
  else if (body.startsWith("||")) [left, body] = ["label", body.slice(2)];
  else if (body.startsWith("|") || body.startsWith("^")) [left, body] = ["start", body.slice(1)];
  const tail = /(?::\d{1,5})?(?:\/\*?|\/?[\^|]+\*?)$|:\d{1,5}$/.exec(body);
  if (tail !== null) [ends, body] = [true, body.slice(0, tail.index)];
  // `*.d` means all names below d.
  else if (/^\*\.[^*]+$/.test(pattern)) ends = true;
  if (body.endsWith("*")) [ends, body] = [false, body.replace(/\*+$/, "")];
  if (body.startsWith("*")) [left, body] = ["any", body.replace(/^\*+/, "")];
  // A name may be written with its final dot, which no name in text has.
  if (ends && /[^.]\.$/.test(body)) body = body.slice(0, -1);
  return { left, body, ends };
}

/**
 * Patterns that denote complete names: `||d^`, `|d^`, and `.d^` or `*.d` for the subdomains of d.
 */
function nameTrigger(
  { left, body, ends }: Anchored,
  maySuffix: boolean,
): Trigger | RefusedReason | undefined {
  const bare = asciiName(body.replace(/^\./, ""));
  if (bare === undefined) return undefined;
  // `ads.` starts a name and does not end at ads.
  const opens = body.endsWith(".") && !ends;
  if (!maySuffix && !opens && findNameFault(bare) === "top-level-name") return "top-level-name";
  if (!ends) return undefined;
  if (body.startsWith(".")) {
    return left === "any" ? { on: "name", name: bare, covers: "below" } : undefined;
  }
  if (left === "any") return undefined;
  return { on: "name", name: bare, covers: left === "label" ? "tree" : "exact" };
}

const LEFT_ANCHORS: Readonly<Record<Anchored["left"], string>> = {
  any: "",
  label: "(?:^|\\.)",
  start: "^",
};

function maskTrigger(
  { left, body, ends }: Anchored,
  limited: boolean,
): Trigger | IgnoredReason | RefusedReason {
  if (!/^[a-z0-9_.*-]*$/.test(body)) return isUrlPattern(body) ? "browser-modifier" : "not-a-name";
  const pieces = body.split("*");
  if (pieces.length > MAX_STARS + 1) return "too-wide";
  if (!limited && body.length - pieces.length + 1 < MIN_PATTERN) return "too-wide";
  if (/\.\.|[a-z0-9_-]{64}/.test(body) || body.length > MAX_NAME_TEXT) return "not-a-name";
  const isWhole = !ends && endsInSuffix(body);
  const mask = isWhole ? body.slice(0, -1) : body;
  const regex = LEFT_ANCHORS[left] + maskToRegex(mask) + rightAnchor(ends, isWhole);
  const literal = longestPiece(mask);
  const expression = { regex: regex === "" ? "^" : regex, ...(literal !== "" && { literal }) };
  if (!limited && matchesMostNames(expression)) return "too-wide";
  return { on: "pattern", ...expression };
}

/** The final dot after a whole name is its end too; after other text another label must follow. */
function rightAnchor(ends: boolean, isWhole: boolean): string {
  if (isWhole) return "(?:\\.|$)";
  return ends ? "$" : "";
}

function maskToRegex(body: string): string {
  return body.split("*").map((piece) => piece.replaceAll(".", "\\.")).join(".*");
}

function longestPiece(body: string): string {
  return body.split("*").reduce(
    (longest, piece) => piece.length > longest.length ? piece : longest,
    "",
  );
}

/**
 * Whether an expression is meant for addresses: it contains only characters of addresses, and a
 * digit outside classes and repetitions.
 */
function meansAddresses(source: string): boolean {
  const text = source.replace(/\\[.dbB:]/g, ".");
  const possible = /^[\d.*+?^$|()[\]{},-]+$|^(?=.*:)[\da-f.:*+?^$|()[\]{},-]+$/i.test(text);
  const literal = source.replace(/\\.|\[[^\]]*\]|\{[^}]*\}/g, "");
  return possible && /\d|[\da-f]:|:[\da-f]/i.test(literal);
}

/** Whether each alternative of an expression matches the entire text. */
function isWhole(source: string): boolean {
  if (!source.startsWith("^") || !/(?:^|[^\\])(?:\\\\)*\$$/.test(source)) return false;
  let depth = 0;
  for (const sign of source.replace(/\\.|\[[^\]]*\]/g, "")) {
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    else if (sign === "|" && depth === 0) return false;
  }
  return true;
}

/** Paths, queries and text after a separator concern URLs of pages, which only a browser sees. */
function isUrlPattern(body: string): boolean {
  return /^[\x21-\x7e]*$/.test(body) && !/[<>"{}]/.test(body) && /[/?=&:^%;~+,@#]/.test(body);
}
