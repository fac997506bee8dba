import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings/list.ts";
import { TERMS_TEXT } from "../../api/features/box/terms/text.ts";
import {
  type Destination,
  destination,
  DESTINATION_CHOICES,
  DESTINATION_IDS,
  type DestinationId,
  DESTINATIONS,
  TERMS_SENTENCES,
} from "../../policy/catalogue/destinations.ts";
import { PAGES } from "../../ui/list.ts";

const ROWS = Object.entries(DESTINATIONS) as [DestinationId, Destination][];

Deno.test("Every destination names the source of its host, and how to turn it off", () => {
  const keys = new Set<string>(SETTINGS.map(({ key }) => key));
  for (const [id, row] of ROWS) {
    for (const key of [...row.hostSettings, ...row.stopSettings]) {
      assert.ok(keys.has(key), `${id} names a setting that is not there: ${key}`);
    }
    const isNamed = row.hostSettings.length > 0 || row.hostChoice !== undefined;
    assert.ok(isNamed || id === "neighbours", `${id} does not say what names its host`);
    assert.ok(
      row.stopSettings.length > 0 || row.stopChoice !== undefined,
      `${id} cannot be stopped`,
    );
    assert.ok(row.why.split(" ").length > 3 && row.leaves.split(" ").length > 2, id);
  }
});

Deno.test("No destination contains a host itself", () => {
  for (const [id, row] of ROWS) {
    assert.doesNotMatch(JSON.stringify(row), /https?:|\w\.(com|org|net|io|example)\b/, id);
  }
});

Deno.test("Every choice is made on a page of the box", () => {
  const paths = PAGES.map(({ path }) => path);
  for (const path of Object.values(DESTINATION_CHOICES)) assert.ok(paths.includes(path), path);
});

Deno.test("The terms mention all data that leaves the network", () => {
  assert.equal(TERMS_SENTENCES.length, TERMS_TEXT.en.sends.length);
  for (const [id, { isInside, terms }] of ROWS) {
    assert.equal(terms === undefined, isInside, id);
    assert.ok(terms === undefined || TERMS_SENTENCES.includes(terms), id);
  }
});

Deno.test("An undeclared destination is refused", () => {
  assert.equal(destination("lists"), DESTINATIONS.lists);
  for (const id of ["elsewhere", "__proto__", "toString", ""]) {
    assert.throws(() => destination(id as DestinationId), /not declared/);
  }
  assert.equal(DESTINATION_IDS.length, ROWS.length);
});
