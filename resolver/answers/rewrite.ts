/**
 * Answers that replace the upstream answer: `$dnsrewrite` and RPZ local data (rule-syntax E4, E9).
 */
import type { Rewrite } from "../../policy/model/decision.ts";
import type { WireName } from "../../policy/model/name.ts";
import { RCODE, TYPE } from "../wire/codes.ts";
import type { SyntheticAnswer } from "./synthetic_answer.ts";

/**
 * The answer of a rewrite to a question. A CNAME is first, and its target is left to resolve unless
 * the question is for the CNAME itself. Types without a record in the rewrite get NODATA. `ttl`
 * (seconds) is that of the CNAME.
 */
export function createRewriteAnswer(
  to: Rewrite,
  name: WireName,
  type: number,
  ttl: number,
): SyntheticAnswer {
  if (to.rcode !== RCODE.NOERROR) {
    return { rcode: to.rcode & 15, records: [], authoritative: false };
  }
  if (to.cname !== undefined) {
    const records = [{ owner: name, record: { type: TYPE.CNAME, rdata: to.cname, ttl } }];
    const chain = { rcode: RCODE.NOERROR, records, authoritative: false };
    return type === TYPE.CNAME ? chain : { ...chain, resolve: to.cname };
  }
  const records = to.records
    .filter((record) => record.type === type || record.type === TYPE.CNAME || type === TYPE.ANY)
    .map((record) => ({ owner: name, record }));
  return { rcode: RCODE.NOERROR, records, authoritative: false };
}
