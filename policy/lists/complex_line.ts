/**
 * Parses lines that are not plain names, in the order of rule-syntax E1: comment, header, cosmetic,
 * hosts, domain, adblock rule.
 */
import { parseAddress } from "../model/address.ts";
import type { Coverage, ListFormat, RuleSink } from "../model/rule.ts";
import { parseAdblockLine } from "./adblock.ts";
import { parseHostsLine } from "./hosts.ts";
import { asciiName } from "./host_name.ts";
import { emitName, endsInSuffix, findNameFault, type LineOutcome } from "./line_outcome.ts";
import type { PlainMeaning } from "./plain_line.ts";
import { looksLikeBareRegex, parseRegexLine } from "./pihole_regex.ts";

/**
 * Selectors and scriptlets of browser rules: `##`, `#@#`, `#$#`, `#?#`, `#%#` and their
 * combinations, `$$`, `$@$`.
 */
const COSMETIC = /^[^\s#]*(?:#@?[$%]?\??#|\$@?\$)/;
/** `[Adblock Plus 2.0]`; an expression may begin and end in brackets too. */
const HEADER = /^\[[a-z][^\][ ]* [^\][]*\]$|^\[[a-z][a-z0-9_.]*\]$/i;
/** The only form of adblock rules that lists of every format accept. */
const TREE = /^(?:@@)?\|\|[^\s*^|/]+\^(?:\$|$)/;
/** SHA-256 of a name, alone or before a comment. */
const HASH = /^[0-9a-fA-F]{64}$/;
/**
 * Formats whose lines may be adblock rules of any form. The others accept only `||name^`, as
 * Pi-hole does.
 */
const ADBLOCK_FORMATS: ReadonlySet<ListFormat> = new Set(["auto", "adblock"]);

/**
 * The meaning of bare names and `*.name`. A bare name means the name alone (rule-syntax E2). In
 * format `wildcard` it includes its subdomains. `*.name` is a mask that excludes the apex
 * (rule-syntax E2). In format `wildcard` it includes the apex, as in blocky and for the publishers
 * of such lists.
 */
export function plainMeaningIn(format: ListFormat): PlainMeaning {
  const covers: Coverage = format === "wildcard" ? "tree" : "exact";
  return { bare: covers, star: format === "wildcard" ? "tree" : "below" };
}

/** Parses a trimmed line of any format except zones. */
export function parseComplexLine(text: string, format: ListFormat, sink: RuleSink): LineOutcome {
  if (text === "") return "empty";
  if (format === "regex") return text.startsWith("#") ? "comment" : parseRegexLine(text, sink);
  const adblock = ADBLOCK_FORMATS.has(format);
  if (text.startsWith("!") || text.startsWith(";")) return "comment";
  if (text.startsWith("#") && !(adblock && COSMETIC.test(text) && !/^##[\s#]/.test(text))) {
    return "comment";
  }
  if (HEADER.test(text)) return "header";
  if (COSMETIC.test(text)) return "cosmetic";
  const comment = text.search(/\s#/);
  const bare = comment < 0 ? text : text.slice(0, comment).trimEnd();
  const tokens = bare.split(/\s+/);
  if ((format === "sha256" || format === "auto") && HASH.test(bare) && sink.hash !== undefined) {
    sink.hash(bare.toLowerCase());
    return "used";
  }
  if (format === "sha256") return "not-a-name";
  if (tokens.length > 1) {
    if (startsLikeAddress(tokens[0]) && isHostsAddress(tokens[0])) {
      return parseHostsLine(text, sink);
    }
    if (!adblock) return "not-a-name";
  }
  return takeSingle(text, bare, format, sink);
}

function takeSingle(text: string, bare: string, format: ListFormat, sink: RuleSink): LineOutcome {
  const adblock = ADBLOCK_FORMATS.has(format);
  const meaning = plainMeaningIn(format);
  const star = bare.startsWith("*.");
  // A final dot makes an adblock rule a substring, unless a whole name precedes it: `confusing.` is
  // in `veryconfusing.example` (rule-syntax E2).
  const isSubstring = adblock && bare.endsWith(".") && !endsInSuffix(bare);
  const written = star ? bare.slice(2) : bare;
  const name = isSubstring ? undefined : asciiName(written);
  if (name !== undefined) {
    if (!name.includes(".") && !star) return singleLabel(name);
    return emitName({
      name,
      covers: star ? meaning.star : meaning.bare,
      allow: false,
      important: false,
    }, sink);
  }
  if (adblock) {
    return looksLikeBareRegex(bare) ? parseRegexLine(bare, sink) : parseAdblockLine(text, sink);
  }
  if (TREE.test(bare)) return parseAdblockLine(bare, sink);
  if (format === "wildcard" && bare.startsWith(".")) {
    return takeSingle(text, "*" + bare, format, sink);
  }
  return "not-a-name";
}

/** A single label names a machine of the local network, or would cover a top-level domain. */
function singleLabel(name: string): LineOutcome {
  return findNameFault(name) ?? "local-name";
}

function startsLikeAddress(token: string): boolean {
  return /^[0-9a-fA-F:]/.test(token);
}

/** Some compact hosts files use `0` for the null address. */
function isHostsAddress(token: string): boolean {
  return token === "0" || parseAddress(token) !== undefined;
}
