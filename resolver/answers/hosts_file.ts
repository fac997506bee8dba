/**
 * Records from a hosts file: addresses of names, and names of addresses (rule-syntax E7, hosts(5)).
 */
import { parseAddress } from "../../policy/model/address.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { TYPE } from "../wire/codes.ts";
import { reverseName } from "../wire/names.ts";

/** TTL in seconds of a record from the hosts file. */
const HOSTS_TTL = 60;
/** The address that Debian assigns to the machine's own name. Other machines cannot use it. */
const ITSELF = "127.0.1.1";
/** Maximum number of names from one file. */
const MAX_NAMES = 65_536;

/**
 * Parses a hosts file into records keyed like `Snapshot.local`. The first name of an address
 * becomes its PTR record. Ignores names with a special meaning (localhost and the ip6- names), the
 * own name at 127.0.1.1, and invalid entries.
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
