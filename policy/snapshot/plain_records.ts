/** Records and rewrites in terms of JSON: bytes are base64. */
import type { LocalRecord, Rewrite } from "../model/decision.ts";

/** A record in terms of JSON. */
export interface PlainRecord {
  readonly type: number;
  readonly rdata: string;
  readonly ttl: number;
}

/** A rewrite in terms of JSON. */
export interface PlainRewrite {
  readonly rcode: number;
  readonly cname?: string;
  readonly records: readonly PlainRecord[];
}

/** The record in terms of JSON. */
export function plainRecord({ type, rdata, ttl }: LocalRecord): PlainRecord {
  return { type, rdata: rdata.toBase64(), ttl };
}

/** The record again; throws a SyntaxError when the text is no base64. */
export function recordOf({ type, rdata, ttl }: PlainRecord): LocalRecord {
  return { type, rdata: Uint8Array.fromBase64(rdata), ttl };
}

/** The rewrite in terms of JSON. */
export function plainRewrite({ rcode, cname, records }: Rewrite): PlainRewrite {
  const plain = { rcode, records: records.map(plainRecord) };
  return cname === undefined ? plain : { ...plain, cname: cname.toBase64() };
}

/** The rewrite again; throws a SyntaxError when a text is no base64. */
export function rewriteOf({ rcode, cname, records }: PlainRewrite): Rewrite {
  const rewrite = { rcode, records: records.map(recordOf) };
  return cname === undefined ? rewrite : { ...rewrite, cname: Uint8Array.fromBase64(cname) };
}
