import assert from "node:assert/strict";
import { addressesOf, changeCheck, networksByInterface } from "./interfaces.ts";

const interfaces = [
  { name: "lo", address: "127.0.0.1", cidr: "127.0.0.1/8" },
  { name: "lo", address: "::1", cidr: "::1/128" },
  { name: "br-1", address: "172.17.0.1", cidr: "172.17.0.1/16" },
  { name: "br-1", address: "fe80::1", cidr: "fe80::1/64" },
  { name: "port0", address: "fe80::8", cidr: "fe80::8/64" },
  { name: "veth7", address: "fe80::7", cidr: "fe80::7/64" },
  { name: "eth0", address: "fe80::2", cidr: "fe80::2/64" },
  { name: "eth0", address: "fd00::2", cidr: "fd00::2/64" },
  { name: "eth0", address: "192.168.1.2", cidr: "192.168.1.2/24" },
];

Deno.test("networksByInterface() groups addresses and omits link-local ones of containers", () => {
  const together = [
    ["127.0.0.1/8", "::1/128"],
    ["172.17.0.1/16"],
    ["fe80::2/64", "fd00::2/64", "192.168.1.2/24"],
  ];
  assert.deepEqual(networksByInterface(interfaces), together);
  assert.deepEqual(addressesOf(interfaces), ["192.168.1.2", "fd00::2", "172.17.0.1"]);
});

Deno.test("changeCheck() reports a change once", () => {
  let networks = ["192.168.1.2/24"];
  let moves = 0;
  const check = changeCheck(() => networks, () => moves++);
  check();
  assert.equal(moves, 0);
  networks = ["192.168.1.3/24"];
  check();
  check();
  assert.equal(moves, 1);
});
