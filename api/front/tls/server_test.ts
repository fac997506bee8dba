/**
 * Back-pressure: a client that is no longer read is limited by its own socket, not by the memory of
 * the box.
 */
import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { framed, queryFor } from "../../../tests/support/flood.ts";
import {
  certificateFor,
  eventually,
  listenHttps,
  TlsClient,
  withFront,
} from "../../../tests/support/front_scene.ts";
import { answering, HandingResolver, unframed } from "../../../tests/support/handing_resolver.ts";
import { FRONT_LIMITS } from "../limits.ts";

/**
 * Bytes that a client can send to a peer that does not read: the kernel buffers of both sides, and
 * a margin.
 */
const IN_KERNEL = 24_000_000;

/** Sends everything; returns the number of bytes accepted so far. */
function sending(client: TlsClient, piece: Uint8Array, times: number): () => number {
  let taken = 0;
  void (async () => {
    for (let i = 0; i < times && await client.send(piece); i++) taken += piece.length;
  })();
  return () => taken;
}

/** Resolves with the number of accepted bytes once it does not change for a while. */
async function held(taken: () => number): Promise<number> {
  let before = -1;
  await eventually(async () => {
    const same = taken() === before;
    before = taken();
    await new Promise((later) => setTimeout(later, 300));
    return same && before > 0;
  });
  return before;
}

Deno.test("a DNS over TLS client with waiting queries is paused, and then read completely", async () => {
  const encrypted = { names: ["dns.example"], ...await certificateFor("dns.example") };
  const gate = Promise.withResolvers<void>();
  const dot = freePort();
  const times = 900;
  const resolver = new HandingResolver(async (query) => {
    await gate.promise;
    return answering(query);
  });
  const query = new Uint8Array(60_000);
  query.set(queryFor("a.example", 7));
  await withFront(
    () => new Response(null),
    async () => {
      const client = await TlsClient.open(dot, "dot", "dns.example", encrypted.cert);
      const taken = sending(client, framed(query), times);
      const most = await held(taken);
      assert.ok(most < IN_KERNEL, `${most} bytes were taken`);
      gate.resolve();
      assert.ok(await eventually(() => unframed(client.received).length === times));
      assert.equal(taken(), times * (query.length + 2));
      await client.close();
      resolver.close();
    },
    { queries: { ...FRONT_LIMITS.queries, inFlight: 10, message: 60_000 } },
    {
      listen: { ...listenHttps(), tls: [{ address: "127.0.0.1", port: dot }] },
      encrypted,
      handed: resolver.handed,
    },
  );
});

Deno.test("an HTTPS client whose body is not read is paused", () =>
  withFront(
    () => new Promise(() => {}),
    async ({ connect }) => {
      const client = await connect();
      const piece = new Uint8Array(60_000);
      await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 54000000\r\n\r\n");
      const most = await held(sending(client, piece, 900));
      assert.ok(most < IN_KERNEL, `${most} bytes were taken`);
      await client.close();
    },
    { bodyBytes: 60_000_000 },
  ));
