/**
 * Questions of class CH about the box itself, and the NSID (RFC 4892, RFC 5001, RFC 8906 3.1.3).
 */
import { nameToText } from "../../policy/model/name.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import { CLASS, RCODE, TYPE } from "../wire/codes.ts";
import type { EdnsParameters } from "../wire/edns.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { writeError } from "./error_response.ts";
import { writeSyntheticAnswer } from "./synthetic_answer.ts";

const VERSION = new Set(["version.bind", "version.server"]);
const IDENTITY = new Set(["hostname.bind", "id.server"]);
const encoder = new TextEncoder();

/** RDATA of a TXT record with one character string, cut to 255 bytes. */
export function txtRdata(text: string): Uint8Array {
  const bytes = encoder.encode(text).subarray(0, 255);
  const rdata = new Uint8Array(bytes.length + 1);
  rdata[0] = bytes.length;
  rdata.set(bytes, 1);
  return rdata;
}

/** The NSID of responses: the configured version text, undefined when it is empty. */
export function nsidOf(settings: ResolverSettings): Uint8Array | undefined {
  return settings.versionText === "" ? undefined : encoder.encode(settings.versionText);
}

function contentOf(name: string, settings: ResolverSettings): string {
  if (VERSION.has(name)) return settings.versionText;
  return IDENTITY.has(name) ? settings.boxName : "";
}

/**
 * Writes the answer to a question of class CH at `out[at]` and returns its length in bytes. REFUSED
 * without a version text and for other names.
 */
export function writeChaos(
  query: ParsedQuery,
  settings: ResolverSettings,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
): number {
  const name = query.name.slice(0, query.nameLength);
  const text = nameToText(name);
  const content = contentOf(text, settings);
  if (content === "" || settings.versionText === "") {
    return writeError(query, RCODE.REFUSED, edns, out, at);
  }
  const isText = query.class === CLASS.CH && (query.type === TYPE.TXT || query.type === TYPE.ANY);
  const records = isText
    ? [{ owner: name, record: { type: TYPE.TXT, rdata: txtRdata(content), ttl: 0 } }]
    : [];
  return writeSyntheticAnswer(
    { rcode: RCODE.NOERROR, records, authoritative: true },
    query,
    0,
    edns,
    out,
    at,
  );
}
