import assert from "node:assert/strict";
import fc from "fast-check";
import { macToText, parseMac } from "../model/mac.ts";
import {
  DeviceTable,
  type EncodedDevices,
  encodeDeviceRows,
  encodeDevices,
} from "./device_table.ts";

Deno.test("DeviceTable finds each device by each of its hardware addresses only", () => {
  const mac = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => macToText(bytes));
  fc.assert(
    fc.property(fc.uniqueArray(mac, { maxLength: 40 }), mac, (macs, other) => {
      const devices = macs.map((mac, i) => ({
        mac,
        id: i + 1,
        class: i % 3,
        name: i % 2 === 0 ? "" : `n${i}`,
      }));
      const table = new DeviceTable(encodeDevices(devices), 3);
      assert.equal(table.size, macs.length);
      for (const { mac, ...device } of devices) {
        assert.deepEqual(table.find(parseMac(mac)!), device);
      }
      if (!macs.includes(other)) assert.equal(table.find(parseMac(other)!), undefined);
    }),
    { numRuns: 200, seed: 66 },
  );
});

Deno.test("DeviceTable rejects inconsistent parts", () => {
  const parts = encodeDevices([{ mac: "00:11:22:33:44:55", id: 1, class: 2, name: "" }]);
  assert.throws(() => new DeviceTable(parts, 2), /a class that is not there/);
  assert.throws(() => new DeviceTable({ ...parts, names: [] }, 3), /devices of 16 bytes/);
  assert.equal(encodeDevices([{ mac: "nonsense", id: 1, class: 0, name: "" }]).names.length, 0);
});

Deno.test("DeviceTable finds the entry of a device, a person, a group and everyone", () => {
  const parts = {
    ...encodeDevices([{ mac: "00:11:22:33:44:55", id: 7, class: 2, name: "tablet" }]),
    scopes: { "person:2": 1 },
  };
  const table = new DeviceTable(parts, 3);
  assert.deepEqual(table.ofScope("device:7"), { id: 7, class: 2, name: "tablet" });
  assert.deepEqual(["person:2", "all"].map((scope) => table.ofScope(scope)?.class), [1, 0]);
  const others = [
    "device:8",
    "device:07",
    "device:7.0",
    "device: 7",
    "device:",
    "device:x",
    "device",
  ];
  for (const scope of [...others, "person:3", "group:1", "192.168.1.1", ""]) {
    assert.equal(table.ofScope(scope), undefined);
  }
  assert.throws(() => new DeviceTable(parts, 1), /not there/);
  assert.throws(
    () => new DeviceTable({ ...parts, scopes: { "person:2": 9 } }, 3),
    /a scope of a class/,
  );
  assert.deepEqual([table.newcomers, new DeviceTable({ ...parts, newcomers: 2 }, 3).newcomers], [
    undefined,
    2,
  ]);
  assert.throws(() => new DeviceTable({ ...parts, newcomers: 3 }, 3), /newcomers of a class/);
});

Deno.test("devices encoded from those of before equal the same devices, made anew", () => {
  const macs = fc.uniqueArray(fc.nat(9).map((number) => `00:11:22:33:44:0${number}`), {
    maxLength: 2,
  });
  const row = fc.record({
    id: fc.nat(3),
    name: fc.constantFrom("", "tv", "phone"),
    macs: fc.oneof(macs, fc.constant(["nonsense"])),
  });
  // A row at a place, with another name, or another one of the same device; or one row fewer.
  const change = fc.record({ at: fc.nat(5), row: fc.option(row), name: fc.option(row) });
  const classes = fc.array(fc.nat(3), { minLength: 8, maxLength: 8 });
  const step = fc.record({ changes: fc.array(change, { maxLength: 2 }), classes });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 6 }),
      fc.array(step, { maxLength: 8 }),
      (first, steps) => {
        let rows = first;
        let held: EncodedDevices | undefined;
        for (const { changes, classes } of steps) {
          rows = [...rows];
          for (const { at, row, name } of changes) {
            if (row !== null) rows.splice(at, 1, row);
            else if (name !== null && at < rows.length) rows[at] = { ...rows[at], name: name.name };
            else rows.splice(at, 1);
          }
          const derived = encodeDeviceRows(rows, classes, held);
          const { bytes, names, places } = encodeDeviceRows(rows, classes);
          assert.deepEqual([derived.bytes, derived.names, derived.places], [bytes, names, places]);
          held = derived;
        }
      },
    ),
    { numRuns: 300, seed: 12 },
  );
});

Deno.test("another name of a device changes no entry, and another owner no name", () => {
  const rows = [{ id: 1, name: "tv", macs: ["00:11:22:33:44:55"] }, { id: 2, name: "", macs: [] }];
  const before = encodeDeviceRows(rows, [0, 1]);
  const renamed = encodeDeviceRows([{ ...rows[0], name: "radio" }, rows[1]], [0, 1], before);
  assert.ok(renamed.bytes === before.bytes);
  assert.deepEqual(renamed.names, ["radio"]);
  const given = encodeDeviceRows([{ ...rows[0] }, rows[1]], [2, 1], before);
  assert.ok(given.names === before.names);
  assert.notDeepEqual(given.bytes, before.bytes);
});
