import assert from "node:assert/strict";
import { openDatabase } from "../../../store/open.ts";
import { DailyCopies } from "./service.ts";

Deno.test("each run replaces the copy of today, except the first run after a start", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-copies-" });
  const path = `${folder}/copies/box-2026-11-01.db`;
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const begin = () => new DailyCopies(database, `${folder}/copies`, () => Date.UTC(2026, 10, 1));
  const groups = async () => {
    const copy = await openDatabase({ name: "box", path, workerUrl });
    return await copy.all("select name from groups").finally(() => copy.close());
  };
  const add = (name: string) =>
    database.run("insert into groups (name, created, changed) values (?, 1, 1)", [name]);
  try {
    const copies = begin();
    await copies.copy();
    await add("Office");
    await begin().copy();
    assert.deepEqual(await groups(), []);
    await copies.copy();
    assert.deepEqual(await groups(), [{ name: "Office" }]);
    assert.equal(
      [...Deno.readDirSync(`${folder}/copies`)].filter(({ name }) => name.endsWith(".part")).length,
      0,
    );
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("box.db is copied once a day, whole, and seven copies are kept", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-copies-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  let now = Date.UTC(2026, 10, 1);
  const copies = new DailyCopies(database, `${folder}/copies`, () => now);
  try {
    for (let day = 0; day < 10; day++, now += 86_400_000) {
      await copies.copy();
      await copies.copy();
    }
    const files = [...Deno.readDirSync(`${folder}/copies`)].map(({ name }) => name).sort();
    assert.deepEqual([files.length, files[0], files[6]], [
      7,
      "box-2026-11-04.db",
      "box-2026-11-10.db",
    ]);
    const copy = await openDatabase({
      name: "box",
      path: `${folder}/copies/${files[6]}`,
      workerUrl,
    });
    assert.deepEqual(await copy.all("pragma integrity_check"), [{ integrity_check: "ok" }]);
    await copy.close();
    const dates = () =>
      [...Deno.readDirSync(`${folder}/copies`)].map(({ name }) => name.slice(4, 14)).sort();
    const kept = dates();
    for (const jumped of ["2027-05-01", "2024-01-01"]) {
      now = Date.parse(jumped);
      await copies.copy();
    }
    // A clock that is ahead or behind does not delete the copies of other days.
    assert.deepEqual(dates(), ["2024-01-01", ...kept.slice(1), "2027-05-01"]);
    now = Date.UTC(2026, 10, 11);
    await copies.copy();
    assert.deepEqual(dates(), [...kept.slice(1), "2026-11-11"]);
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
});
