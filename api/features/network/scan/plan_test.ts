import assert from "node:assert/strict";
import fc from "fast-check";
import { DomainError } from "../../../schema/errors.ts";
import { ownNetworks, planScan } from "./plan.ts";

const at = (name: string, cidr: string) => ({ name, address: cidr.split("/")[0], cidr });
const HOME = ownNetworks([at("eth0", "192.168.1.2/24")]);

Deno.test("ownNetworks() returns the networks in which other machines can be", () => {
  const networks = ownNetworks([
    at("lo", "127.0.0.1/8"),
    at("eth0", "192.168.1.2/24"),
    at("eth0", "fd00::2/64"),
    at("wlan0", "192.168.1.3/24"),
    at("eth1", "169.254.3.4/16"),
    at("docker0", "172.17.0.1/16"),
    at("wg0", "10.9.0.1/32"),
    at("eth2", "10.1.2.3/22"),
  ]);
  assert.deepEqual(networks.map(({ network, size, interface: link }) => [link, network, size]), [
    ["eth0", "192.168.1.0/24", 256],
    ["eth2", "10.1.0.0/22", 1024],
  ]);
});

Deno.test("every address of a network is probed, except the box, the network and the broadcast address", () => {
  const { parts: [{ from, targets }], skipped } = planScan(HOME);
  assert.deepEqual([from, targets.length, targets[0], targets.at(-1), skipped], [
    "192.168.1.2",
    253,
    "192.168.1.1",
    "192.168.1.254",
    [],
  ]);
  assert.ok(!targets.includes("192.168.1.2"));
});

Deno.test("of a large network the part around the box is scanned, and the plan says so", () => {
  const { parts: [{ network, targets }], skipped } = planScan(
    ownNetworks([at("eth0", "10.1.130.7/16")]),
  );
  assert.deepEqual([network, targets.length], ["10.1.128.0/22", 1021]);
  assert.deepEqual(skipped, [
    "Of 10.1.0.0/16 only the part around the box is scanned: 10.1.128.0/22",
  ]);
});

Deno.test("a /8 is refused with a sentence that says what to do", () => {
  const own = ownNetworks([at("eth0", "10.1.130.7/8")]);
  for (const wanted of [[], ["10.0.0.0/8"]]) {
    assert.throws(
      () => planScan(own, wanted),
      (error: Error) =>
        error instanceof DomainError &&
        /10\.0\.0\.0\/8 has 16,777,216 addresses, too many to scan; give a part of it, such as 10\.1\.128\.0\/22$/
          .test(
            error.message,
          ),
    );
  }
  const { parts: [{ from, network, targets }] } = planScan(own, ["10.200.0.0/24"]);
  assert.deepEqual([from, network, targets.length], ["10.1.130.7", "10.200.0.0/24", 254]);
});

Deno.test("networks that the box is not in are never scanned", () => {
  for (const wanted of ["8.8.8.0/24", "192.168.0.0/22", "192.168.2.1/32", "fd00::/64", "x", ""]) {
    assert.throws(() => planScan(HOME, [wanted]), DomainError, wanted);
  }
  assert.throws(() => planScan([]), DomainError);
});

Deno.test("a scan stays within a thousand addresses of the box's networks, or is refused", () => {
  const prefix = fc.oneof(
    fc.tuple(fc.ipV4(), fc.nat(34)).map(([address, length]) => `${address}/${length}`),
    fc.string(),
  );
  fc.assert(
    fc.property(prefix, fc.nat(30), (wanted, length) => {
      try {
        const { parts } = planScan(ownNetworks([at("eth0", `10.20.30.40/${length}`)]), [wanted]);
        for (const { targets } of parts) assert.ok(targets.length <= 1024);
      } catch (error) {
        assert.ok(error instanceof DomainError, String(error));
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});
