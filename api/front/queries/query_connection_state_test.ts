/** A DNS over TLS connection without a network, with a clock of the test. */
import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import { FakeSocket } from "../../../tests/support/fake_socket.ts";
import { framed, queryFor } from "../../../tests/support/flood.ts";
import { FRONT_LIMITS } from "../limits.ts";
import { QueryConnection } from "./query_connection.ts";
import type { OnResponse } from "./resolver_link.ts";

const QUERY = framed(queryFor("a.example", 1));

function opened(inFlight: number) {
  const client = new FakeSocket();
  const clock = { now: 0 };
  const asked: OnResponse[] = [];
  const connection = new QueryConnection(
    client as unknown as TLSSocket,
    { address: "127.0.0.1", port: 1, servername: "", protocol: "http/1.1" },
    {
      resolving: { ask: (_, __, ___, answered) => void asked.push(answered) },
      now: () => clock.now,
      limits: { ...FRONT_LIMITS, queries: { ...FRONT_LIMITS.queries, inFlight } },
    },
  );
  return { client, clock, asked, connection };
}

Deno.test("a client that always has an incomplete query is not treated as stalled", async () => {
  const { client, clock, connection } = opened(100);
  const { message } = FRONT_LIMITS.queries;
  await client.receive(QUERY.subarray(0, 9));
  for (let i = 0; i < 3; i++) {
    clock.now += message;
    await client.receive(Uint8Array.of(...QUERY.subarray(9), ...QUERY.subarray(0, 9)));
    assert.equal(connection.isOverdue(), false);
  }
  clock.now += message + 1;
  assert.equal(connection.isOverdue(), true);
});

Deno.test("after its end of input a client still gets responses to waiting queries", async () => {
  const { client, asked } = opened(2);
  const response = new Uint8Array(12);
  await client.receive(Uint8Array.of(...QUERY, ...QUERY, ...QUERY, ...QUERY, ...QUERY));
  client.emit("end");
  let answered = 0;
  for (let next = asked.shift(); next !== undefined; next = asked.shift(), answered++) {
    assert.ok(asked.length < 2 && !client.ended);
    next(response.slice());
    await client.receive();
  }
  assert.equal(answered, 5);
  assert.equal(client.bytesWritten, 5 * (2 + response.length));
  assert.ok(client.ended);
});

Deno.test("after its end of input a slow client still gets all responses", async () => {
  const { client, asked } = opened(100);
  const response = new Uint8Array(12);
  client.writableLength = FRONT_LIMITS.queries.unsent + 1;
  await client.receive(Uint8Array.of(...QUERY, ...QUERY));
  client.emit("end");
  asked.shift()!(response.slice());
  await client.receive();
  assert.deepEqual([asked.length, client.paused, client.ended], [0, true, false]);
  client.writableLength = 0;
  client.emit("drain");
  asked.shift()!(response.slice());
  await client.receive();
  assert.ok(client.ended);
});
