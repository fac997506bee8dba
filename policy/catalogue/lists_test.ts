import assert from "node:assert/strict";
import { ListParser } from "../lists/parser.ts";
import { ACTION_CATEGORIES, isConfidential } from "./categories.ts";
import { LIST_CATALOGUE } from "./lists.ts";
import { STARTER_LIST } from "./starter.ts";

Deno.test("the catalogue contains each list once, with an address that is safe to fetch", () => {
  assert.ok(LIST_CATALOGUE.length >= 40);
  assert.equal(new Set(LIST_CATALOGUE.map((list) => list.id)).size, LIST_CATALOGUE.length);
  assert.equal(new Set(LIST_CATALOGUE.map((list) => list.url)).size, LIST_CATALOGUE.length);
  for (const list of LIST_CATALOGUE) {
    assert.equal(new URL(list.url).protocol, "https:", list.id);
    assert.equal(new URL(list.homepage).protocol, "https:", list.id);
    assert.match(list.id, /^[a-z0-9-]+$/);
    assert.equal(list.language !== undefined, list.category === "regional", list.id);
  }
});

Deno.test("every category with choices has a list, except those with lists of their owners", () => {
  const fed = new Set<string>(LIST_CATALOGUE.map(({ category }) => category));
  for (const category of ACTION_CATEGORIES) {
    assert.equal(fed.has(category), !isConfidential(category), category);
  }
});

Deno.test("every line of the starter list is used, and each name is unique", () => {
  const names: string[] = [];
  const wrong: string[] = [];
  const parser = new ListParser("adblock", {
    name: (bytes, start, end, covers) => {
      assert.equal(covers, "tree");
      names.push(new TextDecoder().decode(bytes.slice(start, end)));
    },
    rule: (rule) => void wrong.push(rule.text),
    badfilter: () => void wrong.push("badfilter"),
    ignored: (why) => void assert.equal(why, "comment"),
    refused: (why, _line, text) => void wrong.push(`${why}: ${text}`),
  });
  parser.push(new TextEncoder().encode(STARTER_LIST));
  parser.end();
  assert.deepEqual(wrong, []);
  assert.ok(names.length >= 300, String(names.length));
  const all = new Set(names);
  assert.equal(all.size, names.length);
  for (const name of names) {
    const parent = name.split(".").slice(1).join(".");
    assert.ok(!all.has(parent), `${name} lies below ${parent}`);
  }
});
