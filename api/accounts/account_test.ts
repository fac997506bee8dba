import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { isEmail, nameKey, nameProblem, nameText, rightsOfText } from "./account.ts";

Deno.test("names are printable, 1 to 64 characters, in any script", () => {
  for (
    const name of [
      "admin",
      "Zoé",
      "Großmutter",
      "李小龙",
      "Маша",
      "a",
      "O'Brien",
      "mum & dad",
      "👩",
      "x".repeat(64),
    ]
  ) {
    assert.equal(nameProblem(name), "", name);
  }
  const bad = [
    "",
    " ",
    " a",
    "a ",
    "a  b",
    "x".repeat(65),
    "a\nb",
    "a\tb",
    "a\0b",
    "a\u200bb",
    "a\u202eb",
    "\u2066a",
    "\ud800",
    "a\u00adb",
    "\ue000",
    "\u0301a",
    "box",
    "BOX",
    "192.168.1.1",
    "fd00::1",
    "a\u2028b",
    "\u00a0",
  ];
  for (const name of bad) assert.notEqual(nameProblem(name), "", JSON.stringify(name));
});

Deno.test("nameKey() is equal for names that look alike", () => {
  const same = [
    ["Admin", "aDMIN"],
    ["Zoe\u0301", "ZO\u00c9"],
    ["Straße", "STRASSE"],
    ["ﬁn", "FIN"],
    [
      "ｂｏｘ１",
      "box1",
    ],
  ];
  for (const [a, b] of same) assert.equal(nameKey(nameText(a)), nameKey(nameText(b)), `${a} ${b}`);
  assert.notEqual(nameKey("a"), nameKey("b"));
});

Deno.test("nameProblem() accepts or rejects any text, and nameText() keeps accepted names", () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
  );
  fc.assert(
    fc.property(text, (name) => {
      const problem = nameProblem(name);
      if (problem === "") {
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(name, /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
      }
      assert.equal(nameText(nameText(name)), nameText(name));
      assert.equal(nameKey(nameKey(name)), nameKey(name));
    }),
    { seed: 5, numRuns: 3000 },
  );
});

Deno.test("isEmail() accepts addresses and rejects other texts", () => {
  for (const email of ["", "mum@example.com", "a.b+c@sub.example.org", "ü@bücher.example"]) {
    assert.ok(isEmail(email));
  }
  for (
    const email of [
      "a",
      "a@b",
      "@b.c",
      "a@b.c\r\nBcc: x@y.z",
      "a b@c.d",
      "a@b.c,d@e.f",
      "<a@b.c>",
      "a@b@c.d",
    ]
  ) {
    assert.ok(!isEmail(email), email);
  }
});

Deno.test("rightsOfText() drops unknown values of a column", () => {
  assert.deepEqual(rightsOfText('["rules.read","surprise",7,null]'), ["rules.read"]);
  for (const text of ["", "{", "7", "{}", '"rules.read"', "null"]) {
    assert.deepEqual(rightsOfText(text), []);
  }
});
