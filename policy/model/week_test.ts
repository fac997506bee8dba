import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { dayTexts, gridOf, gridOfTexts, hoursOf, WEEKDAYS, type WeekHours } from "./week.ts";

const RUNS = { seed: 20261121, numRuns: 300 };

Deno.test("gridOf() sets slots from the start to before the end, also over midnight and Sunday", () => {
  const grid = gridOf([{ days: ["mon"], from: "08:00", to: "08:30" }, {
    days: ["sun"],
    from: "23:45",
    to: "00:15",
  }])!;
  assert.equal(grid.length, 672);
  assert.deepEqual([...grid].flatMap((slot, at) => slot === "1" ? [at] : []), [0, 32, 33, 671]);
  assert.equal(
    gridOf([{ days: ["tue"], from: "10:00", to: "10:00" }])!.replaceAll("0", "").length,
    96,
  );
  assert.equal(gridOf([]), "0".repeat(672));
});

Deno.test("hoursOf() groups days with the same hours", () => {
  const school: WeekHours = {
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: "08:00",
    to: "16:30",
  };
  const night: WeekHours = { days: ["fri", "sat"], from: "22:00", to: "06:00" };
  assert.deepEqual(hoursOf(gridOf([school, night])!), [school, night]);
  assert.deepEqual(hoursOf("1".repeat(672)), [{ days: WEEKDAYS, from: "00:00", to: "24:00" }]);
  const weekend = gridOf([{ days: ["sat", "sun"], from: "00:00", to: "24:00" }])!;
  assert.deepEqual(hoursOf(weekend), [{ days: ["sat", "sun"], from: "00:00", to: "24:00" }]);
  assert.deepEqual(hoursOf("0".repeat(672)), []);
});

Deno.test("gridOf() rejects invalid hours", () => {
  const days = ["mon"] as const;
  for (
    const [from, to] of [["8:00", "09:00"], ["08:10", "09:00"], ["24:00", "01:00"], [
      "25:00",
      "01:00",
    ], ["", ""]]
  ) {
    assert.equal(gridOf([{ days, from, to }]), undefined, `${from} ${to}`);
  }
  assert.equal(gridOf([{ days: [], from: "08:00", to: "09:00" }]), undefined);
  assert.equal(gridOf([{ days: ["someday" as "mon"], from: "08:00", to: "09:00" }]), undefined);
});

Deno.test("hoursOf() and gridOf() are inverse for any grid", () => {
  const part = fc.tuple(fc.nat(671), fc.nat(400));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const slots = new Uint8Array(672);
      for (const [at, length] of parts) for (let i = 0; i < length; i++) slots[(at + i) % 672] = 1;
      assert.equal(gridOf(hoursOf(slots.join(""))), slots.join(""));
    }),
    RUNS,
  );
  fc.assert(fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => void hoursOf(text)), RUNS);
});

Deno.test("gridOfTexts() parses the hours of a day as people write them", () => {
  const read = (text: string) => {
    const grid = gridOfTexts([text, "", "", "", "", "", ""]);
    return grid === undefined ? undefined : dayTexts(grid)[0];
  };
  assert.equal(read("07:00-08:00, 16:30-19:30"), "07:00-08:00, 16:30-19:30");
  assert.equal(read(" 7 – 8 ; 16.30-19h30,"), "07:00-08:00, 16:30-19:30");
  assert.equal(read("22:00-00:00"), "22:00-24:00");
  assert.equal(read("0-24"), "00:00-24:00");
  assert.equal(read("08:00-10:00, 09:00-11:00"), "08:00-11:00");
  assert.equal(read(""), "");
  for (
    const text of [
      "8",
      "08:10-09:00",
      "08:00-09:10",
      "10:00-09:00",
      "08:00-08:00",
      "07:00-25:00",
      "all day",
      "-",
    ]
  ) {
    assert.equal(read(text), undefined, text);
  }
  assert.equal(gridOfTexts(["08:00-09:00"]), undefined);
});

Deno.test("dayTexts() and gridOfTexts() are inverse for any grid, and any text yields a grid or nothing", () => {
  const slots = fc.array(fc.constantFrom("0", "1"), { minLength: 672, maxLength: 672 });
  fc.assert(
    fc.property(
      slots,
      (slots) => assert.equal(gridOfTexts(dayTexts(slots.join(""))), slots.join("")),
    ),
    { seed: 6, numRuns: 100 },
  );
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d:h.,;–\- ]{0,30}$/));
  fc.assert(
    fc.property(fc.array(text, { minLength: 7, maxLength: 7 }), (texts) => {
      const grid = gridOfTexts(texts);
      assert.ok(grid === undefined || /^[01]{672}$/.test(grid));
    }),
    { seed: 6, numRuns: 300 },
  );
  assert.deepEqual(dayTexts("no grid"), ["", "", "", "", "", "", ""]);
});
