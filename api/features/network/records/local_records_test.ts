import assert from "node:assert/strict";
import { rdataToText } from "../../../../resolver/wire/rdata_text.ts";
import { typeToText } from "../../../../resolver/wire/codes.ts";
import { deviceRecords } from "./device_names.ts";
import { parseLocalRecords } from "../../../settings/local_record_line.ts";
import { localRecords, type LocalSources } from "./local_records.ts";

const read = (...lines: string[]) => {
  const records = parseLocalRecords(lines);
  assert.equal(records.length, lines.length);
  return records;
};

const devices = (...lines: string[]) =>
  lines.map((line) => line.split(" ")).map(([name, ...addresses]) =>
    deviceRecords({ name, device: name, addresses })
  );

/** `TYPE data` of each record, by name. */
function merged(sources: Partial<LocalSources>): Record<string, string[]> {
  const nothing = {
    own: ["box", "box.lan"],
    addresses: [],
    records: [],
    settings: [],
    hosts: new Map(),
    devices: [],
    zones: [],
  };
  const all = localRecords({ ...nothing, negativeTtl: 10, ...sources });
  const text = (type: number, rdata: Uint8Array) =>
    `${typeToText(type)} ${rdataToText(rdata, type, 0, rdata.length).replace(/ 1 3600.*/, "")}`;
  return Object.fromEntries(
    [...all].map(([name, records]) => [name, records.map((it) => text(it.type, it.rdata))]),
  );
}

Deno.test("the first source with a name answers it: people, settings, hosts file, devices", () => {
  const hosts = new Map(["a", "b", "c"].map((name) => [name, read(`${name} TXT hosts`)[0].record]));
  const found = merged({
    records: read("a TXT people"),
    settings: read("a TXT settings", "b TXT settings"),
    hosts: new Map([...hosts].map(([name, record]) => [name, [record]])),
    devices: devices("a 192.168.1.1", "c 192.168.1.2", "d 192.168.1.3"),
  });
  assert.deepEqual(found, {
    a: ['TXT "people"'],
    b: ['TXT "settings"'],
    c: ['TXT "hosts"'],
    d: ["A 192.168.1.3"],
    // A device whose name is used by another source does not get the reverse name either.
    "3.1.168.192.in-addr.arpa": ["PTR d."],
  });
});

Deno.test("addresses get reverse names, except those of wildcards or with their own PTR", () => {
  const found = merged({
    records: read(
      "nas.lan A 192.168.1.5",
      "disk.lan A 192.168.1.5",
      "*.lab.lan A 192.168.1.6",
      "nas.lan AAAA fd00::5",
    ),
    settings: read("7.1.168.192.in-addr.arpa PTR own.lan", "tv.lan A 192.168.1.7"),
  });
  assert.deepEqual(found["5.1.168.192.in-addr.arpa"], ["PTR nas.lan."]);
  assert.deepEqual(found["7.1.168.192.in-addr.arpa"], ["PTR own.lan."]);
  assert.deepEqual(found["6.1.168.192.in-addr.arpa"], undefined);
  assert.deepEqual(Object.keys(found).filter((name) => name.endsWith("ip6.arpa")).length, 1);
});

Deno.test("the reverse name of a box address is the name of the box, unless a record defines it", () => {
  const found = merged({
    addresses: ["192.168.1.2", "192.168.1.3", "nonsense"],
    records: read("3.1.168.192.in-addr.arpa PTR filter.lan"),
    hosts: new Map([["2.1.168.192.in-addr.arpa", [read("x PTR machine")[0].record]]]),
    devices: devices("machine.lan 192.168.1.2"),
  });
  assert.deepEqual(found["2.1.168.192.in-addr.arpa"], ["PTR box.lan."]);
  assert.deepEqual(found["3.1.168.192.in-addr.arpa"], ["PTR filter.lan."]);
});

Deno.test("the hosts file, devices and a renamed box do not replace the names of the box", () => {
  const own = read("box A 127.0.1.1")[0].record;
  const found = merged({
    hosts: new Map([["box", [own]]]),
    devices: devices("box.lan 192.168.1.9"),
    records: read("box.lan A 192.168.1.8"),
    zones: ["box"],
  });
  assert.deepEqual(found, {});
});

Deno.test("the apex of a zone has one SOA with its records, and no CNAME", () => {
  const found = merged({
    records: read("lab.example MX 10 m.lab.example", "alias.example CNAME a.b"),
    zones: ["Lab.Example.", "lab.example", "bücher.example", "alias.example", "."],
  });
  assert.deepEqual(found, {
    "lab.example": ["MX 10 m.lab.example.", "SOA localhost. nobody.invalid."],
    "alias.example": ["CNAME a.b."],
    "xn--bcher-kva.example": ["SOA localhost. nobody.invalid."],
  });
});
