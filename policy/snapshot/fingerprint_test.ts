import assert from "node:assert/strict";
import { nameFromText } from "../model/name.ts";
import { Fingerprinter, secretId } from "./fingerprint.ts";

const secret = Uint8Array.from({ length: 16 }, (_, i) => i * 31 + 7 & 0xff);
const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("ofText() and ofWire() compute equal fingerprints, ignoring case", () => {
  const a = new Fingerprinter(secret);
  const b = new Fingerprinter(secret);
  for (const text of ["com", "example.com", "a.b.c.example.com", "x_y-1.xn--bcher-kva.example"]) {
    const count = a.ofWire(nameFromText(text)!);
    const bytes = encode(text.toUpperCase());
    b.ofText(bytes, 0, bytes.length);
    assert.equal(count, text.split(".").length);
    assert.deepEqual([a.h1[count - 1], a.h2[count - 1]], [b.h1[0], b.h2[0]]);
  }
});

Deno.test("ofWire() returns every suffix with its start, shortest first", () => {
  const whole = new Fingerprinter(secret);
  const part = new Fingerprinter(secret);
  assert.equal(whole.ofWire(nameFromText("www.example.com")!), 3);
  assert.deepEqual([...whole.at.subarray(0, 3)], [12, 4, 0]);
  for (const [i, text] of ["com", "example.com", "www.example.com"].entries()) {
    part.ofText(encode(text), 0, text.length);
    assert.deepEqual([whole.h1[i], whole.h2[i]], [part.h1[0], part.h2[0]]);
  }
});

Deno.test("ofWire() returns 0 for the root and for invalid names", () => {
  const fingerprinter = new Fingerprinter(secret);
  assert.equal(fingerprinter.ofWire(new Uint8Array(1)), 0);
  assert.equal(fingerprinter.ofWire(new Uint8Array(0)), 0);
  assert.equal(fingerprinter.ofWire(Uint8Array.of(3, 0x61)), 0);
  assert.equal(fingerprinter.ofWire(Uint8Array.of(0xc0, 0x0c)), 0);
});

Deno.test("a dot inside a label is not a label boundary", () => {
  const fingerprinter = new Fingerprinter(secret);
  fingerprinter.ofWire(nameFromText("a\\.b")!);
  const inside = [fingerprinter.h1[0], fingerprinter.h2[0]];
  fingerprinter.ofWire(nameFromText("a.b")!);
  assert.notDeepEqual(inside, [fingerprinter.h1[1], fingerprinter.h2[1]]);
});

Deno.test("a million names have distinct fingerprints, and one lane spreads them evenly", () => {
  const fingerprinter = new Fingerprinter(secret);
  const bytes = new Uint8Array(64);
  const count = 1_000_000;
  const lanes = new Float64Array(count);
  const spread = new Int32Array(256);
  const encoder = new TextEncoder();
  for (let i = 0; i < count; i++) {
    const { written } = encoder.encodeInto(`n${i}.example.com`, bytes);
    fingerprinter.ofText(bytes, 0, written);
    // 53 bits are compared at once; a rare match is examined below.
    lanes[i] = (fingerprinter.h1[0] >>> 0) * 2_097_152 + (fingerprinter.h2[0] >>> 11);
    spread[fingerprinter.h1[0] >>> 24]++;
  }
  lanes.sort();
  let same = 0;
  for (let i = 1; i < count; i++) if (lanes[i] === lanes[i - 1]) same++;
  assert.equal(same, 0);
  const expected = count / 256;
  const chi = spread.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  assert.ok(chi < 350, `chi square of 255 degrees: ${chi}`);
});

Deno.test("one changed bit of the name changes half of the fingerprint bits", () => {
  const fingerprinter = new Fingerprinter(secret);
  const bits = (a: number) => {
    let n = 0;
    for (; a !== 0; a &= a - 1) n++;
    return n;
  };
  for (const place of [0, 3, 8, 14]) {
    let changed1 = 0;
    let changed2 = 0;
    let tries = 0;
    for (let i = 0; i < 500; i++) {
      const bytes = encode(`host${1000 + i}.example`);
      fingerprinter.ofText(bytes, 0, bytes.length);
      const [h1, h2] = [fingerprinter.h1[0], fingerprinter.h2[0]];
      bytes[place] ^= 1;
      fingerprinter.ofText(bytes, 0, bytes.length);
      changed1 += bits(h1 ^ fingerprinter.h1[0]);
      changed2 += bits(h2 ^ fingerprinter.h2[0]);
      tries++;
    }
    for (const changed of [changed1, changed2]) {
      assert.ok(
        changed / tries > 14.5 && changed / tries < 17.5,
        `place ${place}: ${changed / tries} of 32 bits`,
      );
    }
  }
});

Deno.test("another secret yields other fingerprints and another id", () => {
  const other = secret.with(3, 99);
  const a = new Fingerprinter(secret);
  const b = new Fingerprinter(other);
  a.ofText(encode("example.com"), 0, 11);
  b.ofText(encode("example.com"), 0, 11);
  assert.notEqual(a.h1[0], b.h1[0]);
  assert.notEqual(secretId(secret), secretId(other));
  assert.throws(() => new Fingerprinter(new Uint8Array(8)), RangeError);
});
