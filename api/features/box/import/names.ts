/**
 * Reads local names of other products: lines of hosts files, aliases and host records of dnsmasq.
 */
import { asciiName } from "../../../../policy/lists/host_name.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { readDnsmasqRecord, readRecord } from "../../network/records/service.ts";
import { ALL, type Findings } from "./model.ts";

/** Names of the machine itself, which the box cannot redefine. */
const OWN = /^(?:localhost|localhost\.localdomain|local|broadcasthost|ip6-.*|pi\.hole)$/;

/** Reads a line such as `192.168.1.5 nas nas.lan # comment`; false = not a line of a hosts file. */
export function readHostsLine(line: string, findings: Findings): boolean {
  const [first, ...names] = line.replace(/#.*$/, "").trim().split(/\s+/);
  const address = parseAddress(first ?? "");
  if (address === undefined || names.length === 0) return false;
  const isLoopback = address[0] === 127 && address.length === 4 ||
    address.every((byte, at) => byte === (at === 15 ? 1 : 0));
  const isNull = address.every((byte) => byte === 0);
  for (const each of names) {
    const name = asciiName(each);
    const from = `${first} ${each}`;
    if (name === undefined) findings.cannot("record", from, "bad_value");
    // A loopback address does not identify another machine.
    else if (isLoopback || OWN.test(name)) findings.cannot("record", from, "not_needed");
    else if (isNull) {
      const rule = { domain: name, kind: "exact", action: "block", types: [], to: [] } as const;
      findings.add(from, { what: "rule", whom: ALL, rule });
    } else findings.add(from, { what: "record", name, ...addressRecord(address) });
  }
  return true;
}

/** Returns the type and value of the record for an address. */
export function addressRecord(address: Uint8Array): { type: "A" | "AAAA"; value: string } {
  return { type: address.length === 4 ? "A" : "AAAA", value: addressToText(address) };
}

/** Reads aliases of dnsmasq: `cname[,cname…],target[,TTL]`. */
export function readAliases(value: string, findings: Findings): void {
  const fields = value.split(",").map((field) => field.trim());
  const ttl = ttlOf(fields);
  const target = asciiName(fields.pop() ?? "");
  const names = fields.map(asciiName);
  if (target === undefined || names.length === 0 || names.includes(undefined)) {
    return findings.cannot("record", `cname=${value}`, "bad_value");
  }
  for (const name of names) {
    findings.add(`cname=${value}`, {
      what: "record",
      name: name!,
      type: "CNAME",
      value: target,
      ...ttl,
    });
  }
}

/** Reads host records of dnsmasq: `name[,name…],[IPv4],[IPv6][,TTL]`. */
export function readHostRecord(value: string, findings: Findings): void {
  const fields = value.split(",").map((field) => field.trim()).filter((field) => field !== "");
  const ttl = ttlOf(fields);
  const addresses = fields.flatMap((field) => parseAddress(field) ?? []);
  const names = fields.filter((field) => parseAddress(field) === undefined).map(asciiName);
  if (addresses.length === 0 || names.length === 0 || names.includes(undefined)) {
    return findings.cannot("record", `host-record=${value}`, "bad_value");
  }
  for (const name of names) {
    for (const address of addresses) {
      findings.add(`host-record=${value}`, {
        what: "record",
        name: name!,
        ...addressRecord(address),
        ...ttl,
      });
    }
  }
}

/** Removes the TTL that may end the fields, and returns it. */
function ttlOf(fields: string[]): { ttl?: number } {
  if (fields.length < 2 || !/^\d{1,9}$/.test(fields.at(-1)!)) return {};
  return { ttl: Number(fields.pop()) };
}

/** Reads other records of dnsmasq: `ptr-record`, `txt-record`, `srv-host`, `mx-host`. */
export function readOtherRecord(option: string, value: string, findings: Findings): void {
  const from = `${option}=${value}`;
  const { drafts, problem } = readDnsmasqRecord(option, value);
  if (problem !== undefined) return findings.cannot("record", from, "refused", problem);
  for (const draft of drafts) {
    const read = readRecord(draft, []);
    if (typeof read === "string") {
      findings.cannot("record", from, "refused", read);
      continue;
    }
    const { name, type, value: data } = read;
    findings.add(from, { what: "record", name, type, value: data });
  }
}
