import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addressToText,
  parseAddress,
  parsePrefix,
  prefixContains,
} from "../../policy/model/address.ts";
import { encodeDevices, NO_DEVICES } from "../../policy/snapshot/device_table.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import type { DeviceParts } from "../../policy/snapshot/snapshot_parts.ts";
import { UpstreamSetNumbers } from "../upstream/upstream_sets.ts";
import { ClientLookup, type HardwareAddressSource } from "./client_lookup.ts";

const CLASSES = [0, 1, 2].map((version) => ({ version, lists: new Uint8Array(0), tags: [] }));

function clientsOf(
  ranges: readonly { prefix: string; class: number; name?: string }[],
): ClientLookup {
  return new ClientLookup(compileInMemory([], {}, { classes: CLASSES, clients: ranges }));
}

function find(clients: ClientLookup, text: string) {
  const bytes = parseAddress(text)!;
  return clients.find({ bytes, at: 0, length: bytes.length });
}

Deno.test("Clients finds the policy of the longest range, and class 0 without one", () => {
  const clients = clientsOf([
    { prefix: "192.168.1.7/32", class: 2, name: "tablet" },
    { prefix: "192.168.1.0/24", class: 1 },
    { prefix: "fd00::/8", class: 1 },
    { prefix: "nonsense", class: 2 },
  ]);
  assert.deepEqual(
    ["192.168.1.7", "192.168.1.8", "192.168.2.7", "fd00::7", "fe80::7"].map((text) =>
      find(clients, text).policy.class
    ),
    [2, 1, 0, 1, 0],
  );
  assert.equal(find(clients, "192.168.1.7").name, "tablet");
  assert.equal(find(clients, "192.168.1.7"), find(clients, "192.168.1.7"));
});

Deno.test("Clients finds the longest prefix that contains an address, for any ranges", () => {
  const address = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
  )
    .filter((bytes) => parseAddress(addressToText(bytes))?.length === bytes.length);
  const range = fc.record({ address, bits: fc.nat(128), class: fc.integer({ min: 1, max: 2 }) })
    .map(({ address, bits, class: class_ }) => ({
      prefix: `${addressToText(address)}/${Math.min(bits, address.length * 8)}`,
      class: class_,
    }));
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 20 }),
      fc.array(address, { maxLength: 10 }),
      (ranges, asked) => {
        const clients = clientsOf(ranges);
        const inside = ranges.map(({ prefix }) => parsePrefix(prefix)!.address);
        for (const bytes of [...asked, ...inside]) {
          const holding = ranges.filter(({ prefix }) => prefixContains(parsePrefix(prefix)!, bytes))
            .sort((a, b) => parsePrefix(b.prefix)!.length - parsePrefix(a.prefix)!.length);
          assert.equal(find(clients, addressToText(bytes)).policy.class, holding[0]?.class ?? 0);
        }
      },
    ),
    { numRuns: 300, seed: 4632 },
  );
});

Deno.test("Clients finds the policy of a scope without an address", () => {
  const devices = {
    ...encodeDevices([{ mac: "00:11:22:33:44:55", id: 7, class: 2, name: "tablet" }]),
    scopes: { "person:3": 1 },
  };
  const clients = new ClientLookup(compileInMemory([], {}, { classes: CLASSES, devices }));
  const { policy, device, name, address } = clients.findScope("device:7")!;
  assert.deepEqual([policy.class, device, name, addressToText(address)], [
    2,
    7,
    "tablet",
    "127.0.0.1",
  ]);
  assert.deepEqual([
    clients.findScope("person:3")?.policy.class,
    clients.findScope("person:3")?.device,
  ], [
    1,
    undefined,
  ]);
  assert.deepEqual([
    clients.findScope("all")?.policy.class,
    clients.findScope("person:4"),
    clients.findScope("10.0.0.1"),
  ], [
    0,
    undefined,
    undefined,
  ]);
});

Deno.test("Clients finds devices by hardware address, retries unmet ones, caches strangers for a second", () => {
  const devices = encodeDevices([{ mac: "00:11:22:33:44:55", id: 7, class: 2, name: "" }]);
  let mac: Uint8Array | undefined;
  let now = 0;
  let looks = 0;
  const neighbours: HardwareAddressSource = {
    find: () => {
      looks++;
      return mac;
    },
    isUndiscovered: () => mac === undefined,
    isOnNetwork: () => true,
  };
  const clients = new ClientLookup(
    compileInMemory([], {}, { classes: CLASSES, devices }),
    neighbours,
    () => now,
  );
  const source = { bytes: Uint8Array.of(192, 168, 1, 7), at: 0, length: 4 };
  assert.deepEqual([clients.find(source).undiscovered, clients.find(source).policy.class, looks], [
    true,
    0,
    1,
  ]);
  // After its introduction it is a stranger for a second, even if it is introduced again.
  assert.deepEqual([clients.find(source, true).undiscovered, clients.find(source).undiscovered], [
    undefined,
    undefined,
  ]);
  mac = Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55);
  assert.equal(clients.find(source).device, undefined);
  now = 1000;
  assert.deepEqual([clients.find(source).device, clients.find(source).policy.class], [7, 2]);
  looks = 0;
  now = 1e9;
  assert.deepEqual([clients.find(source).device, looks], [7, 0]);
  mac = undefined;
  clients.clear();
  assert.deepEqual([clients.find(source).device, clients.find(source).undiscovered], [
    undefined,
    true,
  ]);
});

Deno.test("Clients quarantines unknown machines of the network only, if the household wants that", () => {
  const known = encodeDevices([{ mac: "00:11:22:33:44:55", id: 7, class: 2, name: "" }]);
  const now = () => 0;
  const places = new Map<number, { mac?: Uint8Array; container?: boolean }>([
    [7, { mac: Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55) }],
    [8, { mac: Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x66) }],
    [9, { mac: Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x77), container: true }],
  ]);
  const of = (address: Uint8Array) => places.get(address[3]);
  const neighbours: HardwareAddressSource = {
    find: (address: Uint8Array) => of(address)?.mac,
    isUndiscovered: (address: Uint8Array) => address[3] === 10,
    isOnNetwork: (address: Uint8Array) =>
      of(address)?.mac !== undefined && of(address)?.container !== true,
  };
  const ranges = [{ prefix: "192.168.1.0/24", class: 0, name: "home" }];
  const classesOf = (devices: DeviceParts) => {
    const clients = new ClientLookup(
      compileInMemory([], {}, { classes: CLASSES, clients: ranges, devices }),
      neighbours,
      now,
    );
    return [7, 8, 9, 11].map((last) => find(clients, `192.168.1.${last}`).policy.class);
  };
  assert.deepEqual(classesOf(known), [2, 0, 0, 0]);
  assert.deepEqual(classesOf({ ...known, newcomers: 1 }), [2, 1, 0, 0]);
  // A query of a device that is not known yet is quarantined too and waits for discovery.
  const empty = { ...NO_DEVICES, newcomers: 1 };
  assert.deepEqual(classesOf(empty), [1, 1, 0, 0]);
  const clients = new ClientLookup(
    compileInMemory([], {}, { classes: CLASSES, devices: empty }),
    neighbours,
    now,
  );
  assert.deepEqual([
    find(clients, "192.168.1.10").undiscovered,
    find(clients, "192.168.1.8").undiscovered,
  ], [
    true,
    undefined,
  ]);
});

Deno.test("Clients have the number of their upstreams, the same for equal lines in every snapshot", () => {
  const numbers = new UpstreamSetNumbers();
  const routesOf = (sets: readonly (readonly string[])[], upstreams: readonly number[]) => {
    const classes = CLASSES.map((each, at) =>
      at === 0 ? each : { ...each, upstreams: upstreams[at - 1] }
    );
    const clients = [
      { prefix: "192.168.1.1/32", class: 1 },
      { prefix: "192.168.1.2/32", class: 2 },
    ];
    const snapshot = compileInMemory([], {}, { classes, clients, upstreamSets: sets });
    const lookup = new ClientLookup(snapshot, undefined, undefined, numbers);
    return ["192.168.1.1", "192.168.1.2", "192.168.1.3"].map((text) => find(lookup, text).route);
  };
  const [one, two, none] = routesOf([["9.9.9.9"], ["1.1.1.1"]], [0, 1]);
  assert.equal(new Set([one, two, none]).size, 3);
  assert.equal(none, 0);
  assert.deepEqual(routesOf([["1.1.1.1"], ["8.8.8.8"], ["9.9.9.9"]], [2, 0]), [one, two, 0]);
});

Deno.test("Clients with a denied hardware address are denied at every address, known as a device or not", () => {
  const macs: Record<string, Uint8Array> = {
    "192.168.1.7": Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55),
    "fd00::7": Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55),
    "192.168.1.8": Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x66),
  };
  const neighbours: HardwareAddressSource = {
    find: (address) => macs[addressToText(address)],
    isUndiscovered: (address) => macs[addressToText(address)] === undefined,
    isOnNetwork: () => true,
  };
  const deniedClients = ["00-11-22-33-44-55", "192.168.1.8"];
  const snapshot = compileInMemory([], { deniedClients }, { classes: CLASSES });
  const clients = new ClientLookup(snapshot, neighbours);
  assert.deepEqual(
    ["192.168.1.7", "fd00::7", "192.168.1.8", "192.168.1.9"].map((text) => {
      const { denied, undiscovered } = find(clients, text);
      return [denied, undiscovered];
    }),
    [[true, undefined], [true, undefined], [undefined, undefined], [undefined, true]],
  );
});
