/** Names of NetBIOS: the status that a machine reports about itself (RFC 1002 4.2.17, 4.2.18). */
import { isMachineMac, macToText } from "../../../../policy/model/mac.ts";
import { sanitizeAnnouncedName } from "../../../../policy/model/announced_name.ts";

/** The port of the name service. */
export const NETBIOS_PORT = 137;

const QUESTION_BYTES = 50;
const NAME_BYTES = 18;
const GROUP = 0x80;

/** The content of a machine's status. */
export interface NetbiosStatus {
  /** Its name in upper case, as in the status. */
  readonly name: string;
  /** The hardware address in it; "" = none, as with Samba. */
  readonly mac: string;
}

/** Returns a status query: the name `*` of type NBSTAT. */
export function netbiosQuery(): Uint8Array<ArrayBuffer> {
  const query = new Uint8Array(QUESTION_BYTES);
  query.set([0x42, 0x58, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 32]);
  // "*" and 15 zeros, each half byte as a letter from A on (RFC 1001 14.1).
  query.fill(0x41, 13, 45);
  query.set([0x43, 0x4b], 13);
  query.set([0, 0, 0x21, 0, 1], 45);
  return query;
}

/** Parses a status; undefined when it is invalid or contains no name. */
export function readNetbios(bytes: Uint8Array): NetbiosStatus | undefined {
  // Header, name (uncompressed, because the response repeats that of the query), type, class, TTL,
  // length, number of names.
  const at = 12 + 34;
  if (
    bytes.length < at + 11 || (bytes[2] & 0x80) === 0 || (bytes[3] & 15) !== 0 || bytes[12] !== 32
  ) return undefined;
  if (bytes[at] !== 0 || bytes[at + 1] !== 0x21) return undefined;
  const count = bytes[at + 10];
  const names = at + 11;
  const after = names + count * NAME_BYTES;
  if (count === 0 || after > bytes.length) return undefined;
  for (let i = 0; i < count; i++) {
    const from = names + i * NAME_BYTES;
    const suffix = bytes[from + 15];
    if (suffix !== 0 || (bytes[from + 16] & GROUP) !== 0) continue;
    const name = sanitizeAnnouncedName(
      new TextDecoder("latin1").decode(bytes.subarray(from, from + 15)),
    );
    if (name === "") continue;
    const hasMac = after + 6 <= bytes.length && isMachineMac(bytes, after);
    return { name, mac: hasMac ? macToText(bytes, after) : "" };
  }
  return undefined;
}
