/** Records of a hosts file: addresses of its names, and the names of its addresses (rule-syntax E7, hosts(5)). */
import { parseAddress } from "../../policy/model/address.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { TYPE } from "../wire/codes.ts";
import { reverseName } from "../wire/names.ts";

/** Seconds that a record of the hosts file may be kept. */
const HOSTS_TTL = 60;
/** By which Debian lets a machine find itself: nobody else gets anywhere by it. */
const ITSELF = "127.0.1.1";
/** Names read from one file at most. */
const MAX_NAMES = 65_536;

/**
 * Reads the text of a hosts file into records keyed as `Snapshot.local` is; the first name of an address is its PTR. Names
 * with a meaning of their own (localhost and the ip6- names), that of the machine itself at 127.0.1.1, and whatever cannot be
 * read are left out.
 */
export function parseHostsFile(text: string): Map<string, LocalRecord[]> {
  const records = new Map<string, LocalRecord[]>();
  for (const line of text.split(/\r?\n/)) {
    const [first, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const address = parseAddress(first.replace(/%.*/, ""));
    if (address === undefined || first === ITSELF) continue;
    for (const written of names) {
      if (records.size >= MAX_NAMES) return records;
      addName(records, address, written);
    }
  }
  return records;
}

function addName(records: Map<string, LocalRecord[]>, address: Uint8Array, written: string): void {
  const name = nameFromText(written);
  if (name === undefined || name.length === 1) return;
  const text = nameToText(name);
  if (/^(localhost|localhost\.localdomain|broadcasthost|ip6-\w+)$/.test(text)) return;
  const type = address.length === 4 ? TYPE.A : TYPE.AAAA;
  const known = records.get(text) ?? [];
  if (!known.some(({ rdata }) => rdata.join() === address.join())) {
    known.push({ type, rdata: address, ttl: HOSTS_TTL });
  }
  records.set(text, known);
  const reverse = nameToText(reverseName(address));
  if (!records.has(reverse)) {
    records.set(reverse, [{ type: TYPE.PTR, rdata: name, ttl: HOSTS_TTL }]);
  }
}
