import assert from "node:assert/strict";
import fc from "fast-check";
import { concatBytes } from "../../system/bytes.ts";
import { RequestFraming } from "./request_framing.ts";

const RUNS = { numRuns: Number(Deno.env.get("FUZZ_RUNS") ?? 300), seed: 7 };
const HOST = "Host: box\r\n";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Pushes a text in pieces that end at the given places. */
function pushed(
  text: string,
  ...ends: readonly number[]
): { framing: RequestFraming; out: string } {
  const framing = new RequestFraming();
  const bytes = encode(text);
  const out: Uint8Array[] = [];
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    if (end < from) continue;
    out.push(framing.push(bytes.slice(from, end)).slice());
    from = end;
  }
  return { framing, out: decode(concatBytes(out)) };
}

const VALID: readonly (readonly [text: string, heads: number])[] = [
  [`GET / HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["GET / HTTP/1.0\r\n\r\n", 1],
  ["GET / HTTP/1.1\r\nHost:\r\n\r\n", 1],
  ["GET / HTTP/1.1\r\nHost: [fd00::1%25eth0]:8443\r\n\r\n", 1],
  [`GET http://other HTTP/1.1\r\n${HOST}\r\n`, 1],
  [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 1],
  [`POST / HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\na\nbGET /b HTTP/1.1\r\n${HOST}\r\n`, 2],
  [
    `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: CHUNKED\r\n\r\n` +
    `3;x=y\r\na\nb\r\nA\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\nGET /b HTTP/1.1\r\n${HOST}\r\n`,
    2,
  ],
];

const INVALID: readonly string[] = [
  `GET / HTTP/1.1\n${HOST}\r\n`,
  "GET / HTTP/1.1\r\nHost: box\n\r\n",
  "GET / HTTP/1.1\r\nHost: box\r\n\n",
  "\nGET / HTTP/1.1\r\nHost: box\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`,
  "GET / HTTP/1.1\r\nHost: box/x\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: box?x\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: user@box\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: box, other\r\n\r\n",
  `GET / HTTP/1.1\r\n${HOST} folded\r\n\r\n`,
  `GET / HTTP/1.1\r\n${HOST}X : y\r\n\r\n`,
  `GET  / HTTP/1.1\r\n${HOST}\r\n`,
  `GET / HTTP/2.0\r\n${HOST}\r\n`,
  `GET http://user@other/ HTTP/1.1\r\n${HOST}\r\n`,
  `GET http:///path HTTP/1.1\r\n${HOST}\r\n`,
  `GET ftp://other/ HTTP/1.1\r\n${HOST}\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: identity, chunked\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n`,
  `POST / HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 1\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\n`,
];

Deno.test("valid requests pass unchanged, wherever their bytes are cut", () => {
  for (const [text, heads] of VALID) {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const { framing, out } = pushed(text, ...cuts.toSorted((a, b) => a - b));
        assert.deepEqual([framing.refusal, framing.heads, out], [undefined, heads, text]);
        assert.equal(framing.isInBody, false);
      }),
      RUNS,
    );
    const { framing, out } = pushed(text, ...Array(text.length).keys());
    assert.deepEqual([framing.refusal, framing.heads, out], [undefined, heads, text]);
  }
});

Deno.test("what could be read in two ways is refused, and nothing of it passes", () => {
  const first = `GET /first HTTP/1.1\r\n${HOST}\r\n`;
  for (const text of INVALID) {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const ends = cuts.map((cut) => first.length + cut).toSorted((a, b) => a - b);
        const { framing, out } = pushed(first + text, ...ends);
        assert.deepEqual([framing.refusal, framing.heads, out], [400, 1, first], text);
      }),
      { ...RUNS, numRuns: 20 },
    );
  }
});

Deno.test("RFC 9112 2.2: empty lines before a request do not pass", () => {
  const { framing, out } = pushed(`\r\n\r\nGET / HTTP/1.1\r\n${HOST}\r\n`, 1, 3);
  assert.deepEqual([framing.heads, out], [1, `GET / HTTP/1.1\r\n${HOST}\r\n`]);
});

Deno.test("a chunked body ends the connection when a chunk has no valid size or end", () => {
  const head = `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
  for (
    const body of ["1\na", "-1\r\n", "\r\n", "1\r\nab\r\n", "0\r\nbad trailer\r\n\r\n", "g\r\n"]
  ) {
    const { framing } = pushed(head + body, head.length);
    assert.deepEqual([framing.refusal, framing.isInBody], [400, true], body);
  }
});

Deno.test("heads, chunk lines and trailers have a limited length", () => {
  const long = "y".repeat(100_000);
  assert.equal(pushed(`GET /${long}`).framing.refusal, 431);
  assert.equal(pushed(`GET /${long} HTTP/1.1\r\n${HOST}\r\n`).framing.refusal, 431);
  const fields = (count: number) => `GET / HTTP/1.1\r\n${HOST}${"X: y\r\n".repeat(count)}\r\n`;
  assert.equal(pushed(fields(99)).framing.refusal, undefined);
  assert.equal(pushed(fields(100)).framing.refusal, 431);
  const head = `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
  assert.equal(pushed(`${head}1;${long}`).framing.refusal, 400);
  assert.equal(pushed(`${head}0\r\n${"X: yyyyyyy\r\n".repeat(1000)}`).framing.refusal, 400);
});
