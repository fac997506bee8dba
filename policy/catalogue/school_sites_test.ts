import assert from "node:assert/strict";
import { asciiName } from "../lists/host_name.ts";
import { findNameFault } from "../lists/line_outcome.ts";
import { isHomeName, isPublicSuffix, registrableName } from "../lists/public_suffix.ts";
import { LIMITS } from "../limits.ts";
import { COUNTRIES } from "./countries.ts";
import { countryOfZone, LEARNING_SITES, SCHOOL_SITES, schoolSites } from "./school_sites.ts";

const ALL = { "the world": LEARNING_SITES, ...SCHOOL_SITES };

Deno.test("each school site is a registered name or below one, in canonical form", () => {
  for (const [country, { names }] of Object.entries(ALL)) {
    for (const name of names) {
      assert.equal(asciiName(name), name, `${country}: ${name}`);
      assert.ok(
        registrableName(name) !== "" && !isPublicSuffix(name) && !isHomeName(name, "home.arpa"),
        `${country}: ${name}`,
      );
      assert.equal(findNameFault(name), undefined, `${country}: ${name}`);
    }
  }
});

Deno.test("sites of a country are unique, not below each other, and leave room for the household", () => {
  for (const [country, { names, source }] of Object.entries(ALL)) {
    assert.ok(names.length > 0 && names.length < 60 && source !== "", country);
    assert.equal(new Set(names).size, names.length, country);
    const below = names.filter((name) => names.some((other) => name.endsWith(`.${other}`)));
    assert.deepEqual(below, [], country);
    assert.ok(schoolSites(country, "").length < LIMITS.hours.permittedNames, country);
  }
});

Deno.test("proposals follow the country of the box, else its time zone, else they are international", () => {
  assert.ok(schoolSites("FR", "America/New_York").includes("parcoursup.fr"));
  assert.ok(schoolSites("", "Europe/Paris").includes("parcoursup.fr"));
  assert.deepEqual(schoolSites("", "Asia/Tokyo"), LEARNING_SITES.names);
  assert.deepEqual(schoolSites("JP", "Europe/Paris"), LEARNING_SITES.names);
  assert.deepEqual(
    ["America/Indiana/Knox", "America/Toronto", "Atlantic/Canary", "Europe/Busingen", "UTC", ""]
      .map(countryOfZone),
    ["US", "CA", "ES", "DE", "", ""],
  );
});

Deno.test("every country with sites is a country of the settings", () => {
  for (const country of Object.keys(SCHOOL_SITES)) assert.ok(COUNTRIES.includes(country), country);
});
