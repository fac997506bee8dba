/** Slow, silent, invalid and greedy clients: each is disconnected, and the others get responses. */
import assert from "node:assert/strict";
import {
  assertAnswers,
  eventually,
  type FrontScene,
  withFront,
} from "../../tests/support/front_scene.ts";
import {
  field,
  frame,
  framesOf,
  get,
  getBlock,
  joined,
  opening,
  reset,
} from "../../tests/support/http2.ts";
import type { Answer } from "./http/front_requests.ts";

const SHORT = { handshake: 1500, head: 500, body: 500, idle: 500, stalled: 500 };
const GET = "GET / HTTP/1.1\r\nHost: box\r\n\r\n";
const hi: Answer = () => new Response("hi");

/** Sends bytes one by one until the server closes. */
async function drip(
  scene: FrontScene,
  alpn: string,
  first: string | Uint8Array,
  each: Uint8Array,
): Promise<void> {
  const client = await scene.connect({ alpn });
  await client.send(first);
  for (let i = 0; i < 500 && !client.over; i++) {
    await client.send(each.subarray(i % each.length, i % each.length + 1));
    await new Promise((later) => setTimeout(later, 20));
  }
  assert.ok(client.over, "a slow client was never cut off");
  await client.close();
}

Deno.test("a silent client is disconnected, before and after TLS", () =>
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

Deno.test("an idle connection is closed after a response", () =>
  withFront(hi, async (scene) => {
    const client = await scene.connect();
    await client.send(GET);
    assert.ok(await client.until((text) => text.endsWith("hi")));
    assert.ok(await client.until());
    await client.close();
  }, SHORT));

Deno.test("an endless head is disconnected over both versions, also while another request runs", () =>
  withFront(
    ({ url }) => url.endsWith("/wait") ? new Promise(() => {}) : new Response("hi"),
    async (scene) => {
      const letters = new TextEncoder().encode("x-slow: 1\r\n");
      await drip(scene, "http/1.1", "GET / HTTP/1.1\r\nHost: box\r\n", letters);
      const block = getBlock("/");
      const open = frame(1, 1, 3, block);
      await drip(scene, "h2", joined(opening(), get(1, "/wait"), open), new Uint8Array([0]));
      await drip(scene, "h2", opening().subarray(0, 10), new Uint8Array(0));
      await assertAnswers(scene);
    },
    { ...SHORT, idle: 60_000 },
  ));

Deno.test("an endless body is disconnected over both versions, and the main thread is notified", () => {
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

Deno.test("a client that reads no responses is disconnected, and their source is cancelled", () => {
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
    const tls = await Deno.startTls(tcp, {
      hostname: "localhost",
      caCerts: [scene.certificate.cert],
    });
    await tls.write(new TextEncoder().encode("GET /endless HTTP/1.1\r\nHost: box\r\n\r\n"));
    assert.ok(await eventually(() => cancelled === 1));
    tls.close();
    await assertAnswers(scene);
  }, SHORT);
});

Deno.test("an HTTP/2 client without window for its responses is disconnected, for complete bodies and streams", () => {
  let cancelled = 0;
  const answer: Answer = ({ url }) =>
    !url.endsWith("/endless") ? new Response("hi") : new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1000)),
        cancel: () => void cancelled++,
      }),
    );
  return withFront(answer, async (scene) => {
    const noWindow = frame(4, 0, 0, new Uint8Array([0, 4, 0, 0, 0, 0]));
    for (const path of ["/", "/endless"]) {
      const client = await scene.connect({ alpn: "h2" });
      await client.send(joined(opening(), noWindow, get(1, path)));
      assert.ok(await client.until(), path);
      await client.close();
    }
    assert.ok(await eventually(() => cancelled === 1));
    await assertAnswers(scene);
  }, { ...SHORT, idle: 60_000, head: 60_000 });
});

Deno.test("a body that is too large is refused, with or without a stated length", () => {
  let broken = 0;
  const answer: Answer = async (request) => {
    await request.arrayBuffer().catch(() => broken++);
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    const client = await scene.connect();
    await client.send("POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 100001\r\n\r\n");
    assert.ok(await client.until());
    assert.match(
      client.text,
      /^HTTP\/1\.1 413 [^]*{"error":"The body is too large","code":"too_large"}$/,
    );
    await client.close();
    const untold = await scene.connect();
    await untold.send("POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let i = 0; i < 30 && await untold.send(`2000\r\n${"a".repeat(8192)}\r\n`);) i++;
    assert.ok(await untold.until());
    assert.match(untold.text, /^HTTP\/1\.1 413 /);
    await untold.close();
    assert.ok(await eventually(() => broken === 1));
    await assertAnswers(scene);
  }, { bodyBytes: 100_000 });
});

/**
 * Repeats a request until its response is received within 500 ms; on a busy machine the first
 * attempt may take longer.
 */
async function within500(send: () => Promise<string>, wanted: string): Promise<string> {
  for (let tries = 4; tries > 0; tries--) if (await send() === wanted) return wanted;
  return await send();
}

Deno.test("an HTTP/2 client receives the response to a body that is not read completely", () => {
  const answer: Answer = () => Response.json({ early: true }, { status: 401 });
  return withFront(answer, async (scene) => {
    const file = await Deno.makeTempFile({ prefix: "front-body-" });
    await Deno.writeFile(file, new Uint8Array(1_500_000));
    const send = (...more: string[]) => {
      const format = " %{http_code} %header{content-length} %{exitcode}";
      return scene.curl("--http2", ...more, "--data-binary", `@${file}`, "-w", format, "/");
    };
    try {
      const [large, early] = [
        '{"error":"The body is too large","code":"too_large"} 413 52 0',
        '{"early":true} 401 14 0',
      ];
      assert.equal(await within500(send, large), large);
      assert.equal(await within500(() => send("-H", "content-length:"), early), early);
    } finally {
      await Deno.remove(file);
    }
    // The end of the response, which resets the stream, arrives after its bytes.
    const client = await scene.connect({ alpn: "h2" });
    const head = [[":method", "POST"], [":scheme", "https"], [":authority", "box"], [
      ":path",
      "/",
    ]] as const;
    await client.send(
      joined(opening(), frame(1, 4, 1, joined(...head.map(([name, value]) => field(name, value))))),
    );
    const data = () => framesOf(client.received).filter(({ type }) => type === 0);
    assert.ok(await client.until(() => data().length > 0));
    assert.equal(data()[0].flags & 1, 0);
    await client.close();
  }, { bodyBytes: 1_000_000 });
});

Deno.test("an HTTP/2 client with a body at the request limit gets status 503", () =>
  withFront(hi, async (scene) => {
    const body = "a".repeat(100_000);
    const format = " %{http_code} %header{retry-after} %{exitcode}";
    const client = await scene.connect({ alpn: "h2" });
    const head = [[":method", "POST"], [":scheme", "https"], [":authority", "box"], [
      ":path",
      "/",
    ]] as const;
    await client.send(
      joined(opening(), frame(1, 4, 1, joined(...head.map(([name, value]) => field(name, value))))),
    );
    const heads = () => framesOf(client.received).filter(({ type }) => type === 1);
    assert.ok(await client.until(() => heads().length > 0));
    assert.equal(heads()[0].flags & 1, 0);
    await client.close();
    const send = () => scene.curl("--http2", "--data", body, "-w", format, "/");
    const busy =
      "The box is answering as many requests as it can. Try again in a second.\n 503 1 0";
    assert.equal(await within500(send, busy), busy);
  }, { requests: 0 }));

Deno.test("rapid resets end the connection, and few requests reach the main thread", () => {
  let asked = 0;
  let left = 0;
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
    const last = framesOf(client.received).findLast(({ type }) => type === 7);
    assert.equal(last?.payload[7], 11);
    await client.close();
    await assertAnswers(scene);
  });
});

/** Frames that open no stream and have no content, one of each flood. */
const IDLE_FRAMES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ["PING", frame(6, 0, 0, new Uint8Array(8))],
  ["PING with ACK", frame(6, 1, 0, new Uint8Array(8))],
  ["SETTINGS", frame(4, 0, 0)],
  ["PRIORITY", frame(2, 0, 1, new Uint8Array(5))],
  ["WINDOW_UPDATE", frame(8, 0, 0, new Uint8Array([0, 0, 0, 1]))],
  ["an unknown type", frame(0x42, 0, 0, new Uint8Array(20))],
  ["RST_STREAM", reset(1)],
];

Deno.test("a flood of frames without a request ends the connection with ENHANCE_YOUR_CALM", () => {
  const answer: Answer = ({ url }) =>
    url.endsWith("/wait") ? new Promise<Response>(() => {}) : new Response("hi");
  return withFront(answer, async (scene) => {
    const floods = [
      ...IDLE_FRAMES.map(([name, bytes]) => [name, get(1, "/"), bytes] as const),
      ["empty DATA", frame(1, 4, 1, getBlock("/wait")), frame(0, 0, 1)] as const,
      [
        "padded DATA",
        frame(1, 4, 1, getBlock("/wait")),
        frame(0, 8, 1, new Uint8Array(1)),
      ] as const,
      ["CONTINUATION", frame(1, 0, 1, getBlock("/")), frame(9, 0, 1)] as const,
    ];
    for (const [name, first, flood] of floods) {
      const client = await scene.connect({ alpn: "h2" });
      await client.send(joined(opening(), first));
      const hundred = joined(...Array(100).fill(flood));
      for (let i = 0; i < 400 && !client.over && await client.send(hundred);) i++;
      assert.ok(await client.until(), `${name}: the connection stays open`);
      const last = framesOf(client.received).findLast(({ type }) => type === 7);
      assert.equal(last?.payload[7], 11, name);
      await client.close();
    }
    await assertAnswers(scene);
  });
});

Deno.test("window updates of a large download are no flood", () => {
  const size = 20_000_000;
  return withFront(() => new Response(new Uint8Array(size)), async (scene) => {
    const output = await scene.curl("--http2", "-o", "/dev/null", "-w", "%{size_download}", "/");
    assert.equal(output, String(size));
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
      new Set(
        framesOf(client.received).filter(({ type }) => type === 0).map(({ stream }) => stream),
      );
    assert.ok(await client.until(() => streams().size === 100), `${open} ${streams().size}`);
    assert.equal(open, 100);
    await assertAnswers(scene);
    await client.close();
    assert.ok(await eventually(() => open === 0), String(open));
  });
});

Deno.test("connections per address are limited, and the longest idle one is closed at the total limit", () =>
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

Deno.test("connections above the limit of an address are closed at once", () =>
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
