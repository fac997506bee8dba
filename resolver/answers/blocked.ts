/** How a blocked name is answered (A 7.6.1, DESIGN 11), with the reason as an extended error (RFC 8914). */
import type { BlockedAnswer } from "../../policy/model/decision.ts";
import type { Reason } from "../../policy/reasons.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import { CLASS, EDE, RCODE, TYPE } from "../wire/codes.ts";
import { beginResponse, endResponse, extendedError, type ResponseTerms } from "../wire/edns.ts";
import { SECTION } from "../wire/message.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { MessageWriter } from "../wire/writer.ts";
import { writeSoa } from "./made.ts";

const writer = new MessageWriter();
const NULL4 = new Uint8Array(4), NULL6 = new Uint8Array(16);

/** The extended error of each reason: 15 for security, 17 for what the household or company chose. No text names a list. */
const ERRORS: Readonly<Record<Reason, readonly Uint8Array[]>> = {
  quarantine: [extendedError(EDE.BLOCKED, "Device in quarantine")],
  schedule: [extendedError(EDE.FILTERED, "Outside the open hours")],
  service: [extendedError(EDE.FILTERED, "Service not allowed")],
  rule: [extendedError(EDE.FILTERED, "Blocked by a rule")],
  tunnel: [extendedError(EDE.BLOCKED, "Data carried inside DNS")],
  spyware: [extendedError(EDE.BLOCKED, "Spyware")],
  lookalike: [extendedError(EDE.BLOCKED, "Look-alike name")],
  category: [extendedError(EDE.FILTERED, "Category not allowed")],
  list: [extendedError(EDE.FILTERED, "Blocked by a list")],
  dlp: [extendedError(EDE.FILTERED, "Company policy")],
  restricted: [extendedError(EDE.FILTERED, "Not among the allowed names")],
  rebinding: [extendedError(EDE.BLOCKED, "Private address for a public name")],
};
const ILLEGAL = [extendedError(EDE.CENSORED, "Illegal content")];
const SECURITY = [extendedError(EDE.BLOCKED, "Dangerous name")];

/** Categories of names that the law forbids (A 7.6.9). */
const ILLEGAL_CATEGORIES: ReadonlySet<string> = new Set(["illegal", "child_abuse", "csam"]);
/** Categories of lists that protect against attacks rather than follow a choice of the household (A 7.6.5). */
const SECURITY_CATEGORIES: ReadonlySet<string> = new Set([
  "security",
  "malware",
  "phishing",
  "scam",
  "fraud",
  "cryptojacking",
  "mining",
  "threat",
]);

/** The extended error of a reason; `category` is that of the deciding list, "" when none decided. */
export function blockedErrors(reason: Reason, category: string): readonly Uint8Array[] {
  if (ILLEGAL_CATEGORIES.has(category)) return ILLEGAL;
  if (SECURITY_CATEGORIES.has(category)) return SECURITY;
  return ERRORS[reason];
}

/** What a block says of how it is to be answered. */
export interface Block {
  readonly reason: Reason;
  /** Without one the setting holds. */
  readonly answer?: BlockedAnswer;
}

/**
 * Writes the answer to a blocked name into `out[at]`; its octets, 0 when nothing is to be sent (`drop`). `category` is that of
 * the deciding list or "".
 */
export function writeBlocked(
  block: Block,
  category: string,
  query: ParsedQuery,
  settings: ResolverSettings,
  terms: ResponseTerms,
  out: Uint8Array,
  at: number,
): number {
  const answer = block.answer ?? settings.blockedResponse;
  if (answer === "drop") return 0;
  const before = terms.errors;
  terms.errors = blockedErrors(block.reason, category);
  const rcode = answer === "nxdomain" ? RCODE.NXDOMAIN : answer === "refused" ? RCODE.REFUSED : RCODE.NOERROR;
  beginResponse(writer, out, at, query, rcode, 0, terms);
  if (answer !== "refused") writeContent(query, answer === "null", settings.blockedTtl);
  const length = endResponse(writer, query, rcode, terms);
  terms.errors = before;
  return length;
}

function writeContent(query: ParsedQuery, nullAddress: boolean, ttl: number): void {
  const owner = query.name.subarray(0, query.nameLength);
  const isAddress = query.class === CLASS.IN && (query.type === TYPE.A || query.type === TYPE.AAAA);
  if (!nullAddress || !isAddress) return writeSoa(writer, owner, ttl);
  const rdata = query.type === TYPE.A ? NULL4 : NULL6;
  writer.record(SECTION.ANSWER, owner, query.type, CLASS.IN, ttl, rdata);
}
