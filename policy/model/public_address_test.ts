import assert from "node:assert/strict";
import { isPublicAddress, isServerAddress } from "./public_address.ts";

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
  Deno.test(`isPublicAddress() rejects an address inside the network: ${address}`, () =>
    assert.ok(!isPublicAddress(address)));
}

Deno.test("isServerAddress() rejects cloud metadata and multicast", () => {
  for (
    const address of [
      "127.0.0.1",
      "192.168.1.2",
      "10.0.0.53",
      "::1",
      "fd00::53",
      "9.9.9.9",
      "64:ff9b::909:909",
    ]
  ) {
    assert.ok(isServerAddress(address), address);
  }
  for (
    const address of [
      "169.254.169.254",
      "64:ff9b::a9fe:a9fe",
      "0.0.0.0",
      "::",
      "fe80::1",
      "239.1.1.1",
      "ff02::1",
    ]
  ) {
    assert.ok(!isServerAddress(address), address);
  }
});

Deno.test("isPublicAddress() accepts addresses of the Internet", () => {
  for (
    const address of ["9.9.9.9", "172.32.0.1", "100.128.0.1", "2620:fe::fe", "64:ff9b::909:909"]
  ) {
    assert.ok(isPublicAddress(address), address);
  }
});
