import assert from "node:assert/strict";
import { freePort } from "../../tests/support/box_process.ts";
import type { DestinationId } from "../../policy/catalogue/destinations.ts";
import { createMailTransport } from "./outgoing_mail.ts";
import { type HostLookup, type OutgoingRequest, postJson, sendOnce } from "./outgoing_request.ts";
import { connectTcp, openDatagrams } from "./outgoing_socket.ts";

const never = new AbortController().signal;
const loopback: HostLookup = () => Promise.resolve(["127.0.0.1"]);

/** A server on the loopback; its address under a name. */
async function serving(
  answer: (request: Request) => Response | Promise<Response>,
  test: (url: URL) => Promise<void>,
) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
  try {
    await test(new URL(`http://cloud.example:${server.addr.port}/x?y=1`));
  } finally {
    await server.shutdown();
  }
}

const get = (url: URL, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  destination: "online_service",
  method: "GET",
  url,
  headers: {},
  signal: never,
  ...more,
});

Deno.test("sendOnce() reads status, date, Retry-After and a body within its limit", () =>
  serving(
    () =>
      new Response("0123456789", {
        status: 429,
        headers: { date: "Sat, 21 Nov 2026 18:00:00 GMT", "retry-after": "7" },
      }),
    async (url) => {
      const { body, headers, ...head } = await sendOnce(get(url, { answerBytes: 10 }), loopback);
      assert.deepEqual(head, { status: 429, date: Date.UTC(2026, 10, 21, 18), retryAfter: 7 });
      assert.equal(headers["retry-after"], "7");
      assert.equal(new TextDecoder().decode(body), "0123456789");
      assert.equal((await sendOnce(get(url), loopback)).body.length, 0);
      await assert.rejects(
        sendOnce(get(url, { answerBytes: 9 }), loopback),
        /longer than 9 bytes/,
      );
    },
  ));

Deno.test("sendOnce() keeps 64 KiB of a refusal in the place of a body that is taken", () => {
  const part = new Uint8Array(100_000);
  const body = () => ReadableStream.from(Array.from({ length: 40 }, () => part));
  let status = 500;
  return serving(() => new Response(body(), { status }), async (url) => {
    let taken = 0;
    const request = get(url, {
      answerBytes: 1 << 30,
      take: (part) => Promise.resolve(void (taken += part.length)),
    });
    const refused = await sendOnce(request, loopback);
    assert.deepEqual([refused.status, refused.body.length, taken], [500, 64 << 10, 0]);
    status = 200;
    assert.equal((await sendOnce(request, loopback)).body.length, 0);
    assert.equal(taken, 4_000_000);
  });
});

Deno.test("sendOnce() refuses cloud metadata, multicast and unspecified addresses", async () => {
  const url = new URL("http://cloud.example/");
  for (
    const text of [
      "169.254.169.254",
      "::ffff:169.254.169.254",
      "fe80::1",
      "0.0.0.0",
      "::",
      "224.0.0.1",
      "ff02::1",
    ]
  ) {
    const literal = new URL(`http://${text.includes(":") ? `[${text}]` : text}/`);
    await assert.rejects(
      sendOnce(get(literal), loopback),
      /at an address that no server has/,
      text,
    );
    await assert.rejects(
      sendOnce(get(url), () => Promise.resolve([text])),
      /at an address that no server has/,
      text,
    );
  }
});

Deno.test("sendOnce() skips addresses that do not respond", () =>
  serving(() => new Response(null, { status: 204 }), async (url) => {
    for (
      const addresses of [["127.9.9.9", "127.0.0.1"], ["::1", "127.0.0.1"], [
        "127.9.9.9",
        "::1",
        "127.0.0.1",
      ]]
    ) {
      assert.equal(
        await postJson(
          { destination: "webhook", url, headers: {}, body: {}, signal: never },
          () => Promise.resolve(addresses),
        ),
        204,
      );
    }
  }));

Deno.test("sendOnce() reports missing addresses, closed ports, cut responses and aborts", async () => {
  const url = new URL(`http://cloud.example:${freePort()}/`);
  await assert.rejects(
    sendOnce(get(url), () => Promise.resolve([])),
    /the name cloud\.example has no address/,
  );
  const many: HostLookup = () => Promise.resolve(["127.9.9.9", "127.0.0.1", "::1"]);
  for (const lookup of [loopback, many]) {
    await assert.rejects(sendOnce(get(url), lookup), /ECONNREFUSED/);
  }
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const half = new URL(`http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/`);
  const serve = (async () => {
    const connection = await listener.accept();
    await connection.read(new Uint8Array(1024));
    await connection.write(
      new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"),
    );
    connection.close();
  })();
  await assert.rejects(sendOnce(get(half, { answerBytes: 100 }), loopback));
  await serve;
  await assert.rejects(
    sendOnce(get(half, { signal: AbortSignal.abort(new Error("given up")) }), loopback),
    /given up/,
  );
  const waiting = sendOnce(
    get(url, { signal: AbortSignal.timeout(50) }),
    () => new Promise(() => {}),
  );
  await assert.rejects(waiting, /timed out|timeout/i);
});

Deno.test("no connection is opened to a destination that is not declared", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const undeclared = "somewhere" as DestinationId;
  const why = /destination that is not declared: somewhere/;
  try {
    const url = new URL(`http://127.0.0.1:${port}/`);
    const lookup = () => Promise.resolve(["127.0.0.1"]);
    await assert.rejects(sendOnce(get(url, { destination: undeclared }), lookup), why);
    await assert.rejects(connectTcp(undeclared, { hostname: "127.0.0.1", port }), why);
    assert.throws(() => openDatagrams(undeclared, "127.0.0.1"), why);
    await assert.rejects(createMailTransport(undeclared, { host: "127.0.0.1", port }), why);

    const connection = await connectTcp("syslog", { hostname: "127.0.0.1", port });
    const first = await listener.accept();
    const from = first.remoteAddr as Deno.NetAddr;
    assert.equal(from.port, (connection.localAddr as Deno.NetAddr).port);
    first.close();
    connection.close();
  } finally {
    listener.close();
  }
});
