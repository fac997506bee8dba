/**
 * Describes each outcome of a line in English, for reports such as `box lists check`. One table
 * with one row per outcome.
 */
import { LIMITS } from "../limits.ts";
import type { IgnoredReason, RefusedReason } from "../model/rule.ts";

const IGNORED: Record<IgnoredReason, string> = {
  "comment": "Comment.",
  "empty": "Empty line, or a line that only continues the record above it.",
  "header": "Header or directive of the list, not a rule.",
  "cosmetic": "Cosmetic rule: it hides parts of web pages, which only a browser extension can do.",
  "browser-modifier":
    "Rule for browsers: it depends on paths or page contents, which are not seen when a name is looked up.",
  "local-name":
    "Name of the machine itself or of the local network, such as localhost: never blocked by a list.",
  "apex-record": "Record of the zone itself (SOA, NS, DNSSEC): not policy.",
  "unsupported-trigger":
    "Trigger or action that the box does not apply (name server names and addresses, which a resolver that asks others never sees).",
};

const REFUSED: Record<RefusedReason, string> = {
  "not-a-name":
    "Not a domain name, address or rule that can be understood. Check the spelling and the list's format.",
  "too-wide":
    "Would match nearly every name. Add at least three letters, or limit it by client, tag or type.",
  "address-part":
    "Part of an address, a range of addresses or a number, which would match addresses everywhere. Only whole addresses can be blocked, such as 192.0.2.1.",
  "bad-modifier":
    "Has a modifier that is unknown or not understood, so the whole rule is left out.",
  "bad-value": "A modifier has a value that is not allowed, so the whole rule is left out.",
  "bad-rewrite":
    "$dnsrewrite has a value that no answer can have. Use an address, a name without *, a response code, or CODE;TYPE;VALUE, such as NOERROR;A;192.0.2.1.",
  "bad-regex": "Not a valid regular expression, or longer than 1000 characters.",
  "unsupported-regex":
    "The regular expression uses look-around, back-references or approximate matching, which cannot run in linear time.",
  "line-too-long": "Longer than 65536 bytes.",
  "nul-byte": "Holds a NUL byte or UTF-16 text. Save the list as UTF-8.",
  "top-level-name": "Would cover a whole public suffix such as com or co.uk.",
  "protected-name": "Would block a name that the box needs to work.",
  "too-many-rules":
    `The lists together hold more rules than the ${LIMITS.lists.rules} that the box takes; plain names do not count.`,
  "out-of-zone":
    "Outside the zone: the name does not lie below the owner of the SOA record. Check $ORIGIN and final dots.",
  "zone-directive":
    "$INCLUDE and $GENERATE are not followed: write the records themselves into the list.",
  "bad-record": "Not a valid resource record of a response policy zone.",
};

/** An outcome of a line that has a description. */
export type LineReason = IgnoredReason | RefusedReason;

/** The descriptions by outcome. */
export const LINE_REASONS: Readonly<Record<LineReason, string>> = { ...IGNORED, ...REFUSED };

/** One English sentence that explains why a line was ignored or refused. */
export function describe(why: LineReason): string {
  return LINE_REASONS[why];
}

/** Whether the outcome is `IgnoredReason`, so that the line is not wrong. */
export function isIgnored(why: LineReason): why is IgnoredReason {
  return Object.hasOwn(IGNORED, why);
}
