import assert from "node:assert/strict";
import { detectContent } from "./content.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("looksLike() distinguishes web pages and binary files from lists", () => {
  assert.equal(detectContent(bytes("\ufeff\r\n  <!DOCTYPE html><html>")), "html");
  assert.equal(detectContent(bytes("<HTML><head>")), "html");
  assert.equal(detectContent(Uint8Array.of(0x1f, 0x8b, 8, 0)), "binary");
  assert.equal(detectContent(bytes("PK\x03\x04rest")), "binary");
  assert.equal(detectContent(Uint8Array.of(0xff, 0xfe, 0x61, 0)), "binary");
  assert.equal(detectContent(bytes("a\0b")), "binary");
  assert.equal(detectContent(bytes("! title\n||example.com^\n")), "list");
  assert.equal(detectContent(bytes("0.0.0.0 example.com")), "list");
  assert.equal(detectContent(new Uint8Array(0)), "list");
});
