import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../tests/support/any_character.ts";
import { CommandError } from "./command_error.ts";
import { hoursText, parseHours } from "./hours.ts";

Deno.test("Hours are read in the notations that people use", () => {
  assert.deepEqual(parseHours("Mon-Wed 08:00-16:00, sat,sun 22:00-06:00"), [
    { days: ["mon", "tue", "wed"], from: "08:00", to: "16:00" },
    { days: ["sat", "sun"], from: "22:00", to: "06:00" },
  ]);
  assert.deepEqual(parseHours("sat-mon 00:00-24:00")[0].days, ["sat", "sun", "mon"]);
  assert.deepEqual(parseHours(undefined), []);
  for (
    const text of [
      "monday 08:00-09:00",
      "mon",
      "08:00-09:00",
      "mon 8-9",
      "mon-tue-wed 08:00-09:00",
      ",",
      "mon 08:00",
    ]
  ) {
    assert.throws(() => parseHours(text), CommandError, text);
  }
});

Deno.test("Hours survive being formatted and read back", () => {
  const text = "mon-fri 08:00-16:00, sat,sun 22:00-06:00";
  assert.equal(hoursText(parseHours(text)), text);
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (garbage) => {
      try {
        parseHours(hoursText(parseHours(garbage)));
      } catch (error) {
        assert.ok(error instanceof CommandError);
      }
    }),
    { seed: 20261121, numRuns: 300 },
  );
});
