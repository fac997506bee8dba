/**
 * Answers questions of type ANY with one synthesized HINFO record, so that large answers cannot be
 * used for amplification (RFC 8482 4.2).
 */
import { RCODE, TYPE } from "../wire/codes.ts";
import type { EdnsParameters } from "../wire/edns.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { txtRdata } from "./chaos.ts";
import { writeSyntheticAnswer } from "./synthetic_answer.ts";

/** TTL of the record in seconds. */
const ANY_TTL = 3789;
const cpu = txtRdata("RFC8482");
const rdata = new Uint8Array(cpu.length + 1);
rdata.set(cpu);

/** Writes the answer to ANY at `out[at]` and returns its length in bytes. */
export function writeAny(
  query: ParsedQuery,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
): number {
  const owner = query.name.slice(0, query.nameLength);
  const records = [{ owner, record: { type: TYPE.HINFO, rdata, ttl: ANY_TTL } }];
  return writeSyntheticAnswer(
    { rcode: RCODE.NOERROR, records, authoritative: false },
    query,
    0,
    edns,
    out,
    at,
  );
}
