import assert from "node:assert/strict";
import type { Observation } from "../../../../resolver/protocol.ts";
import { DnsClients } from "./dns_clients.ts";

const HOUR = 3_600_000;
const seen = (client: string, time: number, transport = "udp") =>
  ({ client, time, transport }) as Observation;

Deno.test("an address is known for a day after its query", () => {
  const clients = new DnsClients();
  clients.observe([seen("192.168.1.20", 0), seen("fd00::20", HOUR)]);
  assert.ok(clients.knows("192.168.1.20", 23 * HOUR));
  assert.ok(clients.knows("::ffff:192.168.1.20", 23 * HOUR));
  assert.ok(clients.knows("fd00:0::20%eth0", 24.5 * HOUR));
  assert.ok(!clients.knows("192.168.1.20", 24 * HOUR));
  assert.ok(!clients.knows("192.168.1.21", 1));
  assert.ok(!clients.knows("no address", 1));
  clients.observe([seen("192.168.1.20", 30 * HOUR)]);
  assert.ok(clients.knows("192.168.1.20", 53 * HOUR));
});

Deno.test("queries of the box itself are not recorded", () => {
  const clients = new DnsClients();
  clients.observe([seen("127.0.0.1", 0, "ask")]);
  assert.ok(!clients.knows("127.0.0.1", 1));
});

Deno.test("the most recent addresses are remembered, up to the limit", () => {
  const clients = new DnsClients();
  const address = (i: number) => `10.${i >> 16}.${i >> 8 & 255}.${i & 255}`;
  clients.observe(Array.from({ length: 8192 }, (_, i) => seen(address(i), i)));
  clients.observe([seen(address(0), 2 * HOUR), seen("192.168.1.20", 2 * HOUR)]);
  assert.ok(clients.knows(address(0), 3 * HOUR));
  assert.ok(clients.knows("192.168.1.20", 3 * HOUR));
  assert.ok(!clients.knows(address(1), 3 * HOUR));
  assert.ok(clients.knows(address(2), 3 * HOUR));
});

Deno.test("after the clock was set back, an address is known only from its next query", () => {
  const clients = new DnsClients();
  const YEAR = 365 * 24 * HOUR;
  clients.observe([seen("192.168.1.20", YEAR)]);
  assert.ok(!clients.knows("192.168.1.20", HOUR));
  clients.observe([seen("192.168.1.20", HOUR)]);
  assert.ok(clients.knows("192.168.1.20", 2 * HOUR));
  assert.ok(!clients.knows("192.168.1.20", YEAR));
});
