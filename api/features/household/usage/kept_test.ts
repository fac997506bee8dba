import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import {
  addressOf,
  AFTERNOON,
  PLAY,
  play,
  type UsageScene,
  withUsage,
} from "../../../../tests/support/usage_scene.ts";
import type { UsageServiceOptions } from "./service.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
const DAY = 86_400_000;
Deno.test("used time is kept for seven days", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { own, db, usage, time } = scene;
    const days = async () =>
      (await db.all("select distinct day from category_usage order by day")).map(({ day }) => day);
    for (let day = 0; day < 9; day++) {
      scene.ask(own.emma, ...PLAY);
      await usage.flush();
      await time.pass(DAY);
      await usage.flush();
    }
    await usage.retain();
    assert.deepEqual(
      await days(),
      ["23", "24", "25", "26", "27", "28", "29"].map((day) => `2026-11-${day}`),
    );
  }));

Deno.test("time counted while the database is unavailable is written later", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { again, db, own, ids, now, time, logged } = scene;
    const state = { gone: true };
    const either = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => (...args: A) =>
      state.gone ? Promise.reject(new DatabaseUnavailableError("gone")) : work(...args);
    const usage = again({
      db: {
        all: either((sql, args) => db.all(sql, args)),
        batch: either((all) => db.batch(all)),
        run: either((sql, args) => db.run(sql, args)),
        close: () => db.close(),
        whenReplaced: () => {},
      },
    });
    await assert.rejects(usage.ready(), DatabaseUnavailableError);
    for (let step = 0; step < 3; step++) {
      usage.observe(
        PLAY.map((name) => createObservation({ client: addressOf(own.emma), time: now(), name })),
      );
      await time.pass(STEP);
    }
    assert.equal(usage.today(`person:${ids.emma}`).get("games")!.minutes, 15);
    assert.deepEqual(await db.all("select * from category_usage"), []);
    state.gone = false;
    await time.pass(STEP);
    await usage.flush();
    assert.deepEqual(await db.all("select count(*) as n from category_usage"), [{ n: 3 }]);
    await usage.ready();
    assert.deepEqual(logged, []);
    await usage.close();
  }));

Deno.test("used time is read when the database becomes available after the start, and reported", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { again, db, own, ids, usage, time } = scene;
    const state = { gone: true };
    const scope = `person:${ids.emma}`;
    await play(scene, own.emma, 3);
    await usage.flush();
    const all: typeof db.all = (...of) =>
      state.gone ? Promise.reject(new DatabaseUnavailableError("gone")) : db.all(...of);
    const next = again({ db: { ...bound(db), all } });
    const scopes: string[] = [];
    next.onCounted((who) => void scopes.push(who));
    await assert.rejects(next.ready(), DatabaseUnavailableError);
    assert.equal(next.today(scope).get("games")!.minutes, 0);
    state.gone = false;
    await time.pass(MINUTE);
    await next.flush();
    assert.equal(next.today(scope).get("games")!.minutes, 15);
    assert.deepEqual(scopes, [scope]);
    await next.close();
  }));

function bound(db: UsageScene["db"]): UsageServiceOptions["db"] {
  return {
    all: (...of) => db.all(...of),
    run: (...of) => db.run(...of),
    batch: (all) => db.batch(all),
    close: () => db.close(),
    whenReplaced: () => {},
  };
}

Deno.test("used time is deleted with a person, and moved when a shared device is merged", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { own, ids, ask, meet, devices, people, minutes, usage, db, time, again } = scene;
    ask(own.emma, ...PLAY);
    await people.remove(ids.emma);
    await usage.flush();
    assert.equal(minutes(`person:${ids.emma}`), 0);
    assert.deepEqual(await db.all("select * from category_usage"), []);
    const other = await meet("02:00:5e:00:00:64");
    await devices.setPeople(other, { people: [ids.tom, ids.anna] });
    ask(own.television, ...PLAY);
    ask(other, ...PLAY);
    await usage.flush();
    await time.pass(STEP);
    ask(other, ...PLAY);
    await usage.flush();
    await devices.merge(own.television, other);
    assert.equal(minutes(`device:${own.television}`), 10);
    assert.equal(minutes(`device:${other}`), 0);
    const next = again();
    await next.ready();
    assert.equal(next.today(`device:${own.television}`).get("games")!.minutes, 10);
    await next.close();
  }));

Deno.test("a flood of names takes bounded memory", () =>
  withUsage(AFTERNOON, async ({ own, ids, usage, now, minutes, db }) => {
    for (let i = 0; i < 200; i++) {
      usage.observe(
        Array.from(
          { length: 100 },
          (_, at) =>
            createObservation({
              client: addressOf(own.emma),
              time: now(),
              name: `n${i}-${at}.roblox.com`,
            }),
        ),
      );
    }
    assert.equal(minutes(`person:${ids.emma}`), 5);
    await usage.flush();
    assert.deepEqual(await db.all("select count(*) as n from category_usage"), [{ n: 1 }]);
  }));
