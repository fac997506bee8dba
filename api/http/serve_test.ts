import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { z } from "@hono/zod-openapi";
import { DomainError } from "../schema/errors.ts";
import { apiApp } from "./app.ts";
import { statusOf } from "./errors.ts";
import { ClientFaults } from "./client_faults.ts";
import { routeFor } from "./route.ts";
import { serveApi, type ServedApi, type ServeServices } from "./serve.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const route = routeFor<unknown>();
const ping = route({
  doc: "A 5.4",
  method: "post",
  path: "/ping",
  summary: "Gives back what it was given",
  access: "open",
  body: z.strictObject({ text: z.string() }),
  answers: { 200: z.object({ text: z.string(), query: z.string() }) },
  handle: ({ body, request }) => ({ text: body.text, query: new URL(request.url).search }),
});
const wait = route({
  doc: "A 5.4",
  method: "get",
  path: "/wait",
  summary: "Lines until the client leaves",
  access: "open",
  lines: true,
  answers: { 200: z.number() },
  handle: ({ request }) => {
    left = new Promise((resolve) => request.signal.addEventListener("abort", () => resolve(true)));
    return new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("1\n"));
      },
    });
  },
});
const busy = route({
  doc: "A 5.4",
  method: "post",
  path: "/busy",
  summary: "Refuses whatever its body is",
  access: "open",
  body: z.strictObject({ text: z.string() }),
  answers: { 200: z.object({}) },
  beforeBody: () => {
    throw new DomainError("conflict");
  },
  handle: () => ({}),
});
const cookies = route({
  doc: "A 5.1",
  method: "get",
  path: "/cookies",
  summary: "Two cookies",
  access: "open",
  page: true,
  answers: { 200: z.string() },
  handle: () =>
    new Response("", { headers: [["set-cookie", "a=1; Path=/"], ["set-cookie", "b=2; Path=/"]] }),
});
let left: Promise<boolean> = Promise.resolve(false);

const services = {
  clientFaults: new ClientFaults(),
  runtime: testRuntime({ now: () => 0, log: () => {} }),
  allowedRanges: () => ["127.0.0.0/8"],
  hostNames: () => [],
} as unknown as ServeServices;

async function withApi(
  test: (api: ServedApi, port: number, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const api = await open(folder, port);
  try {
    await test(api, port, folder);
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function open(folder: string, port: number): Promise<ServedApi> {
  const http = [{ address: "127.0.0.1", port }];
  return serveApi({
    routes: [ping, wait, busy, cookies],
    services,
    socketPath: `${folder}/box.sock`,
    http,
  });
}

/** In this test the cookies are those of the interface. */
const pages = {
  routes: [cookies],
  errorPage: (error: DomainError) =>
    new Response(`A page: ${error.code}`, { status: statusOf(error) }),
};

Deno.test("the interface is loaded once, at its first request", async () => {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  let loads = 0;
  const load = () => {
    loads++;
    return Promise.resolve(pages);
  };
  const http = [{ address: "127.0.0.1", port }];
  const api = await serveApi({
    routes: [ping],
    services,
    pages: load,
    socketPath: `${folder}/box.sock`,
    http,
  });
  const ask = async (path: string) => {
    const response = await fetch(url + path, { headers: { accept: "text/html" } });
    return { status: response.status, text: await response.text() };
  };
  try {
    assert.match((await ask("/api/v1/nothing")).text, /"not_found"/);
    assert.equal(
      (await fetch(`${url}/ping`, { method: "POST", body: "[", redirect: "manual" })).status,
      415,
    );
    assert.equal(loads, 0);
    const both = await Promise.all([ask(cookies.path), ask("/nothing")]);
    assert.deepEqual(both, [{ status: 200, text: "" }, { status: 404, text: "A page: not_found" }]);
    assert.equal(loads, 1);
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an address without anything is a page for people, and a line of text or JSON for programs", async () => {
  const page = () =>
    Promise.resolve(
      new Response("<h1>Nothing</h1>", {
        status: 404,
        headers: { "content-type": "text/html; charset=utf-8" },
      }),
    );
  const hidden = route({
    doc: "A 5.4",
    method: "get",
    path: "/metrics",
    summary: "A route that is turned off",
    access: "open",
    there: () => false,
    answers: { 200: z.string() },
    handle: () => "on",
  });
  const app = apiApp([hidden], services, { beyond: page });
  const read = async (path: string, accept?: string) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const connection = { door: "http", address: "127.0.0.1" } as const;
    const response = await app.request(`http://127.0.0.1${path}`, { headers }, connection);
    const type = response.headers.get("content-type") ?? "";
    return [response.status, type.split(";")[0], await response.text()];
  };
  const line = [404, "text/plain", "There is nothing at this address\n"];
  for (const path of ["/metrics", "/metrix"]) {
    assert.deepEqual(await read(path, "text/html,*/*;q=0.8"), [
      404,
      "text/html",
      "<h1>Nothing</h1>",
    ]);
    for (const accept of [undefined, "*/*", "application/openmetrics-text;q=0.5,*/*;q=0.1"]) {
      assert.deepEqual(await read(path, accept), line);
    }
    const [status, type, text] = await read(path, "application/json");
    assert.deepEqual([status, type], [404, "application/json"]);
    assert.match(String(text), /"code":"not_found"/);
  }
  // A page or a file that is there stays what it is.
  const other = apiApp([], services, { beyond: () => Promise.resolve(new Response("body {}")) });
  const found = await other.request("http://127.0.0.1/a.css", {}, {
    door: "http",
    address: "127.0.0.1",
  });
  assert.equal(await found.text(), "body {}");
});

Deno.test("an interface that could not be loaded is loaded at the next request", async () => {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const http = [{ address: "127.0.0.1", port }];
  let loads = 0;
  const load = () =>
    ++loads < 2 ? Promise.reject(new Error("No file may be opened now")) : Promise.resolve(pages);
  const api = await serveApi({
    routes: [ping],
    services,
    pages: load,
    socketPath: `${folder}/box.sock`,
    http,
  });
  const headers = { accept: "text/html" };
  const received: string[] = [];
  try {
    for (const _ of [1, 2]) {
      const response = await fetch(`http://127.0.0.1:${port}/nothing`, { headers });
      received.push(`${response.status} ${await response.text()}`);
    }
    assert.equal(
      received[0],
      '500 {"error":"The box made a mistake; its log says more","code":"internal"}',
    );
    assert.equal(received[1], "404 A page: not_found");
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
});

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

async function raw(port: number, text: string): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  const answer = await new Response(connection.readable).text();
  return answer;
}

Deno.test("serveApi() opens the socket for its owner only, and returns its listeners", async () => {
  await withApi(async (api, port, folder) => {
    assert.deepEqual(api.errors, []);
    assert.deepEqual(api.listeners, [`socket ${folder}/box.sock`, `http 127.0.0.1:${port}`]);
    assert.equal((await Deno.stat(`${folder}/box.sock`)).mode! & 0o777, 0o600);
  });
});

Deno.test("requests over HTTP keep their query, body, keep-alive and HEAD", async () => {
  await withApi(async (_, port) => {
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`http://127.0.0.1:${port}/ping?a=1`, {
        method: "POST",
        body: JSON.stringify({ text: "é" }),
        headers: { "content-type": "application/json" },
      });
      assert.deepEqual(await response.json(), { text: "é", query: "?a=1" });
    }
    const head = await raw(
      port,
      "HEAD /wait HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    );
    assert.match(head, /^HTTP\/1\.1 \d{3} /);
    assert.ok(head.endsWith("\r\n\r\n"));
    assert.doesNotMatch(head, /^(content-length|transfer-encoding):/im);
  });
});

Deno.test("malformed requests are refused or closed, and the listener continues", async () => {
  await withApi(async (_, port) => {
    const strange = [
      "TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      "GET http://[:: HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      "GET // HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      "GET /%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      "POST /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n{",
      "\x16\x03\x01\x02\x00 no http at all\r\n\r\n",
    ];
    for (const text of strange) {
      assert.doesNotMatch(await raw(port, text), /^HTTP\/1\.1 (2|5)/, text);
    }
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { method: "GET" });
    assert.equal(response.status, 405);
    await response.body?.cancel();
  });
});

Deno.test("a request that could be read in two ways gets status 400, and nothing after it is read", async () => {
  await withApi(async (_, port) => {
    const host = "Host: 127.0.0.1\r\n";
    const chunks = "\r\n\r\n0\r\n\r\n";
    const ambiguous = [
      `GET /ping HTTP/1.1\nHost: 127.0.0.1\n\n`,
      `GET /ping HTTP/1.1\r\nHost: 127.0.0.1\nX: y\r\n\r\n`,
      "GET /ping HTTP/1.1\r\n\r\n",
      "GET http://127.0.0.1/ping HTTP/1.1\r\n\r\n",
      `GET http://user@127.0.0.1/ping HTTP/1.1\r\n${host}\r\n`,
      `GET http:///ping HTTP/1.1\r\n${host}\r\n`,
      `POST /ping HTTP/1.1\r\n${host}Transfer-Encoding: identity, chunked${chunks}`,
      `POST /ping HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 5${chunks}`,
      `POST /ping HTTP/1.0\r\n${host}Transfer-Encoding: chunked${chunks}`,
    ];
    for (const text of ambiguous) {
      const response = await raw(port, `${text}GET /smuggled HTTP/1.1\r\n${host}\r\n`);
      assert.match(response, /^HTTP\/1\.1 400 /, text);
      assert.equal(response.match(/HTTP\/1\.1/g)?.length, 1, text);
    }
  });
});

Deno.test("two Host fields are refused, and an absolute target takes precedence over Host", async () => {
  await withApi(async (_, port) => {
    const statusOf = async (head: string) =>
      (await raw(port, `${head}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
    assert.equal(
      await statusOf("GET /cookies HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1"),
      "400",
    );
    assert.equal(
      await statusOf("GET /cookies HTTP/1.1\r\nHost: 127.0.0.1\r\nhOST: evil.example"),
      "400",
    );
    assert.equal(
      await statusOf("GET http://evil.example/cookies HTTP/1.1\r\nHost: 127.0.0.1"),
      "421",
    );
    assert.equal(
      await statusOf("GET http://127.0.0.1/cookies HTTP/1.1\r\nHost: evil.example"),
      "200",
    );
    for (const host of ["evil.example", ""]) {
      assert.equal(await statusOf(`GET /cookies HTTP/1.1\r\nHost: ${host}`), "421", host);
    }
    const invalid = ["127.0.0.1 x", "127.0.0.1/x", "a@127.0.0.1", "127.0.0.1, evil.example"];
    for (const host of invalid) {
      assert.equal(await statusOf(`GET /cookies HTTP/1.1\r\nHost: ${host}`), "400", host);
    }
    assert.match(await statusOf("GET /cookies HTTP/1.0\r\nAccept: */*"), /^4(00|21)$/);
  });
});

Deno.test("each cookie of a response has its own header line", () =>
  withApi(async (_, port) => {
    const response = await fetch(`http://127.0.0.1:${port}/cookies`);
    await response.text();
    assert.deepEqual(response.headers.getSetCookie(), ["a=1; Path=/", "b=2; Path=/"]);
  }));

Deno.test("a client that leaves aborts the signal of its request", async () => {
  await withApi(async (_, port) => {
    const leave = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/wait`, { signal: leave.signal });
    const reader = response.body!.getReader();
    assert.equal(new TextDecoder().decode((await reader.read()).value), "1\n");
    leave.abort();
    await reader.read().catch(() => {});
    assert.equal(await left, true);
  });
});

Deno.test("the error for a port in use names its process, and the socket is open", async () => {
  await withApi(async (_, port) => {
    const folder = await Deno.makeTempDir();
    const second = await open(folder, port);
    assert.deepEqual(second.listeners, [`socket ${folder}/box.sock`]);
    assert.match(
      second.errors[0],
      new RegExp(`^HTTP cannot listen on 127\\.0\\.0\\.1:${port}: it is held by .* ${Deno.pid}\\)`),
    );
    await second.close();
    await Deno.remove(folder, { recursive: true });
  });
});

Deno.test("a stale socket file is replaced, a live one is not, and a long path is refused", async () => {
  await withApi(async (_, port, folder) => {
    const second = await open(folder, freePort());
    assert.match(second.errors[0], /^Another box answers on the local socket/);
    await second.close();
    const long = await open(`${folder}/${"x".repeat(120)}`, freePort());
    assert.match(long.errors[0], /may have 107 bytes/);
    await long.close();
    const response = await fetch(`http://127.0.0.1:${port}/nothing`);
    assert.equal(response.status, 404);
    await response.body?.cancel();
  });
  const folder = await Deno.makeTempDir();
  const code = `Deno.listen({ transport: "unix", path: ${
    JSON.stringify(`${folder}/box.sock`)
  } }); Deno.exit(0)`;
  await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-config", code] }).output();
  assert.ok((await Deno.stat(`${folder}/box.sock`)).isSocket);
  const api = await open(folder, freePort());
  assert.deepEqual(api.errors, []);
  await api.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("one address cannot use all connections", async () => {
  await withApi(async (_, port) => {
    const connections: Deno.Conn[] = [];
    for (let i = 0; i < 80; i++) {
      connections.push(await Deno.connect({ hostname: "127.0.0.1", port }));
    }
    const ended = await Promise.all(
      connections.slice(64).map((connection) =>
        connection.read(new Uint8Array(1)).catch(() => null)
      ),
    );
    assert.deepEqual(new Set(ended), new Set([null]));
    for (const connection of connections) connection.close();
  });
});

Deno.test("idle connections from many addresses do not block new clients", async () => {
  await withApi(async (_, port) => {
    const idle: Socket[] = [];
    const closed: Promise<unknown>[] = [];
    for (let i = 0; i < 260; i++) {
      const socket = connect({
        host: "127.0.0.1",
        port,
        localAddress: `127.0.0.${2 + Math.floor(i / 60)}`,
      });
      idle.push(socket.on("error", () => {}));
      closed.push(new Promise((ended) => socket.once("close", ended)));
      await new Promise((connected) => socket.once("connect", connected));
    }
    const response = await fetch(`http://127.0.0.1:${port}/cookies`);
    await response.body?.cancel();
    assert.equal(response.status, 200);
    for (const socket of idle) socket.destroy();
    await Promise.all(closed);
  });
});

Deno.test("an unread body closes its connection, with or without a route", async () => {
  await withApi(async (_, port) => {
    for (const target of ["/wait", "/nothing", "/act"]) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const head =
        `POST ${target} HTTP/1.1\r\nHost: box.example\r\nContent-Length: 99999999\r\n\r\n`;
      await connection.write(new TextEncoder().encode(head + "x".repeat(1000)));
      const answer = await new Response(connection.readable).text();
      assert.match(answer, /^HTTP\/1\.1 4\d\d .*\r\n(.*\r\n)*connection: close\r\n/i, target);
    }
  });
});

Deno.test("a body that is refused in any case is not waited for, and not wanted by 100 Continue", async () => {
  await withApi(async (_, port) => {
    for (const expect of ["", "Expect: 100-continue\r\n"]) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const head = "POST /busy HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
        `${expect}Content-Length: 50000\r\n\r\n`;
      await connection.write(new TextEncoder().encode(head));
      const answer = await new Response(connection.readable).text();
      assert.match(answer, /^HTTP\/1\.1 409 .*\r\n(.*\r\n)*connection: close\r\n/i, expect);
    }
  });
});

Deno.test("a client that waits for 100 Continue gets it when its body is read", async () => {
  await withApi(async (_, port) => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const head = "POST /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
      "Connection: close\r\nExpect: 100-Continue\r\nContent-Length: 12\r\n\r\n";
    await connection.write(new TextEncoder().encode(head));
    const first = new Uint8Array(100);
    const length = await connection.read(first) ?? 0;
    const interim = new TextDecoder().decode(first.subarray(0, length));
    assert.equal(interim, "HTTP/1.1 100 Continue\r\n\r\n");
    await connection.write(new TextEncoder().encode(`{"text":"a"}`));
    const answer = await new Response(connection.readable).text();
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  });
});

Deno.test("a read or missing body keeps the connection open", async () => {
  await withApi(async (_, port) => {
    const post =
      "POST /ping HTTP/1.1\r\nHost: box\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n";
    const requests = [
      `${post}{"text":"a"}`,
      "GET /nothing HTTP/1.1\r\nHost: box\r\n\r\n",
      post.replace("ping", "no") + `{"text":"a"}`,
    ];
    const last = "GET /cookies HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n";
    assert.equal(
      [...(await raw(port, [...requests, last].join(""))).matchAll(/HTTP\/1\.1 \d/g)].length,
      4,
    );
  });
});
