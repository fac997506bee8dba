import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { parseMac } from "../../policy/model/mac.ts";
import { encodeNeighbors, NeighborTable } from "./neighbor_table.ts";

const ADDRESS = parseAddress("192.168.1.20")!;
const OTHER = parseAddress("192.168.1.21")!;
const A = parseMac("02:00:00:00:00:0a")!;
const B = parseMac("02:00:00:00:00:0b")!;

function scene() {
  const kernel = new Map<string, Uint8Array>();
  const table = new NeighborTable({
    lookup: (address) => kernel.get(String(address)),
    onLink: () => true,
    isOnNetwork: () => true,
    refresh: () => {},
  });
  table.take(encodeNeighbors([{ address: ADDRESS, mac: A }]));
  return { kernel, table };
}

Deno.test("an address that another machine took is read from the kernel until the main thread sends it", () => {
  const { kernel, table } = scene();
  kernel.set(String(ADDRESS), B);
  assert.deepEqual(table.find(ADDRESS), A);
  assert.equal(table.applyKernelChanges([{ address: ADDRESS, mac: B }]), true);
  assert.deepEqual(table.find(ADDRESS), B);
  table.take(encodeNeighbors([{ address: ADDRESS, mac: B }]));
  kernel.clear();
  assert.deepEqual(table.find(ADDRESS), B);
});

Deno.test("the same machine, an unknown address and a forgotten entry change nothing", () => {
  const { table } = scene();
  const changed = [{ address: ADDRESS, mac: A }, { address: OTHER, mac: B }, { address: ADDRESS }];
  assert.equal(table.applyKernelChanges(changed), false);
  assert.deepEqual(table.find(ADDRESS), A);
});
