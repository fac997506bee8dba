import assert from "node:assert/strict";
import fc from "fast-check";
import { NameMap } from "../../../../policy/snapshot/name_map.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { parseLocalRecords } from "../../../settings/local_record_line.ts";
import { DeviceNames, deviceNames, deviceRecords } from "./device_names.ts";
import { localRecords, type LocalSources, withRenamedDevices } from "./local_records.ts";
import { NamedDevices } from "./named_devices.ts";

interface Device {
  readonly id: number;
  readonly name: string;
  readonly macs: readonly string[];
}
interface Place {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Names that collide with each other, with other sources, and with reverse names. */
const name = fc.constantFrom(
  "",
  "TV",
  "tv",
  "tv-2",
  "Télé",
  "wpad",
  "nas",
  "box",
  "42",
  "f",
  "телефон",
);
const mac = fc.constantFrom("a", "b", "c", "d");
const place = fc.record({
  name,
  addresses: fc.uniqueArray(fc.constantFrom("192.168.1.5", "192.168.1.6", "fd00::f", "fe80::1"), {
    maxLength: 2,
  }),
});
const device = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  name,
  macs: fc.uniqueArray(mac, { minLength: 1, maxLength: 2 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ renamed: fc.integer({ min: 1, max: 6 }), name }) },
  { weight: 1, arbitrary: fc.record({ device }) },
  { weight: 1, arbitrary: fc.record({ removed: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ mac, place: fc.option(place, { nil: undefined }) }) },
);

/** The domain in which the name "f" is the reverse name of `fd00::f`. */
const REVERSE = `${"0.".repeat(29)}d.f.ip6.arpa`;

function others(domain: string): Omit<LocalSources, "devices"> {
  return {
    own: ["box", `box.${domain}`],
    addresses: ["192.168.1.6"],
    records: parseLocalRecords([`nas.${domain} A 192.168.1.9`]),
    settings: [],
    hosts: new Map(),
    zones: [`tv-2.${domain}`],
    negativeTtl: 10,
  };
}

Deno.test("names and records of changed devices equal those of all devices, made anew", () => {
  let renamed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom("home.arpa", REVERSE),
      fc.uniqueArray(device, { selector: ({ id }) => id, minLength: 3, maxLength: 6 }),
      fc.array(step, { maxLength: 15 }),
      (domain, first, steps) => {
        const devices = new Map<number, Device>(first.map((one) => [one.id, one]));
        const places = new Map<string, Place>([
          ["a", { name: "", addresses: ["192.168.1.5"] }],
          ["b", { name: "tv", addresses: ["192.168.1.7"] }],
          ["c", { name: "nas", addresses: ["192.168.1.5", "fd00::f"] }],
        ]);
        const source = {
          devices: () => devices.values(),
          placeOf: (mac: string) => places.get(mac),
          machines: () => places.size,
        };
        const named = new NamedDevices(source);
        const names = new DeviceNames({
          devices: () => named.all(),
          sources: () => [devices],
          domain: () => domain,
          runtime: testRuntime({ after: () => () => {} }),
          changed: () => {},
        });
        let held = names.forSnapshot();
        let merged = NameMap.from(localRecords({ ...others(domain), devices: held }));
        for (const one of steps) {
          if ("renamed" in one) {
            const before = devices.get(one.renamed);
            if (before !== undefined) devices.set(before.id, { ...before, name: one.name });
          } else if ("device" in one) devices.set(one.device.id, one.device);
          else if ("removed" in one) devices.delete(one.removed);
          else {
            if (one.place === undefined) places.delete(one.mac);
            else places.set(one.mac, one.place);
            named.moved();
          }
          names.look();
          const next = names.forSnapshot();
          const fresh = deviceNames(new NamedDevices(source).all(), domain).map(deviceRecords);
          assert.deepEqual(next, fresh);
          const sources = { ...others(domain), devices: next };
          const whole = localRecords(sources);
          const derived = withRenamedDevices(merged, held, sources);
          if (derived !== undefined) {
            assert.deepEqual(new Map(derived), new Map(NameMap.from(whole)));
            if (derived !== merged) renamed++;
          }
          merged = derived ?? NameMap.from(whole, merged);
          held = next;
        }
      },
    ),
    { numRuns: 1000, seed: 18 },
  );
  assert.ok(renamed > 50, `${renamed} derived maps`);
});

Deno.test("a renamed device changes its own records only, and an unchanged one none", () => {
  const devices = new Map<number, Device>(
    Array.from({ length: 500 }, (_, at) => [at, { id: at, name: `pc ${at}`, macs: [`${at}`] }]),
  );
  let read = 0;
  const named = new NamedDevices({
    devices: () => devices.values(),
    placeOf: (mac) => {
      read++;
      return { name: "", addresses: [`10.0.${Number(mac) >> 8}.${Number(mac) & 255}`] };
    },
    machines: () => 500,
  });
  let looks = 0;
  let published = 0;
  const timers: (() => void)[] = [];
  const names = new DeviceNames({
    devices: () => {
      looks++;
      return named.all();
    },
    sources: () => [devices],
    domain: () => "lan",
    runtime: testRuntime({
      after: (_ms, run) => {
        timers.push(run);
        return () => {};
      },
    }),
    changed: () => void published++,
  });
  const first = names.forSnapshot();
  const all = NameMap.from(localRecords({ ...others("lan"), devices: first }));
  assert.equal(read, 500);
  devices.set(7, { ...devices.get(7)!, name: "radio" });
  // The same words in another object, as after a change of the owner.
  devices.set(8, { ...devices.get(8)! });
  names.look();
  const next = names.forSnapshot();
  assert.equal(read, 502);
  assert.deepEqual(next.flatMap((one, at) => one === first[at] ? [] : [one.name]), ["radio.lan"]);
  const after = withRenamedDevices(all, first, { ...others("lan"), devices: next })!;
  const differing = after.buckets.filter((bucket, at) => bucket !== all.buckets[at]);
  assert.ok(differing.length > 0 && differing.length <= 3, `${differing.length} buckets`);
  // The snapshot has these names already, so the check after half a second reads nothing.
  timers.splice(0).forEach((run) => run());
  assert.deepEqual([looks, published], [2, 0]);
  devices.set(7, { ...devices.get(7)!, name: "pc 7" });
  names.look();
  timers.splice(0).forEach((run) => run());
  assert.deepEqual([looks, published], [3, 1]);
  devices.delete(7);
  names.look();
  assert.equal(names.forSnapshot().length, 499);
});
