/** What the code declares in lists, pages say in every language: settings, tasks, actions of the administration log. */
import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings.ts";
import { GROUPS, START_ONLY } from "../../ui/pages/settings/groups.ts";
import { TEXTS } from "../../ui/text/list.ts";

const SETTING_TEXTS: ReadonlySet<string> = new Set(Object.keys(TEXTS.settings));

Deno.test("every setting has a name and a sentence on the pages", () => {
  const missing = SETTINGS.flatMap(({ key }) => [`name_${key}`, `help_${key}`]).filter((key) =>
    !SETTING_TEXTS.has(key)
  );
  assert.deepEqual(missing, []);
});

Deno.test("every setting but those of upstreams stands once on the page of settings", () => {
  const shown = GROUPS.flatMap(({ keys }) => keys).sort();
  const declared = SETTINGS.filter(({ section }) => section !== "upstreams").map(({ key }) => key).sort();
  assert.deepEqual(shown, declared);
  assert.deepEqual([...START_ONLY].filter((key) => !(declared as string[]).includes(key)), []);
});

Deno.test("every word that a setting is chosen from has a text", () => {
  const words = SETTINGS.filter(({ key }) => key !== "language").flatMap(({ key, kind }) =>
    (kind.shape.choices ?? []).map((word) => `choice_${key}_${word}`)
  );
  assert.deepEqual(words.filter((key) => !SETTING_TEXTS.has(key)), []);
});
