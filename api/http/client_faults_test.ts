/**
 * Aborts and faults of clients over every listener are counted without a log line; a fault of the
 * box is logged completely.
 */
import assert from "node:assert/strict";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { z } from "@hono/zod-openapi";
import { freePort } from "../../tests/support/box_process.ts";
import { certificateFor, eventually, listenHttps } from "../../tests/support/front_scene.ts";
import { FRONT_THREAD } from "../../tests/support/front_scene.ts";
import { needsTool } from "../../tests/support/tool.ts";
import type { Answer } from "../front/http/front_requests.ts";
import { type Front, openFront } from "../front/front.ts";
import { ClientFaults } from "./client_faults.ts";
import { routeFor } from "./route.ts";
import { type HttpsListener, serveApi, type ServeServices } from "./serve.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const route = routeFor<unknown>();

const post = route({
  doc: "A 5.4",
  method: "post",
  path: "/post",
  summary: "Takes a body",
  access: "open",
  body: z.strictObject({ text: z.string() }),
  answers: { 200: z.object({}) },
  handle: () => ({}),
});
/** Its work ends when its client leaves, like that of a forwarded download. */
const slow = route({
  doc: "A 5.4",
  method: "get",
  path: "/slow",
  summary: "Waits until the client leaves",
  access: "open",
  answers: { 200: z.object({}) },
  handle: ({ request: { signal } }) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    ),
});
const live = route({
  doc: "A 5.4",
  method: "get",
  path: "/live",
  summary: "Lines until the client leaves",
  access: "open",
  lines: true,
  answers: { 200: z.number() },
  handle: ({ request: { signal } }) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("1\n"));
        signal.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      },
    }),
});
/** A fault of the box, whose client does not wait for the response. */
const broken = route({
  doc: "A 5.4",
  method: "get",
  path: "/broken",
  summary: "Fails once its client left",
  access: "open",
  answers: { 200: z.object({}) },
  handle: ({ request: { signal } }) =>
    new Promise<never>((_, reject) => {
      const fail = () => reject(new TypeError("This is a fault of the box"));
      signal.addEventListener("abort", () => setTimeout(fail, 20), { once: true });
    }),
});

interface Place {
  readonly faults: ClientFaults;
  readonly logged: string[];
  /** Connects over each kind of listener. */
  readonly ways: Readonly<Record<string, () => Socket>>;
  readonly https: number;
}

/** HTTPS with a front that opens together with the API. */
function httpsListener(openWith: (answer: Answer) => Promise<Front>): HttpsListener {
  let front: Front | undefined;
  return {
    get listeners() {
      return front?.listeners ?? [];
    },
    get errors() {
      return front?.errors ?? [];
    },
    async open(answer) {
      front = await openWith(answer);
    },
    close: async () => await front?.close(),
  };
}

async function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const http = freePort();
  const https = freePort();
  const faults = new ClientFaults();
  const logged: string[] = [];
  const log = (level: string, text: string) => void logged.push(`${level} ${text}`);
  const services = {
    runtime: testRuntime({ now: () => 0, log }),
    clientFaults: faults,
    allowedRanges: () => ["127.0.0.0/8"],
    hostNames: () => [],
  } as unknown as ServeServices;

  const certificate = await certificateFor("localhost");
  const api = await serveApi({
    routes: [post, slow, live, broken],
    services,
    socketPath: `${folder}/box.sock`,
    http: [{ address: "127.0.0.1", port: http }],
    https: httpsListener((answer) =>
      openFront({
        listen: listenHttps({ address: "127.0.0.1", port: https }),
        own: ["localhost"],
        workerUrl: FRONT_THREAD,
        certificate,
        ranges: ["private"],
        answer,
        clientFaults: faults,
        runtime: testRuntime({
          log,
          after: (ms, run) => {
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
        }),
      })
    ),
  });

  const ways = {
    "plain HTTP": () => connectTcp({ host: "127.0.0.1", port: http }),
    "the local socket": () => connectTcp({ path: `${folder}/box.sock` }),
    "HTTPS": () =>
      connectTls({ host: "127.0.0.1", port: https, rejectUnauthorized: false }) as Socket,
  };
  try {
    await test({ faults, logged, ways, https });
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const HEAD = "HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const UNFINISHED =
  `POST /post ${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
const get = (path: string) => `GET ${path} ${HEAD}\r\n`;

/** Sends, and closes the connection when the data has arrived. */
function hangUp(connect: () => Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect();
    socket.on("error", reject);
    socket.on("data", () => {});
    socket.on("close", () => resolve());
    socket.write(text, () => setTimeout(() => socket.destroy(), 100));
  });
}

Deno.test("clients that leave are counted over every listener, and not logged", () =>
  withPlace(async ({ faults, logged, ways }) => {
    let expected = 0;
    for (const [way, connect] of Object.entries(ways)) {
      for (const text of [UNFINISHED, get("/slow")]) {
        await Promise.all([1, 2, 3].map(() => hangUp(connect, text)));
        expected += 3;
        const counted = () => faults.counts().request_aborted === expected;
        assert.ok(await eventually(counted), `${way}: ${text} ${faults.counts().request_aborted}`);
      }
      // The end of a live view is no fault.
      await hangUp(connect, get("/live"));
    }
    await new Promise((later) => setTimeout(later, 300));
    assert.equal(faults.counts().request_aborted, expected);
    assert.deepEqual(logged, []);
  }));

Deno.test({
  name: "clients that leave over HTTP/2 are counted, and not logged",
  ignore: needsTool("curl"),
  fn: () =>
    withPlace(async ({ faults, logged, https }) => {
      const curl = async (...args: readonly string[]) => {
        const all = ["-sk", "-m", "0.5", "--http2", ...args];
        await new Deno.Command("curl", { args: all, stdin: "null" }).output();
      };
      await curl(`https://127.0.0.1:${https}/slow`);
      // A body of which curl sends a few bytes per second.
      const slowly = ["--limit-rate", "10", "-H", "content-type: application/json"];
      await curl(
        ...slowly,
        "-d",
        `{"text":"${"a".repeat(50_000)}"}`,
        `https://127.0.0.1:${https}/post`,
      );
      await curl("-N", `https://127.0.0.1:${https}/live`);
      const counted = () => faults.counts().request_aborted === 2;
      assert.ok(await eventually(counted), JSON.stringify(faults.counts()));
      assert.deepEqual(logged, []);
    }),
});

Deno.test("data that is neither HTTP nor TLS is counted, and not logged", () =>
  withPlace(async ({ faults, logged, ways, https }) => {
    for (const way of ["plain HTTP", "the local socket"]) {
      await hangUp(ways[way], "\x16\x03\x01\x00\x05hello\r\n\r\n");
    }
    assert.equal(faults.counts().bad_request, 2);
    const raw = () => connectTcp({ host: "127.0.0.1", port: https });
    await hangUp(raw, "GET / HTTP/1.0\r\n\r\n");
    await hangUp(raw, "\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00");
    assert.ok(await eventually(() => faults.counts().bad_handshake === 2));
    assert.deepEqual(logged, []);
  }));

Deno.test("a fault of the box is logged completely, also when its client has left", () =>
  withPlace(async ({ logged, ways }) => {
    for (const [way, connect] of Object.entries(ways)) {
      await hangUp(connect, get("/broken"));
      assert.ok(await eventually(() => logged.length === 1), way);
      const line = logged.pop()!;
      assert.match(
        line,
        /^error GET \/broken failed: TypeError: This is a fault of the box\n +at /,
      );
    }
  }));
