/** Parses lines of a dnsmasq configuration that define a record, as specified in dnsmasq(8). */
import { parseAddress } from "../../../../policy/model/address.ts";
import type { LineRecords } from "./line_records.ts";
import { draftOf } from "./record.ts";

type Reader = (value: string, parts: readonly string[]) => LineRecords;

const READERS: Readonly<Record<string, Reader>> = {
  address: readAddress,
  "host-record": (_, parts) => readHost(parts),
  cname: (_, parts) => readAlias(parts),
  "ptr-record": (_, [name = "", target = ""]) => ({ drafts: [draftOf(name, "PTR", target)] }),
  "txt-record": (value, [name = ""]) => ({
    drafts: [draftOf(name, "TXT", textOf(value.slice(name.length + 1)))],
  }),
  "mx-host": (_, [name = "", host = name, preference = "1"]) => ({
    drafts: [draftOf(name, "MX", `${preference} ${host}`)],
  }),
  "srv-host": (_, [name = "", target = ".", port = "1", priority = "0", weight = "0"]) => ({
    drafts: [draftOf(name, "SRV", `${priority} ${weight} ${port} ${target || "."}`)],
  }),
};

/** Returns the records of `key=value`; a line that defines no record is reported. */
export function readDnsmasq(key: string, value: string): LineRecords {
  if (Object.hasOwn(READERS, key)) {
    return READERS[key](
      value,
      value.split(",").map((part) => part.trim()),
    );
  }
  if (key === "local" || key === "server") {
    return refused(
      `This sends a domain to a server, or keeps it here; see zones and forwarding: ${key}=${value}`,
    );
  }
  const known = Object.keys(READERS).join("=, ");
  return refused(`Of dnsmasq, ${known}= are understood, not: ${key}=${value}`);
}

/** `address=/name/name/192.168.1.5`: the names and their subdomains. */
function readAddress(value: string): LineRecords {
  const parts = value.split("/");
  const address = parts.at(-1)!;
  const names = parts.slice(1, -1).filter((name) => name !== "");
  if (parts.length < 3 || parts[0] !== "" || names.length === 0) {
    return refused(`This is written address=/name/192.168.1.5, not: address=${value}`);
  }
  const read = parseAddress(address);
  if (read === undefined || read.every((byte) => byte === 0)) {
    return refused(`This line blocks a name, which is for the rules: ${names.join(", ")}`);
  }
  const type = read.length === 4 ? "A" : "AAAA";
  return {
    drafts: names.flatMap((name) =>
      [name, `*.${name}`].map((each) => draftOf(each, type, address))
    ),
  };
}

/** `host-record=nas,nas.lan,192.168.1.5,fd00::5,300`. */
function readHost(parts: readonly string[]): LineRecords {
  const ttl = /^\d{1,9}$/.test(parts.at(-1)!) ? Number(parts.at(-1)) : undefined;
  const rest = ttl === undefined ? parts : parts.slice(0, -1);
  const addresses = rest.filter((part) => parseAddress(part) !== undefined);
  const names = rest.filter((part) => part !== "" && !addresses.includes(part));
  if (names.length === 0 || addresses.length === 0) {
    return refused(
      `This is written host-record=name,192.168.1.5, not: host-record=${parts.join(",")}`,
    );
  }
  return {
    drafts: names.flatMap((name) =>
      addresses.map((address) => draftOf(name, address.includes(":") ? "AAAA" : "A", address, ttl))
    ),
  };
}

/** `cname=alias,alias,target,300`. */
function readAlias(parts: readonly string[]): LineRecords {
  const ttl = parts.length > 2 && /^\d{1,9}$/.test(parts.at(-1)!)
    ? Number(parts.at(-1))
    : undefined;
  const names = ttl === undefined ? parts : parts.slice(0, -1);
  const target = names.at(-1)!;
  if (names.length < 2) {
    return refused(`This is written cname=alias,target, not: cname=${parts.join(",")}`);
  }
  return { drafts: names.slice(0, -1).map((name) => draftOf(name, "CNAME", target, ttl)) };
}

/** A text is quoted or bare; texts are separated by commas. */
function textOf(value: string): string {
  const texts = value.match(/"(?:[^"\\]|\\.)*"|[^,"]+/g) ?? [];
  const bare = (text: string) => `"${text.trim().replaceAll("\\", "\\\\")}"`;
  return texts.map((text) => text.startsWith('"') ? text : bare(text)).join(" ");
}

function refused(problem: string): LineRecords {
  return { drafts: [], problem };
}
