import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import {
  addressOf,
  AFTERNOON,
  PLAY,
  play,
  withUsage,
} from "../../../../tests/support/usage_scene.ts";

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
const DAY = 86_400_000;
Deno.test("a step counts from the second distinct name, whatever the record types", () =>
  withUsage(AFTERNOON, async ({ ask, own, ids, minutes, counted, time, usage }) => {
    const scope = `person:${ids.emma}`;
    const name = PLAY[0];
    ask(own.emma, { name, type: 1 }, { name, type: 28 }, { name, type: 65 });
    assert.equal(minutes(scope), 0);
    ask(own.emma, PLAY[1]);
    assert.equal(minutes(scope), 5);
    ask(own.emma, ...PLAY, "c.roblox.com");
    assert.equal(minutes(scope), 5, "a step counts once");
    assert.equal(usage.today(scope).get("games")!.filledAt(5), time.now() + STEP);
    assert.equal(usage.today(scope).get("games")!.filledAt(10), 0);
    assert.deepEqual([minutes(scope, "videos"), usage.today(scope).get("videos")!.filledAt(5)], [
      0,
      0,
    ]);
    await time.pass(STEP);
    ask(own.emma, ...PLAY);
    assert.equal(minutes(scope), 10);
    assert.deepEqual(counted, [`${scope} games`, `${scope} games`]);
  }));

Deno.test("filledAt() is unchanged by later use, and late steps count at their own time", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { ask, own, ids, usage, time } = scene;
    const start = time.now();
    const used = () => usage.today(`person:${ids.emma}`);
    await play(scene, own.emma, 5);
    const filled = () =>
      [5, 10, 12, 25, 30].map((minutes) => (used().get("games")!.filledAt(minutes) - start) / STEP);
    assert.deepEqual(filled(), [1, 2, 3, 5, -start / STEP]);
    await time.pass(STEP);
    ask(own.emma, ...PLAY);
    assert.deepEqual(filled(), [1, 2, 3, 5, 7]);
    ask(own.emma, ...PLAY.map((name) => ({ name, time: start + 5 * STEP })));
    assert.deepEqual(filled(), [1, 2, 3, 5, 6]);
  }));

Deno.test("blocked, failed, unlimited and test queries use no time, and neither do adults", () =>
  withUsage(AFTERNOON, ({ ask, own, ids, minutes, counted }) => {
    ask(own.emma, PLAY[0], { name: PLAY[1], status: "blocked" }, {
      name: PLAY[1],
      status: "failed",
    });
    ask(
      own.emma,
      { name: PLAY[1], transport: "ask" },
      "www.spotify.com",
      "i.scdn.co",
      "www.example",
      "two.example",
    );
    ask(own.emma, { name: PLAY[1], status: "local", origin: "list:1", reason: "list" });
    ask(own.anna, ...PLAY);
    ask(99, ...PLAY);
    ask(0, ...PLAY);
    assert.deepEqual(counted, []);
    assert.equal(minutes(`person:${ids.emma}`), 0);
    ask(own.emma, { name: PLAY[1], status: "cached" });
    assert.deepEqual(counted, [`person:${ids.emma} games`]);
    return Promise.resolve();
  }));

Deno.test("a video site in its safe form counts as used, although the box answers it", () =>
  withUsage(AFTERNOON, ({ ask, own, ids, minutes }) => {
    const safe = { status: "local", origin: "safe-search:youtube" } as const;
    ask(own.emma, { name: "www.youtube.com", ...safe }, { name: "m.youtube.com", ...safe });
    assert.equal(minutes(`person:${ids.emma}`, "videos"), 5);
    return Promise.resolve();
  }));

Deno.test("a list gives the category of a name that belongs to no service", () =>
  withUsage(AFTERNOON, ({ ask, own, ids, minutes }) => {
    const listed = { list: 3, rule: "||example^", origin: "list:3" };
    ask(own.emma, { name: "a.example", ...listed }, { name: "b.example", ...listed });
    assert.equal(minutes(`person:${ids.emma}`), 5);
    return Promise.resolve();
  }));

Deno.test("all devices of a person count together, shared devices separately", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { ask, own, ids, minutes, db, usage, meet, devices } = scene;
    const second = await meet("02:00:5e:00:00:63");
    await devices.setPeople(second, { person_id: ids.emma });
    ask(own.emma, PLAY[0]);
    ask(second, PLAY[1]);
    assert.equal(minutes(`person:${ids.emma}`), 5, "one name on each device");
    ask(own.tablet, ...PLAY);
    ask(own.television, "www.youtube.com", "i.ytimg.com");
    assert.deepEqual([
      minutes(`device:${own.tablet}`),
      minutes(`device:${own.television}`, "videos"),
    ], [5, 5]);
    assert.equal(minutes(`person:${ids.tom}`), 0, "never counted for the people");
    assert.equal(minutes(`person:${ids.emma}`), 5);
    await usage.flush();
    const sql = "select device_id as id, category, day, step from shared_usage order by id";
    const at = scene.now() / 1000;
    assert.deepEqual(await db.all(sql), [
      { id: own.tablet, category: "games", day: "2026-11-21", step: at },
      { id: own.television, category: "videos", day: "2026-11-21", step: at },
    ]);
    assert.deepEqual(await db.all("select person_id, category from category_usage"), [
      { person_id: ids.emma, category: "games" },
    ]);
  }));

Deno.test("a device shared by adults uses no time until a child shares it too", () =>
  withUsage(AFTERNOON, async ({ ask, own, ids, minutes, people, devices, time }) => {
    const ben = (await people.add({ name: "Ben", profile: "adult" })).id;
    const scope = `device:${own.television}`;
    await devices.setPeople(own.television, { people: [ids.anna, ben] });
    ask(own.television, ...PLAY);
    assert.equal(minutes(scope), 0);
    await devices.setPeople(own.television, { people: [ids.anna, ben, ids.emma] });
    await time.pass(STEP);
    ask(own.television, ...PLAY);
    assert.equal(minutes(scope), 5);
  }));

Deno.test("names of a device that changes its owner within a step count for the owner at that time", () =>
  withUsage(AFTERNOON, async ({ ask, own, ids, minutes, devices, people, time }) => {
    ask(own.emma, PLAY[0]);
    await devices.setPeople(own.emma, { person_id: ids.tom });
    ask(own.emma, PLAY[1]);
    assert.deepEqual([minutes(`person:${ids.emma}`), minutes(`person:${ids.tom}`)], [0, 0]);
    ask(own.emma, PLAY[0]);
    assert.deepEqual([minutes(`person:${ids.emma}`), minutes(`person:${ids.tom}`)], [0, 5]);
    await people.change(ids.tom, { profile: "adult" });
    await time.pass(STEP);
    ask(own.emma, ...PLAY);
    await people.change(ids.tom, { profile: "child" });
    assert.equal(
      minutes(`person:${ids.tom}`),
      5,
      "as an adult nothing was counted, and what was counted before holds",
    );
  }));

Deno.test("use across midnight counts for both days", () =>
  withUsage({ start: "2026-11-21T22:50:00Z", zone: "Europe/Paris" }, async (scene) => {
    const { ids, own, minutes, usage, db, ask } = scene;
    const scope = `person:${ids.emma}`;
    await play(scene, own.emma, 2);
    assert.equal(minutes(scope), 0, "it is midnight");
    await play(scene, own.emma, 1);
    assert.equal(minutes(scope), 5);
    // A late thread reports the last step before midnight.
    ask(own.tom, ...PLAY.map((name) => ({ name, time: Date.parse("2026-11-21T22:59:59Z") })));
    assert.equal(minutes(`person:${ids.tom}`), 0);
    await usage.flush();
    assert.deepEqual(
      await db.all(
        "select person_id as id, day, count(*) as n from category_usage group by id, day",
      ),
      [
        { id: ids.emma, day: "2026-11-21", n: 2 },
        { id: ids.emma, day: "2026-11-22", n: 1 },
        { id: ids.tom, day: "2026-11-21", n: 1 },
      ],
    );
  }));

for (
  const [zone, start, hours] of [
    ["Europe/Paris", "2027-03-27T23:00:00Z", 23],
    ["Europe/Paris", "2026-10-24T22:00:00Z", 25],
    ["America/New_York", "2027-03-14T05:00:00Z", 23],
    ["America/New_York", "2026-11-01T04:00:00Z", 25],
  ] as const
) {
  Deno.test(`a day of ${hours} hours in ${zone} has all its steps`, () =>
    withUsage({ start, zone }, async (scene) => {
      const { ids, own, minutes, time, ask, now } = scene;
      const scope = `person:${ids.emma}`;
      for (let step = 0; step < hours * 12; step++) {
        ask(own.emma, ...PLAY.map((name) => ({ name, time: now() + step * STEP })));
      }
      assert.equal(minutes(scope), hours * 60);
      await time.pass(hours * 60 * MINUTE - 1);
      assert.equal(minutes(scope), hours * 60);
      await time.pass(1);
      assert.equal(minutes(scope), 0);
    }));
}

Deno.test("counted time survives a restart within a step, which counts once", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { ids, own, usage, again, now, db } = scene;
    const scope = `person:${ids.emma}`;
    await play(scene, own.emma, 2);
    scene.ask(own.emma, ...PLAY);
    await usage.close();
    const next = again();
    const counted: string[] = [];
    next.onCounted((who, category) => void counted.push(`${who} ${category}`));
    await next.ready();
    assert.equal(next.today(scope).get("games")!.minutes, 15);
    assert.deepEqual(counted, [`${scope} games`]);
    next.observe(
      PLAY.map((name) => createObservation({ client: addressOf(own.emma), time: now(), name })),
    );
    assert.equal(next.today(scope).get("games")!.minutes, 15);
    assert.equal(counted.length, 1);
    await next.close();
    assert.deepEqual(await db.all("select count(*) as n from category_usage"), [{ n: 3 }]);
  }));

Deno.test("counting starts when the time is known, and then the stored day is read", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { ids, own, clock, ask, minutes, again, usage, now, time } = scene;
    const scope = `person:${ids.emma}`;
    await play(scene, own.emma, 1);
    await usage.flush();
    clock.known = false;
    ask(own.emma, ...PLAY);
    assert.equal(minutes(scope), 5);
    const next = again({}, { now: () => clock.known ? now() : 0 });
    await next.ready();
    assert.equal(next.today(scope).get("games")!.minutes, 0);
    clock.known = true;
    const counted: string[] = [];
    next.onCounted((who) => void counted.push(who));
    next.today(scope);
    await next.flush();
    assert.equal(next.today(scope).get("games")!.minutes, 5);
    assert.deepEqual(counted, [scope]);
    await next.close();
    await time.pass(0);
  }));

Deno.test("setting the clock ahead and back keeps the counted time of the stored days", () =>
  withUsage(AFTERNOON, async (scene) => {
    const { ids, own, clock, minutes, usage, db, time } = scene;
    const scope = `person:${ids.emma}`;
    await play(scene, own.emma, 2);
    for (const ahead of [400 * DAY, 800 * DAY, 1200 * DAY, -30 * DAY, 1600 * DAY]) {
      clock.ahead = ahead;
      assert.equal(minutes(scope), 0);
      scene.ask(own.emma, ...PLAY);
      assert.equal(minutes(scope), 5);
      await usage.retain();
    }
    clock.ahead = 0;
    minutes(scope);
    await usage.flush();
    assert.equal(minutes(scope), 10);
    await play(scene, own.emma, 1);
    await usage.flush();
    assert.equal(minutes(scope), 15);
    const sql = "select count(*) as n from category_usage where day = '2026-11-21'";
    assert.deepEqual(await db.all(sql), [{ n: 3 }]);
    await time.pass(0);
  }));
