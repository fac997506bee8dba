import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import {
  closeDescriptor,
  connectFrom,
  framed,
  queryFor,
  sendBytes,
} from "../../tests/support/flood.ts";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../../tests/support/network_namespace.ts";
import { runText } from "../../tests/support/whole_box.ts";
import { JournalReader } from "../journal/journal_reader.ts";
import { EACCES, EADDRINUSE, libc, MSG_DONTWAIT, SOL_SOCKET } from "../net/libc.ts";
import { listenTcp, listenUdp } from "../net/sockets.ts";
import type { ListeningSocket } from "../protocol.ts";
import {
  attachSteering,
  describeListenFailure,
  type RunningResolver,
  startResolver,
} from "./start.ts";

const SO_DETACH_REUSEPORT_BPF = 68;

/** Two real workers before a slow upstream, on a loopback port. */
class Scene {
  readonly upstream = new FakeUpstream((query) => [200, respond(query)], { tcp: true });
  readonly port = freePort();
  readonly logged: string[] = [];
  started!: RunningResolver;

  async start(hosts: readonly string[]): Promise<this> {
    // Over TCP, because a datagram is sent again when a busy machine is slow to answer.
    const upstreams = [`tcp://127.0.0.1:${this.upstream.port}`];
    const settings = { upstreams, fallbackUpstreams: [], upstreamTimeout: 10_000 };
    this.started = await startResolver({
      listen: hosts.map((address) => ({ address, port: this.port })),
      workers: 2,
      workerUrl: new URL("./worker_crash_fixture.ts", import.meta.url),
      secret: new Uint8Array(16),
      networks: ["127.0.0.0/8", "::1/128"],
      snapshot: { version: 1, sections: encodeSnapshot(compileInMemory([], settings)) },
      log: (_, text) => this.logged.push(text),
      holder: () => "",
    });
    return this;
  }

  /** Sends a query from a new client. Returns whether an address came. */
  async ask(name: string, host: string, id: number): Promise<boolean> {
    const client = Deno.listenDatagram({ transport: "udp", hostname: host, port: 0 });
    const late = setTimeout(() => client.close(), 10_000);
    try {
      await client.send(queryFor(name, id), { transport: "udp", hostname: host, port: this.port });
      const [response] = await client.receive();
      client.close();
      return (response[3] & 15) === 0 && response[7] === 1;
    } catch {
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  /** Sends a query over a connection from an address of 127/8. Returns whether an address came. */
  async askByTcp(name: string, from: string, id: number): Promise<boolean> {
    const query = queryFor(name, id);
    const fd = connectFrom(from, this.port);
    const room = new Uint8Array(512);
    try {
      assert.ok(sendBytes(fd, framed(query)));
      for (const end = performance.now() + 10_000; performance.now() < end;) {
        const came = Number(libc.recv(fd, room, BigInt(room.length), MSG_DONTWAIT));
        if (came >= 0) {
          return came > 14 && (room[2] << 8 | room[3]) === id && (room[5] & 15) === 0 &&
            room[9] === 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return false;
    } finally {
      closeDescriptor(fd);
    }
  }

  /** 200 concurrent clients over every host, in any letter case; all are answered. */
  async crowd(name: string, hosts: readonly string[]): Promise<void> {
    const asked = Array.from({ length: 200 }, (_, i) => {
      return this.ask(i % 3 === 0 ? name.toUpperCase() : name, hosts[i % hosts.length], 1000 + i);
    });
    assert.ok((await Promise.all(asked)).every((answered) => answered));
  }

  /** Number of queries that the upstream got for a name. */
  askedFor(name: string): number {
    return this.upstream.queries.filter((query) => query.name === name).length;
  }

  async end(): Promise<void> {
    await this.started.resolver.stop();
    await this.upstream.close();
  }
}

Deno.test("a name queried by 200 clients at once is sent upstream once, with any workers and families", async () => {
  const hosts = ["127.0.0.1", "::1"];
  const scene = await new Scene().start(hosts);
  try {
    for (const name of ["one.example", "two.example", "three.example", "four.example"]) {
      await scene.crowd(name, hosts);
      assert.equal(scene.askedFor(name), 1);
      await scene.crowd(name, hosts);
      assert.equal(scene.askedFor(name), 1);
    }
    assert.deepEqual(scene.logged, []);
    const { cache } = await scene.started.resolver.statistics();
    assert.equal(cache.entries, 4);
  } finally {
    await scene.end();
  }
});

Deno.test("a restart empties the cache and keeps the totals of upstreams (A 7.11)", async () => {
  const scene = await new Scene().start(["127.0.0.1"]);
  const names = Array.from({ length: 6 }, (_, n) => `kept${n}.example`);
  const { resolver } = scene.started;
  try {
    for (const name of names) assert.ok(await scene.ask(name, "127.0.0.1", 7));
    const before = await resolver.statistics();
    const queries = before.upstreams[0].queries;
    assert.deepEqual([queries, before.cache.entries], [6, 6]);
    await resolver.restart();
    const after = await resolver.statistics();
    assert.deepEqual([after.upstreams[0].queries, after.cache.entries], [6, 0]);
    assert.equal(after.upstreams[0].lastAnswer, before.upstreams[0].lastAnswer);
    for (const name of names) assert.ok(await scene.ask(name, "127.0.0.1", 7));
    assert.deepEqual(
      [(await resolver.statistics()).upstreams[0].queries, scene.askedFor(names[0])],
      [12, 2],
    );
  } finally {
    await scene.end();
  }
});

Deno.test("one worker answers a name over any transport: upstream gets one query", async () => {
  const scene = await new Scene().start(["127.0.0.1"]);
  const names = Array.from({ length: 8 }, (_, n) => `tcp${n}.example`);
  const { resolver, journals } = scene.started;
  try {
    for (let round = 0; round < 2; round++) {
      await Promise.all(names.flatMap((name, n) => [
        ...Array.from(
          { length: 8 },
          async (_, i) => assert.ok(await scene.askByTcp(name, `127.0.9.${i + 1}`, n * 8 + i)),
        ),
        scene.ask(name.toUpperCase(), "127.0.0.1", 7),
        resolver.ask(queryFor(name), "127.0.0.1", false),
      ]));
      for (const name of names) assert.equal(scene.askedFor(name), 1, name);
    }
    const counted = journals.map(({ ring, counters }) =>
      new JournalReader(ring, counters).totals().byTransport
    );
    assert.equal(counted[0].tcp + counted[1].tcp, 128);
    assert.ok(counted[0].tcp > 0 && counted[1].tcp > 0);
  } finally {
    await scene.end();
  }
});

Deno.test("a worker that dies leaves no query of another worker without an answer", async () => {
  const scene = await new Scene().start(["127.0.0.1"]);
  const names = Array.from({ length: 6 }, (_, n) => `d${n}.example`);
  const clients = Array.from({ length: 12 }, (_, i) => `127.0.7.${i + 1}`);
  try {
    const restarted = new Promise<void>((resolve) => scene.started.resolver.onRestart(resolve));
    await assert.rejects(scene.started.resolver.flush("crash.test"), /stopped before it answered/);
    await restarted;
    const all = await Promise.all(
      names.flatMap((name, n) => clients.map((from, i) => scene.askByTcp(name, from, n * 12 + i))),
    );
    assert.deepEqual(all.filter((answered) => !answered), []);
  } finally {
    await scene.end();
  }
});

Deno.test("a restarted worker gets its names back", async () => {
  const scene = await new Scene().start(["127.0.0.1"]);
  const names = Array.from({ length: 8 }, (_, n) => `n${n}.example`);
  try {
    for (
      const restart of [
        async () => {
          await scene.started.resolver.restart();
        },
        async () => {
          await assert.rejects(
            scene.started.resolver.flush("crash.test"),
            /stopped before it answered/,
          );
        },
      ]
    ) {
      await restart();
      for (const name of names) {
        const before = scene.askedFor(name);
        assert.ok(await scene.ask(name, "127.0.0.1", 1));
        await scene.crowd(name, ["127.0.0.1"]);
        assert.equal(scene.askedFor(name) - before, 1, name);
      }
    }
  } finally {
    await scene.end();
  }
});

/** Whether a program chose among the sockets that share the port. The program is removed. */
function detach(fd: number): boolean {
  return libc.setsockopt(fd, SOL_SOCKET, SO_DETACH_REUSEPORT_BPF, new Uint8Array(4), 4) === 0;
}

Deno.test("a single worker is not steered", () => {
  const [one, two] = [freePort(), freePort()];
  const open = (transport: "udp" | "tcp", port: number): ListeningSocket => ({
    fd: transport === "udp"
      ? listenUdp("127.0.0.1", port, true)
      : listenTcp("127.0.0.1", port, true),
    transport,
    address: "127.0.0.1",
    port,
  });
  const workers = [[open("udp", one), open("udp", two), open("tcp", one), open("tcp", two)], [
    open("udp", two),
    open("tcp", two),
  ]];
  assert.equal(attachSteering(workers), undefined);
  assert.deepEqual(workers[0].map(({ fd }) => detach(fd)), [false, true, false, true]);
  for (const { fd } of workers.flat()) libc.close(fd);
});

Deno.test("a kernel that refuses steering is reported with the reason", () => {
  const socket: ListeningSocket = {
    fd: listenUdp("127.0.0.1", 0),
    transport: "udp",
    address: "127.0.0.1",
    port: 0,
  };
  assert.match(
    attachSteering([[socket], [socket]])!,
    /^give each name to one worker: invalid argument$/,
  );
  libc.close(socket.fd);
});

Deno.test("a forbidden port below 1024 is reported with the missing capability only", () => {
  const said = (errno: number, port: number) =>
    describeListenFailure({ errno, port, transport: "udp" }, () => "held by somebody");
  assert.match(said(EACCES, 53), /^, ports below 1024 need the capability CAP_NET_BIND_SERVICE$/);
  assert.deepEqual([said(EACCES, 5300), said(0, 53), said(EADDRINUSE, 53)], [
    "",
    "",
    ", held by somebody",
  ]);
});

Deno.test("failures to listen have their reason; a program is named only for a used port", async () => {
  const taken = freePort();
  const other = Deno.listen({ hostname: "127.0.0.1", port: taken });
  const asked: string[] = [];
  const logged: string[] = [];
  const start = (address: string, port: number) =>
    startResolver({
      listen: [{ address, port }],
      workers: 1,
      workerUrl: new URL("data:,"),
      secret: new Uint8Array(16),
      networks: [],
      snapshot: {
        version: 1,
        sections: { ...encodeSnapshot(compileInMemory([], {})), head: new Uint8Array() },
      },
      log: (_, text) => void logged.push(text),
      holder: (transport, port) => {
        asked.push(`${transport} ${port}`);
        return `held by ${transport}`;
      },
    });
  const datagrams = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: taken });
  await assert.rejects(
    start("203.0.113.9", taken),
    /address not available on this machine\. Choose another/,
  );
  assert.deepEqual(asked, []);
  await assert.rejects(start("127.0.0.1", taken), /in use, held by udp; .*in use, held by tcp\./);
  assert.deepEqual(asked, [`udp ${taken}`, `tcp ${taken}`]);
  datagrams.close();
  other.close();
});

Deno.test({
  name: "an address that appears later is served then, over both families and transports",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    NetworkNamespace.run(async (network) => {
      const scene = new Scene();
      const hosts = ["10.77.0.5", "fd77::5"];
      try {
        await network.enter(() => scene.start(["127.0.0.1", ...hosts]));
        const logged = scene.logged.join("\n");
        assert.equal(scene.started.listening.length, 2);
        assert.match(logged, /cannot listen on 10\.77\.0\.5:\d+: address not available.*\n/);
        assert.match(
          logged,
          /Waiting for an interface with the address of the DNS listener: \[fd77::5\]:\d+/,
        );
        for (const host of hosts) {
          await network.ip(
            "address",
            "add",
            `${host}/${host.includes(":") ? 64 : 24}`,
            "dev",
            "box0",
          );
          for (const transport of ["+notcp", "+tcp"]) {
            const asked = [
              "dig",
              `@${host}`,
              "-p",
              `${scene.port}`,
              "localhost",
              "A",
              transport,
              "+tries=1",
            ];
            const { text } = await runText([...network.inside, ...asked]);
            assert.match(text, /status: NOERROR/, `${host} ${transport}`);
          }
        }
      } finally {
        await scene.end();
      }
    }),
});
