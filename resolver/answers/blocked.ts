/** Answers to blocked names (A 7.6.1), with the reason as an extended error (RFC 8914). */
import { LIMITS } from "../../policy/limits.ts";
import type { BlockedAnswer } from "../../policy/model/decision.ts";
import { findReasonRow, type Reason, type ReasonRow, REASONS } from "../../policy/reasons.ts";
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

/** The encoded extended errors of each reason. */
const ERRORS: ReadonlyMap<ReasonRow, readonly Uint8Array[]> = new Map(
  REASONS.map((row) => [row, [encodeExtendedError(row.ede, row.edeText)]]),
);
const NO_ERRORS: readonly Uint8Array[] = [];

/** The extended error of a block, which states its reason and origin. */
export function blockedErrors(reason: Reason, origin: string): readonly Uint8Array[] {
  return ERRORS.get(findReasonRow(reason, origin)!) ?? NO_ERRORS;
}

/** A block and how to answer it. */
export interface BlockAnswer {
  readonly reason: Reason;
  readonly origin: string;
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
  edns.errors = blockedErrors(block.reason, block.origin);
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
