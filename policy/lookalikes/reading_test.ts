import assert from "node:assert/strict";
import { readableName } from "./readable.ts";
import { readLabel, shapeOf } from "./reading.ts";
import { mixesAlphabets } from "./scripts.ts";

const codesOf = (text: string) => [...text].map((letter) => letter.codePointAt(0)!);
const reading = (text: string) => readLabel(codesOf(text));

Deno.test("readLabel() maps letters to what they look like in ASCII", () => {
  for (
    const [text, ascii] of [
      ["pаypal", "paypal"],
      ["аррӏе", "apple"],
      ["ɢoogle", "google"],
      ["ámazon", "amazon"],
      ["ｅｂａｙ", "ebay"],
      ["tiκtoκ", "tiktok"],
      ["pay\u200bpal", "paypal"],
      ["pay\u202epal", "paypal"],
      ["nеtfⅼіх", "netflix"],
      ["straße", "strasse"],
      ["øresund", "oresund"],
      ["𝓰𝓸𝓸𝓰𝓵𝓮", "google"],
    ]
  ) assert.equal(reading(text), ascii, text);
});

Deno.test("readLabel() reads nothing into letters that look like nothing in ASCII", () => {
  for (const text of ["漢字", "почта", "pay漢"]) assert.equal(reading(text), undefined, text);
  assert.equal(reading("а".repeat(63)), "a".repeat(63));
});

Deno.test("shapeOf() joins labels that look alike", () => {
  for (
    const [label, other] of [
      ["paypa1", "paypal"],
      ["paypai", "paypal"],
      ["g00gle", "google"],
      ["arnazon", "amazon"],
      ["vvhatsapp", "whatsapp"],
      ["n3tflix", "netflix"],
      ["5potify", "spotify"],
      ["intemet", "internet"],
    ]
  ) assert.equal(shapeOf(label), shapeOf(other), label);
  assert.notEqual(shapeOf("paypol"), shapeOf("paypal"));
});

Deno.test("mixesAlphabets() accepts one alphabet, and Latin with those of East Asia", () => {
  for (const text of ["pаypal", "wоrd", "gооgle", "ελλadα", "кириллицаa", "שלוםa", "гreek漢"]) {
    assert.ok(mixesAlphabets(codesOf(text)), text);
  }
  for (
    const text of [
      "paypal",
      "müller",
      "почта",
      "ελλάδα",
      "東京タワー",
      "東京tower",
      "taipei台北ㄅ",
      "서울seoul",
      "漢字かなカナ",
      "mail-2024",
      "почта-2024",
      "col·lega",
      "हिन्दी",
    ]
  ) assert.ok(!mixesAlphabets(codesOf(text)), text);
});

Deno.test("readableName() decodes labels that people can read, and no others", () => {
  for (
    const [name, text] of [
      ["www.xn--mller-kva.de", "www.müller.de"],
      ["xn--80ak6aa92e.com", "аррӏе.com"],
      ["xn--mller-kv.de", "xn--mller-kv.de"],
      ["plain.example", "plain.example"],
      ["xn--.de", "xn--.de"],
      // A right-to-left override, a zero-width space, a full stop within a label.
      ["xn--paypal-dm0c.com", "xn--paypal-dm0c.com"],
      ["xn--paypal-df0c.com", "xn--paypal-df0c.com"],
      ["xn--pay.pl-fua.com", "xn--pay.pl-fua.com"],
      // A mark without its letter, and a letter that does not exist.
      ["xn--abc-jdc.com", "xn--abc-jdc.com"],
      ["xn--pal-8t7s.com", "xn--pal-8t7s.com"],
    ]
  ) assert.equal(readableName(name), text, name);
});
