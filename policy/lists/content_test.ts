import assert from "node:assert/strict";
import { looksLike } from "./content.ts";

const octets = (text: string) => new TextEncoder().encode(text);

Deno.test("web pages and binary files are told from lists", () => {
  assert.equal(looksLike(octets("\ufeff\r\n  <!DOCTYPE html><html>")), "html");
  assert.equal(looksLike(octets("<HTML><head>")), "html");
  assert.equal(looksLike(Uint8Array.of(0x1f, 0x8b, 8, 0)), "binary");
  assert.equal(looksLike(octets("PK\x03\x04rest")), "binary");
  assert.equal(looksLike(Uint8Array.of(0xff, 0xfe, 0x61, 0)), "binary");
  assert.equal(looksLike(octets("a\0b")), "binary");
  assert.equal(looksLike(octets("! title\n||example.com^\n")), "list");
  assert.equal(looksLike(octets("0.0.0.0 example.com")), "list");
  assert.equal(looksLike(new Uint8Array(0)), "list");
});
