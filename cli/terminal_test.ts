import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../tests/support/any_character.ts";
import { suggestNearest } from "../policy/model/nearest.ts";
import {
  ageText,
  bytesText,
  clean,
  cleanLines,
  numberText,
  pad,
  printTable,
  streamWriter,
  type Terminal,
  widthOf,
} from "./terminal.ts";

function printed(
  colors: boolean,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
) {
  let text = "";
  const terminal = { out: (part: string) => void (text += part), colors } as unknown as Terminal;
  printTable(terminal, head, rows, right);
  return text;
}

Deno.test("clean() escapes characters that control a terminal or change the writing direction", () => {
  assert.equal(
    clean("a\x1b[31m\x7f\x9b\u202e\u2066\u200b\u2028é漢🙂"),
    "a\\u{1b}[31m\\u{7f}\\u{9b}\\u{202e}\\u{2066}\\u{200b}\\u{2028}é漢🙂",
  );
  assert.equal(cleanLines("a\tb\n\x07c"), "a  b\n\\u{7}c");
});

Deno.test("clean() returns no control character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: ANY_CHARACTER }),
      // deno-lint-ignore no-control-regex
      (text) => assert.doesNotMatch(clean(text), /[\x00-\x1f\x7f-\x9f]/),
    ),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("widthOf() counts wide characters twice and combining marks not at all", () => {
  assert.deepEqual(["abc", "漢字", "e\u0301", "🙂", ""].map(widthOf), [3, 4, 1, 2, 0]);
  assert.equal(pad("漢", 4, true), "  漢");
});

Deno.test("printTable() aligns any content, and numbers to the right", () => {
  assert.equal(
    printed(false, ["Name", "N"], [["漢字", "1 000"], ["ab", "7"]], [1]),
    "Name      N\n漢字  1 000\nab        7\n",
  );
  assert.equal(printed(false, [], [], []), "");
});

Deno.test("numberText(), bytesText(), microsecondsText() and ageText() are short", () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(numberText), ["0", "999", "1 000", "1 234 567"]);
  assert.deepEqual([0, 999, 1500, 33_554_432].map(bytesText), [
    "0 B",
    "999 B",
    "1.5 kB",
    "33.6 MB",
  ]);
  const at = { now: () => 1_000_000_000 };
  const ages = [0, 1_000_000, 999_941, 900_000, 1_000_120].map((time) => ageText(time, at));
  assert.deepEqual(ages, ["never", "0 s ago", "59 s ago", "1 d ago", "in 2 min"]);
});

Deno.test("nearest() finds a word with one swapped, wrong, missing or extra letter, and no distant word", () => {
  const words = ["status", "stats", "settings", "serve"];
  const meant = ["stauts", "stat", "setings", "server", "xyz", "s"].map((word) =>
    suggestNearest(word, words)
  );
  assert.deepEqual(meant, ["status", "stats", "settings", "serve", undefined, undefined]);
});

Deno.test("streamWriter() writes all pieces, and reports when writing fails", () => {
  let written = "";
  let broken: Error | undefined;
  const gone: unknown[] = [];
  const write = streamWriter({
    writeSync(bytes) {
      if (broken) throw broken;
      written += new TextDecoder().decode(bytes.subarray(0, 3));
      return Math.min(3, bytes.length);
    },
  }, (error) => gone.push(error));
  write("several pieces");
  assert.equal(written, "several pieces");
  for (
    broken of [new Deno.errors.BrokenPipe(), new Error("No space left on device (os error 28)")]
  ) {
    write("x");
    assert.equal(gone.pop(), broken);
  }
});
