import assert from "node:assert/strict";
import fc from "fast-check";
import { areasOf, BadAnswerError, countriesOf, holidaysOf, listOf } from "./answers.ts";

const texts = (...pairs: [string, string][]) =>
  pairs.map(([language, text]) => ({ language, text }));
const holiday = (more: Record<string, unknown> = {}) => ({
  id: "503317eb-0375-41a8-bcb7-501800dc4098",
  startDate: "2026-12-19",
  endDate: "2027-01-03",
  type: "School",
  nationwide: false,
  name: texts(["FR", "Vacances de Noël"], ["EN", "Christmas holidays"]),
  ...more,
});

Deno.test("countries are parsed and sorted in the requested language", () => {
  const answer = [
    {
      isoCode: "AT",
      name: texts(["DE", "Österreich"], ["EN", "Austria"]),
      officialLanguages: ["DE"],
    },
    { isoCode: "PL", names: texts(["EN", "Poland"]) },
    { isoCode: "IT", name: [] },
  ];
  assert.deepEqual(countriesOf(answer, "de").map(({ name }) => name), [
    "IT",
    "Österreich",
    "Poland",
  ]);
  assert.deepEqual(countriesOf(answer, "en")[0], { code: "AT", name: "Austria" });
});

Deno.test("subdivisions are parsed with all areas in them, groups with their subdivisions", () => {
  const areas = areasOf([{
    code: "DE-BY",
    isoCode: "DE-BY",
    shortName: "BY",
    name: texts(["DE", "Bayern"]),
    children: [{ code: "DE-BY-AU", name: [], shortName: "AU", children: null }],
    groups: [{ code: "DE-BY-X", shortName: "X" }],
  }], "de");
  assert.deepEqual(areas, [
    { code: "DE-BY", name: "Bayern", within: ["DE-BY"], linked: ["DE-BY-X"] },
    { code: "DE-BY-AU", name: "AU", within: ["DE-BY-AU", "DE-BY"], linked: [] },
  ]);
});

Deno.test("holidays are parsed, without half days and the first and last days of school", () => {
  const answer = [
    holiday({ subdivisions: [{ code: "fr-ara", shortName: "ARA" }], groups: [{ code: "FR-ZA" }] }),
    holiday({ type: "BackToSchool" }),
    holiday({ type: "EndOfLessons" }),
    holiday({ temporalScope: "HalfDay" }),
  ];
  assert.deepEqual(holidaysOf(answer, "fr"), [{
    id: "503317eb-0375-41a8-bcb7-501800dc4098",
    firstDay: "2026-12-19",
    lastDay: "2027-01-03",
    name: "Vacances de Noël",
    nationwide: false,
    wrong: "",
    subdivisions: ["FR-ARA"],
    groups: ["FR-ZA"],
  }]);
});

Deno.test("invalid, reversed and endless days are reported, and never corrected", () => {
  const wrong = (startDate: unknown, endDate: unknown) =>
    holidaysOf([holiday({ startDate, endDate })], "en")[0].wrong;
  assert.match(wrong("2026-02-30", "2026-03-01"), /2026-02-30/);
  assert.match(wrong("2026-12-19", undefined), /the calendar has not/);
  assert.match(wrong("2027-01-03", "2026-12-19"), /ends before it begins/);
  assert.match(wrong("2026-12-19T00:00:00", "2027-01-03"), /the calendar has not/);
  assert.match(wrong("2026-04-19", "2027-05-03"), /more than a year/);
});

Deno.test("a malformed response is refused with its fault", () => {
  for (
    const [text, why] of [
      ["", /answered nothing/],
      ["<!doctype html><title>Sign in</title>", /a web page/],
      ['[{"isoCode":"FR"', /something else/],
      ['{"title":"Bad Request"}', /something else/],
      ["null", /something else/],
      [`[${"1,".repeat(20_000)}1]`, /20001 entries/],
    ] as const
  ) {
    assert.throws(
      () => listOf(text),
      (error: unknown) => error instanceof BadAnswerError && why.test(error.message),
      text,
    );
  }
  for (const entry of [1, null, [], {}, { isoCode: 7 }, { isoCode: "../etc" }]) {
    assert.throws(() => countriesOf([entry], "en"), BadAnswerError);
  }
  assert.throws(() => areasOf([{ code: "FR-A", children: "many" }], "en"), BadAnswerError);
  assert.throws(() => holidaysOf([holiday({ groups: [{}] })], "en"), BadAnswerError);
});

Deno.test("any JSON is parsed or refused as a whole, and quickly", () => {
  const read = (text: string) => {
    try {
      const answer = listOf(text);
      [countriesOf, areasOf, holidaysOf].forEach((each) => {
        try {
          each(answer, "en");
        } catch (error) {
          assert.ok(error instanceof BadAnswerError, String(error));
        }
      });
    } catch (error) {
      assert.ok(error instanceof BadAnswerError, String(error));
    }
  };
  const word = fc.oneof(
    fc.constantFrom(
      "FR",
      "FR-ZA",
      "2026-12-19",
      "School",
      "",
      "\u202e<b>",
      "__proto__",
      null,
      7,
      true,
      [],
      {},
    ),
    fc.anything(),
  );
  const key = fc.constantFrom(
    ...[
      "isoCode",
      "code",
      "name",
      "names",
      "children",
      "subdivisions",
      "groups",
      "startDate",
      "endDate",
      "type",
      "id",
    ],
    ...["nationwide", "language", "text", "shortName", "temporalScope", "__proto__"],
  );
  const inner = fc.dictionary(key, word, { maxKeys: 4 });
  const middle = fc.dictionary(key, fc.oneof(word, inner, fc.array(inner, { maxLength: 3 })), {
    maxKeys: 5,
  });
  const object = fc.dictionary(key, fc.oneof(word, middle, fc.array(middle, { maxLength: 3 })), {
    maxKeys: 6,
  });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 4 }), (value) => read(JSON.stringify(value) ?? "")),
    {
      seed: 62,
      numRuns: 1000,
    },
  );
  fc.assert(fc.property(fc.string(), read), { seed: 63, numRuns: 300 });
  read(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const nested = '{"code":"A","children":['.repeat(5000) + "]}".repeat(5000);
  read(`[${nested}]`);
});
