import assert from "node:assert/strict";
import { CompanionScene } from "../../tests/support/companion_scene.ts";
import {
  type BoxRow,
  NameDirectory,
  type NameRow,
  type Page,
  type PageQuery,
} from "./directory.ts";

const BOXES = 100_000;
const LIMIT = 1000;

/** Reads every page; returns the rows and the slowest page in milliseconds. */
async function readAll<T>(read: (query: PageQuery) => Promise<Page<T>>) {
  const rows: T[] = [];
  let slowest = 0;
  let after = "";
  do {
    const began = performance.now();
    const page = await read({ after, limit: LIMIT });
    slowest = Math.max(slowest, performance.now() - began);
    assert.ok(page.rows.length <= LIMIT);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== "");
  return { rows, slowest };
}

Deno.test("100,000 boxes are read page by page, each row once and in order", async () => {
  await using scene = await CompanionScene.open();
  const { database } = scene;
  const numbered = "with recursive n (i) as (select 0 union all select i + 1 from n where i < ?) ";
  // The digits of a number as ten consonants.
  const name =
    "(select group_concat(substr('bcdfghjkmn', 1 + substr(printf('%010d', i), d, 1), 1), '') " +
    "from (select value as d from json_each('[1,2,3,4,5,6,7,8,9,10]')))";
  await database.run(
    `${numbered} insert into names select ${name}, printf('%06d', (i * 7919) % 1000003), 1, i from n`,
    [BOXES - 1],
  );
  await database.run("insert into freed_names values ('000000a', 'zzzzzzzzzz', 5)");
  await database.run("insert into released_names values ('999999z', 'xxxxxxxxxx', 6)");
  const [{ name: challenged }] = await database.all("select name from names limit 1 offset 7");
  await database.run("insert into challenges values (?, 'x', ?)", [challenged, scene.time]);

  const pages = new NameDirectory(database, () => scene.time);
  const names = await readAll<NameRow>((query) => pages.names(query, ""));
  assert.equal(names.rows.length, BOXES);
  assert.ok(names.rows.every((row, i) => i === 0 || row.name > names.rows[i - 1].name));
  assert.deepEqual(names.rows.filter(({ challenges }) => challenges > 0).map((row) => row.name), [
    challenged,
  ]);
  const boxes = await readAll<BoxRow>((query) => pages.boxes(query));
  assert.equal(boxes.rows.length, BOXES + 2);
  assert.ok(boxes.rows.every((row, i) => i === 0 || row.box > boxes.rows[i - 1].box));
  assert.equal(boxes.rows.find(({ box }) => box === "000000a")?.state, "unused");
  assert.equal(boxes.rows.at(-1)?.state, "released");
  const beginning = await readAll<NameRow>((query) => pages.names(query, "bbbbbc"));
  assert.equal(beginning.rows.length, 10_000);
  assert.deepEqual(await pages.counts(), {
    names: BOXES,
    challenges: 1,
    unused: 1,
    released: 1,
  });
  // A page of a query without an index takes hundreds of milliseconds.
  const slowest = Math.max(names.slowest, boxes.slowest, beginning.slowest);
  assert.ok(slowest < 250, `a page took ${slowest} ms`);
});

// Deno 2.9.5 may crash when a test file ends right after many calls of libSQL, whose threads still
// run then.
Deno.test.afterAll(() => new Promise<void>((later) => setTimeout(later, 500)));
