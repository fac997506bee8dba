import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { queryFor } from "../../../tests/support/flood.ts";
import {
  certificateFor,
  eventually,
  type FrontScene,
  listenHttps,
  withFront,
} from "../../../tests/support/front_scene.ts";
import {
  answering,
  type HandedScript,
  HandingResolver,
} from "../../../tests/support/handing_resolver.ts";
import { QuicClient } from "../../../tests/support/quic_client.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import type { FrontOptions } from "../front.ts";

const QUERY = queryFor("www.example", 0);
const SILENT = queryFor("silent.example", 0);

/** Runs a test with a front for QUIC, with a certificate for `dns.example`. */
async function withQuicFront(
  run: (
    scene: FrontScene & {
      readonly quic: number;
      readonly ca: string;
      readonly resolver: HandingResolver;
    },
  ) => Promise<void>,
  more: Partial<FrontOptions> = {},
  script: HandedScript = answering,
): Promise<void> {
  const quic = freePort();
  const resolver = new HandingResolver(script);
  const encrypted = await certificateFor("dns.example");
  const listen = { ...listenHttps(), quic: [{ address: "127.0.0.1", port: quic }] };
  const refused = () => Promise.reject(new Error("Nobody asks over HTTP"));
  try {
    await withFront(
      refused,
      (scene) => run({ ...scene, quic, ca: encrypted.cert, resolver }),
      {},
      {
        listen,
        handed: resolver.handed,
        encrypted: { ...encrypted, names: ["dns.example"] },
        ...more,
      },
    );
  } finally {
    resolver.close();
  }
}

Deno.test("the front answers over QUIC, also after a restart of the resolver and a new certificate", () =>
  withQuicFront(
    async ({ front, quic: port, ca, resolver, logLines }) => {
      assert.deepEqual(front.listeners, [`quic 127.0.0.1:${port}`]);
      const client = await QuicClient.open({ port, ca, name: "dns.example" });
      assert.ok(await client.ask(QUERY));
      const waiting = assert.rejects(client.ask(SILENT));
      assert.ok(await eventually(() => resolver.queries.length === 2));
      front.resolvers();
      await waiting;
      assert.equal((await client.closed).closeCode, 1);
      assert.deepEqual(
        resolver.queries.map(({ transport, address }) => `${transport} ${address}`),
        [
          "quic 127.0.0.1",
          "quic 127.0.0.1",
        ],
      );
      const next = await certificateFor("dns.example");
      front.encrypted({ ...next, names: ["dns.example"] });
      const again = await QuicClient.open({ port, ca: next.cert, name: "dns.example" });
      assert.ok(await again.ask(QUERY));
      await front.listen(listenHttps());
      assert.equal((await again.closed).closeCode, 0);
      assert.deepEqual(front.listeners, []);
      client.close();
      again.close();
      assert.deepEqual(logLines, []);
    },
    {},
    (query) => query.wire.length === SILENT.length ? "silence" : answering(query),
  ));

/**
 * Whether any datagram responds to the first packet of a handshake, also to one that is refused
 * later.
 */
async function hearsAnything(from: string, port: number, limit: number): Promise<boolean> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: from, port: 0 });
  // A long header of an unknown version: a server responds with its versions (RFC 9000, 6.1).
  const packet = new Uint8Array(1200);
  packet.set([0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8]);
  await socket.send(packet, { transport: "udp", hostname: "127.0.0.1", port });
  const timer = setTimeout(() => socket.close(), limit);
  try {
    await socket.receive();
    clearTimeout(timer);
    socket.close();
    return true;
  } catch {
    return false;
  }
}

Deno.test("datagrams from outside the current networks are dropped before a handshake", () =>
  withQuicFront(async ({ front, quic: port, logLines }) => {
    const isHeard = (from: string) => hearsAnything(from, port, 10_000);
    const isDropped = async (from: string) => !await hearsAnything(from, port, 150);
    assert.ok(await isHeard("127.0.0.1") && await isDropped("127.0.0.9"));
    front.ranges(["127.0.0.9/32"]);
    assert.ok(await isHeard("127.0.0.9") && await isDropped("127.0.0.1"));
    front.ranges(["private"]);
    assert.ok(await isHeard("127.0.0.1") && await isHeard("127.0.0.9"));
    assert.deepEqual(logLines, []);
  }, { ranges: ["127.0.0.1/32"] }));

Deno.test({
  name: "kdig is answered over QUIC, and refuses another name's certificate",
  ignore: needsTool("kdig"),
  fn: () =>
    withQuicFront(async ({ quic: port, ca }) => {
      const file = await Deno.makeTempFile();
      await Deno.writeTextFile(file, ca);
      const kdig = async (name: string) => {
        const args = [
          "@127.0.0.1",
          "-p",
          `${port}`,
          "www.example",
          `+tls-ca=${file}`,
          `+tls-hostname=${name}`,
          "+quic",
        ];
        const { stdout } = await new Deno.Command("kdig", { args, stderr: "null" }).output();
        return new TextDecoder().decode(stdout);
      };
      try {
        assert.match(await kdig("dns.example"), /QUIC session.*status: NOERROR/s);
        assert.doesNotMatch(await kdig("other.example"), /status:/);
      } finally {
        await Deno.remove(file);
      }
    }),
});
