import "./with_suffixes.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { SETTINGS } from "./list.ts";
import { type Kind, lines, list, oneOf, onOff, text, whole } from "./kinds.ts";

function held(kind: Kind<unknown>, values: readonly unknown[]): unknown[] {
  return values.filter((value) => kind.holds(value));
}

Deno.test("whole() accepts numbers within its limits and no texts", () => {
  assert.deepEqual(held(whole(2, 5), [1, 2, 5, 6, 2.5, NaN, Infinity, -0, "3", null, [3], true]), [
    2,
    5,
  ]);
});

Deno.test("onOff accepts booleans, oneOf() accepts its words", () => {
  assert.deepEqual(held(onOff, [true, false, 0, 1, "on", null]), [true, false]);
  assert.deepEqual(held(oneOf(["a", "b"]), ["a", "b", "c", "", ["a"], undefined]), ["a", "b"]);
});

Deno.test("text() accepts one line of 512 characters at most", () => {
  const kind = text((value) => value !== "no", "anything but no");
  const longest = "x".repeat(512);
  assert.deepEqual(
    held(kind, ["yes", "no", longest, `${longest}x`, "a\nb", "a\0", "\x7f", 1, null]),
    ["yes", longest],
  );
});

Deno.test("list() accepts at most 500 valid texts", () => {
  const of = (length: number) => Array.from({ length }, (_, i) => `entry ${i}`);
  for (
    const kind of [
      list((entry) => entry !== "no", "an entry"),
      lines((line) => line !== "no", "a line"),
    ]
  ) {
    assert.deepEqual(held(kind, [[], of(500)]), [[], of(500)]);
    assert.deepEqual(held(kind, [of(501), ["no"], ["yes", 1], "yes", { length: 0 }, null]), []);
  }
});

Deno.test("kinds never throw, whatever the value", () => {
  fc.assert(
    fc.property(fc.anything(), fc.string({ maxLength: 40 }), (value, words) => {
      for (const { kind } of SETTINGS) {
        kind.holds(value);
        kind.holds(kind.fromText(words));
      }
    }),
    { numRuns: 300, seed: 12 },
  );
});
