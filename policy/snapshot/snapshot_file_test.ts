import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { nameFromText } from "../model/name.ts";
import { pickClassParts as partsOfClass } from "./device_policy.ts";
import { encodeDevices } from "./device_table.ts";
import { decodeParts, decodeSnapshot, encodeSnapshot } from "./snapshot_file.ts";
import { openSections, piecesOf, SECTIONS } from "./sections.ts";
import { compileInMemory } from "./in_memory.ts";
import { NameMap } from "./name_map.ts";
import { createSnapshot } from "./create_snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import type { SnapshotParts } from "./snapshot_parts.ts";

const LISTS = [
  {
    text:
      "||ads.example^\n@@||good.ads.example^$important\n/track[0-9]+/\n||x.example^$dnsrewrite=1.2.3.4\n",
  },
  {
    text:
      "||y.example^$client=10.0.0.0/8|'phone',dnstype=~A\n@@||z.example^$dnsrewrite\n*.below.example\n",
  },
];

function sample(): Snapshot {
  return compileInMemory(LISTS, { boxName: "filter" }, {
    version: 42,
    local: NameMap.from([["nas.home.arpa", [{
      type: 1,
      rdata: Uint8Array.of(192, 168, 1, 9),
      ttl: 60,
    }]]]),
    clients: [{ prefix: "192.168.1.7/32", class: 1, name: "phone" }],
    classes: [
      { version: 1, lists: Uint8Array.of(1, 1), tags: [] },
      { version: 2, lists: Uint8Array.of(1, 0), tags: ["user_child"] },
      {
        version: 3,
        lists: Uint8Array.of(2, 1),
        tags: [],
        scopes: [0, 1, 3, 4],
        quarantined: true,
        minor: true,
        pausedUntil: 1_800_000_000_000,
        services: Uint8Array.of(1, 4),
        windows: [[1, 5, 6]] as const,
        safeSearch: ["google", "youtube:strict"],
        closed: [[5, 6, "hours"], [6, 9, "cut"]],
        held: [["games", 5, 7, "homework"], ["videos", 6, 8, "limit"]],
        answersKept: 60,
      },
      { version: 4, lists: Uint8Array.of(1, 1), tags: [], views: [1, 2], upstreams: 0 },
    ],
    devices: encodeDevices([
      { mac: "02:00:00:00:00:02", id: 7, class: 3, name: "tablet" },
      { mac: "00:11:22:33:44:55", id: 5, class: 2, name: "" },
    ]),
    services: [{ id: "tube", category: "videos", names: ["tube.example"] }, {
      id: "chat",
      category: "",
      names: [],
    }],
    tunnels: [{ who: "device:5", domain: "tunnel.example" }],
    permitted: ["school.example"],
    upstreamSets: [["9.9.9.9", "[/corp.example/]10.0.0.1"]],
    restrictedNames: [["vendor.com", "xn--bcher-kva.de"], []],
  });
}

/** The parts of a snapshot that are encoded. */
function partsOf(snapshot: SnapshotParts): SnapshotParts {
  const { version, secret, settings, lists, sets, rules, personal, local, clients } = snapshot;
  const { devices, services, tunnels, permitted, encoded, upstreamSets } = snapshot;
  const { restrictedNames } = snapshot;
  const classes = snapshot.classes.map(partsOfClass);
  return {
    version,
    secret,
    settings,
    lists,
    sets,
    rules,
    personal,
    local,
    clients,
    classes,
    devices,
    services,
    tunnels,
    permitted,
    ...(upstreamSets && { upstreamSets }),
    ...(restrictedNames && { restrictedNames }),
    ...(encoded && { encoded }),
  };
}

Deno.test("decodeParts(encodeSnapshot(x)) equals x", () => {
  const { encoded, ...parts } = decodeParts(encodeSnapshot(sample())) as SnapshotParts;
  assert.deepEqual(parts, partsOf(sample()));
  assert.ok(encoded!.local.length > 0);
});

Deno.test("domains of restricted mode are encoded and decoded again only when they change", () => {
  const parts = sample();
  const first = encodeSnapshot(parts);
  const names = parts.restrictedNames!;
  const other = { ...parts, version: 2, permitted: ["other.example"], restrictedNames: [...names] };
  const second = encodeSnapshot(other, first);
  assert.equal(second.restricted, first.restricted);
  const before = decodeParts(first) as SnapshotParts;
  const after = decodeParts(second, before) as SnapshotParts;
  assert.equal(after.restrictedNames, before.restrictedNames);
  const changed = encodeSnapshot({ ...other, restrictedNames: [["vendor.com"], []] }, second);
  const last = decodeParts(changed, after) as SnapshotParts;
  assert.deepEqual(last.restrictedNames, [["vendor.com"], []]);
  const none = encodeSnapshot({ ...other, restrictedNames: [] }, changed);
  assert.equal((decodeParts(none, last) as SnapshotParts).restrictedNames, undefined);
});

Deno.test("decodeSnapshot() attaches the table of names", () => {
  const snapshot = sample();
  const again = decodeSnapshot(encodeSnapshot(snapshot), snapshot.names);
  assert.ok(typeof again !== "string");
  assert.equal(again.names, snapshot.names);
  assert.deepEqual(again.classes, snapshot.classes);
  assert.equal(
    again.localIndex.holds(
      again.fingerprinter,
      again.fingerprinter.ofWire(nameFromText("filter")!),
    ),
    true,
  );
});

Deno.test("openSections() reads what piecesOf() writes, at any offset of its buffer", () => {
  const sections = encodeSnapshot(sample());
  const bytes = Buffer.concat(piecesOf(sections));
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.deepEqual(openSections(shifted.subarray(3)), sections);
});

Deno.test("openSections() returns an error text for invalid bytes", () => {
  const bytes = new Uint8Array(Buffer.concat(piecesOf(encodeSnapshot(sample()))));
  assert.match(String(openSections(bytes.subarray(0, 12))), /cut short/);
  assert.match(String(openSections(bytes.subarray(0, bytes.length - 4))), /damaged/);
  assert.match(String(openSections(bytes.with(0, 0))), /not a snapshot/);
  assert.match(String(openSections(bytes.with(4, 8))), /another version/);
  assert.match(String(openSections(bytes.with(200, bytes[200] ^ 1))), /damaged/);
});

Deno.test("sections that did not change are the same shared bytes", () => {
  const before = encodeSnapshot(sample());
  const { permitted: _, ...parts } = partsOf(sample());
  const after = encodeSnapshot({ ...parts, permitted: ["other.example"], version: 43 }, before);
  const changed = SECTIONS.filter((name) => after[name] !== before[name]);
  assert.deepEqual(changed, ["head", "common"]);
  for (const name of SECTIONS) {
    assert.ok(after[name].buffer instanceof SharedArrayBuffer, name);
    assert.equal(after[name].byteOffset, 0);
  }
});

Deno.test("a snapshot rejects a table with another secret", () => {
  const snapshot = sample();
  const other = createSnapshot(
    { ...partsOf(snapshot), secret: new Uint8Array(16).fill(1) },
    snapshot.names,
  );
  assert.match(String(other), /do not belong together/);
  const fewer = createSnapshot({ ...partsOf(snapshot), sets: [[]] }, snapshot.names);
  assert.match(String(fewer), /do not belong together/);
});

Deno.test("hours with invalid instants are rejected", () => {
  const parts = partsOf(sample());
  const [first] = parts.classes;
  for (const at of [NaN, "soon" as unknown as number]) {
    for (
      const wrong of [{ closed: [[0, at, "cut"]] as const }, {
        held: [["games", at, 9, "limit"]] as const,
      }]
    ) {
      const bytes = encodeSnapshot({
        ...parts,
        classes: [{ ...first, ...wrong }, ...parts.classes.slice(1)],
      });
      assert.match(
        String(decodeParts(bytes)),
        /makes no sense: hours that begin or end at no time/,
      );
    }
  }
});

Deno.test("settings missing in an older snapshot get their defaults", () => {
  const parts = partsOf(sample());
  const { blockedTtl: _, ...older } = parts.settings;
  const again = decodeParts(
    encodeSnapshot({ ...parts, settings: older as SnapshotParts["settings"] }),
  );
  assert.ok(typeof again !== "string");
  assert.equal(again.settings.blockedTtl, 10);
});

Deno.test("decoded rules form an array, are decoded on access, and encode to the same bytes", () => {
  const bytes = encodeSnapshot(sample());
  const parts = decodeParts(bytes);
  assert.ok(typeof parts !== "string");
  assert.equal(parts.rules.length, sample().rules.length);
  assert.deepEqual(parts.rules[1], sample().rules[1]);
  assert.equal(parts.rules[parts.rules.length], undefined);
  assert.deepEqual(parts.rules.map(({ text }) => text), sample().rules.map(({ text }) => text));
  assert.deepEqual(encodeSnapshot(parts), bytes);
});

Deno.test("rules are indexed again under another secret", () => {
  const parts = decodeParts(encodeSnapshot(sample()));
  assert.ok(typeof parts !== "string");
  const moved = { ...parts, secret: new Uint8Array(16).fill(1), sets: [[]] };
  const again = decodeSnapshot(encodeSnapshot(moved));
  assert.ok(typeof again !== "string");
  const labels = again.fingerprinter.ofWire(nameFromText("x.example")!) - 1;
  assert.notEqual(
    again.ruleIndex.first(again.fingerprinter.h1[labels], again.fingerprinter.h2[labels]),
    0,
  );
});

Deno.test("a snapshot with a rule of a missing list is rejected", () => {
  const { lists, rules, ...rest } = partsOf(sample());
  assert.throws(
    () => encodeSnapshot({ ...rest, lists: lists.slice(0, 1), rules: [...rules], sets: [[]] }),
    /not there/,
  );
});

Deno.test("unchanged local names are reused with their index", () => {
  const first = decodeSnapshot(encodeSnapshot(sample()), sample().names) as Snapshot;
  const again = decodeSnapshot(
    encodeSnapshot({ ...partsOf(sample()), version: 43 }),
    sample().names,
    first,
  ) as Snapshot;
  assert.deepEqual([
    again.version,
    again.local === first.local,
    again.localIndex === first.localIndex,
  ], [
    43,
    true,
    true,
  ]);
  const local = new Map([...first.local, ["new.home.arpa", first.local.get("nas.home.arpa")!]]);
  const other = decodeSnapshot(
    encodeSnapshot({ ...partsOf(sample()), local }),
    sample().names,
    again,
  ) as Snapshot;
  assert.deepEqual([other.local.size, other.localIndex === again.localIndex], [2, false]);
  const renamed = { ...partsOf(sample()), settings: { ...first.settings, boxName: "other" } };
  const settings = decodeSnapshot(encodeSnapshot(renamed), sample().names, first) as Snapshot;
  assert.deepEqual([settings.local === first.local, settings.localIndex === first.localIndex], [
    true,
    false,
  ]);
});
