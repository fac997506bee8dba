import assert from "node:assert/strict";
import { macOf } from "../../../../tests/support/household_scene.ts";
import { HoursScene, refusedHours as refused } from "../../../../tests/support/hours_scene.ts";

const MINUTE = 60_000;
const at = (text: string) => Date.parse(text);

Deno.test("extra minutes apply to one category and one day", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    for (const category of ["games", "videos"] as const) {
      await hours.setLimit(emma, category, 60, "anna");
    }
    await hours.grantMinutes(emma, "games", 30);
    const allowed = () =>
      hours.person(emma)!.limits.map(({ category, allowed }) => `${category} ${allowed}`);
    assert.deepEqual(allowed(), ["games 90", "videos 60", "social 0"]);
    await scene.until(at("2026-10-06T00:00:00+02:00"));
    assert.deepEqual(allowed(), ["games 60", "videos 60", "social 0"]);
  }));

Deno.test("a reached limit blocks from the end of its last step until midnight, and extra minutes open it", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const midnight = at("2026-10-06T00:00:00+02:00");
    const games = () => hours.person(emma)!.limits[0];
    await hours.setLimit(emma, "games", 60, "anna");
    await scene.read();
    assert.deepEqual(scene.rows!.people[0].limited, ["games"]);
    scene.use("person:1", "games", 55);
    scene.use("person:1", "videos", 300);
    assert.deepEqual([scene.published, games().left, games().blocked_until], [0, 5, 0]);
    scene.use("person:1", "games", 60, scene.now + 3 * MINUTE);
    await scene.until(scene.now);
    const row = {
      scope: "person:1",
      category: "games" as const,
      from: scene.now + 3 * MINUTE,
      to: midnight,
    };
    assert.deepEqual([scene.rows!.reached, scene.published], [[row], 1]);
    assert.deepEqual(
      [games().left, games().blocked_until],
      [0, 0],
      "not before the step has ended",
    );
    await scene.until(scene.now + 3 * MINUTE);
    assert.equal(games().blocked_until * 1000, midnight);
    await hours.grantMinutes(emma, "games", 30);
    await scene.read();
    assert.deepEqual(scene.rows!.reached, []);
    const { minutes, extra, allowed, used, left } = games();
    assert.deepEqual([minutes, extra, allowed, used, left], [60, 30, 90, 60, 30]);
    scene.use("person:1", "games", 90);
    await scene.until(scene.now);
    assert.deepEqual(scene.rows!.reached.map(({ from }) => from), [scene.now]);
    await hours.setLimit(emma, "games", 0, "anna");
    await scene.read();
    assert.deepEqual([scene.rows!.reached, scene.rows!.people[0].limited], [[], []]);
    assert.deepEqual(games(), {
      category: "games",
      minutes: 0,
      extra: 0,
      allowed: 0,
      used: 90,
      left: 0,
      blocked_until: 0,
    });
  }));

Deno.test("use of allowed names after a limit is reached does not open the category again", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const full = scene.now;
    await hours.setLimit(emma, "games", 60, "anna");
    scene.use("person:1", "games", 60);
    await scene.read();
    const reached = scene.rows!.reached;
    const before = scene.published;
    assert.deepEqual(reached.map(({ from }) => from), [full]);
    await scene.until(full + 2 * MINUTE);
    scene.use("person:1", "games", 65, full + 5 * MINUTE);
    await scene.until(scene.now);
    assert.deepEqual([scene.rows!.reached, scene.published], [reached, before]);
    assert.notEqual(hours.person(emma)!.limits[0].blocked_until, 0);
    await hours.setLimit(emma, "games", 30, "anna");
    assert.notEqual(hours.person(emma)!.limits[0].blocked_until, 0, "lowered below what was used");
  }));

Deno.test("at midnight limits start again and extra minutes are removed, also on days of 25 and 23 hours", async () => {
  for (
    const [start, midnight] of [
      ["2026-10-24T23:30:00+02:00", "2026-10-25T00:00:00+02:00"],
      ["2026-10-25T00:30:00+02:00", "2026-10-26T00:00:00+01:00"],
      ["2026-03-29T00:30:00+01:00", "2026-03-30T00:00:00+02:00"],
    ]
  ) {
    await HoursScene.run(async (scene) => {
      const { hours, household: { db } } = scene;
      const emma = await scene.person("Emma", "child");
      await hours.setLimit(emma, "social", 30, "anna");
      await hours.grantMinutes(emma, "social", 15);
      scene.use("person:1", "social", 45);
      await scene.read();
      assert.deepEqual(scene.rows!.reached.map(({ to }) => to), [at(midnight)]);
      const before = scene.published;
      await scene.until(at(midnight) - 1);
      assert.equal(scene.published, before);
      scene.used.clear();
      await scene.until(midnight);
      assert.deepEqual([scene.published, scene.rows!.reached], [before + 1, []]);
      assert.deepEqual(await db.all("select * from extra_minutes"), []);
      assert.equal(hours.person(emma)!.limits[2].allowed, 30);
    }, { start });
  }
});

Deno.test("a step that ends at midnight does not block on the next day", () =>
  HoursScene.run(async (scene) => {
    const emma = await scene.person("Emma", "child");
    await scene.hours.setLimit(emma, "games", 15, "anna");
    scene.use("person:1", "games", 15, at("2026-10-06T00:00:00+02:00"));
    await scene.read();
    assert.deepEqual(scene.rows!.reached, []);
  }, { start: "2026-10-05T23:57:00+02:00" }));

Deno.test("a shared device has the smallest limit of its minors and its own used time (A 7.1.5)", () =>
  HoursScene.run(async (scene) => {
    const { hours, household: { devices, people, meet } } = scene;
    const emma = await scene.person("Emma", "child");
    const leo = await scene.person("Leo", "teen");
    const anna = await scene.person("Anna", "adult");
    const ben = await scene.person("Ben", "adult");
    const tablet = await meet(macOf(1));
    const tv = await meet(macOf(2));
    const desk = await meet(macOf(3));
    await devices.setPeople(tablet, { people: [emma, leo] });
    await devices.setPeople(tv, { people: [leo, anna] });
    await devices.setPeople(desk, { people: [anna, ben] });
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.setMode(leo, "homework", "60", "anna");
    await hours.setLimit(emma, "videos", 90, "anna");
    await hours.setLimit(leo, "videos", 60, "anna");
    const shared = async () =>
      (await hours.schedules()).shared.map(({ device_id, why, homework, limits }) => {
        return [device_id, why, homework, limits[1].minutes];
      });
    assert.deepEqual(
      await shared(),
      [[tablet, "", true, 60], [tv, "", true, 60]],
      "adults alone have nothing",
    );
    await scene.until("2026-10-05T20:00:00+02:00");
    assert.deepEqual(await shared(), [[tablet, "hours", false, 60], [tv, "", false, 60]]);
    assert.deepEqual(
      hours.sharedDevice(tablet)!.next_change * 1000,
      at("2026-10-06T07:00:00+02:00"),
    );
    await hours.setMode(leo, "cut", "30", "anna");
    assert.deepEqual(await shared(), [[tablet, "cut", false, 60], [tv, "cut", false, 60]]);
    assert.equal(hours.sharedDevice(tv)!.next_change * 1000, scene.now + 30 * MINUTE);
    assert.equal(
      hours.sharedDevice(tablet)!.next_change * 1000,
      at("2026-10-06T07:00:00+02:00"),
      "hours go on",
    );
    scene.use(`person:${leo}`, "videos", 55);
    scene.use(`device:${tv}`, "videos", 60);
    await scene.until(scene.now);
    assert.deepEqual(scene.rows!.reached.map(({ scope }) => scope), [`device:${tv}`]);
    await hours.grantMinutes(leo, "videos", 15);
    assert.deepEqual((await shared())[1], [tv, "cut", false, 75]);
    assert.equal(hours.sharedDevice(tablet)!.limits[1].minutes, 75, "90 of Emma, 75 of Leo");
    await people.change(leo, { profile: "adult" });
    assert.deepEqual(
      await shared(),
      [[tablet, "hours", false, 90]],
      "two adults share the television now",
    );
  }));

Deno.test("extra minutes need a limited category and a known time, and are at most twelve hours a day", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await assert.rejects(
      hours.grantMinutes(emma, "games", 15),
      refused("conflict", /games is not limited.*Emma/),
    );
    await hours.setLimit(emma, "games", 15, "anna");
    scene.timeKnown = false;
    await assert.rejects(
      hours.grantMinutes(emma, "games", 15),
      refused("conflict", /not known yet/),
    );
    scene.timeKnown = true;
    await assert.rejects(hours.grantMinutes(emma, "games", 20), refused("bad_value", /15, 30, 60/));
    await Promise.all(Array.from({ length: 12 }, () => hours.grantMinutes(emma, "games", 60)));
    await assert.rejects(
      hours.grantMinutes(emma, "games", 15),
      refused("conflict", /twelve more hours/),
    );
    assert.equal(hours.person(emma)!.limits[0].allowed, 735, "none of twelve at once was lost");
  }));
