import assert from "node:assert/strict";
import fc from "fast-check";
import { allowedAddresses, isPublicAddress, ListError, parseListUrl } from "./target.ts";

const INSIDE = [
  "127.0.0.1",
  "127.8.8.8",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "224.0.0.251",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "fe80::1",
  "fd00:ec2::254",
  "100::1",
  "ff02::fb",
  "nonsense",
];

for (const address of INSIDE) {
  Deno.test(`an address inside the network is no public one: ${address}`, () => assert.ok(!isPublicAddress(address)));
}

Deno.test("addresses of the Internet are public", () => {
  for (const address of ["9.9.9.9", "172.32.0.1", "100.128.0.1", "2620:fe::fe", "64:ff9b::909:909"]) {
    assert.ok(isPublicAddress(address), address);
  }
});

Deno.test("an address in another spelling is read before it is judged", async () => {
  for (const host of ["2130706433", "0x7f.1", "017700000001", "127.1", "[::ffff:7f00:1]"]) {
    const url = parseListUrl(`http://${host}/list.txt`);
    await assert.rejects(allowedAddresses(url, () => Promise.resolve(["9.9.9.9"]), false), /inside this network/, host);
  }
});

Deno.test("of the addresses of a name only the public ones are asked", async () => {
  const url = parseListUrl("https://lists.example/");
  const lookup = () => Promise.resolve(["10.0.0.1", "9.9.9.9"]);
  assert.deepEqual(await allowedAddresses(url, lookup, false), ["9.9.9.9"]);
  assert.deepEqual(await allowedAddresses(url, lookup, true), ["10.0.0.1", "9.9.9.9"]);
  await assert.rejects(allowedAddresses(url, () => Promise.resolve([]), false), /not found/);
});

Deno.test("whatever is typed as the address of a list is read or refused in words", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string().map((text) => `http://${text}`)), (text) => {
      try {
        assert.match(parseListUrl(text).protocol, /^https?:$/);
      } catch (error) {
        assert.ok(error instanceof ListError);
      }
    }),
    { seed: 7, numRuns: 500 },
  );
});
