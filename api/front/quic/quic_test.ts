import assert from "node:assert/strict";
import { certificateFor } from "../../../tests/support/front_scene.ts";
import { framed, garbage, queryFor } from "../../../tests/support/flood.ts";
import type { QuicClient } from "../../../tests/support/quic_client.ts";
import { echo, type QuicScene, withQuic } from "../../../tests/support/quic_scene.ts";
import { FRONT_LIMITS } from "../limits.ts";
import { DOQ } from "./connection.ts";

const QUERY = queryFor("www.example", 0);
const codeOf = async (client: QuicClient) => (await client.closed).closeCode;

/** Sends invalid data on a stream; returns the code with which the connection is closed. */
async function codeFor(
  { connect }: QuicScene,
  pieces: readonly Uint8Array[],
  ends = true,
): Promise<number> {
  const client = await connect();
  void client.send(pieces, ends).catch(() => {});
  return await codeOf(client);
}

async function isRefused(client: Promise<QuicClient>): Promise<boolean> {
  try {
    await (await client).ask(QUERY);
    return false;
  } catch {
    return true;
  }
}

Deno.test("each query is answered on its own stream, in any order", () => {
  let turn = 0;
  return withQuic(async ({ connect, askers }) => {
    const client = await connect();
    const names = Array.from({ length: 40 }, (_, i) => `name${i}.example`);
    const responses = await Promise.all(names.map((name) => client.ask(queryFor(name, 0))));
    responses.forEach((response, i) => {
      assert.equal(response[2] & 0x80, 0x80);
      assert.deepEqual(response.subarray(12), queryFor(names[i], 0).subarray(12));
    });
    assert.deepEqual(new Set(askers), new Set(["127.0.0.1"]));
  }, { answer: (query, answered) => void setTimeout(() => echo(query, answered), turn++ % 7 * 3) });
});

Deno.test("a query may arrive byte by byte", () =>
  withQuic(async ({ connect }) => {
    const client = await connect();
    const response = await client.send([...framed(QUERY)].map((byte) => Uint8Array.of(byte)));
    assert.equal(response.length, 2 + QUERY.length);
  }));

Deno.test("one connection carries thousands of queries", () =>
  withQuic(async ({ connect, askers }) => {
    const client = await connect();
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 150 }, () => client.ask(QUERY)));
    }
    assert.equal(askers.length, 3000);
  }));

Deno.test("anything but a single query ends the connection with a protocol error, and is not resolved", () =>
  withQuic(async (scene) => {
    const response = new Uint8Array(QUERY);
    const keepalive = new Uint8Array([...QUERY, 0, 11, 0, 0]);
    response[2] |= 0x80;
    keepalive[QUERY.length - 1] = 4;
    for (
      const [what, bytes] of [
        ["another number than 0", framed(queryFor("www.example", 7))],
        ["a response", framed(response)],
        ["a query that asks how long to keep alive", framed(keepalive)],
        ["an empty stream", new Uint8Array(0)],
        ["half of a length", Uint8Array.of(0)],
        ["half of a query", framed(QUERY).subarray(0, 20)],
        ["two queries", new Uint8Array([...framed(QUERY), ...framed(QUERY)])],
        ["a length of nothing", Uint8Array.of(0, 0)],
        ["less than a header", framed(QUERY.subarray(0, 11))],
      ] as const
    ) {
      assert.equal(await codeFor(scene, [bytes]), DOQ.PROTOCOL_ERROR, what);
    }
    assert.equal(
      await codeFor(scene, [framed(QUERY), QUERY], false),
      DOQ.PROTOCOL_ERROR,
      "more than a query, unended",
    );
    assert.deepEqual(scene.askers, []);
  }));

Deno.test("garbage does not affect other connections", () =>
  withQuic(async ({ connect }) => {
    const bystander = await connect();
    for (const bytes of garbage(120, 11)) {
      const client = await connect();
      const answer = client.send([bytes.length % 2 === 0 ? framed(bytes) : bytes]).catch(() =>
        undefined
      );
      await Promise.race([answer, client.closed.catch(() => {})]);
      client.close();
    }
    assert.ok(await bystander.ask(QUERY));
  }));

Deno.test("an incomplete query ends the connection after a timeout", () =>
  withQuic(async (scene) => {
    const code = await codeFor(scene, [framed(QUERY).subarray(0, 9)], false);
    assert.equal(code, DOQ.UNSPECIFIED_ERROR);
  }, { limits: { handshake: 400, queries: { ...FRONT_LIMITS.queries, message: 100 } } }));

Deno.test("an idle connection is closed without an error", () =>
  withQuic(async ({ connect }) => {
    const client = await connect();
    await client.ask(QUERY);
    assert.equal(await codeOf(client), DOQ.NO_ERROR);
  }, { limits: { handshake: 400, queries: { ...FRONT_LIMITS.queries, life: 100 } } }));

Deno.test("a query without a response ends the connection with an internal error", () =>
  withQuic(async ({ connect }) => {
    const client = await connect();
    await assert.rejects(client.ask(QUERY));
    assert.equal(await codeOf(client), DOQ.INTERNAL_ERROR);
  }, { answer: (_, answered) => void setImmediate(answered, undefined) }));

Deno.test("a client with another protocol or unidirectional streams is not served", () =>
  withQuic(async ({ connect, port, certificate }) => {
    await assert.rejects(connect({ alpn: "h3" }), /alpn|protocol|handshake/i);
    const endpoint = {
      hostname: "127.0.0.1",
      port,
      serverName: "localhost",
      caCerts: [certificate.cert],
    };
    const conn = await Deno.connectQuic({ ...endpoint, alpnProtocols: ["doq"] });
    await assert.rejects(conn.createUnidirectionalStream(), RangeError);
    conn.close();
  }));

Deno.test("clients outside the current networks are refused", () =>
  withQuic(async ({ connect, connections, askers }) => {
    assert.ok(await isRefused(connect({ from: "127.0.0.9", patience: 1000 })));
    assert.ok(await (await connect()).ask(QUERY));
    connections.ranges = ["127.0.0.9/32"];
    assert.ok(await (await connect({ from: "127.0.0.9" })).ask(QUERY));
    assert.ok(await isRefused(connect({ patience: 1000 })));
    assert.deepEqual(askers, ["127.0.0.1", "127.0.0.9"]);
  }, { ranges: ["127.0.0.1/32"] }));

Deno.test("connections per address are limited, without effect on other addresses", () =>
  withQuic(async ({ connect }) => {
    const first = await connect();
    const second = await connect();
    assert.ok(await isRefused(connect({ patience: 1000 })));
    assert.ok(await (await connect({ from: "127.0.0.9" })).ask(QUERY));
    first.close();
    for (let tries = 0; await isRefused(connect({ patience: 500 })); tries++) assert.ok(tries < 20);
    assert.ok(await second.ask(QUERY));
  }, { limits: { queries: { ...FRONT_LIMITS.queries, connectionsOfOne: 2 } } }));

Deno.test("a new certificate applies to new clients on the same port", () =>
  withQuic(async ({ quic, connect, certificate }) => {
    const before = await connect();
    for (const name of ["one.example", "two.example"]) {
      const next = await certificateFor(name);
      quic.certificate(next);
      assert.ok(await (await connect({ ca: next.cert, name })).ask(QUERY));
      await assert.rejects(connect({ ca: certificate.cert }));
    }
    assert.ok(await before.ask(QUERY));
    assert.throws(() => quic.certificate({ cert: certificate.cert, key: "no key" }));
    quic.certificate(certificate);
    assert.ok(await (await connect()).ask(QUERY));
  }));

Deno.test("a listener can be closed and opened again on the same port", () =>
  withQuic(async ({ quic, listener, connect, port }) => {
    const client = await connect();
    assert.ok(await client.ask(QUERY));
    listener.close();
    assert.equal(await codeOf(client), DOQ.NO_ERROR);
    const next = await certificateFor("again.example");
    let connected = false;
    const pending = connect({ ca: next.cert, name: "again.example" }).then((
      again,
    ) => {
      connected = true;
      return again;
    });
    quic.certificate(next);
    await new Promise((later) => setTimeout(later, 100));
    assert.equal(connected, false);
    await quic.open({ address: "127.0.0.1", port });
    // The client sends its first packet again.
    assert.ok(await (await pending).ask(QUERY));
  }));

Deno.test("a socket of both families reports IPv4 clients by their IPv4 address", () =>
  withQuic(async ({ connect, askers }) => {
    assert.ok(await (await connect()).ask(QUERY));
    assert.ok(await (await connect({ address: "::1" })).ask(QUERY));
    assert.deepEqual(askers, ["127.0.0.1", "::1"]);
  }, { address: "" }));

Deno.test("a port in use and a missing certificate are reported", () =>
  withQuic(async ({ quic, port }) => {
    const other = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.2", port });
    await assert.rejects(
      () => quic.open({ address: "127.0.0.2", port }),
      { protocol: "quic", shown: `127.0.0.2:${port}`, code: "EADDRINUSE" },
    );
    other.close();
    quic.certificate(undefined);
    await assert.rejects(() => quic.open({ address: "127.0.0.2", port }), {
      message: "there is no certificate for it",
    });
    quic.certificate(await certificateFor("localhost"));
    (await quic.open({ address: "127.0.0.2", port })).close();
  }));
