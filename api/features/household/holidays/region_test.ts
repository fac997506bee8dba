import assert from "node:assert/strict";
import { areasOf, holidaysOf } from "./answers.ts";
import { holidaysIn, regionsOf } from "./region.ts";

const named = (text: string) => [{ language: "EN", text }];
const refs = (...codes: string[]) => codes.map((code) => ({ code, shortName: code }));
let number = 0;
const holiday = (name: string, more: Record<string, unknown>) => ({
  id: `id-${String(++number).padStart(8, "0")}`,
  startDate: "2027-02-06",
  endDate: "2027-02-21",
  type: "School",
  name: named(name),
  nationwide: false,
  ...more,
});

/** France: zones of many regions, and Corsica separately. */
const FRANCE = {
  subdivisions: areasOf([
    ...["ARA", "BFC", "IDF", "COR"].map((code) => ({ code: `FR-${code}`, name: named(code) })),
  ], "en"),
  groups: areasOf([
    { code: "FR-ZA", name: named("Zone A"), subdivisions: refs("FR-ARA", "FR-BFC") },
    { code: "FR-ZC", name: named("Zone C"), subdivisions: refs("FR-IDF") },
  ], "en"),
};
const FRENCH = holidaysOf([
  holiday("summer", { nationwide: true }),
  holiday("winter A", { groups: refs("FR-ZA") }),
  holiday("winter C", { groups: refs("FR-ZC") }),
  holiday("winter Corsica", { subdivisions: refs("FR-COR") }),
  holiday("autumn", { groups: refs("FR-ZA", "FR-ZC"), subdivisions: refs("FR-COR") }),
], "en");

/** Germany: kinds of schools in one land. */
const GERMANY = {
  subdivisions: areasOf([
    { code: "DE-MV", name: named("Mecklenburg") },
    {
      code: "DE-BY",
      name: named("Bavaria"),
      children: [{ code: "DE-BY-AU", name: named("Augsburg") }],
    },
    { code: "DE-XX", name: named("Nowhere") },
  ], "en"),
  groups: areasOf([
    { code: "DE-MV-ABS", name: named("General schools"), subdivisions: refs("DE-MV") },
    // Older services do not name the subdivision of a group; its code contains it.
    { code: "DE-MV-BBS", name: named("Vocational schools") },
  ], "en"),
};
const GERMAN = holidaysOf([
  holiday("general", { groups: refs("DE-MV-ABS"), subdivisions: refs("DE-MV") }),
  holiday("vocational", { groups: refs("DE-MV-BBS") }),
  holiday("all of it", { subdivisions: refs("DE-MV") }),
  holiday("Bavaria", { subdivisions: refs("DE-BY") }),
  holiday("peace", { subdivisions: refs("DE-BY-AU") }),
], "en");

const of = (region: string, holidays = FRENCH, areas = FRANCE) =>
  holidaysIn(region, holidays, areas).map(({ name }) => name);

Deno.test("a zone and its regions have the holidays of the zone, Corsica has its own", () => {
  assert.deepEqual(of("FR-ZA"), ["summer", "winter A", "autumn"]);
  assert.deepEqual(of("FR-ARA"), ["summer", "winter A", "autumn"]);
  assert.deepEqual(of("FR-IDF"), ["summer", "winter C", "autumn"]);
  assert.deepEqual(of("FR-COR"), ["summer", "winter Corsica", "autumn"]);
  assert.deepEqual(of(""), ["summer"]);
});

Deno.test("a land has the holidays of all its schools, a kind of school also its own", () => {
  assert.deepEqual(of("DE-MV", GERMAN, GERMANY), ["general", "vocational", "all of it"]);
  assert.deepEqual(of("DE-MV-ABS", GERMAN, GERMANY), ["general", "all of it"]);
  assert.deepEqual(of("DE-MV-BBS", GERMAN, GERMANY), ["vocational", "all of it"]);
});

Deno.test("a town has the holidays of its land, but the land not those of a town", () => {
  assert.deepEqual(of("DE-BY", GERMAN, GERMANY), ["Bavaria"]);
  assert.deepEqual(of("DE-BY-AU", GERMAN, GERMANY), ["Bavaria", "peace"]);
});

Deno.test("only regions with school holidays can be chosen, distinguished by the enclosing region", () => {
  const shown = (areas: typeof FRANCE, holidays: typeof FRENCH) =>
    regionsOf(holidays, areas, "en").map(({ code, kind, detail }) =>
      `${code} ${kind} ${detail}`.trim()
    );
  assert.deepEqual(shown(FRANCE, FRENCH), [
    "FR-ARA subdivision",
    "FR-BFC subdivision",
    "FR-COR subdivision",
    "FR-IDF subdivision",
    "FR-ZA group",
    "FR-ZC group FR-IDF".replace("FR-IDF", "IDF"),
  ]);
  assert.deepEqual(shown(GERMANY, GERMAN), [
    "DE-BY-AU subdivision Bavaria",
    "DE-BY subdivision",
    "DE-MV subdivision",
    "DE-MV-ABS group Mecklenburg",
    "DE-MV-BBS group Mecklenburg",
  ]);
  assert.deepEqual(shown(FRANCE, FRENCH.slice(0, 1)), []);
});

Deno.test("a response with thousands of regions, groups and holidays is processed quickly", () => {
  const codes = (head: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ code: `${head}${i}` }));
  const subdivisions = codes("R", 2999);
  const groups = codes("G", 2999);
  const areas = {
    subdivisions: areasOf(subdivisions, "en"),
    groups: areasOf(groups.map((each, i) => ({ ...each, subdivisions: [subdivisions[i]] })), "en"),
  };
  const holidays = holidaysOf(
    codes("R", 9000).map((each) => holiday("one", { subdivisions: [each] })),
    "en",
  );
  assert.equal(regionsOf(holidays, areas, "en").length, 2 * 2999);
  assert.throws(() => areasOf(codes("R", 3001), "en"), /too many regions/);
  assert.throws(
    () => holidaysOf([holiday("one", { groups: codes("G", 1001) })], "en"),
    /too many regions/,
  );
});
