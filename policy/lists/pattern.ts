/**
 * Patterns of adblock rules as triggers (rule-syntax E2). A pattern acts on the name: `||` = start of a label, `|` = start or
 * end, `^` = end, `*` = anything, no anchor = anywhere in the name, `/…/` = regular expression.
 */
import { addressToText, parseAddress } from "../model/address.ts";
import type { Ignored, Refused, Trigger } from "../model/rule.ts";
import { asciiName, unwantedName } from "./outcome.ts";
import { readRegex } from "./regex.ts";

/** Names of fewer characters in a pattern would match nearly everything (urlfilter's limit). */
const MIN_PATTERN = 3;
/** Each `*` multiplies the work of matching; honest rules have two or three. */
const MAX_STARS = 8;
/** Presentation form without final dot (RFC 1035 2.3.4). */
const MAX_NAME_TEXT = 253;
/** Room for a name with its anchors, a scheme, a port and stars; what is longer is read no further. */
const MAX_PATTERN = 512;

interface Anchored {
  readonly left: "any" | "label" | "start";
  readonly body: string;
  readonly ends: boolean;
}

/**
 * Reads a pattern. `limited` = the rule has conditions, which make patterns as wide as `*` honest; `allow` = it is an exception, which
 * may cover a whole public suffix.
 */
export function patternToTrigger(
  pattern: string,
  limited: boolean,
  allow = false,
): Trigger | Ignored | Refused {
  if (pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/")) {
    const source = pattern.slice(1, -1), regex = readRegex(source);
    return typeof regex === "string"
      ? regex
      : { on: "pattern", ...regex, ...(isOnAddresses(source) && ADDRESSES) };
  }
  if (pattern.length > MAX_PATTERN) {
    return isUrlPattern(pattern) ? "browser-modifier" : "not-a-name";
  }
  const anchored = anchors(pattern.toLowerCase());
  const address =
    parseAddress(/^\|{0,2}\[?([^\]^|]*)\]?[\^|]*$/.exec(pattern)?.[1] ?? anchored.body) ??
      parseAddress(anchored.body);
  if (address !== undefined) {
    return { on: "answer", prefix: `${addressToText(address)}/${address.length * 8}` };
  }
  return nameTrigger(anchored, limited || allow) ?? maskTrigger(anchored, limited);
}

/** Strips what surrounds the part that acts on the name: anchors, scheme, port, and a path that says "anything". */
function anchors(pattern: string): Anchored {
  let body = pattern, left: Anchored["left"] = "any", ends = false;
  const scheme = /^(?:\|\|?)?(?:\*|[a-z]+)?:\/\//.exec(body);
  if (scheme !== null) [left, body] = ["start", body.slice(scheme[0].length)];
  else if (body.startsWith("||")) [left, body] = ["label", body.slice(2)];
  else if (body.startsWith("|") || body.startsWith("^")) [left, body] = ["start", body.slice(1)];
  const tail = /(?::\d{1,5})?(?:\/\*?|\/?[\^|]+\*?)$|:\d{1,5}$/.exec(body);
  if (tail !== null) [ends, body] = [true, body.slice(0, tail.index)];
  else if (/^\*\.[^*]+$/.test(pattern)) ends = true; // `*.d` is all that lies below d
  if (body.endsWith("*")) [ends, body] = [false, body.replace(/\*+$/, "")];
  if (body.startsWith("*")) [left, body] = ["any", body.replace(/^\*+/, "")];
  return { left, body, ends };
}

/** The patterns that are a whole name: `||d^`, `|d^`, and `.d^` or `*.d` for what lies below d. */
function nameTrigger(
  { left, body, ends }: Anchored,
  maySuffix: boolean,
): Trigger | Refused | undefined {
  const bare = asciiName(body.replace(/^\./, ""));
  if (bare === undefined) return undefined;
  const opens = body.endsWith(".") && !ends; // `ads.` begins a name, it does not end in ads
  if (!maySuffix && !opens && unwantedName(bare) === "top-level-name") return "top-level-name";
  if (!ends) return undefined;
  if (body.startsWith(".")) {
    return left === "any" ? { on: "name", name: bare, covers: "below" } : undefined;
  }
  if (left === "any") return undefined;
  return { on: "name", name: bare, covers: left === "label" ? "tree" : "exact" };
}

function maskTrigger(
  { left, body, ends }: Anchored,
  limited: boolean,
): Trigger | Ignored | Refused {
  const isMask = /^[a-z0-9_.*-]*$/.test(body) || /^[\da-f:.*]*$/.test(body) && isOnAddresses(body);
  if (!isMask) return isUrlPattern(body) ? "browser-modifier" : "not-a-name";
  const pieces = body.split("*");
  if (pieces.length > MAX_STARS + 1) return "too-wide";
  if (!limited && body.length - pieces.length + 1 < MIN_PATTERN) return "too-wide";
  if (/\.\.|[a-z0-9_-]{64}/.test(body) || body.length > MAX_NAME_TEXT) return "not-a-name";
  const start = left === "start" ? "^" : left === "label" ? "(?:^|\\.)" : "";
  const regex = start + pieces.map((piece) => piece.replaceAll(".", "\\.")).join(".*") +
    (ends ? "$" : "");
  const literal = pieces.reduce(
    (longest, piece) => piece.length > longest.length ? piece : longest,
    "",
  );
  const onAddresses = isOnAddresses(body) && ADDRESSES;
  return {
    on: "pattern",
    regex: regex === "" ? "^" : regex,
    ...(literal !== "" && { literal }),
    ...onAddresses,
  };
}

const ADDRESSES = { addresses: true } as const;

/** Whether a pattern can mean addresses of answers: it holds digits, and nothing that no address has. */
function isOnAddresses(source: string): boolean {
  const text = source.replace(/\\[.dbB:]/g, ".");
  return /\d/.test(text) &&
    /^[\d.*+?^$|()[\]{},-]+$|^(?=.*:)[\da-f.:*+?^$|()[\]{},-]+$/i.test(text);
}

/** Paths, queries and whatever follows a separator concern addresses of pages, which only a browser sees. */
function isUrlPattern(body: string): boolean {
  return /^[\x21-\x7e]*$/.test(body) && /[/?=&:^%;~+,@#]/.test(body);
}
