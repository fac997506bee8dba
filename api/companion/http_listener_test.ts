import assert from "node:assert/strict";
import { parsePrefix } from "../../policy/model/address.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { makeAuthority } from "../../tests/support/authority.ts";
import type { CompanionCall } from "./companion_handler.ts";
import { HttpListener, type HttpListenerDeps } from "./http_listener.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

/**
 * Short timeouts for tests with slow clients; served clients need the usual ones on a busy machine.
 */
const quick = {
  ...COMPANION_LIMITS.http,
  headSeconds: 0.3,
  requestSeconds: 0.3,
  idleSeconds: 0.3,
  handshakeSeconds: 0.3,
};

interface Scene {
  readonly port: number;
  readonly calls: CompanionCall[];
  readonly listener: HttpListener;
}

/** A listener that echoes its calls. */
async function listening(
  deps: Partial<HttpListenerDeps>,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const calls: CompanionCall[] = [];
  const port = freePort();
  const listener = await HttpListener.open({ address: "127.0.0.1", port }, {
    answering: {
      answer: (call) => {
        calls.push(call);
        const body = call.body === undefined ? "too long" : new TextDecoder().decode(call.body);
        return Promise.resolve({ status: call.body === undefined ? 413 : 200, headers: {}, body });
      },
    },
    proxies: [],
    runtime: testRuntime({
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      log: () => {},
    }),
    ...deps,
  });
  try {
    await test({ port, calls, listener });
  } finally {
    await listener.close();
  }
}

/** Sends bytes and reads until the peer closes; returns everything received. */
async function exchange(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  const write = async () => {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  };
  const writing = write().catch(() => {});
  let got = "";
  for (;;) {
    const read = await connection.read(buffer).catch(() => null);
    if (read === null) break;
    got += decoder.decode(buffer.subarray(0, read));
  }
  await writing;
  return got;
}

/** The first bytes of a TLS client. */
async function clientHello(): Promise<Uint8Array> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const client = Deno.connectTls({
    hostname: "127.0.0.1",
    port: (listener.addr as Deno.NetAddr).port,
  }).catch(() => {});
  const connection = await listener.accept();
  const buffer = new Uint8Array(4096);
  const length = await connection.read(buffer);
  connection.close();
  await client;
  return buffer.slice(0, length ?? 0);
}

Deno.test("calls are passed on with body and headers, several on one connection", () =>
  listening({}, async ({ port, calls }) => {
    const post = (close: boolean) =>
      `POST /v1/x?y=1 HTTP/1.1\r\nHost: a\r\nUser-Agent: Box/1.2.3\r\nContent-Length: 5\r\n${
        close ? "Connection: close\r\n" : ""
      }\r\nhello`;
    const got = await exchange(port, post(false) + post(true));
    assert.equal(got.split("HTTP/1.1 200").length, 3);
    const [{ method, target, header, network }] = calls;
    assert.deepEqual([method, target, header("user-agent"), network], [
      "POST",
      "/v1/x?y=1",
      "Box/1.2.3",
      "127.0.0",
    ]);
    assert.deepEqual(calls.map(({ body }) => new TextDecoder().decode(body)), ["hello", "hello"]);
  }));

Deno.test("a long body is refused early, with or without Content-Length, and the connection ends", () =>
  listening({}, async ({ port, calls }) => {
    const announced = await exchange(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n`,
    );
    assert.match(announced, /^HTTP\/1\.1 413/);
    const part = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const unannounced = await exchange(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${part.repeat(5)}`,
    );
    assert.match(unannounced, /^HTTP\/1\.1 413/);
    assert.deepEqual(calls.map(({ body }) => body), [undefined, undefined]);
  }));

Deno.test("clients that are slow, silent or send garbage are disconnected", () =>
  listening({ limits: quick }, async ({ port, calls }) => {
    const began = performance.now();
    const all = await Promise.all([
      exchange(port, ""),
      exchange(port, "GET / HTTP/1.1\r\nHost"),
      exchange(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"),
      exchange(port, "\x16\x03\x01garbage\r\n\r\n"),
      exchange(port, `GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`),
      exchange(
        port,
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
      ),
    ]);
    assert.ok(all.every((text) => !text.startsWith("HTTP/1.1 200")), all.join("|"));
    assert.ok(performance.now() - began < 15_000);
    assert.deepEqual(calls, []);
  }));

Deno.test("the number of connections of an address is limited", () =>
  listening(
    { limits: { ...COMPANION_LIMITS.http, connectionsPerAddress: 2 } },
    async ({ port }) => {
      const held = await Promise.all(
        [1, 2].map(() => Deno.connect({ hostname: "127.0.0.1", port })),
      );
      await new Promise((later) => setTimeout(later, 50));
      assert.equal(
        await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
        "",
      );
      held.forEach((connection) => connection.close());
      let got = "";
      for (let tries = 0; got === "" && tries < 100; tries++) {
        got = await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        if (got === "") await new Promise((later) => setTimeout(later, 20));
      }
      assert.match(got, /^HTTP\/1\.1 200/);
    },
  ));

Deno.test("the limit for an address does not apply to a trusted proxy", () =>
  listening(
    {
      limits: { ...COMPANION_LIMITS.http, connectionsPerAddress: 2 },
      proxies: [parsePrefix("127.0.0.0/8")!],
    },
    async ({ port }) => {
      const held = await Promise.all(
        [1, 2, 3].map(() => Deno.connect({ hostname: "127.0.0.1", port })),
      );
      assert.match(
        await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
        /^HTTP\/1\.1 200/,
      );
      held.forEach((connection) => connection.close());
    },
  ));

Deno.test("only the last X-Forwarded-For address from a trusted proxy is used", async () => {
  const call = (port: number, forwarded: string) =>
    exchange(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${forwarded}\r\nConnection: close\r\n\r\n`,
    );
  await listening({}, async ({ port, calls }) => {
    await call(port, "192.0.2.9");
    assert.equal(calls[0].network, "127.0.0");
  });
  await listening({ proxies: [parsePrefix("127.0.0.0/8")!] }, async ({ port, calls }) => {
    await call(port, "203.0.113.1, 192.0.2.9");
    await call(port, "garbage");
    await call(port, "2001:db8:1:2::3");
    assert.deepEqual(calls.map(({ network }) => network), [
      "192.0.2",
      "127.0.0",
      "20010db8000100",
    ]);
  });
});

Deno.test("HTTPS uses the certificate files and disconnects incomplete handshakes", async () => {
  const folder = await Deno.makeTempDir();
  const { ca, cert, key } = await makeAuthority(folder);
  const other = await makeAuthority(folder);
  await Deno.remove(folder, { recursive: true });
  await listening({ certificate: { cert, key } }, async ({ port, calls, listener }) => {
    const connection = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts: [ca] });
    await connection.write(
      new TextEncoder().encode("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    );
    assert.match(await new Response(connection.readable).text(), /^HTTP\/1\.1 200/);
    assert.equal(calls.length, 1);
    listener.renew(other);
    const renewed = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts: [other.ca] });
    await renewed.handshake();
    renewed.close();
    assert.doesNotMatch(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), /200/);
  });
  await listening({ certificate: { cert, key }, limits: quick }, async ({ port }) => {
    assert.equal(await exchange(port, ""), "");
    assert.equal(await exchange(port, "\x16\x03\x01\x02"), "");
    using stalled = await Deno.connect({ hostname: "127.0.0.1", port });
    await stalled.write(await clientHello());
    let last: number | null = 1;
    for (const buffer = new Uint8Array(4096); last !== null;) {
      last = await stalled.read(buffer).catch(() => null);
    }
  });
});

Deno.test("close() waits for running calls and disconnects hanging ones", async () => {
  const answer = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  let cut = () => {};
  await listening({
    runtime: testRuntime({
      after: (_, run) => {
        cut = run;
        return () => {};
      },
    }),
    answering: {
      answer: async () => {
        taken.resolve();
        await answer.promise;
        return { status: 200, headers: {}, body: "late" };
      },
    },
  }, async ({ port, listener }) => {
    const got = exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const hanging = exchange(port, "GET / HTTP/1.1\r\nHo");
    await taken.promise;
    const ended = listener.close();
    answer.resolve();
    assert.match(await got, /late$/);
    cut();
    await hanging;
    await ended;
    await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port }));
  });
});
