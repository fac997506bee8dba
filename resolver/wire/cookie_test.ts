import assert from "node:assert/strict";
import { ServerCookies, SipHash } from "./cookie.ts";
import { ParsedQuery } from "./query.ts";

const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (octet) => parseInt(octet, 16));
const toHex = (bytes: Uint8Array) => [...bytes].map((octet) => octet.toString(16).padStart(2, "0")).join("");

Deno.test("SipHash-2-4 gives the vectors of its authors", () => {
  const hash = new SipHash(Uint8Array.from({ length: 16 }, (_, i) => i)), out = new Uint8Array(8);
  const data = Uint8Array.from({ length: 64 }, (_, i) => i);
  const digest = (length: number) => (hash.digest(data, length, out, 0), toHex(out));
  assert.equal(digest(0), "310e0edd47db6f72");
  assert.equal(digest(1), "fd67dc93c539f874");
  assert.equal(digest(15), "e545be4961ca29a1");
});

Deno.test("the server cookies of RFC 9018 appendix A come out", () => {
  const cookies = new ServerCookies(hex("e5e973e5a6b2a43f48e7dc849e37bfcf"));
  const query = new ParsedQuery();
  query.bytes = hex("2464c4abcf10c957");
  query.cookieLength = 8;
  const made = cookies.make(query, Uint8Array.of(198, 51, 100, 100), 1559731985);
  assert.equal(toHex(made), "2464c4abcf10c957010000005cf79f111f8130c3eee29480");
});

Deno.test("a server cookie proves its client for an hour, and no other client", () => {
  const cookies = new ServerCookies(new Uint8Array(16).fill(7)), address = Uint8Array.of(192, 168, 1, 7);
  const query = new ParsedQuery();
  query.bytes = hex("0102030405060708");
  query.cookieLength = 8;
  assert.equal(cookies.check(query, address, 1000), "unproven");
  query.bytes = cookies.make(query, address, 1000).slice();
  query.cookieLength = 24;
  assert.equal(cookies.check(query, address, 1000), "proven");
  assert.equal(cookies.check(query, address, 4600), "proven");
  assert.equal(cookies.check(query, address, 4601), "unproven");
  assert.equal(cookies.check(query, address, 600), "unproven");
  assert.equal(cookies.check(query, Uint8Array.of(192, 168, 1, 8), 1000), "unproven");
});
