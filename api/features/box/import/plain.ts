/**
 * Reads plain files: hosts files, rules and names one per line, lines of dnsmasq, devices as CSV.
 */
import { readRuleLines } from "./adguard_rules.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { PROFILES } from "../../../../policy/model/household.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import type { Sentence } from "../../../../policy/model/sentence.ts";
import { linesOf, textOf } from "./document.ts";
import { readDnsmasqLine } from "./dnsmasq.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { machineMac, Machines, type MacOf } from "./machines.ts";
import { Findings, type ImportFindings, plainName } from "./model.ts";
import { readHostsLine } from "./names.ts";
import { UpstreamLines } from "./upstream_lines.ts";

const DNSMASQ = /^\s*(?:address|server|local|host-record|cname|dhcp-host|rev-server|domain)=/;
/** Columns of a table of devices, by common headings. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  mac: ["mac", "hardware address", "mac address", "hwaddr"],
  name: ["name", "device", "hostname", "host"],
  person: ["person", "owner", "user"],
  group: ["group"],
  profile: ["profile"],
  kind: ["kind", "type"],
};

/** Detects the format of a text by its lines, and reads it. */
export function readPlain(bytes: Uint8Array, macOf: MacOf): ImportFindings {
  const left: Sentence[] = [];
  const lines = linesOf(textOf(bytes), (text) => left.push(text));
  const found = readByContent(lines, macOf);
  return { ...found, warnings: [...left, ...found.warnings].slice(0, IMPORT_LIMITS.warnings) };
}

function readByContent(lines: readonly string[], macOf: MacOf): ImportFindings {
  const content = lines.filter((line) => line.trim() !== "" && !/^\s*[#!;]/.test(line)).slice(
    0,
    200,
  );
  if (
    content.some((line) => DNSMASQ.test(line)) &&
    content.filter((line) => /^\s*[a-z-]+=|^\s*[a-z-]+$/.test(line)).length * 2 > content.length
  ) {
    return readDnsmasq(lines, macOf);
  }
  if (
    content.some((line) =>
      fieldsOf(line).length > 1 && fieldsOf(line).some((field) => machineMac(field) !== undefined)
    )
  ) {
    return readDevices(lines);
  }
  return readLines(
    lines,
    content.length > 0 && content.every((line) => isHostsLine(line)) ? "hosts" : "rules",
    macOf,
  );
}

function isHostsLine(line: string): boolean {
  const [first, second] = line.trim().split(/\s+/);
  return parseAddress(first) !== undefined && second !== undefined;
}

/** Reads lines of a hosts file or a list: local addresses become records, everything else rules. */
function readLines(
  lines: readonly string[],
  source: "hosts" | "rules",
  macOf: MacOf,
): ImportFindings {
  const findings = new Findings();
  const machines = new Machines(macOf);
  const { most } = LIMITS.rules;
  const rules = lines.filter((line) => {
    const [first] = line.trim().split(/\s+/);
    const address = parseAddress(first ?? "");
    const isNull = address !== undefined &&
      (address.every((byte) => byte === 0) || address[0] === 127 || isLoopback(address));
    return address === undefined || isNull
      ? !/^\s*(?:[!#].*)?$/.test(line)
      : !readHostsLine(line, findings);
  });
  const deviceOf = (text: string) => {
    const mac = machines.find(text);
    return mac === undefined ? "unknown_device" : { kind: "device", mac, name: text } as const;
  };
  readRuleLines(rules.slice(0, most), deviceOf, findings);
  // More rules belong in a list, which has no such limit.
  if (rules.length > most) {
    findings.cannot("rule", `+${rules.length - most}`, "too_many", String(most));
  }
  return findings.found(source);
}

function isLoopback(address: Uint8Array): boolean {
  return address.length === 16 && address.every((byte, at) => byte === (at === 15 ? 1 : 0));
}

function readDnsmasq(lines: readonly string[], macOf: MacOf): ImportFindings {
  const places = {
    findings: new Findings(),
    machines: new Machines(macOf),
    upstreams: new UpstreamLines(),
  };
  for (const line of lines) readDnsmasqLine(line, places);
  places.upstreams.end(places.findings);
  return places.findings.found("dnsmasq");
}

/**
 * Reads a table of devices: `mac,name,person` with or without headings, separated by commas,
 * semicolons or tabs.
 */
function readDevices(lines: readonly string[]): ImportFindings {
  const findings = new Findings();
  const people = new Set<string>();
  const groups = new Set<string>();
  let columns = ["mac", "name", "person"];
  for (const [at, line] of lines.entries()) {
    const fields = fieldsOf(line);
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const known = fields.map((field) => columnOf(field));
    if (known.includes("mac")) {
      columns = known;
      for (const heading of fields.filter((text) => text !== "" && columnOf(text) === "")) {
        findings.cannot("setting", heading, "no_equivalent");
      }
      continue;
    }
    const field = (name: string) => plainName(fields[columns.indexOf(name)] ?? "");
    const mac = machineMac(field("mac"));
    if (mac === undefined) {
      findings.cannot("device", `${at + 1}: ${line}`, "bad_value");
      continue;
    }
    const person = field("person");
    const group = person === "" ? field("group") : "";
    const age = field("profile").toLowerCase();
    const profile = PROFILES.find((each) => each === age) ?? "adult";
    if (age !== "" && age !== profile) {
      findings.cannot("person", `${at + 1}: profile = ${age}`, "bad_value", PROFILES.join(", "));
    }
    // A device belongs to a person or to a group.
    if (group !== field("group")) {
      findings.cannot("group", `${at + 1}: group = ${field("group")}`, "conflict", person);
    }
    if (person !== "" && !people.has(person)) {
      findings.add(person, { what: "person", name: person, profile });
    }
    if (group !== "" && !groups.has(group)) findings.add(group, { what: "group", name: group });
    people.add(person);
    groups.add(group);
    const device = {
      macs: [mac],
      name: field("name"),
      kind: field("kind").toLowerCase(),
      system: "",
      person,
      group,
    };
    findings.add(line, { what: "device", ...device });
  }
  return findings.found("devices");
}

function columnOf(heading: string): string {
  const word = heading.trim().toLowerCase();
  return Object.keys(COLUMNS).find((column) => COLUMNS[column].includes(word)) ?? "";
}

/**
 * Returns the fields of a line; quotes around a field are removed, and doubled quotes inside it
 * become one.
 */
function fieldsOf(line: string): string[] {
  const separator = [",", ";", "\t"].find((each) => line.includes(each)) ?? ",";
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (let at = 0; at < Math.min(line.length, 4096); at++) {
    const char = line[at];
    if (quoted && char === '"' && line[at + 1] === '"') field += line[++at];
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      fields.push(field.trim());
      field = "";
    } else field += char;
  }
  return [...fields, field.trim()];
}
