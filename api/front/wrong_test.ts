/** Ambiguous, oversized and unknown requests are refused, and no later request is processed. */
import assert from "node:assert/strict";
import { assertAnswers, withFront } from "../../tests/support/front_scene.ts";
import {
  field,
  frame,
  framesOf,
  get,
  getBlock,
  joined,
  opening,
} from "../../tests/support/http2.ts";
import type { Answer } from "./http/front_requests.ts";

const hi: Answer = () => new Response("hi");

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
  [
    "a folded line",
    "GET /folded HTTP/1.1\r\nHost: box\r\nX: a\r\n b\r\nGET /smuggled HTTP/1.1\r\n\r\n",
  ],
  [
    "a coding before chunked",
    "POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  ["lines that end with a bare LF", "GET /smuggled HTTP/1.1\nHost: box\n\n"],
  ["one bare LF", "GET /smuggled HTTP/1.1\r\nHost: box\nX: y\r\n\r\n"],
  ["no Host", "GET /smuggled HTTP/1.1\r\n\r\n"],
  ["no Host beside an absolute target", "GET http://box/smuggled HTTP/1.1\r\n\r\n"],
  [
    "a chunk that ends with a bare LF",
    "POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n1\na\n0\n\nGET /smuggled HTTP/1.1\r\nHost: box\r\n\r\n",
  ],
  ["300 fields", `GET / HTTP/1.1\r\nHost: box\r\n${"x: y\r\n".repeat(300)}\r\n`],
  ["a field of a megabyte", `GET / HTTP/1.1\r\nHost: box\r\nx: ${"y".repeat(1_000_000)}\r\n\r\n`],
  ["a target of a megabyte", `GET /${"y".repeat(1_000_000)} HTTP/1.1\r\nHost: box\r\n\r\n`],
  [
    "HTTP/2 after HTTP/1.1 was agreed to",
    new TextDecoder().decode(joined(opening(), get(1, "/smuggled"))),
  ],
];

Deno.test("ambiguous requests and heads that are too large are refused and end the connection", () => {
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

Deno.test("unknown targets and methods are refused or passed on unchanged", () => {
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

Deno.test("pipelined requests are answered in order", () => {
  const answer: Answer = async ({ url }) => {
    const path = new URL(url).pathname;
    await new Promise((later) => setTimeout(later, path === "/0" ? 50 : 0));
    return new Response(`[${path}]`);
  };
  return withFront(answer, async ({ connect }) => {
    const client = await connect();
    const paths = Array.from({ length: 20 }, (_, i) => `/${i}`);
    await client.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: box\r\n\r\n`).join(""));
    assert.ok(await client.until((text) => text.includes("[/19]")));
    assert.deepEqual(client.text.match(/\[.+?\]/g), paths.map((path) => `[${path}]`));
    await client.close();
  });
});

Deno.test("HTTP/2 heads that are too large are refused, and a flood of CONTINUATION frames ends the connection", () =>
  withFront(hi, async (scene) => {
    const large = getBlock(
      "/",
      ...Array.from({ length: 20 }, (_, i) => field(`x-${i}`, "y".repeat(4000))),
    );
    const client = await scene.connect({ alpn: "h2" });
    await client.send(opening());
    await client.send(frame(1, 1, 1, large.subarray(0, 16_384)));
    for (let at = 16_384; at < large.length; at += 16_384) {
      await client.send(
        frame(9, at + 16_384 >= large.length ? 4 : 0, 1, large.subarray(at, at + 16_384)),
      );
    }
    assert.ok(
      await client.until(() =>
        framesOf(client.received).some(({ stream, type }) => stream === 1 || type === 7)
      ),
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

Deno.test("RFC 9112 3.2.2: the host of an absolute target outranks the field Host", () =>
  withFront((request) => new Response(request.headers.get("host")), async (scene) => {
    for (const [target, host] of [["http://other/a", "other"], ["/a", "box"]]) {
      const client = await scene.connect();
      await client.send(`GET ${target} HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n`);
      assert.ok(await client.until());
      assert.match(client.text, new RegExp(`\r\n\r\n${host}$`));
      await client.close();
    }
  }));

Deno.test("a request that is refused waits for the responses to those before it", () => {
  const answer: Answer = async () => {
    await new Promise((later) => setTimeout(later, 50));
    return new Response("hi");
  };
  return withFront(answer, async (scene) => {
    const client = await scene.connect();
    const valid = "GET / HTTP/1.1\r\nHost: box\r\n\r\n";
    await client.send(`${valid}${valid}GET / HTTP/1.1\nHost: box\n\n`);
    assert.ok(await client.until());
    assert.match(client.text, /^HTTP\/1\.1 200 [^]*\r\nhiHTTP\/1\.1 200 [^]*\r\nhiHTTP\/1\.1 400 /);
    await client.close();
  });
});
