import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import { parseMac } from "../../../../policy/model/mac.ts";
import { PresentNeighbours } from "./present_neighbours.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const MAC = "02:00:00:00:00:0a";

/** A kernel with the neighbours of a test. */
function kernel(known: Record<string, string>, links: readonly string[]) {
  const state = { refreshed: 0, asked: 0, links: [...links], closed: false };
  const lookup = {
    fd: 3,
    lookup(address: Uint8Array) {
      state.asked++;
      const text = addressToText(address);
      const mac = known[text];
      return mac !== undefined && state.links.some((link) => text.startsWith(link))
        ? parseMac(mac)
        : undefined;
    },
    onLink: (address: Uint8Array) =>
      state.links.some((link) => addressToText(address).startsWith(link)),
    refresh: () => void state.refreshed++,
    close: () => void (state.closed = true),
  };
  return { state, lookup };
}

Deno.test("macOf() returns the kernel's neighbour for IPv4, IPv6 and IPv4-mapped addresses", () => {
  const known = { "192.168.1.20": MAC, "2001:db8::20": MAC, "fe80::20": MAC };
  const { state, lookup } = kernel(known, ["192.168.1.", "2001:db8:", "fe80:"]);
  const present = new PresentNeighbours({
    lookup,
    readArp: () => "",
    runtime: testRuntime({ now: () => 0 }),
  });
  for (const text of ["192.168.1.20", "::ffff:192.168.1.20", "2001:db8::20", "fe80::20%eth0"]) {
    assert.equal(present.macOf(text), MAC, text);
  }
  for (const text of ["192.168.1.21", "127.0.0.1", "::1", "", "no address", "192.168.1.20:80"]) {
    assert.equal(present.macOf(text), undefined, text);
  }
  assert.equal(state.refreshed, 0);
  present.close();
  assert.equal(state.closed, true);
});

Deno.test("a new network is found, and an unknown one causes one read in five seconds", () => {
  const clock = { now: 0 };
  const { state, lookup } = kernel({ "10.0.0.5": MAC }, []);
  const present = new PresentNeighbours({
    lookup,
    readArp: () => "",
    runtime: testRuntime({ now: () => clock.now }),
  });
  assert.equal(present.macOf("10.0.0.5"), undefined);
  clock.now = 5000;
  state.links.push("10.0.0.");
  lookup.onLink = () => false;
  assert.equal(
    present.macOf("10.0.0.5"),
    MAC,
    "its row is found at once where the kernel tells it",
  );
  for (let at = 0; at < 100; at++) assert.equal(present.macOf("203.0.113.9"), undefined);
  assert.equal(state.refreshed, 1);
});

Deno.test("without the routing socket /proc/net/arp is used, whatever it contains", () => {
  const file = {
    text: `192.168.1.20 0x1 0x2 ${MAC} * eth0\n192.168.1.21 0x1 0x0 02:00:00:00:00:0b * eth0\n`,
  };
  const { lookup } = kernel({}, []);
  const present = new PresentNeighbours({
    lookup: { ...lookup, fd: -1 },
    readArp: () => file.text,
    runtime: testRuntime({ now: () => 0 }),
  });
  assert.equal(present.macOf("192.168.1.20"), MAC);
  assert.equal(present.macOf("192.168.1.21"), undefined);
  fc.assert(
    fc.property(
      fc.string({ unit: ANY_CHARACTER }),
      fc.string({ unit: ANY_CHARACTER }),
      (text, address) => {
        file.text = text;
        present.macOf(address);
      },
    ),
    { seed: 6, numRuns: 200 },
  );
  const broken = new PresentNeighbours({
    lookup: { ...lookup, fd: -1 },
    readArp: () => {
      throw new Error("no such file");
    },
    runtime: testRuntime({ now: () => 0 }),
  });
  assert.equal(broken.macOf("192.168.1.20"), undefined);
});

Deno.test("the machine itself has no neighbour entry", () => {
  const present = new PresentNeighbours({
    readArp: () => Deno.readTextFileSync("/proc/net/arp"),
    runtime: testRuntime({ now: () => 0 }),
  });
  for (const { address } of Deno.networkInterfaces()) {
    assert.equal(present.macOf(address), undefined, address);
  }
  present.close();
});
