/** Lines of dnsmasq that have an equivalent in the box. */
import { asciiName } from "../../../../policy/lists/host_name.ts";
import { addressToText, parseAddress, parsePrefix } from "../../../../policy/model/address.ts";
import { machineMac, type Machines } from "./machines.ts";
import { ALL, type Findings, type FoundRule, plainName } from "./model.ts";
import { readAliases, readHostRecord, readOtherRecord } from "./names.ts";
import type { UpstreamLines } from "./upstream_lines.ts";

/** The context in which lines are read. */
export interface DnsmasqPlaces {
  readonly findings: Findings;
  readonly machines: Machines;
  readonly upstreams: UpstreamLines;
}

/** Options of dnsmasq itself, which need no equivalent in the box. */
const OWN =
  /^(?:user|group|port|interface|bind-|listen-address|except-interface|no-|log-|cache-size|conf-|addn-hosts|all-servers|domain-needed|bogus-priv|expand-hosts|localise-queries|resolv-file|strict-order|dhcp-leasefile|dhcp-authoritative|edns-packet-max|read-ethers|hostsdir)/;
/** A host name in a static lease, which may include its domain; not a lease time such as `12h`. */
const HOST = /^(?!\d+[smhdw]?$)[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*$/i;
/** A line of `dhcp.leases`: expiry, hardware address, address, name, client. */
const LEASE = /^\d+\s+(\S+)\s+(\S+)\s+(\S+)/;

/** Reads one line `option=value`. Comments are ignored, what has no equivalent is reported. */
export function readDnsmasqLine(line: string, places: DnsmasqPlaces): void {
  const text = line.replace(/^\s*#.*$|\s+#.*$/, "").trim();
  if (text === "") return;
  if (OWN.test(text)) return places.findings.cannot("setting", text, "not_needed");
  const at = text.indexOf("=");
  const option = at < 0 ? text : text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  const { findings } = places;
  if (text === "stop-dns-rebind") {
    return findings.add(text, { what: "setting", key: "rebinding", value: true });
  }
  switch (at < 0 ? "" : option) {
    case "address":
      return readAddress(value, findings);
    case "server":
    case "local":
      return readServer(option, value, places);
    case "rev-server":
      return readReverse(value.split(",").map((field) => field.trim()), places);
    case "host-record":
      return readHostRecord(value, findings);
    case "cname":
      return readAliases(value, findings);
    case "ptr-record":
    case "txt-record":
    case "srv-host":
    case "mx-host":
      return readOtherRecord(option, value, findings);
    case "rebind-domain-ok":
      return readRebindDomains(value, text, places);
    case "bogus-nxdomain":
      return isAddressOrNetwork(value)
        ? places.upstreams.append("bogus_nxdomain", value, text)
        : findings.cannot("setting", text, "bad_value");
    case "dhcp-host":
      return readStaticLease(value, places);
    case "domain":
      return asciiName(value.split(",")[0]) === undefined
        ? findings.cannot("setting", text, "bad_value")
        : findings.add(text, {
          what: "setting",
          key: "local_domain",
          value: asciiName(value.split(",")[0]),
        });
    default:
      return findings.cannot("setting", text, "no_equivalent");
  }
}

/**
 * `/domain[/domain…]/[address]`: an answer for a name and its subdomains; without an address they
 * are blocked.
 */
function readAddress(value: string, findings: Findings): void {
  const from = `address=${value}`;
  const parts = value.split("/");
  const given = parts.at(-1)!.trim();
  const names = parts.slice(1, -1).map(asciiName);
  const address = parseAddress(given);
  if (
    names.length === 0 || names.includes(undefined) ||
    address === undefined && given !== "" && given !== "#"
  ) {
    return findings.cannot("rule", from, "bad_value");
  }
  const isBlock = address === undefined || address.every((byte) => byte === 0);
  for (const domain of names) {
    const rule: FoundRule = isBlock
      ? { domain: domain!, kind: "subdomains", action: "block", types: [], to: [] }
      : {
        domain: domain!,
        kind: "subdomains",
        action: "rewrite",
        types: [],
        to: [addressToText(address)],
      };
    findings.add(from, { what: "rule", whom: ALL, rule });
  }
}

/**
 * `/domain/` alone answers a domain from local records only; `address` or
 * `/domain[/domain…]/address` forwards. The box accepts `#port` after the address too.
 */
function readServer(
  option: string,
  value: string,
  { upstreams, findings }: DnsmasqPlaces,
): void {
  const from = `${option}=${value}`;
  const [, domains, server = ""] = /^\/(.+)\/([^/]*)$/.exec(value) ?? ["", "", value];
  if (server === "") {
    const zones = domains.split("/").filter((part) => part !== "").map(asciiName);
    if (zones.length === 0 || zones.includes(undefined)) {
      return findings.cannot("upstream", from, "no_equivalent");
    }
    return zones.forEach((zone) => upstreams.append("local_zones", zone!, from));
  }
  const plain = server.replace(/@.*$/, "");
  upstreams.take("upstreams", domains === "" ? plain : `[/${domains}/]${plain}`, findings, from);
}

/**
 * Network, server and domain: reverse names of the network, and names of the domain, are forwarded
 * there.
 */
export function readReverse(
  fields: readonly string[],
  places: DnsmasqPlaces,
): void {
  const [, server = "", domain = ""] = fields;
  if (server === "") {
    return places.findings.cannot("upstream", `rev-server=${fields.join(",")}`, "bad_value");
  }
  const { upstreams, findings } = places;
  const from = `rev-server=${fields.join(",")}`;
  upstreams.take("private_upstreams", server, findings, from);
  if (domain !== "") upstreams.take("upstreams", `[/${domain}/]${server}`, findings, from);
}

/**
 * `[hwaddr][,id:…][,set:tag][,address][,name][,lease]`: a machine with its name. The lease itself
 * stays with the old server.
 */
export function readStaticLease(value: string, { machines, findings }: DnsmasqPlaces): void {
  const { macs, name } = learnStaticLease(value, machines);
  if (macs.length === 0) return findings.cannot("device", `dhcp-host=${value}`, "unknown_device");
  if (name === "") return findings.cannot("device", `dhcp-host=${value}`, "lease");
  const device = { macs, name, kind: "", system: "", person: "", group: "" };
  findings.add(`dhcp-host=${value}`, { what: "device", ...device }, { why: "lease" });
}

/** Remembers the address and name in a static lease; returns its hardware addresses and name. */
export function learnStaticLease(
  value: string,
  machines: Machines,
): { macs: readonly string[]; name: string } {
  const fields = value.split(",").map((field) => field.trim());
  const macs = fields.flatMap((field) => machineMac(field) ?? []);
  const host = fields.find((field) =>
    HOST.test(field) && !/^(?:ignore|infinite)$/.test(field) && machineMac(field) === undefined &&
    parseAddress(field) === undefined
  );
  const name = plainName((host ?? "").replace(/\..*$/, ""));
  const [mac] = macs;
  if (mac === undefined) return { macs, name };
  for (const field of fields) {
    const address = field.replace(/^\[|\]$/g, "");
    if (parseAddress(address) !== undefined) machines.learn(address, mac);
  }
  if (host !== undefined) machines.learnHost(host, mac);
  machines.name(mac, name);
  return { macs, name };
}

/** Remembers the machine in a line `dhcp-host=…`; other lines are left for `readDnsmasqLine`. */
export function learnDnsmasqLine(line: string, machines: Machines): void {
  const [, value] = /^\s*dhcp-host\s*=\s*([^#]*)/.exec(line) ?? [];
  if (value !== undefined) learnStaticLease(value.trim(), machines);
}

/** Reads a line of `dhcp.leases`: the address and name of a machine. */
export function readLease(line: string, machines: Machines): void {
  const [, hardware, address, name] = LEASE.exec(line.trim()) ?? [];
  const mac = machineMac(hardware ?? "");
  if (mac === undefined) return;
  machines.learn(address, mac);
  if (name === "*") return;
  machines.learnHost(name, mac);
  machines.name(mac, plainName(name));
}

/** Domains whose names may have addresses of the home: `/domain[/domain…]/`, or one without slashes. */
function readRebindDomains(
  value: string,
  from: string,
  { upstreams, findings }: DnsmasqPlaces,
): void {
  const domains = value.split("/").filter((part) => part !== "").map(asciiName);
  if (domains.length === 0 || domains.includes(undefined)) {
    return findings.cannot("setting", from, "bad_value");
  }
  for (const domain of domains) upstreams.append("rebinding_allowed", domain!, from);
}

/** Whether a text is an address or a network. */
export function isAddressOrNetwork(text: string): boolean {
  return parseAddress(text) !== undefined || parsePrefix(text) !== undefined;
}
