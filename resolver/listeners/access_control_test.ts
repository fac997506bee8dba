import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { AccessControl } from "./access_control.ts";

const NO_RATE = { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 };

function accessOf(
  allowed: string[],
  interfaces: string[] = [],
): { asks: (from: string, port?: number) => string } {
  let cause = "";
  const access = new AccessControl({ countDrop: (why) => cause = why }, () => 0);
  access.configure(allowed, interfaces, NO_RATE, [53]);
  return {
    asks(from, port = 40_000) {
      const bytes = parseAddress(from)!;
      cause = "";
      return access.admits({ bytes, at: 0, length: bytes.length }, port) ? "admitted" : cause;
    },
  };
}

Deno.test("sources that share a cache slot are distinguished", () => {
  const { asks } = accessOf(["192.168.0.0/24", "10.0.0.0/8"]);
  const apart = [
    "192.168.0.5",
    "192.168.16.5",
    "0.0.0.0",
    "192.168.0.0",
    "203.0.96.5",
    "10.0.0.5",
    "198.51.0.0",
  ];
  const expected = [
    "admitted",
    "not_allowed",
    "not_allowed",
    "admitted",
    "not_allowed",
    "admitted",
    "not_allowed",
  ];
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(apart.map((from) => asks(from)), expected);
  }
});

Deno.test("the discard prefix is always refused, and counted separately", () => {
  const { asks } = accessOf(["::/0", "0.0.0.0/0"]);
  assert.deepEqual([asks("100::1"), asks("2001:db8::1"), asks("192.0.2.1")], [
    "discard_prefix",
    "admitted",
    "admitted",
  ]);
});

Deno.test("The box does not answer itself: loopback or own addresses from a port that it listens on", () => {
  const { asks } = accessOf(["private"], ["192.168.1.2/24"]);
  assert.deepEqual([asks("192.168.1.2", 53), asks("127.0.0.1", 53), asks("::1", 53)], [
    "loop",
    "loop",
    "loop",
  ]);
  assert.deepEqual([asks("192.168.1.3", 53), asks("192.168.1.2", 54)], ["admitted", "admitted"]);
});

Deno.test("services that answer every packet are refused, which prevents endless exchanges", () => {
  const { asks } = accessOf(["private"]);
  assert.deepEqual(
    [7, 13, 19, 37, 464].map((port) => asks("192.168.1.3", port)),
    Array(5).fill("loop"),
  );
  assert.deepEqual(
    [8, 53, 123, 465, 519, 40_000].map((port) => asks("192.168.1.3", port)),
    Array(6).fill("admitted"),
  );
});

Deno.test("new ranges apply at once to sources that were refused or admitted before", () => {
  const access = new AccessControl({ countDrop: () => {} }, () => 0);
  const bytes = parseAddress("192.0.2.7")!;
  const asks = () => access.admits({ bytes, at: 0, length: 4 }, 40_000);
  for (
    const [range, admitted] of [["192.0.2.0/24", true], ["198.51.100.0/24", false], [
      "192.0.2.7/32",
      true,
    ]] as const
  ) {
    access.configure([range], [], NO_RATE, []);
    assert.deepEqual([asks(), asks()], [admitted, admitted]);
  }
});

Deno.test("denied addresses and networks are refused, also in an allowed range and on an interface", () => {
  const drops: string[] = [];
  const access = new AccessControl({ countDrop: (cause) => drops.push(cause) }, () => 0);
  const asks = (text: string) => {
    const bytes = parseAddress(text)!;
    return access.admits({ bytes, at: 0, length: bytes.length }, 0);
  };
  const denied = ["192.168.1.7", "10.1.0.0/16", "fd00::7", "aa:bb:cc:dd:ee:ff", "nonsense"];
  access.configure(["private"], ["192.168.1.2/24"], NO_RATE, [53], denied);
  assert.deepEqual(
    ["192.168.1.7", "192.168.1.8", "10.1.2.3", "10.2.2.3", "fd00::7", "fd00::8"].map(asks),
    [false, true, false, true, false, true],
  );
  assert.deepEqual(drops, ["not_allowed", "not_allowed", "not_allowed"]);
  access.configure(["private"], [], NO_RATE, [53], []);
  assert.ok(asks("192.168.1.7"), "the cached refusal ends with the setting");
});
