import assert from "node:assert/strict";
import { CurrentAddresses } from "./current_addresses.ts";

const SECOND = 1000;

Deno.test("a machine that takes another IPv4 address of its network has left the earlier one", () => {
  const current = new CurrentAddresses();
  current.use("192.168.1.11", 0, true);
  assert.equal(current.use("192.168.1.20", SECOND, true), true);
  assert.deepEqual([current.has("192.168.1.11"), current.has("192.168.1.20")], [false, true]);
  assert.equal(current.use("192.168.1.20", 2 * SECOND, false), false);
});

Deno.test("addresses of other networks and of IPv6 are kept", () => {
  const current = new CurrentAddresses();
  for (const address of ["192.168.1.1", "192.168.2.1", "fd00::1", "fd00::2"]) {
    current.use(address, 0, true);
  }
  assert.ok(
    ["192.168.1.1", "192.168.2.1", "fd00::1", "fd00::2"].every((each) => current.has(each)),
  );
});

Deno.test("the memory of the kernel moves no machine back, a query does", () => {
  const current = new CurrentAddresses();
  current.use("192.168.1.11", 0, true);
  current.use("192.168.1.20", SECOND, true);
  assert.equal(current.use("192.168.1.11", 30 * SECOND, true), false);
  assert.equal(current.has("192.168.1.11"), false);
  assert.equal(current.use("192.168.1.11", 31 * SECOND, false), true);
  assert.deepEqual([current.has("192.168.1.11"), current.has("192.168.1.20")], [true, false]);
  assert.equal(current.use("192.168.1.20", 120 * SECOND, true), true);
});

Deno.test("queries from before a move that are read late move no machine back", () => {
  const current = new CurrentAddresses();
  current.use("192.168.1.12", 0, true);
  current.use("192.168.1.21", 10 * SECOND, true);
  current.use("192.168.1.12", 12 * SECOND, true);
  // Of the machine that had 21 before, of this one at 12, and of the other one at 12.
  for (const [last, at] of [[21, 5], [12, 6], [21, 7], [12, 8], [21, 9.9], [12, 13]]) {
    current.use(`192.168.1.${last}`, at * SECOND, false);
  }
  assert.deepEqual([current.has("192.168.1.12"), current.has("192.168.1.21")], [true, false]);
});

Deno.test("a machine that alternates has several addresses", () => {
  const current = new CurrentAddresses();
  const pair = ["192.168.1.5", "192.168.1.6"];
  for (let i = 0; i < 5; i++) current.use(pair[i % 2], i * SECOND, false);
  assert.deepEqual(pair.map((address) => current.has(address)), [true, true]);
  assert.equal(current.use("192.168.1.5", 6 * SECOND, false), false);
});

Deno.test("of stored addresses the last one applies, unless the machine was seen already", () => {
  const stored = [["192.168.1.11", 10], ["192.168.1.20", 20], ["fd00::1", 5]] as const;
  const current = new CurrentAddresses();
  current.restore(stored);
  assert.deepEqual(stored.map(([address]) => current.has(address)), [false, true, true]);
  const seen = new CurrentAddresses();
  seen.use("192.168.1.30", 30, true);
  seen.restore(stored);
  assert.deepEqual(stored.map(([address]) => seen.has(address)), [false, false, true]);
});
