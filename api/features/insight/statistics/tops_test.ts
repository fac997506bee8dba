import assert from "node:assert/strict";
import { openDatabase } from "../../../store/open.ts";
import { DAY, HOUR, type Period, spanOf } from "./period.ts";
import { HOUR_TOPS_KEPT, readTop, rowsOf } from "./tops.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 30) / 1000;
const TODAY = Math.floor(NOW / DAY) * DAY;
const DAYS = 40;

Deno.test("a ranking adds up exactly the hours and days of its period", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-tops-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "stats", path: `${folder}/stats.db`, workerUrl });
  try {
    // Each hour has one query for the name of its day, and two for another kind.
    const rows: (string | number)[][] = [];
    for (let at = TODAY - DAYS * DAY; at <= NOW; at += HOUR) {
      const day = Math.floor(at / DAY) * DAY;
      if (at >= TODAY - (HOUR_TOPS_KEPT - 1) * DAY) rows.push([HOUR, at, "name", day, 1]);
      rows.push([HOUR, at, "blocked", day, 2]);
      if (at === day && day < TODAY) rows.push([DAY, day, "name", day, 24]);
    }
    await database.run(
      "insert into tops (step, at, kind, key, count, error) select value ->> 0, value ->> 1, " +
        "value ->> 2, value ->> 3, value ->> 4, 0 from json_each(?)",
      [JSON.stringify(rows.map(([step, at, kind, key, n]) => [step, at, kind, String(key), n]))],
    );
    const total = async (period: Period, before?: number) => {
      const of = rowsOf(spanOf(period, NOW, before), TODAY - (HOUR_TOPS_KEPT - 1) * DAY);
      const found = await readTop(database, "name", of, 200);
      return [found.reduce((all, { count }) => all + count, 0), found.length];
    };
    assert.deepEqual(await total("hour"), [1, 1], "the running hour");
    assert.deepEqual(await total("day"), [24, 2], "24 hours of two days");
    assert.deepEqual(await total("week"), [6 * 24 + 13, 7], "six days and the hours of today");
    assert.deepEqual(await total("month"), [29 * 24 + 13, 30]);
    assert.deepEqual(await total("year"), [DAYS * 24 + 13, DAYS + 1]);
    assert.deepEqual(await total("day", TODAY), [24, 1], "yesterday, by hours");
    assert.deepEqual(await total("week", TODAY - 10 * DAY), [7 * 24, 7], "by days alone");
    assert.deepEqual(await total("day", TODAY - 10 * DAY), [24, 1], "a day without its hours");
    assert.deepEqual(await total("hour", TODAY - 10 * DAY), [24, 1], "its whole day");
    assert.deepEqual(await total("day", TODAY - 60 * DAY), [0, 0]);
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
});
