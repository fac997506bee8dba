import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import type { Observation, ResolverHandle } from "../../../../resolver/protocol.ts";
import { createQuery } from "../../../system/lookup.ts";
import { isWholeAddress, reverseOf } from "./reverse.ts";
import { ClientNames, type ClientNamesOptions, isOwnQuestion } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

/** Returns an answer that points a question to a name, or has no record. */
function pointing(query: Uint8Array, target: string): Uint8Array {
  if (target === "") return query;
  const rdata = nameFromText(target)!;
  const wire = new Uint8Array(query.length + 12 + rdata.length);
  wire.set(query);
  wire[7] = 1;
  wire.set(
    [0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 60, rdata.length >> 8, rdata.length & 255],
    query.length,
  );
  wire.set(rdata, query.length + 12);
  return wire;
}

/** A network whose clients have names by the last number of their address. */
function network(names: Record<string, string>) {
  const asked: string[] = [];
  const clock = { now: NOW };
  const timers: (() => void)[] = [];
  const state = { version: 1, fails: false, stalls: false };
  const labels = new Map<string, string>();
  const settings: {
    -readonly [K in keyof ReturnType<ClientNamesOptions["settings"]>]: ReturnType<
      ClientNamesOptions["settings"]
    >[K];
  } = {
    upstreams: [],
    box_name: "box",
    anonymize_clients: "off",
  };
  const resolver: Pick<ResolverHandle, "ask"> = {
    async ask(wire) {
      let name = "";
      for (let at = 12; wire[at] !== 0; at += wire[at] + 1) {
        name += `${new TextDecoder().decode(wire.subarray(at + 1, at + 1 + wire[at]))}.`;
      }
      asked.push(name);
      if (state.stalls) await new Promise(() => {});
      const status = state.fails ? "failed" : "answered";
      const answer = pointing(wire, names[name.split(".")[0]] ?? "");
      return {
        kind: "answer",
        id: 1,
        wire: answer,
        explained: [],
        status,
        reason: "",
        upstream: "",
        duration: 0,
      };
    },
  };
  const clients = new ClientNames({
    resolver,
    labelAt: (address) => labels.get(address) ?? "",
    isLocal: () => false,
    settings: () => settings,
    version: () => state.version,
    runtime: testRuntime({
      now: () => clock.now,
      after: (_ms, run) => {
        timers.push(run);
        return () => {};
      },
    }),
  });
  return { clients, asked, clock, timers, settings, state, labels };
}

/** Waits until pending promises are settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("a client has the name to which its reverse name points, kept for an hour", async () => {
  const { clients, asked, clock } = network({ "20": "tablet.fritz.box" });
  const names = () => clients.names(["192.168.1.20", "192.168.1.21", "192.168.1.20", "127.0.0.1"]);
  assert.deepEqual(Object.fromEntries(await names()), {
    "192.168.1.20": "tablet.fritz.box",
    "127.0.0.1": "box",
  });
  assert.equal(asked.length, 2);
  await names();
  assert.deepEqual([asked.length, clients.known("192.168.1.20")], [2, "tablet.fritz.box"]);
  clock.now += HOUR + 1;
  await names();
  await settled();
  assert.equal(asked.length, 4);
});

Deno.test("a server that does not respond delays no response, and a known name stays", async () => {
  const { clients, asked, clock, timers, state } = network({ "20": "tablet.lan" });
  await clients.names(["192.168.1.20"]);
  clock.now += HOUR + 1;
  state.fails = true;
  clients.known("192.168.1.20");
  await settled();
  assert.deepEqual([...await clients.names(["192.168.1.20"])], [["192.168.1.20", "tablet.lan"]]);
  clock.now += HOUR + 1;
  state.fails = false;
  state.stalls = true;
  const all = clients.names(
    Array.from({ length: 5000 }, (_, i) => `10.0.${i >> 8}.${1 + i % 250}`),
  );
  timers.at(-1)!();
  assert.equal((await all).size, 0);
  assert.ok(asked.length <= 2 + 16, `asked at once: ${asked.length}`);
});

Deno.test("a named device of the household has that name, and its reverse name is not queried", async () => {
  const { clients, asked, labels, settings } = network({ "20": "android-7f3.lan", "21": "tv.lan" });
  labels.set("192.168.1.20", "Lina’s tablet");
  assert.deepEqual([...await clients.names(["192.168.1.20", "192.168.1.21"])], [
    ["192.168.1.20", "Lina’s tablet"],
    ["192.168.1.21", "tv.lan"],
  ]);
  assert.deepEqual([asked.length, clients.known("192.168.1.20")], [1, "Lina’s tablet"]);
  labels.clear();
  clients.known("192.168.1.20");
  await settled();
  assert.equal(clients.known("192.168.1.20"), "android-7f3.lan");
  labels.set("192.168.1.20", "Lina’s tablet");
  settings.anonymize_clients = "all";
  assert.equal(clients.known("192.168.1.20"), "");
});

Deno.test("names are looked up again when the policy changes", async () => {
  const names: Record<string, string> = { "20": "old.lan" };
  const { clients, state } = network(names);
  await clients.names(["192.168.1.20"]);
  names["20"] = "new.lan";
  assert.equal(clients.known("192.168.1.20"), "old.lan");
  state.version++;
  assert.equal(
    (await clients.names(["192.168.1.20"])).get("192.168.1.20"),
    "old.lan",
    "known now, asked for the next time",
  );
  await settled();
  assert.equal(clients.known("192.168.1.20"), "new.lan");
});

Deno.test("a truncated address has no name, and no address has one while they are truncated", async () => {
  const { clients, asked, settings } = network({ "0": "wrong.lan", "20": "tablet.lan" });
  assert.equal((await clients.names(["", "192.168.1.0", "2001:db8:7::", "fd00::", "x"])).size, 0);
  await clients.names(["192.168.1.20"]);
  settings.anonymize_clients = "prefix";
  assert.deepEqual([clients.known("192.168.1.20"), clients.known("127.0.0.1"), asked.length], [
    "",
    "",
    1,
  ]);
});

Deno.test("addresses of clients are never sent to public resolvers", () => {
  const settings = {
    upstreams: ["9.9.9.9"],
    isLocal: (name: string) => name === "7.100.51.198.in-addr.arpa",
  };
  assert.equal(reverseOf("10.1.2.3", settings), "3.2.1.10.in-addr.arpa");
  assert.match(reverseOf("fe80::1", settings)!, /ip6\.arpa$/);
  assert.equal(reverseOf("198.51.100.7", settings), "7.100.51.198.in-addr.arpa");
  assert.equal(reverseOf("198.51.100.8", settings), undefined);
  assert.equal(reverseOf("2001:db8::1", settings), undefined);
  const router = { ...settings, upstreams: ["[/8.b.d.0.1.0.0.2.ip6.arpa/]192.168.1.1"] };
  assert.match(reverseOf("2001:db8::1", router)!, /8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa$/);
});

Deno.test("any text as a client gives a name or none, and never throws", async () => {
  const { clients } = network({ "20": "tablet.lan" });
  const text = fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 50 }), fc.ipV4(), fc.ipV6());
  for (const addresses of fc.sample(fc.array(text, { maxLength: 20 }), { seed: 5, numRuns: 100 })) {
    assert.ok((await clients.names(addresses)).size <= addresses.length);
    for (const address of addresses) assert.equal(typeof isWholeAddress(address), "boolean");
  }
});

Deno.test("isOwnQuestion() recognises a lookup of the box", () => {
  const own = {
    transport: "ask",
    type: 12,
    client: "127.0.0.1",
    name: "20.1.168.192.in-addr.arpa",
  } as Observation;
  assert.ok(isOwnQuestion(own));
  assert.ok(!isOwnQuestion({ ...own, transport: "udp" }) && !isOwnQuestion({ ...own, type: 1 }));
  assert.ok(createQuery(own.name, own.type).length > 12);
});
