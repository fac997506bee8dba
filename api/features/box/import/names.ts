/**
 * Reads local names of other products: lines of hosts files, aliases and host records of dnsmasq.
 */
import { asciiName } from "../../../../policy/lists/line_outcome.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import type { Findings } from "./model.ts";

/** Names of the machine itself, which the box cannot redefine. */
const OWN = /^(?:localhost|localhost\.localdomain|local|broadcasthost|ip6-.*|pi\.hole)$/;

/** Reads a line such as `192.168.1.5 nas nas.lan # comment`; false = not a line of a hosts file. */
export function readHostsLine(line: string, findings: Findings): boolean {
  const [first, ...names] = line.replace(/#.*$/, "").trim().split(/\s+/);
  const address = parseAddress(first ?? "");
  if (address === undefined || names.length === 0) return false;
  // Loopback and unspecified addresses do not identify another machine.
  if (
    address[0] === 127 && address.length === 4 ||
    address.every((byte, at) => byte === (at === 15 ? 1 : 0))
  ) {
    return true;
  }
  for (const each of names) {
    const name = asciiName(each);
    if (name !== undefined && OWN.test(name)) continue;
    const from = `${first} ${each}`;
    if (name === undefined) findings.cannot("record", from, "bad_value");
    else findings.add(from, { what: "record", name, ...addressRecord(address) });
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
  if (/^\d+$/.test(fields.at(-1) ?? "")) fields.pop();
  const target = asciiName(fields.pop() ?? "");
  const names = fields.map(asciiName);
  if (target === undefined || names.length === 0 || names.includes(undefined)) {
    return findings.cannot("record", `cname=${value}`, "bad_value");
  }
  for (const name of names) {
    findings.add(`cname=${value}`, { what: "record", name: name!, type: "CNAME", value: target });
  }
}

/** Reads host records of dnsmasq: `name[,name…],[IPv4],[IPv6][,TTL]`. */
export function readHostRecord(value: string, findings: Findings): void {
  const fields = value.split(",").map((field) => field.trim()).filter((field) => field !== "");
  const addresses = fields.flatMap((field) => parseAddress(field) ?? []);
  const names = fields.filter((field) => parseAddress(field) === undefined && !/^\d+$/.test(field))
    .map(asciiName);
  if (addresses.length === 0 || names.length === 0 || names.includes(undefined)) {
    return findings.cannot("record", `host-record=${value}`, "bad_value");
  }
  for (const name of names) {
    for (const address of addresses) {
      findings.add(`host-record=${value}`, {
        what: "record",
        name: name!,
        ...addressRecord(address),
      });
    }
  }
}
