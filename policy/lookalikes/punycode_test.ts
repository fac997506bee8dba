import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { decodePunycode } from "./punycode.ts";

const textOf = (text: string) => {
  const codes = decodePunycode(text);
  return codes === undefined ? undefined : String.fromCodePoint(...codes);
};

Deno.test("decodePunycode() reads the samples of RFC 3492 7.1", () => {
  for (
    const [encoded, text] of [
      ["egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
      ["ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"],
      ["4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"],
      ["b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"],
      ["3b-ww4c5e180e575a65lsy2b", "3年b組金八先生"],
      ["mller-kva", "müller"],
    ]
  ) assert.equal(textOf(encoded), text);
});

Deno.test("decodePunycode() refuses what is malformed, too large or plain ASCII", () => {
  for (
    const text of [
      "",
      "-",
      "paypal-",
      "mller-kv",
      "mller-k\u00fc",
      "mller_kva!",
      "99999999",
      "a-\ud800",
      "0000000000",
      "a".repeat(59) + "-9999999999",
    ]
  ) assert.equal(decodePunycode(text), undefined, text);
  // The code points of surrogates, and one above the last.
  assert.equal(decodePunycode("ib9b"), undefined);
  assert.equal(decodePunycode("en32g"), undefined);
});

Deno.test("decodePunycode() never throws, and undoes what the runtime encodes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
    const codes = decodePunycode(text);
    if (codes === undefined) return;
    assert.ok(codes.length <= text.length, text);
    assert.ok(codes.every((code) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)));
  }));
  const letters = fc.string({ unit: fc.constantFrom(..."abcäöéñçжщλ漢字한글".split("")) });
  fc.assert(fc.property(letters, (text) => {
    const label = domainToASCII(text);
    if (label.startsWith("xn--")) assert.equal(textOf(label.slice(4)), text.normalize("NFC"));
  }));
});

Deno.test("decodePunycode() reads a label of 63 bytes in little time", () => {
  const began = performance.now();
  for (let i = 0; i < 1000; i++) decodePunycode("80ak6aa92e".repeat(5) + "80ak6aa92");
  assert.ok(performance.now() - began < 2000);
});
