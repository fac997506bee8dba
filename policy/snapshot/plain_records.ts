/** Records and rewrites as JSON values; bytes are base64. */
import type { LocalRecord, Rewrite } from "../model/decision.ts";

/** A record as JSON values. */
export interface PlainRecord {
  readonly type: number;
  readonly rdata: string;
  readonly ttl: number;
}

/** A rewrite as JSON values. */
export interface PlainRewrite {
  readonly rcode: number;
  readonly cname?: string;
  readonly records: readonly PlainRecord[];
}

/** Converts a record to JSON values. */
export function toPlainRecord({ type, rdata, ttl }: LocalRecord): PlainRecord {
  return { type, rdata: rdata.toBase64(), ttl };
}

/** Converts JSON values to a record. Throws a SyntaxError for invalid base64. */
export function fromPlainRecord({ type, rdata, ttl }: PlainRecord): LocalRecord {
  return { type, rdata: Uint8Array.fromBase64(rdata), ttl };
}

/** Converts a rewrite to JSON values. */
export function toPlainRewrite({ rcode, cname, records }: Rewrite): PlainRewrite {
  const plain = { rcode, records: records.map(toPlainRecord) };
  return cname === undefined ? plain : { ...plain, cname: cname.toBase64() };
}

/** Converts JSON values to a rewrite. Throws a SyntaxError for invalid base64. */
export function fromPlainRewrite({ rcode, cname, records }: PlainRewrite): Rewrite {
  const rewrite = { rcode, records: records.map(fromPlainRecord) };
  return cname === undefined ? rewrite : { ...rewrite, cname: Uint8Array.fromBase64(cname) };
}
