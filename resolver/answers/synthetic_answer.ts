/** Answers that the box creates itself, and how they are written (RFC 1035 4, RFC 2308 2). */
import type { LocalRecord } from "../../policy/model/decision.ts";
import type { WireName } from "../../policy/model/name.ts";
import { CLASS, FLAG, RCODE, TYPE } from "../wire/codes.ts";
import { beginResponse, type EdnsParameters, endResponse } from "../wire/edns.ts";
import { appendAnswers } from "../wire/finish.ts";
import { SECTION } from "../wire/message.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { createSoaRdata } from "../wire/soa.ts";
import { writeUint32 } from "../wire/ttl.ts";
import { MessageWriter } from "../wire/writer.ts";

/** A record with its owner, in wire format. */
export interface OwnedRecord {
  readonly owner: WireName;
  readonly record: LocalRecord;
}

/**
 * An answer that the box creates: an RCODE, records of the answer section, and the name that is
 * left to resolve.
 */
export interface SyntheticAnswer {
  readonly rcode: number;
  readonly records: readonly OwnedRecord[];
  /**
   * The end of a CNAME chain that the box cannot answer. The caller resolves it and passes the
   * response to `writeSyntheticAnswer`.
   */
  readonly resolve?: WireName;
  /** Owner of the SOA record in NXDOMAIN and NODATA; undefined = the question name. */
  readonly zone?: WireName;
  /** Whether the box is authoritative: local names and special-use names. */
  readonly authoritative: boolean;
}

/** The upstream response for `SyntheticAnswer.resolve`, as the cache stores it. */
export interface ChainTail {
  readonly stored: Uint8Array;
  /** Seconds since the response was received. */
  readonly age: number;
  /** Maximum TTL in seconds. */
  readonly atMost: number;
}

const writer = new MessageWriter();
const soa = createSoaRdata(0);

/**
 * Writes an SOA record to the authority section. It states the negative TTL in seconds (RFC 2308
 * 3).
 */
export function writeSoa(into: MessageWriter, owner: WireName, ttl: number): void {
  writeUint32(soa, soa.length - 4, ttl);
  into.record(SECTION.AUTHORITY, owner, TYPE.SOA, CLASS.IN, ttl, soa);
}

/**
 * Writes an answer at `out[at]` and returns its length in bytes. `negativeTtl` (seconds) applies to
 * NXDOMAIN and NODATA.
 */
export function writeSyntheticAnswer(
  made: SyntheticAnswer,
  query: ParsedQuery,
  negativeTtl: number,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
  tail?: ChainTail,
): number {
  const rcode = tail === undefined ? made.rcode : tail.stored[3] & 15;
  beginResponse(writer, out, at, query, rcode, made.authoritative ? FLAG.AA : 0, edns);
  for (const { owner, record } of made.records) {
    if (writer.record(SECTION.ANSWER, owner, record.type, query.class, record.ttl, record.rdata)) {
      continue;
    }
    writer.setFlags(FLAG.TC);
    return endResponse(writer, query, rcode, edns);
  }
  if (tail !== undefined) appendAnswers(writer, tail.stored, query, tail.age, tail.atMost);
  else if (made.resolve === undefined && isNegative(made, query.type)) {
    writeSoa(writer, made.zone ?? query.name.subarray(0, query.nameLength), negativeTtl);
  }
  return endResponse(writer, query, rcode, edns);
}

/** Whether an answer states that a name, or its records of a type, do not exist. */
export function isNegative({ rcode, records }: SyntheticAnswer, type: number): boolean {
  if (rcode === RCODE.NXDOMAIN) return true;
  if (rcode !== RCODE.NOERROR) return false;
  return !records.some(({ record }) => record.type === type || type === TYPE.ANY);
}
