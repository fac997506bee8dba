import assert from "node:assert/strict";
import fc from "fast-check";
import { macToText, parseMac } from "../model/mac.ts";
import { DeviceTable, encodeDevices } from "./device_table.ts";

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
  for (const scope of ["device:8", "person:3", "group:1", "192.168.1.1", ""]) {
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
