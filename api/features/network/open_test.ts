/**
 * The network services over real sockets and a real kernel: a home in its own namespace, with a
 * machine that answers.
 */
import assert from "node:assert/strict";
import { nameFromText } from "../../../policy/model/name.ts";
import type { NeighborChange } from "../../../resolver/protocol.ts";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../../../tests/support/network_namespace.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { runText } from "../../../tests/support/whole_box.ts";
import type { AlertToRaise } from "../../events/alert_kinds.ts";
import { openDatabase } from "../../store/open.ts";
import type { NewMachine } from "../household/devices/service.ts";
import { MACHINE_NETWORK } from "./network_access.ts";
import { type Network, openNetwork, openPresence } from "./open.ts";
import { mdnsAnswer, netbiosAnswer } from "./scan/answers_fixture.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip");
const TV = "00:1b:63:00:00:20";
const SPOOFED = "00:1b:63:00:00:21";

/** A television at 192.168.77.4 that answers all requests of a scan. */
async function television(home: NetworkNamespace): Promise<() => void> {
  const open: { close(): void }[] = [];
  await home.enter(async () => {
    const answer = (
      port: number,
      group: string,
      of: (question: string) => Uint8Array | undefined,
    ) => {
      const socket = Deno.listenDatagram({ transport: "udp", hostname: "0.0.0.0", port });
      open.push(socket);
      void (async () => {
        if (group !== "") await socket.joinMulticastV4(group, "192.168.77.4");
        for await (const [bytes, from] of socket) {
          const answered = of(new TextDecoder("latin1").decode(bytes));
          if (answered !== undefined) await socket.send(answered, from).catch(() => {});
          // The machine then sends garbage.
          await socket.send(crypto.getRandomValues(new Uint8Array(60)), from).catch(() => {});
        }
      })().catch(() => {});
    };
    answer(137, "", () => netbiosAnswer("LIVINGROOM", "00:00:00:00:00:00"));
    answer(5353, "224.0.0.251", (question) =>
      question.includes("_googlecast")
        ? mdnsAnswer([
          ["_googlecast._tcp.local", 12, ["tv-1", "_googlecast", "_tcp", "local"]],
          [["tv-1", "_googlecast", "_tcp", "local"], 16, ["fn=Living room", "md=Chromecast"]],
        ])
        : undefined);
    answer(1900, "239.255.255.250", () =>
      new TextEncoder().encode(
        "HTTP/1.1 200 OK\r\nST: urn:x:device:MediaRenderer:1\r\nSERVER: Linux\r\nLOCATION: http://192.168.77.4:1400/d.xml\r\n\r\n",
      ));
    const listener = Deno.listen({ hostname: "192.168.77.4", port: 1400 });
    open.push(listener);
    void (async () => {
      for await (const connection of listener) {
        await connection.read(new Uint8Array(1000));
        const body = "<root><friendlyName>Television</friendlyName></root>";
        await connection.write(new TextEncoder().encode(`HTTP/1.0 200 OK\r\n\r\n${body}`));
        connection.close();
      }
    })().catch(() => {});
  });
  return () => open.forEach((each) => each.close());
}

/** Answers every reverse query with tv.fritz.box. */
async function reverseAnswer(query: Uint8Array) {
  const target = nameFromText("tv.fritz.box")!;
  const wire = new Uint8Array(query.length + 12 + target.length);
  wire.set(query);
  wire[7] = 1;
  wire.set([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 60, 0, target.length], query.length);
  wire.set(target, query.length + 12);
  return {
    kind: "answer",
    id: 1,
    wire,
    explained: [],
    status: "local",
    reason: "",
    upstream: "",
    duration: 0,
  } as const;
}

/** The settings that the network reads. */
function settingsOf() {
  return {
    upstreams: [] as string[],
    local_records: [] as string[],
    box_name: "box",
    local_domain: "home.arpa",
    anonymize_clients: "off" as const,
    network_scan: true,
  };
}

interface Scene {
  readonly settings: ReturnType<typeof settingsOf>;
  readonly network: Network;
  readonly box: NetworkNamespace;
  readonly home: NetworkNamespace;
  readonly newMachines: NewMachine[];
  readonly moves: NeighborChange[];
  readonly alerts: AlertToRaise[];
  readonly log: string[];
}

/** Connects the box at 192.168.77.1 and the television at 192.168.77.4. */
async function connect(box: NetworkNamespace, home: NetworkNamespace): Promise<void> {
  await box.ip("link", "set", "home0", "name", "lan0", "netns", home.name);
  await box.ip("addr", "add", "192.168.77.1/28", "dev", "box0");
  await box.ip("addr", "add", "fd77::1/64", "dev", "box0", "nodad");
  await runText([...home.inside, "sysctl", "-qw", "net.ipv6.conf.lan0.accept_dad=0"]);
  await home.ip("link", "set", "lan0", "address", TV, "up");
  await home.ip("addr", "add", "192.168.77.4/28", "dev", "lan0");
  await box.ip("route", "add", "default", "via", "192.168.77.4");
  await runText([...box.inside, "sysctl", "-qw", "net.ipv4.ping_group_range=0 2147483647"]);
}

/** Runs a test with a box at 192.168.77.1/28 and the television, ten times as fast as real time. */
async function scene(test: (scene: Scene) => Promise<void>): Promise<void> {
  await NetworkNamespace.run((box) =>
    NetworkNamespace.run(async (home) => {
      await connect(box, home);
      const close = await television(home);
      const folder = await Deno.makeTempDir();
      const workerUrl = new URL("../../store/thread.ts", import.meta.url);
      const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
      const settings = settingsOf();
      const newMachines: NewMachine[] = [];
      const moves: NeighborChange[] = [];
      const alerts: AlertToRaise[] = [];
      const log: string[] = [];
      try {
        await box.enter(async () => {
          const shared: Parameters<typeof openPresence>[0] = {
            access: MACHINE_NETWORK,
            runtime: testRuntime({
              interfaces:
                () => [{ name: "box0", address: "192.168.77.1", cidr: "192.168.77.1/28" }],
              now: () => Date.now(),
              after: (ms, run) => {
                const timer = setTimeout(run, ms / 10);
                return () => clearTimeout(timer);
              },
              log: (_level, text) => log.push(text),
            }),
            raise: (alert) => alerts.push(alert),
          };
          const network = openNetwork({
            ...shared,
            presence: openPresence(shared),
            db,
            devices: {
              deviceOf: () => undefined,
              seen: async (machines) => void newMachines.push(...machines),
            },
            resolver: {
              updateNeighbors: (changed) => void moves.push(...changed),
              ask: reverseAnswer,
            },
            settings: () => settings,
          });
          try {
            await test({ settings, network, box, home, newMachines, moves, alerts, log });
          } finally {
            await network.close();
          }
        });
      } finally {
        close();
        await db.close();
        await Deno.remove(folder, { recursive: true });
      }
    })
  );
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 500) throw new Error("It did not come about within 10 seconds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test({
  name: "a scan finds a machine, its announcements and its name",
  ignore: CANNOT,
}, async () => {
  await scene(async ({ network: { scan, machines }, newMachines, moves, log }) => {
    const seen = new Set<string>();
    const begun = scan.start();
    assert.deepEqual([begun.running, begun.networks], [true, ["192.168.77.0/28"]]);
    await until(() => {
      const { stage, running, done, total } = scan.state();
      seen.add(stage);
      assert.ok(done <= total);
      return !running;
    });
    const state = scan.state();
    assert.deepEqual(
      [state.error, state.found, state.new, state.stopped],
      ["", 1, 1, false],
      log.join("\n"),
    );
    assert.ok(seen.has("addresses") && seen.has("services") && seen.has("names"));
    assert.ok(
      machines.factsOf(TV)!.addresses.some((address) => address.startsWith("fe80::")),
      "found by IPv6 too",
    );
    const [tv] = machines.all();
    const { name, vendor, kind, addresses, present } = machines.factsOf(TV)!;
    assert.deepEqual([tv.mac, name, vendor, kind, addresses.slice(0, 1), present], [
      TV,
      "Living room",
      "Apple",
      "router",
      ["192.168.77.4"],
      true,
    ]);
    assert.deepEqual(tv.names, {
      netbios: "LIVINGROOM",
      mdns: "Living room",
      ssdp: "Television",
      reverse: "tv",
    });
    for (
      const source of ["scan", "mdns", "ssdp", "netbios", "gateway", "reverse", "ping"] as const
    ) {
      assert.ok(tv.sources.has(source), source);
    }
    await until(() => newMachines.length > 0);
    assert.deepEqual([newMachines.map(({ mac }) => mac), moves.length > 0], [[TV], true]);
  });
});

Deno.test({
  name: "a scan can be stopped, and one runs at a time",
  ignore: CANNOT,
}, async () => {
  await scene(async ({ network: { scan }, settings }) => {
    scan.start();
    assert.throws(() => scan.start(), /A scan is already running/);
    const { running, stopped } = await scan.stop();
    assert.deepEqual([running, stopped], [false, true]);
    assert.throws(() => scan.start(["10.0.0.0/8"]), /only its own networks/);
    const { started } = scan.state();
    await scan.runWhole(AbortSignal.abort());
    settings.network_scan = false;
    await scan.runWhole(new AbortController().signal);
    assert.equal(scan.state().started, started, "the box may not look by itself");
  });
});

Deno.test({
  name: "a new machine is known without a scan, and an address conflict is reported",
  ignore: CANNOT,
}, async () => {
  await scene(async ({ network: { machines, neighbours }, home, alerts }) => {
    const knock = async () => {
      const socket = await home.enter(() =>
        Deno.listenDatagram({ transport: "udp", hostname: "192.168.77.4", port: 0 })
      );
      await socket.send(new Uint8Array(1), { transport: "udp", hostname: "192.168.77.1", port: 9 })
        .catch(() => {});
      socket.close();
    };
    await knock();
    await until(() => neighbours.macOf("192.168.77.4") === TV);
    assert.equal(machines.size, 1);
    for (const mac of [SPOOFED, TV, SPOOFED, TV, SPOOFED]) {
      await home.ip("link", "set", "lan0", "down");
      await home.ip("link", "set", "lan0", "address", mac, "up");
      await until(() => {
        void knock();
        return neighbours.macOf("192.168.77.4") === mac;
      });
    }
    assert.deepEqual(alerts.map(({ kind, name, detail }) => [kind, name, detail])[0], [
      "network.conflict",
      "192.168.77.4",
      `${TV}|${SPOOFED}`,
    ]);
  });
});
