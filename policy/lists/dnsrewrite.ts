/** Values of `$dnsrewrite` (rule-syntax E4): a short form, or `RCODE;TYPE;VALUE`. */
import { parseAddress } from "../model/address.ts";
import { nameFromText } from "../model/name.ts";
import type { Rewrite } from "../model/decision.ts";
import { asciiName } from "./host_name.ts";
import { nameFields, rdataFromFields } from "./rdata.ts";
import { rcodeFromText, RULE_TTL, TYPE, typeFromText } from "./record_types.ts";

const SHORT_RCODES: ReadonlySet<string> = new Set(["NOERROR", "NXDOMAIN", "REFUSED", "SERVFAIL"]);
/** The types that rules may answer with. Other existing types give NOERROR without records. */
const ANSWERED: ReadonlySet<number> = new Set([
  TYPE.A,
  TYPE.AAAA,
  TYPE.CNAME,
  TYPE.MX,
  TYPE.PTR,
  TYPE.TXT,
  TYPE.SRV,
  TYPE.HTTPS,
  TYPE.SVCB,
]);

/** Parses a non-empty value; undefined if it is invalid, which refuses the rule. */
export function parseDnsRewrite(value: string): Rewrite | undefined {
  const [rcode, type, ...rest] = value.split(";");
  if (type === undefined) return shortForm(value);
  // Only the first two semicolons are separators; a text may contain more.
  return rest.length === 0 ? undefined : fullForm(rcode.trim(), type.trim(), rest.join(";").trim());
}

function shortForm(value: string): Rewrite | undefined {
  // A word in capitals is a response code or a mistake, never a name of one label.
  if (/^[A-Z]+$/.test(value)) {
    return SHORT_RCODES.has(value) ? { rcode: rcodeFromText(value)!, records: [] } : undefined;
  }
  const address = parseAddress(value);
  if (address !== undefined) return withRecord(address.length === 4 ? TYPE.A : TYPE.AAAA, address);
  return withCname(value);
}

function fullForm(rcodeText: string, typeText: string, value: string): Rewrite | undefined {
  const rcode = rcodeFromText(rcodeText.toUpperCase());
  if (rcode === undefined) return undefined;
  if (rcode !== 0 || typeText === "" && value === "") return { rcode, records: [] };
  const type = typeFromText(typeText);
  if (type === undefined) return undefined;
  if (type === TYPE.CNAME) return withCname(value);
  if (!ANSWERED.has(type)) return { rcode, records: [] };
  const fields = type === TYPE.TXT ? [value.replaceAll("\\", "\\\\")] : value.split(/\s+/);
  if (!nameFields(type).every((place) => isTarget(fields[place]))) return undefined;
  const rdata = rdataFromFields(type, fields);
  return rdata && withRecord(type, rdata);
}

/** Whether a record may lead to this name: no wildcard, or the root for "none" (RFC 7505, 2782). */
function isTarget(text: string | undefined): boolean {
  return text === "." || text !== undefined && asciiName(text) !== undefined;
}

function withCname(text: string): Rewrite | undefined {
  const ascii = asciiName(text);
  const cname = ascii === undefined ? undefined : nameFromText(ascii);
  return cname && { rcode: 0, cname, records: [] };
}

function withRecord(type: number, rdata: Uint8Array): Rewrite {
  return { rcode: 0, records: [{ type, rdata, ttl: RULE_TTL }] };
}
