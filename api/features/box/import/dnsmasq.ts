/** Lines of dnsmasq that have an equivalent in the box. */
import { asciiName } from "../../../../policy/lists/line_outcome.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { machineMac, type Machines } from "./machines.ts";
import { ALL, type Findings, type FoundRule, plainName } from "./model.ts";
import { readAliases, readHostRecord } from "./names.ts";
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
/** A line of `dhcp.leases`: expiry, hardware address, address, name, client. */
const LEASE = /^\d+\s+(\S+)\s+(\S+)\s+(\S+)/;

/** Reads one line `option=value`; comments and options of dnsmasq itself are ignored. */
export function readDnsmasqLine(line: string, places: DnsmasqPlaces): void {
  const text = line.replace(/^\s*#.*$|\s+#.*$/, "").trim();
  if (text === "" || OWN.test(text)) return;
  const at = text.indexOf("=");
  const option = at < 0 ? text : text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  const { findings } = places;
  switch (at < 0 ? "" : option) {
    case "address":
      return readAddress(value, findings);
    case "server":
      return readServer(value, places);
    case "rev-server":
      return readReverse(value.split(",").map((field) => field.trim()), places);
    case "local":
      return readServer(value, places);
    case "host-record":
      return readHostRecord(value, findings);
    case "cname":
      return readAliases(value, findings);
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
function readServer(value: string, { upstreams, findings }: DnsmasqPlaces): void {
  const [, domains, server = ""] = /^\/(.+)\/([^/]*)$/.exec(value) ?? ["", "", value];
  if (server === "") {
    const zones = domains.split("/").filter((part) => part !== "").map(asciiName);
    if (zones.length === 0 || zones.includes(undefined)) {
      return findings.cannot("upstream", `local=${value}`, "no_equivalent");
    }
    return zones.forEach((zone) => upstreams.keepLocal(zone!));
  }
  const plain = server.replace(/@.*$/, "");
  upstreams.take("upstreams", domains === "" ? plain : `[/${domains}/]${plain}`, findings);
}

/**
 * Network, server and domain: reverse names of the network, and names of the domain, are forwarded
 * there.
 */
export function readReverse(
  [, server = "", domain = ""]: readonly string[],
  places: DnsmasqPlaces,
): void {
  if (server === "") return;
  places.upstreams.take("private_upstreams", server, places.findings);
  if (domain !== "") places.upstreams.take("upstreams", `[/${domain}/]${server}`, places.findings);
}

/**
 * `[hwaddr][,id:…][,set:tag][,address][,name][,lease]`: a machine with its name. The lease itself
 * stays with the old server.
 */
export function readStaticLease(value: string, { machines, findings }: DnsmasqPlaces): void {
  const fields = value.split(",").map((field) => field.trim());
  const macs = fields.flatMap((field) => machineMac(field) ?? []);
  const name = fields.find((field) =>
    /^[a-z][a-z0-9-]*$/i.test(field) && !/^(?:ignore|infinite)$/.test(field) &&
    machineMac(field) === undefined
  );
  if (macs.length === 0) return findings.cannot("device", `dhcp-host=${value}`, "unknown_device");
  for (const field of fields) {
    if (parseAddress(field.replace(/^\[|\]$/g, "")) !== undefined) {
      machines.learn(field.replace(/^\[|\]$/g, ""), macs[0]);
    }
  }
  if (name === undefined) return;
  machines.name(macs[0], plainName(name));
  const device = { macs, name: plainName(name), kind: "", system: "", person: "", group: "" };
  findings.add(`dhcp-host=${value}`, { what: "device", ...device });
}

/** Reads a line of `dhcp.leases`: the address and name of a machine. */
export function readLease(line: string, machines: Machines): void {
  const [, hardware, address, name] = LEASE.exec(line.trim()) ?? [];
  const mac = machineMac(hardware ?? "");
  if (mac === undefined) return;
  machines.learn(address, mac);
  if (name !== "*") machines.name(mac, plainName(name));
}
