/**
 * The box among too many clients, slow clients and garbage: UDP answers stay fast, nothing leaks.
 */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import {
  closeDescriptor,
  connectFrom,
  delays,
  framed,
  garbage,
  quantile,
  queryFor,
  sendBytes,
} from "../support/flood.ts";
import { hasTool, needsTool } from "../support/tool.ts";
import {
  openDescriptors,
  pause,
  residentMegabytes,
  runText,
  Scene,
  WAIT,
  within,
} from "../support/whole_box.ts";

/** Factor for packets and connections in the long run. */
const TIMES = Deno.env.get("BOX_LONG") === "1" ? 10 : 1;
/** Milliseconds of a fast answer: far above the usual value. */
const QUICK = 250;

/** The limit on a busy machine: six times the 90th percentile without pressure. */
const limitOf = (calm: readonly number[]): number => Math.max(QUICK, 6 * quantile(calm, 0.9));

async function quickNow(port: number): Promise<number> {
  return limitOf(await delays(port, 30, () => "box.home.arpa"));
}

async function answersByTcp(port: number): Promise<boolean> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    await connection.write(framed(queryFor("by-tcp.example")));
    return (await connection.read(new Uint8Array(512)) ?? 0) > 12;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

Deno.test({
  name: "Without free descriptors UDP continues, and TCP answers again once clients are gone",
  ignore: !hasTool("prlimit"),
  fn: () =>
    Scene.run({ before: ["prlimit", "--nofile=100:100"] }, async (scene) => {
      const { port } = scene.box;
      const held: number[] = [];
      const quick = await quickNow(port);
      for (let i = 0; i < 200; i++) held.push(connectFrom(`127.0.0.${2 + i % 10}`, port));
      await pause(300);
      assert.ok(quantile(await delays(port, 50, (i) => `udp${i}.example`), 0.9) < quick);
      for (const fd of held) if (fd >= 0) closeDescriptor(fd);
      assert.ok(await within(WAIT, () => answersByTcp(port)), "TCP is not answered any more");
      assert.notEqual(await scene.service.call("GET", "/api/v1/status"), undefined);
    }),
});

Deno.test("Silent and slow TCP clients from many addresses do not slow UDP, and are disconnected in time", () =>
  Scene.run({}, (calm) =>
    Scene.run({}, async (scene) => {
      const { port, pid } = scene.box;
      const before = openDescriptors(pid);
      const query = framed(queryFor("slow.example"));
      const slow: number[] = [];
      for (let i = 0; i < 300 * TIMES; i++) slow.push(connectFrom(`127.0.1.${1 + i % 200}`, port));
      assert.ok(slow.every((fd) => fd >= 0));
      for (let second = 0; second < 8; second++) {
        for (const fd of slow.slice(0, slow.length / 2)) {
          sendBytes(fd, query.slice(second, second + 1));
        }
        // A box without pressure is measured meanwhile: others may keep the machine busy.
        const [took, calmTook] = await Promise.all(
          [port, calm.box.port].map((each) => delays(each, 40, () => "box.home.arpa", 20)),
        );
        const [slowest, limit] = [quantile(took, 0.95), limitOf(calmTook)];
        assert.ok(slowest < limit, `UDP took ${slowest.toFixed(1)} ms, at most ${limit}`);
      }
      const closed = await within(15_000, () => openDescriptors(pid) < before + 60);
      assert.ok(
        closed,
        `slow clients were not closed, descriptors before and after: ${before}, ${
          openDescriptors(pid)
        }`,
      );
      assert.ok(await answersByTcp(port));
      slow.forEach(closeDescriptor);
    })));

Deno.test("Garbage over UDP and TCP and short connections leak no memory and no descriptors", () =>
  Scene.run({}, async (scene) => {
    const { port, pid } = scene.box;
    const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    const to = { transport: "udp", hostname: "127.0.0.1", port } as const;
    const flood = async (seed: number) => {
      for (const packet of garbage(5000 * TIMES, seed)) await socket.send(packet, to);
      for (const packet of garbage(500 * TIMES, seed + 1)) {
        const fd = connectFrom("127.0.0.3", port);
        sendBytes(fd, framed(packet));
        sendBytes(fd, packet);
        closeDescriptor(fd);
      }
      for (let i = 0; i < 2000 * TIMES; i++) {
        closeDescriptor(connectFrom(`127.0.0.${4 + i % 20}`, port));
      }
      await pause(1000);
    };
    await flood(1);
    const memory = residentMegabytes(pid);
    const descriptors = openDescriptors(pid);
    for (let round = 2; round < 5; round++) await flood(round);
    socket.close();
    for (const name of ["box.home.arpa", "after.example"]) {
      assert.notEqual(await askOnce(port, name), undefined, name);
    }
    assert.ok(await answersByTcp(port));
    const grown = residentMegabytes(pid) - memory;
    console.log(`garbage: resident ${memory.toFixed(0)} MB, then ${grown.toFixed(0)} MB more`);
    assert.ok(grown < 40, `memory grew by ${grown.toFixed(0)} MB`);
    // Since then 7,500 connections arrived. Upstream sockets are opened as queries need them, the
    // last ones perhaps only now.
    assert.ok(
      await within(WAIT, () => openDescriptors(pid) <= descriptors + 64),
      `${openDescriptors(pid)} descriptors`,
    );
  }));

Deno.test({
  name: "Bursts from many sources are answered without loss",
  ignore: needsTool("dnsperf"),
  fn: () =>
    Scene.run({}, async (scene) => {
      const names = `${scene.folder}/names`;
      await Deno.writeTextFile(
        names,
        Array.from({ length: 500 }, (_, i) => `burst${i}.example A\n`).join(""),
      );
      const at = ["-s", "127.0.0.1", "-p", String(scene.box.port), "-d", names];
      await runText(["dnsperf", ...at, "-n", "1", "-q", "20"]);
      const clients = Array.from({ length: 4 }, (_, i) =>
        runText([
          "dnsperf",
          ...at,
          "-a",
          `127.0.2.${i + 1}`,
          "-l",
          "2",
          "-q",
          "256",
          "-c",
          "32",
          "-T",
          "1",
        ]));
      for (const { text } of await Promise.all(clients)) {
        assert.match(text, /Queries lost:\s+0 /, text);
      }
    }),
});
