import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { isAllowed, isLoopback, peerAddress, RequestRate } from "./sources.ts";

const at = (text: string) => parseAddress(text)!;

/** Returns how many requests are admitted at a time. */
function admitted(rate: RequestRate, addresses: readonly string[], now = 0): number {
  return addresses.filter((address) => rate.admits(at(address), now)).length;
}

const times = (count: number, address: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => address(i));

Deno.test("an address has its burst, then its rate, independent of other addresses", () => {
  const rate = new RequestRate(5, 20);
  for (
    const [one, other] of [["192.168.1.2", "192.168.1.3"], ["fd00::2", "fd00::3"], [
      "fe80::2",
      "fe80::3",
    ]]
  ) {
    assert.equal(admitted(rate, times(30, () => one)), 20, one);
    assert.equal(admitted(rate, times(30, () => other)), 20, other);
    assert.equal(admitted(rate, times(30, () => one), 1000), 5, one);
  }
});

Deno.test("an IPv6 network has sixteen times the limit, whatever the number of its addresses", () => {
  const rate = new RequestRate(5, 20);
  const made = (now: number) => times(5000, (i) => `fd00::${(now + i).toString(16)}`);
  assert.equal(admitted(rate, made(0)), 320);
  assert.equal(admitted(rate, made(1000), 1000), 80);
  assert.equal(admitted(rate, ["fd00:0:0:1::1", "192.168.1.2"], 1000), 2, "others go on");
});

Deno.test("a clock that is set ahead or back allows at most a burst", () => {
  const rate = new RequestRate(5, 20);
  const one = times(30, () => "192.168.1.2");
  const YEAR = 31_536_000_000;
  assert.equal(admitted(rate, one, YEAR), 20);
  assert.equal(admitted(rate, one, 0), 0);
  assert.equal(admitted(rate, one, 1000), 5, "it goes on from there");
  assert.equal(admitted(rate, one, 2 * YEAR), 20);
});

Deno.test("peerAddress() removes the zone and the IPv4 mapping", () => {
  assert.deepEqual(peerAddress("::ffff:192.168.1.2"), at("192.168.1.2"));
  assert.deepEqual(peerAddress("fe80::1%eth0"), at("fe80::1"));
  assert.equal(peerAddress(""), undefined);
  assert.ok(isAllowed(peerAddress("::ffff:192.168.1.2")!, ["private"]));
  assert.ok(!isAllowed(peerAddress("::ffff:8.8.8.8")!, ["private"]));
  assert.ok(!isAllowed(at("100::1"), ["private", "::/0"]), "what the relay carries");
  for (const own of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) {
    assert.ok(isLoopback(own), own);
  }
  for (const other of ["192.168.1.2", "::2", "fe80::1%lo", ""]) {
    assert.ok(!isLoopback(other), other);
  }
});
