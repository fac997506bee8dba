import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import type { DeviceFacts, NewMachine } from "../../household/devices/service.ts";
import type { NeighbourEntry, NeighbourMove } from "../neighbours/service.ts";
import { KnownMachines } from "./known_machines.ts";
import { MachineService, type MachineServiceOptions } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = "da:a1:19:00:00:01";
const NAS = "00:11:32:00:00:02";
const MAC = "00:1b:63:00:00:03";

/** A network and a household around the service, with its own database. */
class Bench {
  now = START;
  readonly newMachines: NewMachine[] = [];
  readonly log: string[] = [];
  readonly devices = new Map<string, Partial<DeviceFacts>>();
  readonly timers = new Set<() => void>();
  readonly at = new Map<string, string>();
  householdFails = false;
  #seen: (entries: readonly NeighbourEntry[]) => void = () => {};
  #moved: (moves: readonly NeighbourMove[]) => void = () => {};
  service: MachineService;

  constructor(readonly db: StoredDatabase) {
    this.service = this.make();
  }

  make(): MachineService {
    const neighbours: MachineServiceOptions["neighbours"] = {
      macOf: (address) => this.at.get(address),
      onChange: (listener) => {
        this.#moved = listener;
        return () => {};
      },
      onSeen: (listener) => {
        this.#seen = listener;
        return () => {};
      },
    };
    return this.service = new MachineService({
      db: this.db,
      neighbours,
      known: new KnownMachines(neighbours, () => this.now),
      devices: {
        deviceOf: (mac) => this.devices.get(mac) as DeviceFacts | undefined,
        seen: async (machines) => {
          if (this.householdFails) throw new Error("locked");
          this.newMachines.push(...machines);
        },
      },
      runtime: testRuntime({
        now: () => this.now,
        after: (_ms, run) => {
          this.timers.add(run);
          return () => void this.timers.delete(run);
        },
        log: (_level, text) => this.log.push(text),
      }),
    });
  }

  static async run(test: (bench: Bench) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
    const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
    try {
      const bench = new Bench(db);
      await test(bench);
      await bench.service.close();
    } finally {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    }
  }

  sits(address: string, mac: string, heard = true): void {
    this.at.set(address, mac);
    this.#moved([{ address, mac }]);
    if (heard) this.#seen([{ address, mac, seenAt: this.now }]);
  }

  ask(client: string, name = "example.com", transport: Observation["transport"] = "udp"): void {
    this.service.observe([{ client, name, transport, time: this.now } as Observation]);
  }

  rows(): Promise<Record<string, unknown>[]> {
    return this.db.all("select * from machines order by mac");
  }
}

Deno.test("the household is notified of a new machine once, with its vendor", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    bench.sits("fd00::20", PHONE);
    bench.sits("192.168.1.5", NAS);
    await bench.service.flush();
    await bench.service.flush();
    assert.deepEqual(
      bench.newMachines.map((
        { mac, vendor, kind, random, label },
      ) => [mac, vendor, kind, random, label]),
      [
        [PHONE, "", "", true, PHONE],
        [NAS, "Synology", "nas", false, "Synology 00:02"],
      ],
    );
    assert.deepEqual(bench.service.factsOf(PHONE)!.addresses, ["192.168.1.20", "fd00::20"]);
  });
});

Deno.test("a machine without a device is reported again, after its device was deleted or a crash", async () => {
  await Bench.run(async (bench) => {
    const tells = async () => {
      await bench.service.flush();
      return bench.newMachines.splice(0).length;
    };
    bench.sits("192.168.1.20", PHONE);
    assert.equal(await tells(), 1);
    bench.devices.set(PHONE, { id: 1 });
    bench.now += MINUTE;
    bench.ask("192.168.1.20");
    assert.equal(await tells(), 0);
    bench.devices.delete(PHONE);
    for (let i = 0; i < 3; i++) bench.ask("192.168.1.20");
    assert.equal(await tells(), 1);
    // When the household has no room, it is not notified at every query.
    bench.ask("192.168.1.20");
    assert.equal(await tells(), 0);
    await bench.service.close();
    bench.make();
    await bench.service.flush();
    bench.ask("192.168.1.20");
    assert.equal(await tells(), 1);
  });
});

Deno.test("a machine that sends a query is present; after a gap of 45 minutes it is newly present", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    for (let i = 0; i < 3; i++) {
      bench.now += 44 * MINUTE;
      bench.ask("192.168.1.20");
    }
    const facts = () => bench.service.factsOf(PHONE)!;
    assert.deepEqual([facts().presentSince, facts().lastQuery], [START / 1000, bench.now / 1000]);
    bench.now += 46 * MINUTE;
    assert.equal(facts().present, false);
    bench.ask("192.168.1.20");
    assert.deepEqual([facts().present, facts().presentSince], [true, bench.now / 1000]);
    bench.now -= 3 * HOUR;
    bench.ask("192.168.1.20");
    assert.equal(facts().seenAt, bench.now / 1000, "a clock that was set back");
  });
});

Deno.test("queries of the box and of the relay do not mark a machine as present", async () => {
  await Bench.run(async (bench) => {
    bench.at.set("192.168.1.20", PHONE);
    bench.ask("192.168.1.20", "example.com", "ask");
    bench.ask("192.168.1.20", "example.com", "relay");
    bench.ask("8.8.8.8");
    assert.equal(bench.service.size, 0);
  });
});

Deno.test("the first system found stays, and kinds are guessed from names", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    bench.ask("192.168.1.20", "connectivitycheck.gstatic.com");
    bench.ask("192.168.1.20", "captive.apple.com");
    assert.equal(bench.service.factsOf(PHONE)!.system, "android");
    bench.sits("192.168.1.21", MAC);
    assert.equal(
      bench.service.learn("192.168.1.21", { source: "reverse", name: "toms-macbook.fritz.box" }),
      true,
    );
    bench.service.learn("192.168.1.21", {
      source: "mdns",
      name: "Tom\u2019s MacBook\u202e\u0000 Pro",
      kind: "laptop",
    });
    bench.service.learn("192.168.1.21", { source: "netbios", name: "TOM", kind: "computer" });
    const { name, kind, system } = bench.service.factsOf(MAC)!;
    assert.deepEqual([name, kind, system], ["Tom\u2019s MacBook Pro", "laptop", "apple"]);
    assert.equal(bench.service.learn("192.168.1.99", { source: "mdns", name: "x" }), false);
  });
});

Deno.test("machines are kept over a restart, and keep the time since they are present", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    bench.sits("192.168.1.5", NAS);
    bench.service.learn("192.168.1.5", { source: "mdns", name: "cellar", kind: "nas" });
    await bench.service.close();
    bench.now += 10 * MINUTE;
    bench.newMachines.length = 0;
    bench.make();
    bench.sits("192.168.1.20", PHONE);
    await bench.service.flush();
    assert.equal(bench.service.factsOf(PHONE)!.presentSince, START / 1000);
    const nas = bench.service.factsOf(NAS)!;
    assert.deepEqual([nas.name, nas.kind, nas.seenAt, nas.addresses], [
      "cellar",
      "nas",
      START / 1000,
      ["192.168.1.5"],
    ]);
    bench.now += HOUR;
    bench.sits("192.168.1.5", NAS);
    assert.equal(bench.service.factsOf(NAS)!.presentSince, bench.now / 1000);
  });
});

Deno.test("an address that moved to another machine belongs only to that one", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    bench.sits("192.168.1.20", NAS);
    assert.deepEqual([
      bench.service.factsOf(PHONE)!.addresses,
      bench.service.factsOf(NAS)!.addresses,
    ], [[], [
      "192.168.1.20",
    ]]);
  });
});

Deno.test("times are written once a minute, not at each query", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    await bench.service.flush();
    const [{ seen_at }] = await bench.rows();
    bench.now += 10_000;
    bench.ask("192.168.1.20");
    await bench.service.flush();
    bench.now += 10_000;
    bench.ask("192.168.1.20");
    await bench.service.flush();
    assert.notEqual((await bench.rows())[0].seen_at, bench.now);
    bench.now += MINUTE;
    await bench.service.flush();
    assert.equal(Number((await bench.rows())[0].seen_at), Number(seen_at) + 20_000);
  });
});

Deno.test("without database no machine is lost, and the failure is logged once", async () => {
  await Bench.run(async (bench) => {
    await bench.service.flush();
    const { run } = bench.db;
    bench.db.run = () => Promise.reject(new Error("disk full"));
    bench.householdFails = true;
    bench.sits("192.168.1.20", PHONE);
    await bench.service.flush();
    await bench.service.flush();
    assert.deepEqual(bench.log.length, 1);
    bench.db.run = run;
    await bench.service.flush();
    bench.householdFails = false;
    await bench.service.flush();
    assert.deepEqual([(await bench.rows()).length, bench.newMachines.length], [1, 1]);
  });
});

Deno.test("a flood of random hardware addresses evicts only machines that nobody edited", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    bench.devices.set(PHONE, { id: 1, personId: 3, groupId: 0, people: [] });
    for (let i = 0; i < LIMITS.machines.most + 700; i++) {
      bench.now += 1;
      const mac = `02:00:00:${
        [i >> 16, i >> 8 & 255, i & 255].map((part) => part.toString(16).padStart(2, "0")).join(":")
      }`;
      bench.sits(`10.${i >> 16}.${i >> 8 & 255}.${i & 255}`, mac);
    }
    assert.ok(bench.service.size <= LIMITS.machines.most);
    assert.ok(bench.service.factsOf(PHONE) !== undefined);
    await bench.service.flush();
    assert.equal((await bench.rows()).length, bench.service.size);
  });
});

Deno.test("maintenance deletes all machines, and present ones are discovered again", async () => {
  await Bench.run(async (bench) => {
    bench.sits("192.168.1.20", PHONE);
    await bench.service.flush();
    assert.equal(await bench.service.forgetAll(), 1);
    assert.deepEqual([bench.service.size, (await bench.rows()).length], [0, 0]);
    bench.ask("192.168.1.20");
    await bench.service.flush();
    assert.deepEqual([bench.service.size, bench.newMachines.length], [1, 2]);
  });
});

Deno.test("damaged rows are read as far as they are valid", async () => {
  await Bench.run(async (bench) => {
    const sql =
      "insert into machines (mac, first_seen, seen_at, present_since, addresses, names, kind, system, sources) values (?, 1, 2, 1, ?, ?, ?, ?, ?)";
    await bench.db.run(sql, [
      PHONE,
      '[[1],["x",2],["10.0.0.1",5]]',
      '{"mdns":7,"netbios":"A"}',
      "spaceship",
      "",
      "nothing",
    ]);
    await bench.db.run(sql, ["no mac", "", "", "", "", ""]);
    await bench.service.flush();
    assert.deepEqual(
      bench.service.all().map(({ mac, name, kind, addressList }) => [mac, name, kind, addressList]),
      [
        [PHONE, "A", "", ["10.0.0.1"]],
      ],
    );
  });
});

Deno.test("the name of a machine follows its address at once, and leaves one that another took", async () => {
  await Bench.run(async (bench) => {
    let news = 0;
    bench.service.onNews(() => void news++);
    bench.sits("192.168.1.20", PHONE);
    bench.sits("192.168.1.5", NAS);
    const current = (mac: string) => bench.service.placeOf(mac)?.addresses ?? [];
    assert.deepEqual([current(PHONE), current(NAS)], [["192.168.1.20"], ["192.168.1.5"]]);

    news = 0;
    bench.now += MINUTE;
    bench.sits("192.168.1.21", PHONE);
    assert.deepEqual(current(PHONE), ["192.168.1.21"]);
    assert.ok(news > 0, "names are published without waiting for the next flush");

    bench.now += 1000;
    bench.sits("192.168.1.20", NAS);
    assert.deepEqual([current(PHONE), current(NAS)], [["192.168.1.21"], ["192.168.1.20"]]);

    bench.now += MINUTE;
    news = 0;
    bench.sits("192.168.1.20", PHONE, false);
    bench.ask("192.168.1.20");
    assert.deepEqual([current(PHONE), current(NAS)], [["192.168.1.20"], []]);
    assert.ok(news > 0);
    await bench.service.flush();
  });
});
