import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { csvLine } from "./csv.ts";

/** A strict parser of CSV (RFC 4180). */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        assert.ok(at < text.length, "a quoted field has no end");
        field += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      while (at < text.length && !/[,\r\n"]/.test(text[at])) field += text[at++];
    }
    record.push(field);
    if (text[at] === ",") at++;
    else {
      assert.equal(text.slice(at, at + 2), "\r\n");
      at += 2;
      records.push(record);
      record = [];
    }
  }
  return records;
}

Deno.test("commas and quotes are quoted, numbers stay numbers, each record ends with CRLF", () => {
  assert.equal(csvLine(["a", "b,c", 'd"e', "", -1, 1.5]), 'a,"b,c","d""e",,-1,1.5\r\n');
});

Deno.test("no text starts a formula", () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "a=1"];
  assert.deepEqual(texts.map((text) => csvLine([text]).trimEnd()), [
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\\u{9}=1",
    "'\\u{d}=1",
    "'\\u{a}=1",
    "a=1",
  ]);
  assert.equal(
    csvLine(['=HYPERLINK("http://evil.example","a")']),
    `"'=HYPERLINK(""http://evil.example"",""a"")"\r\n`,
  );
});

Deno.test("control and direction characters are escaped", () => {
  assert.equal(
    csvLine(["\x1b[2J\u202eevil\r\nx\ud800"]),
    "\\u{1b}[2J\\u{202e}evil\\u{d}\\u{a}x\\u{d800}\r\n",
  );
});

Deno.test("any texts give one record of printable fields without formulas", () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.stringMatching(/^[=+\-@\t\r"',\n]{0,6}$/),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (values) => {
      const records = parse(csvLine(values));
      assert.equal(records.length, 1);
      assert.equal(records[0].length, values.length);
      records[0].forEach((field, i) => {
        assert.doesNotMatch(field, /^[=+\-@]|[\p{Cc}\p{Cf}]/u);
        if (/^[\w"',.]*$/.test(values[i])) assert.equal(field, values[i]);
      });
    }),
    { seed: 4, numRuns: 500 },
  );
});
