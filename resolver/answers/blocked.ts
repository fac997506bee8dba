/** Answers to blocked names (A 7.6.1), with the reason as an extended error (RFC 8914). */
import { isConfidential, isSensitive } from "../../policy/catalogue/categories.ts";
import { LIMITS } from "../../policy/limits.ts";
import type { BlockedAnswer, RuleMatch } from "../../policy/model/decision.ts";
import {
  categoryOfOrigin,
  findReasonRow,
  type Reason,
  type ReasonRow,
  REASONS,
} from "../../policy/reasons.ts";
import type { BlockedResponse, ResolverSettings } from "../../policy/snapshot/settings.ts";
import { CLASS, RCODE, TYPE } from "../wire/codes.ts";
import {
  beginResponse,
  type EdnsParameters,
  encodeExtendedError,
  endResponse,
} from "../wire/edns.ts";
import { SECTION } from "../wire/message.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { MessageWriter } from "../wire/writer.ts";
import { writeSoa } from "./synthetic_answer.ts";

const writer = new MessageWriter();
/** Maximum TTL in seconds of an answer that leads to the block page (A 7.6.8). */
const PAGE_TTL_MOST = LIMITS.blockPage.answerTtlMost;
const NULL4 = new Uint8Array(4);
const NULL6 = new Uint8Array(16);

/** The encoded extended errors of each reason, by the origin or the list that they name. */
const ERRORS: ReadonlyMap<ReasonRow, Map<string, readonly Uint8Array[]>> = new Map(
  REASONS.map((row) => [row, new Map()]),
);
const NO_ERRORS: readonly Uint8Array[] = [];
/** Errors kept for each reason; lists may be renamed any number of times. */
const MOST_KEPT = 256;

/**
 * The extended error of a block, which states its cause: the category, the service, or the list
 * with this name; "" = the list is not named.
 */
export function blockedErrors(
  reason: Reason,
  origin: string,
  list: string = "",
): readonly Uint8Array[] {
  const row = findReasonRow(reason, origin);
  const kept = row === undefined ? undefined : ERRORS.get(row);
  if (row === undefined || kept === undefined) return NO_ERRORS;
  const key = reason === "list" ? list : origin;
  let errors = kept.get(key);
  if (errors === undefined) {
    const subject = reason === "list" ? list : subjectOf(row, origin);
    const text = subject === "" ? row.edeText : `${row.edeText}: ${subject}`;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, errors = [encodeExtendedError(row.ede, text)]);
  }
  return errors;
}

/** The service or category in an origin, unless the text of the reason says all; "" = none. */
function subjectOf({ reason, cause }: ReasonRow, origin: string): string {
  if (cause === "bypass" || cause === "illegal") return "";
  const id = reason === "service" ? origin.replace(/^service:/, "") : categoryOfOrigin(origin);
  return id.replaceAll("_", " ");
}

/** The name of the deciding list; "" = none, or one of which nothing may be said (A 7.6.2). */
export function namedList(
  match: RuleMatch | undefined,
  lists: readonly { readonly name: string; readonly category: string }[],
): string {
  const list = match === undefined ? undefined : lists[match.list];
  if (match === undefined || list === undefined || match.hashed === true) return "";
  return isConfidential(list.category) || isSensitive(list.category) ? "" : list.name;
}

/** A block and how to answer it. */
export interface BlockAnswer {
  readonly reason: Reason;
  readonly origin: string;
  /** The list to name in the extended error; absent = none. */
  readonly list?: string;
  /** Absent = the setting applies. */
  readonly answer?: BlockedAnswer;
  /** The address of the box for A or AAAA, at which the block page is; absent = no page. */
  readonly page?: Uint8Array;
}

/**
 * Writes the answer to a blocked name at `out[at]` and returns its length in bytes; 0 = send
 * nothing (`drop`).
 */
export function writeBlocked(
  block: BlockAnswer,
  query: ParsedQuery,
  settings: ResolverSettings,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
): number {
  const answer = block.answer ?? settings.blockedResponse;
  if (answer === "drop") return 0;
  const before = edns.errors;
  edns.errors = blockedErrors(block.reason, block.origin, block.list);
  const rcode = rcodeOf(answer);
  beginResponse(writer, out, at, query, rcode, 0, edns);
  const ttl = answer === "page"
    ? Math.min(settings.blockedTtl, PAGE_TTL_MOST)
    : settings.blockedTtl;
  if (answer === "null" || answer === "page") writeAddress(query, ttl, block.page);
  else if (answer !== "refused") writeNothing(query, ttl);
  const length = endResponse(writer, query, rcode, edns);
  edns.errors = before;
  return length;
}

function rcodeOf(answer: BlockedAnswer | BlockedResponse): number {
  switch (answer) {
    case "nxdomain":
      return RCODE.NXDOMAIN;
    case "refused":
      return RCODE.REFUSED;
    default:
      return RCODE.NOERROR;
  }
}

function writeAddress(query: ParsedQuery, ttl: number, address = nullAddress(query.type)): void {
  if (query.class !== CLASS.IN || address === undefined) return writeNothing(query, ttl);
  writer.recordOfQuestion(SECTION.ANSWER, query.type, CLASS.IN, ttl, address);
}

function writeNothing(query: ParsedQuery, ttl: number): void {
  writeSoa(writer, query.name.subarray(0, query.nameLength), ttl);
}

/** The unspecified address of an address type, undefined for other types. */
export function nullAddress(type: number): Uint8Array | undefined {
  if (type === TYPE.A) return NULL4;
  return type === TYPE.AAAA ? NULL6 : undefined;
}
