import assert from "node:assert/strict";
import { createDailyKeys, ServerCookies, SipHash } from "./cookie.ts";
import { ParsedQuery } from "./query.ts";

const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (byte) => parseInt(byte, 16));
const toHex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

Deno.test("SipHash-2-4 equals the vectors of its authors", () => {
  const hash = new SipHash(Uint8Array.from({ length: 16 }, (_, i) => i));
  const out = new Uint8Array(8);
  const data = Uint8Array.from({ length: 64 }, (_, i) => i);
  const digest = (length: number) => {
    hash.digest(data, length, out, 0);
    return toHex(out);
  };
  assert.equal(digest(0), "310e0edd47db6f72");
  assert.equal(digest(1), "fd67dc93c539f874");
  assert.equal(digest(15), "e545be4961ca29a1");
});

Deno.test("server cookies equal RFC 9018 appendix A", () => {
  const cookies = new ServerCookies(() => hex("e5e973e5a6b2a43f48e7dc849e37bfcf"));
  const query = new ParsedQuery();
  query.bytes = hex("2464c4abcf10c957");
  query.cookieLength = 8;
  const made = cookies.make(query, Uint8Array.of(198, 51, 100, 100), 1559731985);
  assert.equal(toHex(made), "2464c4abcf10c957010000005cf79f111f8130c3eee29480");
});

Deno.test("each day has its own cookie key (RFC 7873 7.1)", () => {
  const keys = createDailyKeys(new Uint8Array(16).fill(7));
  const asked: number[] = [];
  assert.equal(new Set([0, 1, 2, 255, 256, 20_778].map((day) => toHex(keys(day)))).size, 6);
  assert.deepEqual(keys(20_778), createDailyKeys(new Uint8Array(16).fill(7))(20_778));
  assert.notDeepEqual(keys(20_778), createDailyKeys(new Uint8Array(16).fill(8))(20_778));
  assert.notDeepEqual(keys(1).subarray(0, 8), keys(1).subarray(8));
  const cookies = new ServerCookies((day) => {
    asked.push(day);
    return keys(day);
  });
  const address = Uint8Array.of(192, 168, 1, 7);
  const query = new ParsedQuery();
  const evening = 86_400 - 60;
  query.bytes = hex("0102030405060708");
  query.cookieLength = 8;
  for (let second = 0; second < 10; second++) cookies.make(query, address, evening - second);
  const made = toHex(cookies.make(query, address, evening + 120));
  assert.notEqual(
    made,
    toHex(new ServerCookies(() => keys(0)).make(query, address, evening + 120)),
  );
  assert.equal(made, toHex(new ServerCookies(() => keys(1)).make(query, address, evening + 120)));
  assert.deepEqual(asked, [0, 1]);
});
