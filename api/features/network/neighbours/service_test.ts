import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { parseMac } from "../../../../policy/model/mac.ts";
import type { Neighbor } from "../../../../resolver/net/netlink.ts";
import { openNeighbourTable, parseArp } from "./kernel_table.ts";
import { type NeighbourMove, Neighbours, type NeighbourTable } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const A = "02:00:00:00:00:0a";
const B = "02:00:00:00:00:0b";
const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

function row(
  address: string,
  mac: string,
  state: Neighbor["state"] = "reachable",
  link = 2,
): Neighbor {
  const bytes = parseMac(mac);
  const one = { address: parseAddress(address)!, state, interface: link };
  return bytes === undefined ? one : { ...one, mac: bytes };
}

/** A kernel with the neighbours that a test sets. */
function scene() {
  const kernel = {
    rows: [] as Neighbor[],
    changed: [] as Neighbor[],
    lost: false,
    reads: 0,
    closed: false,
  };
  const clock = { now: START };
  const timers: (() => void)[] = [];
  const conflicts: string[] = [];
  const moves: NeighbourMove[] = [];
  const seen: string[] = [];
  const table: NeighbourTable = {
    readEvery: MINUTE,
    read: () => {
      kernel.reads++;
      return kernel.rows;
    },
    changes() {
      const { changed, lost } = kernel;
      Object.assign(kernel, { changed: [], lost: false });
      return { changed, lost };
    },
    close: () => void (kernel.closed = true),
  };
  const neighbours = new Neighbours({
    table,
    conflict: (address, macs) => conflicts.push([address, ...macs].join(" ")),
    runtime: testRuntime({
      now: () => clock.now,
      after: (_ms, run) => {
        timers.push(run);
        return () => void timers.splice(timers.indexOf(run), 1);
      },
    }),
  });
  neighbours.onChange((some) => moves.push(...some));
  neighbours.onSeen((some) => seen.push(...some.map(({ address }) => address)));
  return { kernel, clock, timers, conflicts, moves, seen, neighbours };
}

Deno.test("macOf() returns the latest machine of an address", () => {
  const { kernel, neighbours, moves, timers } = scene();
  kernel.rows = [
    row("192.168.1.20", A),
    row("fd00::20", A, "stale"),
    row("192.168.1.21", "", "failed"),
  ];
  neighbours.begin();
  assert.deepEqual(
    ["192.168.1.20", "fd00::20", "192.168.1.21"].map((each) => neighbours.macOf(each)),
    [
      A,
      A,
      undefined,
    ],
  );
  kernel.changed = [row("192.168.1.20", B, "stale"), row("192.168.1.20", "", "failed")];
  timers.pop()!();
  assert.equal(
    neighbours.macOf("192.168.1.20"),
    B,
    "what the kernel cannot reach any more is kept",
  );
  assert.deepEqual(moves.slice(2), [{ address: "192.168.1.20", mac: B }]);
  assert.equal(neighbours.entries().at(-1)!.address, "192.168.1.20");
});

Deno.test("a query from an unknown address causes a lookup, one from a known address does not", () => {
  const { kernel, neighbours } = scene();
  kernel.rows = [row("192.168.1.20", A)];
  neighbours.begin();
  kernel.changed = [row("fd00::1:20", A, "stale")];
  neighbours.observe([{ client: "192.168.1.20" }]);
  assert.equal(neighbours.macOf("fd00::1:20"), undefined);
  neighbours.observe([{ client: "192.168.1.20" }, { client: "fd00::1:20" }]);
  assert.equal(neighbours.macOf("fd00::1:20"), A);
  assert.equal(kernel.reads, 1, "the whole table is not read for it");
});

Deno.test("new and confirmed rows of the kernel mark a machine as present, old ones do not", () => {
  const { kernel, neighbours, seen, clock } = scene();
  kernel.rows = [row("192.168.1.20", A, "stale")];
  neighbours.look();
  assert.deepEqual(seen, []);
  kernel.changed = [row("192.168.1.30", B, "stale")];
  neighbours.look();
  assert.deepEqual(seen, ["192.168.1.30"], "it was heard of just now");
  kernel.rows = [row("192.168.1.20", A, "reachable")];
  clock.now += MINUTE;
  neighbours.look();
  assert.deepEqual(seen, ["192.168.1.30", "192.168.1.20"]);
});

Deno.test("the tables are read every minute, after lost notifications, and on request", () => {
  const { kernel, neighbours, clock } = scene();
  neighbours.look();
  neighbours.look();
  assert.equal(kernel.reads, 1);
  kernel.lost = true;
  neighbours.look();
  assert.equal(kernel.reads, 2);
  neighbours.look(true);
  clock.now += MINUTE;
  neighbours.look();
  assert.equal(kernel.reads, 4);
  neighbours.close();
  neighbours.look(true);
  assert.deepEqual([kernel.reads, kernel.closed], [4, true]);
});

Deno.test("two machines that alternate at one address are reported, a lease that moves is not", () => {
  const { kernel, neighbours, clock, conflicts } = scene();
  const turn = (mac: string) => {
    kernel.changed = [row("192.168.1.50", mac)];
    clock.now += MINUTE;
    neighbours.look();
  };
  [A, B].forEach(turn);
  assert.deepEqual(conflicts, []);
  [A, B].forEach(turn);
  assert.deepEqual(conflicts, []);
  turn(A);
  assert.deepEqual(conflicts, [`192.168.1.50 ${A} ${B}`]);
  clock.now += LIMITS.machines.turnsWithin * 1000 + MINUTE;
  [B, A].forEach(turn);
  assert.equal(conflicts.length, 1, "a turn after a long while begins anew");
});

Deno.test("the same address in two networks is no conflict, and the latest entry applies", () => {
  const { kernel, neighbours, clock, conflicts, moves } = scene();
  kernel.rows = [row("192.168.1.20", A, "stale", 2), row("192.168.1.20", B, "reachable", 3)];
  kernel.rows.push(row("fe80::1", A, "reachable", 2), row("fe80::1", B, "reachable", 3));
  for (let turn = 0; turn < 8; turn++) {
    neighbours.look(true);
    clock.now += MINUTE;
  }
  assert.deepEqual([neighbours.macOf("192.168.1.20"), neighbours.macOf("fe80::1")], [B, A]);
  assert.deepEqual([conflicts, moves.length], [[], 3]);
});

Deno.test("addresses that the kernel dropped long ago are removed, those that it has are kept", () => {
  const { kernel, neighbours, clock, moves, seen } = scene();
  kernel.rows = [row("fd00::1", A, "stale"), row("fd00::2", A, "stale")];
  neighbours.look();
  kernel.rows = [row("fd00::1", A, "stale")];
  for (let day = 0; day < 9; day++) {
    clock.now += 24 * 60 * MINUTE;
    neighbours.look();
  }
  assert.deepEqual([neighbours.macOf("fd00::1"), neighbours.macOf("fd00::2")], [A, undefined]);
  assert.deepEqual([moves.at(-1), seen], [{ address: "fd00::2", mac: undefined }, []]);
});

Deno.test("a flood of addresses takes bounded memory, and the latest are kept", () => {
  const { kernel, neighbours } = scene();
  const most = LIMITS.machines.neighbours;
  for (let part = 0; part < 5; part++) {
    kernel.changed = Array.from({ length: 10_000 }, (_, i) => {
      const bytes = new Uint8Array(16);
      bytes.set([0xfd, part, i >> 8, i & 255]);
      return row(addressToText(bytes), A);
    });
    neighbours.look();
  }
  assert.equal(neighbours.entries().length, most);
  assert.equal(neighbours.macOf("fd04:270f::"), A);
  assert.equal(neighbours.macOf("fd00::"), undefined);
});

Deno.test("/proc/net/arp is read when there is no routing socket, whatever it contains", () => {
  const text = "IP address       HW type     Flags       HW address            Mask     Device\n" +
    "192.168.1.20     0x1         0x2         02:00:00:00:00:0a     *        eth0\n" +
    "192.168.1.21     0x1         0x0         00:00:00:00:00:00     *        eth0\n" +
    "192.168.1.22     0x1         0x0         02:00:00:00:00:0b     *        eth0\n";
  assert.deepEqual(
    parseArp(text).map(({ address, mac }) => [addressToText(address), mac !== undefined]),
    [
      ["192.168.1.20", true],
      ["192.168.1.22", false],
    ],
  );
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), (any) => void parseArp(any)),
    {
      seed: 5,
      numRuns: 300,
    },
  );
});

Deno.test("a refused routing socket is logged once, and the box continues with /proc/net/arp", () => {
  const messages: string[] = [];
  const file = { text: "192.168.1.20 0x1 0x2 02:00:00:00:00:0a * eth0\n", fails: false };
  const table = openNeighbourTable({
    openNotices: () => {
      throw new Error("open a routing socket: operation not permitted");
    },
    readArp() {
      if (file.fails) throw new Error("no such file");
      return file.text;
    },
    passedOver: () => new Set(),
    runtime: testRuntime({ log: (_level, text) => messages.push(text) }),
  });
  const neighbours = new Neighbours({
    table,
    conflict: () => {},
    runtime: testRuntime({ now: () => START, after: () => () => {} }),
  });
  neighbours.look();
  neighbours.look(true);
  assert.equal(neighbours.macOf("192.168.1.20"), A);
  file.fails = true;
  neighbours.look(true);
  assert.equal(neighbours.macOf("192.168.1.20"), A);
  assert.equal(messages.length, 1);
  assert.match(
    messages[0],
    /\/proc\/net\/arp, over IPv4 only \(open a routing socket: operation not permitted\)/,
  );
  neighbours.close();
});

Deno.test("container bridges are ignored", () => {
  const tell: string[] = [];
  const table = openNeighbourTable({
    readArp: () => "",
    passedOver: () => new Set(Array.from({ length: 100 }, (_, i) => i)),
    runtime: testRuntime({ log: (_level, text) => tell.push(text) }),
  });
  assert.deepEqual([table.read(), table.changes()], [[], { changed: [], lost: false }]);
  table.close();
  assert.ok(tell.length <= 1);
});

Deno.test("an address that another machine took is reported within 200 ms, without any query", () => {
  const waits: number[] = [];
  const timers: (() => void)[] = [];
  const moves: NeighbourMove[] = [];
  const changed: Neighbor[] = [];
  const neighbours = new Neighbours({
    table: {
      readEvery: MINUTE,
      read: () => [row("192.168.1.20", A)],
      changes: () => ({ changed: changed.splice(0), lost: false }),
      close: () => {},
    },
    conflict: () => {},
    runtime: testRuntime({
      now: () => START,
      after: (ms, run) => {
        waits.push(ms);
        timers.push(run);
        return () => {};
      },
    }),
  });
  neighbours.onChange((some) => moves.push(...some));
  neighbours.begin();
  moves.splice(0);
  changed.push(row("192.168.1.20", B, "stale"));
  timers.shift()!();
  assert.deepEqual(moves, [{ address: "192.168.1.20", mac: B }]);
  assert.ok(waits.every((ms) => ms <= 200), `${waits}`);
});
