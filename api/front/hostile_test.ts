/** Clients that are slow, silent, wrong or greedy: each is cut off, and the others are answered. */
import assert from "node:assert/strict";
import { eventually, type FrontScene, withFront } from "../../tests/support/front_scene.ts";
import { field, frame, framesOf, get, getBlock, joined, opening, reset } from "../../tests/support/http2.ts";
import type { Answer } from "./answering.ts";

const SHORT = { handshake: 300, head: 300, body: 300, idle: 300, stalled: 300 };
const GET = "GET / HTTP/1.1\r\nHost: box\r\n\r\n";
const hi: Answer = () => new Response("hi");

/** An honest client is answered. */
async function assertAnswers({ connect }: FrontScene): Promise<void> {
  const client = await connect();
  await client.send(GET);
  assert.ok(await client.until((text) => text.endsWith("\r\nhi")), client.text);
  await client.close();
}

/** Sends octets one by one until the server closes. */
async function drip(scene: FrontScene, alpn: string, first: string | Uint8Array, each: Uint8Array): Promise<void> {
  const client = await scene.connect({ alpn });
  await client.send(first);
  for (let i = 0; i < 500 && !client.over; i++) {
    await client.send(each.subarray(i % each.length, i % each.length + 1));
    await new Promise((later) => setTimeout(later, 20));
  }
  assert.ok(client.over, "a slow client was never cut off");
  await client.close();
}

Deno.test("a client that connects and says nothing is cut off, before and after TLS", () =>
  withFront(hi, async (scene) => {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port: scene.port });
    assert.equal(await tcp.read(new Uint8Array(1)).catch(() => null), null);
    tcp.close();
    for (const alpn of ["h2", "http/1.1", ""]) {
      const client = await scene.connect({ alpn });
      assert.ok(await client.until());
      await client.close();
    }
    await assertAnswers(scene);
  }, SHORT));

Deno.test("a connection that was answered and then idles is closed", () =>
  withFront(hi, async (scene) => {
    const client = await scene.connect();
    await client.send(GET);
    assert.ok(await client.until((text) => text.endsWith("hi")));
    assert.ok(await client.until());
    await client.close();
  }, SHORT));

Deno.test("a head that never ends is cut off over both versions, also while another request runs", () =>
  withFront(({ url }) => url.endsWith("/wait") ? new Promise(() => {}) : new Response("hi"), async (scene) => {
    const letters = new TextEncoder().encode("x-slow: 1\r\n");
    await drip(scene, "http/1.1", "GET / HTTP/1.1\r\nHost: box\r\n", letters);
    const block = getBlock("/"), open = frame(1, 1, 3, block);
    await drip(scene, "h2", joined(opening(), get(1, "/wait"), open), new Uint8Array([0]));
    await drip(scene, "h2", opening().subarray(0, 10), new Uint8Array(0));
    await assertAnswers(scene);
  }, { ...SHORT, idle: 60_000 }));

Deno.test("a body that never ends is cut off over both versions, and main is told", () => {
  let broken = 0;
  const answer: Answer = async (request) => {
    await request.arrayBuffer().catch(() => broken++);
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    await drip(
      scene,
      "http/1.1",
      "POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 100000\r\n\r\n",
      new Uint8Array([65]),
    );
    const head = joined(
      field(":method", "POST"),
      field(":scheme", "https"),
      field(":authority", "box"),
      field(":path", "/"),
    );
    const client = await scene.connect({ alpn: "h2" });
    await client.send(joined(opening(), frame(1, 4, 1, head)));
    while (!client.over && await client.send(frame(0, 0, 1, new Uint8Array(1)))) {
      await new Promise((later) => setTimeout(later, 20));
    }
    await client.close();
    assert.ok(await eventually(() => broken === 2), String(broken));
    await assertAnswers(scene);
  }, SHORT);
});

Deno.test("a client that takes no answers is cut off, and their source is told", () => {
  let cancelled = 0;
  const answer: Answer = ({ url }) =>
    !url.endsWith("/endless") ? new Response("hi") : new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => void cancelled++,
      }),
    );
  return withFront(answer, async (scene) => {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port: scene.port });
    const tls = await Deno.startTls(tcp, { hostname: "localhost", caCerts: [scene.certificate.cert] });
    await tls.write(new TextEncoder().encode("GET /endless HTTP/1.1\r\nHost: box\r\n\r\n"));
    assert.ok(await eventually(() => cancelled === 1));
    tls.close();
    await assertAnswers(scene);
  }, SHORT);
});

Deno.test("a body that is too large is refused, told ahead or not", () => {
  let broken = 0;
  const answer: Answer = async (request) => {
    await request.arrayBuffer().catch(() => broken++);
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    const told = await scene.connect();
    await told.send("POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 100001\r\n\r\n");
    assert.ok(await told.until());
    assert.match(told.text, /^HTTP\/1\.1 413 /);
    await told.close();
    const untold = await scene.connect();
    await untold.send("POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let i = 0; i < 30 && await untold.send(`2000\r\n${"a".repeat(8192)}\r\n`);) i++;
    assert.ok(await untold.until());
    assert.match(untold.text, /^HTTP\/1\.1 413 /);
    await untold.close();
    assert.ok(await eventually(() => broken === 1));
    await assertAnswers(scene);
  }, { bodyOctets: 100_000 });
});

const WRONG: readonly (readonly [name: string, text: string])[] = [
  [
    "length and coding at once",
    "POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 5\r\nContent-Length: 60\r\n\r\n12345GET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  [
    "a length with a sign",
    "POST / HTTP/1.1\r\nHost: box\r\nContent-Length: +5\r\n\r\n12345GET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  [
    "a coding that nobody knows",
    "POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: xchunked\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  [
    "a blank before the colon",
    "POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  [
    "a chunk with a bad size",
    "POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  ["a folded line", "GET /folded HTTP/1.1\r\nHost: box\r\nX: a\r\n b\r\nGET /smuggled HTTP/1.1\r\n\r\n"],
  ["300 fields", `GET / HTTP/1.1\r\nHost: box\r\n${"x: y\r\n".repeat(300)}\r\n`],
  ["a field of a megabyte", `GET / HTTP/1.1\r\nHost: box\r\nx: ${"y".repeat(1_000_000)}\r\n\r\n`],
  ["a target of a megabyte", `GET /${"y".repeat(1_000_000)} HTTP/1.1\r\nHost: box\r\n\r\n`],
  ["HTTP/2 after HTTP/1.1 was agreed to", new TextDecoder().decode(joined(opening(), get(1, "/smuggled")))],
];

Deno.test("requests that could be read in two ways, and heads that are too large, are refused and nothing follows them", () => {
  const paths: string[] = [];
  const answer: Answer = (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    for (const [name, text] of WRONG) {
      const client = await scene.connect();
      await client.send(text);
      assert.ok(await client.until(), `${name}: the connection stays open, ${client.text}`);
      assert.match(client.text, /^$|^HTTP\/1\.1 (4\d\d|500) /, name);
      await client.close();
    }
    assert.deepEqual(paths.filter((path) => path !== "/"), []);
    await assertAnswers(scene);
  });
});

Deno.test("targets and methods that the web does not know are refused or taken as they are, and never harm", () => {
  const urls: string[] = [];
  const answer: Answer = (request) => {
    urls.push(`${request.method} ${request.url}`);
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    const heads = [
      "OPTIONS *",
      "CONNECT other:443",
      "TRACE /",
      "GET http://other/a",
      "FOO /x/../y?<b>",
      "GET //other/a",
      "GET /%zz%00",
    ];
    for (const head of heads) {
      const client = await scene.connect();
      await client.send(`${head} HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n`);
      assert.ok(await client.until(), head);
      assert.match(client.text, /^HTTP\/1\.1 (200|400) /, head);
      await client.close();
    }
    const odd = await scene.connect();
    await odd.send("GET /host HTTP/1.1\r\nHost: a b/<>:99999\r\nConnection: close\r\n\r\n");
    assert.ok(await odd.until());
    await odd.close();
    assert.ok(urls.every((url) => url.includes(" https://box/")), urls.join());
    await assertAnswers(scene);
  });
});

Deno.test("requests in one go are answered in their order", () => {
  const answer: Answer = async ({ url }) => {
    const path = new URL(url).pathname;
    await new Promise((later) => setTimeout(later, path === "/0" ? 50 : 0));
    return new Response(`[${path}]`);
  };
  return withFront(answer, async ({ connect }) => {
    const client = await connect(), paths = Array.from({ length: 20 }, (_, i) => `/${i}`);
    await client.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: box\r\n\r\n`).join(""));
    assert.ok(await client.until((text) => text.includes("[/19]")));
    assert.deepEqual(client.text.match(/\[.+?\]/g), paths.map((path) => `[${path}]`));
    await client.close();
  });
});

Deno.test("heads of HTTP/2 that are too large are refused, and a flood of continuations is cut off", () =>
  withFront(hi, async (scene) => {
    const large = getBlock("/", ...Array.from({ length: 20 }, (_, i) => field(`x-${i}`, "y".repeat(4000))));
    const client = await scene.connect({ alpn: "h2" });
    await client.send(opening());
    await client.send(frame(1, 1, 1, large.subarray(0, 16_384)));
    for (let at = 16_384; at < large.length; at += 16_384) {
      await client.send(frame(9, at + 16_384 >= large.length ? 4 : 0, 1, large.subarray(at, at + 16_384)));
    }
    assert.ok(
      await client.until(() => framesOf(client.received).some(({ stream, type }) => stream === 1 || type === 7)),
    );
    await client.close();
    const flood = await scene.connect({ alpn: "h2" });
    await flood.send(joined(opening(), frame(1, 1, 1, getBlock("/"))));
    const filler = field("x", "y".repeat(1000));
    let sent = 0;
    while (sent < 100_000 && !flood.over && await flood.send(frame(9, 0, 1, filler))) sent++;
    assert.ok(sent < 100_000);
    await flood.close();
    await assertAnswers(scene);
  }));

Deno.test("rapid resets end the connection, and main is asked for little", () => {
  let asked = 0, left = 0;
  const answer: Answer = ({ url, signal }) => {
    if (!url.endsWith("/reset")) return new Response("hi");
    asked++;
    signal.addEventListener("abort", () => left++);
    return new Promise<Response>(() => {});
  };
  return withFront(answer, async (scene) => {
    const client = await scene.connect({ alpn: "h2" });
    await client.send(opening());
    let stream = 1;
    for (; stream < 40_000 && !client.over; stream += 2) {
      if (!await client.send(joined(get(stream, "/reset"), reset(stream)))) break;
    }
    assert.ok(await client.until(), "the connection stays open");
    assert.ok(stream < 40_000);
    assert.ok(await eventually(() => asked === left), `${asked} ${left}`);
    assert.ok(asked <= 1000, String(asked));
    await client.close();
    await assertAnswers(scene);
  });
});

Deno.test("a hundred live streams on one connection end with it", () => {
  let open = 0;
  const answer: Answer = ({ url }) => {
    if (!url.endsWith("/live")) return new Response("hi");
    open++;
    let timer: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        timer = setInterval(() => controller.enqueue(new TextEncoder().encode("{}\n")), 20);
      },
      cancel() {
        open--;
        clearInterval(timer);
      },
    });
    return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  };
  return withFront(answer, async (scene) => {
    const client = await scene.connect({ alpn: "h2" });
    await client.send(opening());
    for (let i = 0; i < 100; i++) await client.send(get(2 * i + 1, "/live"));
    const streams = () =>
      new Set(framesOf(client.received).filter(({ type }) => type === 0).map(({ stream }) => stream));
    assert.ok(await client.until(() => streams().size === 100), `${open} ${streams().size}`);
    assert.equal(open, 100);
    await assertAnswers(scene);
    await client.close();
    assert.ok(await eventually(() => open === 0), String(open));
  });
});

Deno.test("connections of one address are bounded, and the longest idle one gives way when there are too many in all", () =>
  withFront(hi, async (scene) => {
    const first = await scene.connect();
    await first.send(GET);
    await first.until((text) => text.endsWith("hi"));
    const others = [await scene.connect(), await scene.connect(), await scene.connect()];
    await new Promise((later) => setTimeout(later, 600));
    const next = await scene.connect();
    await next.send(GET);
    assert.ok(await next.until((text) => text.endsWith("hi")));
    assert.ok(await first.until());
    for (const client of [first, next, ...others]) await client.close();
    await assertAnswers(scene);
  }, { connections: 4, connectionsOfOne: 8 }));

Deno.test("more connections from one address than it may have are closed at once", () =>
  withFront(hi, async (scene) => {
    const held = [await scene.connect(), await scene.connect()];
    await assert.rejects(scene.connect());
    for (const client of held) await client.close();
    assert.ok(await eventually(() => true));
    for (let tries = 0; tries < 100; tries++) {
      const client = await scene.connect().catch(() => undefined);
      if (client !== undefined) {
        await client.close();
        return;
      }
      await new Promise((later) => setTimeout(later, 20));
    }
    assert.fail("the place of a connection that was closed is never free again");
  }, { connectionsOfOne: 2 }));
