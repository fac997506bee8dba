import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { encode } from "dns-packet";
import { nameFromText } from "../../../policy/model/name.ts";
import { freePort } from "../../../tests/support/box_process.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { DnsResponder } from "./dns_responder.ts";
import { DnsListener } from "./listener.ts";
import { nameServer, Zone } from "./zone.ts";
import { ZoneCache } from "./zone_cache.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const [A] = ["a".repeat(43)];

/** A listener over existing names; `hurry` shortens its timeout. */
async function listening(test: (port: number) => Promise<void>, hurry = 1): Promise<void> {
  const domain = nameFromText("names.example")!;
  const nameServers = [nameServer("ns1.names.example", [new Uint8Array(4)])!];
  const names = {
    known: () => Promise.resolve({ given: true, values: [A] }),
    serial: () => Promise.resolve(1),
  };
  const now = () => 0;
  const port = freePort();
  const listener = new DnsListener({ address: "127.0.0.1", port }, {
    answering: new DnsResponder(new Zone({ domain, nameServers }), new ZoneCache(names, now), now),
    runtime: testRuntime({
      after: (ms, run) => {
        const timer = setTimeout(run, ms / hurry);
        return () => clearTimeout(timer);
      },
      log: () => {},
    }),
  });
  try {
    await test(port);
  } finally {
    await listener.close();
  }
}

const query = (name = "_acme-challenge.bcdfghjkmn.names.example") =>
  new Uint8Array(encode({ type: "query", id: 7, questions: [{ name, type: "TXT", class: "IN" }] }));

function framed(...messages: readonly Uint8Array[]): Uint8Array {
  const parts = messages.flatMap((
    message,
  ) => [message.length >> 8, message.length & 255, ...message]);
  return Uint8Array.from(parts);
}

async function exactly(connection: Deno.Conn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    at += await connection.read(bytes.subarray(at)) ?? assert.fail("it ended");
  }
  return bytes;
}

/**
 * Sends datagrams and counts the responses, and the truncated ones, until a number of them has
 * arrived and no more follow.
 */
async function flood(
  port: number,
  count: number,
  wanted: number,
): Promise<{ responses: number; cut: number }> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  let responses = 0;
  let cut = 0;
  const reading = (async () => {
    for (;;) {
      const got = await socket.receive().catch(() => undefined);
      if (got === undefined) return;
      responses++;
      if ((got[0][2] & 2) !== 0) cut++;
    }
  })();
  const to = { transport: "udp", hostname: "127.0.0.1", port } as const;
  for (let i = 0; i < count; i++) {
    await socket.send(query(), to);
    if (i % 20 === 0) await new Promise((later) => setTimeout(later, 1));
  }
  for (
    let before = -1, turns = 0;
    turns < 200 && (responses < wanted || before !== responses);
    turns++
  ) {
    before = responses;
    await new Promise((later) => setTimeout(later, 50));
  }
  socket.close();
  await reading;
  return { responses, cut };
}

Deno.test("queries of one connection are answered in order, however they are split", () =>
  listening(async (port) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const bytes = framed(query(), query("other.example"), query());
    for (let at = 0; at < bytes.length; at += 7) {
      await connection.write(bytes.subarray(at, at + 7));
    }
    const responses: Uint8Array[] = [];
    for (let i = 0; i < 3; i++) {
      const [high, low] = await exactly(connection, 2);
      responses.push(await exactly(connection, high << 8 | low));
    }
    assert.deepEqual(responses.map((response) => response[3] & 15), [0, 5, 0]);
    assert.deepEqual(responses.map((response) => Buffer.from(response).includes(A)), [
      true,
      false,
      true,
    ]);
  }));

Deno.test("a client that is slow or sends garbage is disconnected", () =>
  listening(async (port) => {
    const cut = [[], [0], [0, 200, 1, 2], [0, 0], [0, 3, 1, 2, 3]].map(async (bytes) => {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(Uint8Array.from(bytes));
      assert.equal(
        await connection.read(new Uint8Array(512)).catch(() => null),
        null,
        bytes.join(),
      );
    });
    await Promise.all(cut);
  }, 50));

Deno.test("the number of connections of a client is limited, and existing ones are served", () =>
  listening(async (port) => {
    const open = () => Deno.connect({ hostname: "127.0.0.1", port });
    const read = (connection: Deno.Conn) => connection.read(new Uint8Array(512)).catch(() => null);
    const held = await Promise.all(
      Array.from({ length: COMPANION_LIMITS.dns.connectionsPerAddress }, open),
    );
    for (const connection of held) {
      await connection.write(framed(query()));
      assert.ok((await read(connection))! > 0);
    }
    using late = await open();
    assert.equal(await read(late), null);
    held.forEach((connection) => connection.close());
  }));

Deno.test("a network above its UDP rate gets truncated responses and is served over TCP", () =>
  listening(async (port) => {
    assert.deepEqual(await flood(port, 20, 20), { responses: 20, cut: 0 });
    // 180 of 200 are left, and every second one beyond is truncated.
    const { responses, cut } = await flood(port, 1000, 200);
    assert.ok(cut > 0 && responses <= 590, `${responses} ${cut}`);
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(framed(query()));
    const buffer = new Uint8Array(512);
    assert.ok((await connection.read(buffer))! > 100);
  }));

Deno.test("a network above its TCP rate is disconnected, independent of UDP", () =>
  listening(async (port) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const { burst } = COMPANION_LIMITS.dns.perNetwork;
    const all = framed(...Array.from({ length: burst + 50 }, () => query()));
    const sending = connection.write(all).catch(() => 0);
    const one = (await exactly(connection, 2))[1];
    await exactly(connection, one);
    for (let left = burst - 1; left > 0; left--) await exactly(connection, 2 + one);
    await sending;
    assert.equal(await connection.read(new Uint8Array(1)).catch(() => null), null);
  }));

Deno.test("a port in use is reported, and no socket stays open", () =>
  listening((port) => {
    const deps = {
      answering: {} as DnsResponder,
      runtime: testRuntime({ after: () => () => {}, log: () => {} }),
    };
    assert.throws(
      () => new DnsListener({ address: "127.0.0.1", port }, deps),
      Deno.errors.AddrInUse,
    );
    return Promise.resolve();
  }));
