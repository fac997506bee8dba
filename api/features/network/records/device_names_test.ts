import assert from "node:assert/strict";
import fc from "fast-check";
import { DeviceNames, deviceNames, deviceRecords, type NamedDevice } from "./device_names.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const device = (name: string, ...addresses: string[]): NamedDevice => ({ name, addresses });
const named = (...devices: NamedDevice[]) =>
  deviceNames(devices, "home.arpa").map(({ name }) => name);

Deno.test("the name of a device in the household becomes a host name", () => {
  const cases: readonly [string, string][] = [
    ["Emma’s iPad", "emmas-ipad"],
    ["Küche (TV) ", "kuche-tv"],
    ["Straßen-Kamera", "strassen-kamera"],
    ["DESKTOP_7F3K", "desktop-7f3k"],
    ["телефон", "xn--e1aqhhcd1e"],
    ["書斎 2", "xn---2-bg1eh48b"],
    ["a.b.c", "a-b-c"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["x".repeat(100), "x".repeat(63)],
  ];
  for (const [given, label] of cases) {
    const [name] = named(device(given, "192.168.1.5"));
    if (/[а-я書]/.test(given)) assert.match(name, /^xn--[a-z0-9-]+\.home\.arpa$/);
    else assert.equal(name, `${label}.home.arpa`);
  }
  for (const none of ["", "   ", "!!!", "\u202e", "42"]) {
    assert.deepEqual(named(device(none, "192.168.1.5")), [], none);
  }
});

Deno.test("the first of several devices keeps a name, and none gets the name of a service", () => {
  const phones = ["192.168.1.5", "192.168.1.6", "192.168.1.7"].map((address) =>
    device("iPhone", address)
  );
  assert.deepEqual(
    named(...phones, device("iphone-2", "192.168.1.8"), device("WPAD", "192.168.1.9")),
    [
      "iphone.home.arpa",
      "iphone-2.home.arpa",
      "iphone-3.home.arpa",
      "iphone-2-2.home.arpa",
      "wpad-2.home.arpa",
    ],
  );
  assert.deepEqual(deviceNames(phones, ""), []);
});

Deno.test("an announced name never replaces the same name given by the household", () => {
  const intruder = { ...device("NAS", "192.168.1.66"), announced: true };
  const ours = device("nas", "192.168.1.5");
  assert.deepEqual(
    deviceNames([intruder, ours], "lan").map(({ name, addresses }) => [name, ...addresses]),
    [
      ["nas.lan", "192.168.1.5"],
      ["nas-2.lan", "192.168.1.66"],
    ],
  );
});

Deno.test("only addresses that others can use are published, in a fixed order", () => {
  const given = [
    "fe80::1",
    "fd00::5",
    "192.168.1.5",
    "127.0.0.1",
    "nonsense",
    "192.168.1.5",
    "0.0.0.0",
    "169.254.1.1",
  ];
  const [{ addresses }] = deviceNames([device("nas", ...given)], "lan");
  assert.deepEqual(addresses, ["192.168.1.5", "fd00::5"]);
  assert.deepEqual(named(device("nas", "fe80::1")), []);
  const { name, records, pointers } = deviceRecords(
    deviceNames([device("nas", "fd00::5", "192.168.1.5")], "lan")[0],
  );
  assert.deepEqual([name, records.map(({ type, ttl }) => `${type} ${ttl}`)], ["nas.lan", [
    "1 60",
    "28 60",
  ]]);
  assert.deepEqual(pointers.map(([reverse, [{ type }]]) => `${reverse.slice(-8)} ${type}`), [
    "ddr.arpa 12",
    "ip6.arpa 12",
  ]);
});

Deno.test("changed names are published once after half a second", () => {
  let devices = [device("nas", "192.168.1.5")];
  let published = 0;
  const timers: (() => void)[] = [];
  const names = new DeviceNames({
    devices: () => devices,
    domain: () => "lan",
    runtime: testRuntime({
      after: (_ms, run) => {
        timers.push(run);
        return () => void timers.splice(0);
      },
    }),
    changed: () => void published++,
  });
  const pass = () => timers.splice(0).forEach((run) => run());
  assert.equal(names.forSnapshot().length, 1);
  names.look();
  names.look();
  assert.equal(timers.length, 1);
  pass();
  assert.equal(published, 0);
  devices = [...devices, device("tv", "192.168.1.6")];
  names.look();
  pass();
  assert.equal(published, 1);
  assert.equal(names.forSnapshot().length, 2);
  names.look();
  pass();
  assert.equal(published, 1);
  names.look();
  names.close();
  names.look();
  assert.equal(timers.length, 0);
});

Deno.test("each device gets a unique name or none, whatever its name in the household", () => {
  const devices = fc.array(
    fc.record({
      name: fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.constantFrom("TV", "tv", "tv-2", "Télé"),
      ),
      addresses: fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 9 })), {
        maxLength: 3,
      }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(devices, (given) => {
      const names = deviceNames(given, "home.arpa").map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      for (const name of names) assert.match(name, /^[a-z0-9-]{1,63}\.home\.arpa$/);
    }),
    { seed: 3, numRuns: 1500 },
  );
});
