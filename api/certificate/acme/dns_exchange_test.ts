import assert from "node:assert/strict";
import fc from "fast-check";
import { randomBytes } from "../../../tests/support/acme_scene.ts";
import { FakeUpstream, respond } from "../../../tests/support/fake_upstream.ts";
import { rdata, recordRest, wireMessage, wireName } from "../../../tests/support/message_text.ts";
import { TYPE } from "../../../resolver/wire/codes.ts";
import {
  directQuery,
  DnsTimeoutError,
  queryOverUdp,
  queryServer,
  readResponse,
} from "./dns_exchange.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const { signal } = new AbortController();
const exchange = {
  destination: "domain_servers",
  runtime: testRuntime({ randomBytes }),
  deadline: 2_000,
} as const;

/** A response with a TXT record of two strings and other records. */
function response(): Uint8Array {
  const question = [...wireName("x.example"), 0, TYPE.TXT, 0, 1];
  const text = new Uint8Array([...[3, 0x61, 0x62, 0x63], ...[2, 0x64, 0x65]]);
  const answers = [
    [...wireName("X.Example"), ...recordRest("CNAME", 60, rdata("CNAME", "y.example."))],
    [...wireName("y.example"), ...recordRest("TXT", 60, text)],
  ];
  return new Uint8Array(
    wireMessage({ id: 7, flags: 0x8400, question, sections: [answers, [], []] }),
  );
}

Deno.test("readResponse() returns names in lower case and joined texts", () => {
  assert.deepEqual(readResponse(response()), {
    rcode: 0,
    authoritative: true,
    records: [
      { owner: "x.example", section: 1, type: TYPE.CNAME, value: "y.example" },
      { owner: "y.example", section: 1, type: TYPE.TXT, value: "abcde" },
    ],
  });
});

Deno.test("readResponse() never throws on random bytes", () => {
  const whole = response();
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
  let read = 0;
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      changes,
      fc.nat(whole.length),
      (noise, changed, length) => {
        readResponse(noise);
        const bytes = whole.slice(0, whole.length - (length % 7 === 0 ? length : 0));
        for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
        if (readResponse(bytes) !== undefined) read++;
      },
    ),
    { numRuns: 2_000, seed: 11 },
  );
  assert.ok(read > 100);
});

Deno.test("queryServer() retries truncated responses over TCP, ignores unrelated ones and times out", async () => {
  const seen: string[] = [];
  const server = new FakeUpstream((query) => {
    seen.push(query.transport);
    if (query.name === "silent.example") return [];
    if (query.transport === "tcp") return [respond(query, { address: "192.0.2.7" })];
    const forged = [
      respond(query, { id: query.id ^ 1 }),
      respond(query, { name: new Uint8Array(wireName("z.example")) }),
    ];
    return [...forged, respond(query, { truncated: true })];
  });
  const at = { address: "127.0.0.1", port: server.port };
  try {
    const found = await queryServer(
      at,
      directQuery("x.example", TYPE.A, randomBytes),
      exchange,
      signal,
    );
    assert.equal(readResponse(found)?.records.length, 1);
    assert.deepEqual(seen, ["udp", "tcp"]);
    const silent = directQuery("silent.example", TYPE.A, randomBytes);
    await assert.rejects(
      queryOverUdp(at, silent, { ...exchange, deadline: 30 }, signal),
      DnsTimeoutError,
    );
    const gone = new AbortController();
    const asking = queryServer(at, silent, exchange, gone.signal);
    gone.abort(new Error("the box ends"));
    await assert.rejects(asking, /the box ends/);
  } finally {
    await server.close();
  }
});

Deno.test("queryOverUdp() ignores responses from another address or port", async () => {
  const server = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const forger = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.2", port: 0 });
  const { port } = server.addr as Deno.NetAddr;
  const samePort = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.2", port });
  const serving = (async () => {
    const [query, from] = await server.receive();
    const answer = (rcode: number) => {
      const bytes = query.slice();
      bytes.set([0x84, rcode], 2);
      return bytes;
    };
    for (const socket of [forger, samePort]) await socket.send(answer(5), from);
    await new Promise((later) => setTimeout(later, 30));
    await server.send(answer(0), from);
  })();
  try {
    const query = directQuery("x.example", TYPE.TXT, randomBytes);
    const found = await queryOverUdp({ address: "127.0.0.1", port }, query, exchange, signal);
    assert.equal(readResponse(found)?.rcode, 0);
    await serving;
  } finally {
    [server, forger, samePort].forEach((socket) => socket.close());
  }
});
