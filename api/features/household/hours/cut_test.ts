/** The effects of cuts on extra time, of extra time on cuts, and undoing both (A 3.2, 8). */
import assert from "node:assert/strict";
import { macOf } from "../../../../tests/support/household_scene.ts";
import { HoursScene, refusedHours as refused } from "../../../../tests/support/hours_scene.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Emma is a child whose hours are open until 19:30; it is 18:00. */
async function withEmma(test: (scene: HoursScene, emma: number) => Promise<void>): Promise<void> {
  await HoursScene.run(async (scene) => {
    const emma = await scene.person("Emma", "child");
    await scene.hours.setSchedule(emma, { enabled: true }, "anna");
    await test(scene, emma);
  });
}

/** Returns the stored extra time of a person, in minutes since a time. */
async function extraOf(scene: HoursScene, since: number): Promise<unknown[]> {
  const rows = await scene.household.db.all(
    'select kind, "from", "to" from extra_time order by kind',
  );
  return rows.map((row) => [
    row.kind,
    (Number(row.from) - since) / MINUTE,
    (Number(row.to) - since) / MINUTE,
  ]);
}

Deno.test("a cut also ends extra time of a request that was accepted before it, running or later", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await hours.grant(emma, 30, "anna");
    assert.equal(hours.person(emma)!.extra.until - hours.person(emma)!.extra.from, 1800);
    const { ended } = await hours.setMode(emma, "cut", "120", "anna");
    assert.deepEqual([ended, await extraOf(scene, scene.now)], [["extra"], []]);
    for (const minutes of [0, 90, 100, 119]) {
      await scene.until(
        Math.max(scene.now, Date.parse("2026-10-05T18:00+02:00") + minutes * MINUTE),
      );
      assert.equal(scene.state(emma)[0], "cut", `after ${minutes} minutes`);
      assert.notEqual(hours.cutOf(emma), undefined);
    }
    await scene.until("2026-10-05T20:10:00+02:00");
    await hours.grant(emma, 60, "anna");
    assert.equal(scene.state(emma)[0], "open");
    await hours.setMode(emma, "cut", "30", "anna");
    assert.equal(scene.state(emma)[0], "cut", "it ran already");
    const again = scene.restarted();
    await again.ready();
    assert.equal(again.person(emma)!.why, "cut", "and after a start");
  }));

Deno.test("a request accepted during a cut opens it, and another cut closes it again", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await hours.setMode(emma, "cut", "morning", "anna");
    await hours.grant(emma, 60, "anna");
    assert.equal(scene.state(emma)[0], "open");
    assert.equal(hours.cutOf(emma), undefined, "nobody goes around a cut that is open");
    await hours.grant(emma, 15, "anna");
    assert.equal(scene.state(emma)[1], "2026-10-05T17:15:00.000Z", "a second request lengthens it");
    const { ended } = await hours.setMode(emma, "cut", "30", "ben");
    assert.deepEqual([ended, scene.state(emma)[0]], [["extra"], "cut"]);
    await hours.setMode(emma, "homework", "60", "anna");
    assert.deepEqual([hours.person(emma)!.extra.until, scene.state(emma)[0]], [0, "open"]);
  }));

Deno.test("starting a mode reports what it ended: the other mode, extra time, nothing", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    const begin = async (mode: "cut" | "homework") =>
      (await hours.setMode(emma, mode, "30", "anna")).ended;
    assert.deepEqual(await begin("homework"), []);
    assert.deepEqual(await begin("homework"), []);
    await hours.addBonus(emma, 30, "anna");
    assert.deepEqual(await begin("cut"), ["homework", "extra"]);
    await hours.addBonus(emma, 30, "anna");
    assert.deepEqual(await begin("homework"), ["cut"], "the extra time stays");
    assert.notEqual(hours.person(emma)!.bonus.until, 0);
  }));

Deno.test("a bonus during a cut starts when the cut ends, also when that is early", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await scene.until("2026-10-05T20:00:00+02:00");
    const start = scene.now;
    assert.equal((await hours.addBonus(emma, 15, "anna")).cutTo, 0);
    const cut = await hours.setMode(emma, "cut", "60", "anna");
    const given = await hours.addBonus(emma, 30, "anna");
    assert.deepEqual(given, { from: cut.to, to: cut.to + 30 * MINUTE, cutTo: cut.to });
    assert.deepEqual(scene.state(emma), ["cut", new Date(cut.to).toISOString()]);
    assert.equal(hours.person(emma)!.cut_until * 1000, cut.to);
    await scene.read();
    await scene.until(start + 40 * MINUTE);
    await hours.endMode(emma, "anna");
    assert.deepEqual(await extraOf(scene, start), [["bonus", 40, 70]]);
    assert.deepEqual(scene.state(emma), ["open", new Date(start + 70 * MINUTE).toISOString()]);
    await scene.read();
    await scene.until(start + 70 * MINUTE);
    assert.equal(scene.state(emma)[0], "hours");
  }));

Deno.test("a bonus starts at the end of a cut, also when an accepted request opens the cut meanwhile", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await scene.until("2026-10-05T20:00:00+02:00");
    const start = scene.now;
    await hours.setMode(emma, "cut", "60", "anna");
    await hours.grant(emma, 15, "anna");
    const given = await hours.addBonus(emma, 30, "anna");
    assert.equal(given.cutTo, start + HOUR, "the cut goes on after the request");
    await scene.read();
    const states: string[] = [];
    for (const minutes of [14, 16, 59, 61, 89, 91]) {
      await scene.until(start + minutes * MINUTE);
      states.push(scene.state(emma)[0]);
    }
    assert.deepEqual(states, ["open", "cut", "cut", "open", "open", "hours"]);
  }));

Deno.test("a bonus that cannot start within twelve hours because of a cut is refused with a hint", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    const no = refused("conflict", /does not end a cut.*end the cut first: Emma/);
    await hours.setMode(emma, "cut", "morning", "anna");
    await assert.rejects(hours.addBonus(emma, 30, "anna"), no, "until 07:00 are thirteen hours");
    await hours.setSchedule(emma, { enabled: false }, "anna");
    await hours.setMode(emma, "cut", "30", "anna");
    await assert.rejects(hours.addBonus(emma, 30, "anna"), no, "nothing closes but the cut");
    await hours.endMode(emma, "anna");
    await assert.rejects(
      hours.addBonus(emma, 30, "anna"),
      refused("conflict", /not needed/),
    );
  }));

Deno.test("undoing a cut restores what it ended; undoing its end restores the cut and what opened it", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    const start = scene.now;
    await hours.setMode(emma, "homework", "120", "anna");
    await hours.grant(emma, 30, "anna");
    await hours.addBonus(emma, 30, "anna");
    const before = hours.person(emma)!;
    const kept = await extraOf(scene, start);
    await hours.setMode(emma, "cut", "30", "anna");
    const undone = await scene.restarted().undoMode(emma, "anna");
    assert.deepEqual([undone.back?.mode, undone.ended], ["homework", "cut"], "after a start too");
    const again = scene.restarted();
    await again.ready();
    assert.deepEqual([again.person(emma), await extraOf(scene, start)], [before, kept]);

    await again.setMode(emma, "cut", "60", "anna");
    await again.grant(emma, 30, "anna");
    await again.addBonus(emma, 15, "anna");
    const cut = again.person(emma)!;
    await again.endMode(emma, "anna");
    await again.undoMode(emma, "anna");
    assert.deepEqual(again.person(emma), cut);
  }));

Deno.test("a user can undo once the own last change, but not after extra time was given", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    const no = refused("conflict", /can no longer be undone.*: Emma/);
    await assert.rejects(hours.undoMode(emma, "anna"), no, "nothing was done");
    await hours.setMode(emma, "cut", "30", "anna");
    await hours.setMode(emma, "cut", "60", "ben");
    await assert.rejects(hours.undoMode(emma, "anna"), no);
    const { ended, back } = await hours.undoMode(emma, "ben");
    assert.deepEqual([ended, back?.duration], ["cut", "30"]);
    await assert.rejects(hours.undoMode(emma, "ben"), no, "twice");

    await hours.setMode(emma, "cut", "30", "anna");
    await hours.grant(emma, 15, "ben");
    await assert.rejects(hours.undoMode(emma, "anna"), no, "the request would be lost");
    await hours.endMode(emma, "anna");
    await hours.endBonus(emma);
    await assert.rejects(hours.undoMode(emma, "anna"), no, "what was ended would be back");
  }));

Deno.test("entries that expired since are not restored, and Undo is possible for a day", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await scene.until("2026-10-05T20:00:00+02:00");
    await hours.addBonus(emma, 15, "anna");
    await hours.setMode(emma, "homework", "30", "anna");
    await hours.setMode(emma, "cut", "120", "anna");
    await scene.until(scene.now + HOUR);
    assert.deepEqual(await hours.undoMode(emma, "anna"), { back: undefined, ended: "cut" });
    assert.deepEqual(await extraOf(scene, 0), []);
    await hours.setMode(emma, "cut", "30", "anna");
    await scene.until(scene.now + 25 * HOUR);
    await scene.read();
    assert.deepEqual(await scene.household.db.all("select * from mode_changes"), []);
  }));

Deno.test("a crash during a cut leaves all of its changes or none", () =>
  withEmma(async (scene, emma) => {
    const { hours, household: { db } } = scene;
    const batch = db.batch.bind(db);
    const start = scene.now;
    await hours.grant(emma, 30, "anna");
    const whole = () =>
      Promise.all([db.all("select mode from person_modes"), extraOf(scene, start)]);
    const before = await whole();
    db.batch = () => Promise.reject(new Error("killed before"));
    await assert.rejects(hours.setMode(emma, "cut", "30", "anna"), /killed before/);
    db.batch = async (statements) => {
      await batch(statements);
      throw new Error("killed after");
    };
    assert.deepEqual(await whole(), before);
    await assert.rejects(hours.setMode(emma, "cut", "30", "anna"), /killed after/);
    db.batch = batch;
    assert.deepEqual(await whole(), [[{ mode: "cut" }], []]);
    const again = scene.restarted();
    await again.ready();
    assert.equal(again.person(emma)!.why, "cut");
  }));

Deno.test("a cut of one child does not change another's time, and either closes a shared device", () =>
  withEmma(async (scene, emma) => {
    const { hours, household: { devices, meet } } = scene;
    const tom = await scene.person("Tom", "teen");
    const shared = await meet(macOf(1));
    await devices.setPeople(shared, { people: [emma, tom] });
    await hours.setMode(tom, "cut", "60", "anna");
    await hours.grant(tom, 30, "anna");
    assert.equal(hours.sharedDevice(shared)!.why, "");
    await hours.setMode(emma, "cut", "30", "anna");
    assert.deepEqual([scene.state(tom)[0], hours.sharedDevice(shared)!.why], ["open", "cut"]);
    assert.equal(hours.sharedDevice(shared)!.cut_until * 1000, scene.now + 30 * MINUTE);
    await hours.endMode(emma, "anna");
    assert.equal(hours.sharedDevice(shared)!.why, "", "what was accepted for Tom still holds");
    await hours.setMode(tom, "cut", "60", "anna");
    assert.equal(hours.sharedDevice(shared)!.why, "cut");
  }));

Deno.test("extra minutes of a category stay during a cut and homework, and open neither", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await hours.setLimit(emma, "games", 60, "anna");
    scene.use(`person:${emma}`, "games", 60);
    await hours.grantMinutes(emma, "games", 15);
    await hours.setMode(emma, "cut", "30", "anna");
    assert.deepEqual([scene.state(emma)[0], hours.person(emma)!.limits[0].left], ["cut", 15]);
    await hours.setMode(emma, "homework", "30", "anna");
    assert.deepEqual(
      [hours.person(emma)!.mode.mode, hours.person(emma)!.limits[0].left],
      ["homework", 15],
    );
  }));

Deno.test("the shown end of a cut is its own, also when the hours are closed after it", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await scene.until("2026-10-05T19:00:00+02:00");
    const cut = await hours.setMode(emma, "cut", "60", "anna");
    assert.deepEqual(scene.state(emma), ["cut", "2026-10-06T05:00:00.000Z"]);
    assert.equal(hours.person(emma)!.cut_until * 1000, cut.to);
    await hours.grant(emma, 15, "anna");
    assert.equal(hours.person(emma)!.cut_until, 0, "it closes nothing now");
  }));

Deno.test("a cut of all children closes them until its end, and leaves their own time as it was", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    const anna = await scene.person("Anna", "adult");
    await hours.addBonus(emma, 30, "anna");
    const before = hours.person(emma)!;
    const cut = await hours.setCut("children", scene.now + HOUR, "anna");
    assert.deepEqual([cut.whom, cut.people, cut.until - cut.from], ["children", 1, 3600]);
    const { why, cut_until, bonus, mode } = hours.person(emma)!;
    assert.deepEqual([why, cut_until, bonus, mode.mode], ["cut", cut.until, before.bonus, ""]);
    assert.notEqual(hours.cutOf(emma), undefined);
    assert.equal(hours.person(anna), undefined);
    await assert.rejects(hours.endMode(emma, "anna"), refused("not_found", /Neither a cut/));

    await hours.endCut("children");
    assert.deepEqual(hours.person(emma), before);
    await assert.rejects(hours.endCut("children"), refused("not_found", /not off for: children/));
  }));

Deno.test("an accepted request opens a cut of everyone, one accepted before does not", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await hours.grant(emma, 60, "anna");
    await scene.until(scene.now + MINUTE);
    await hours.setCut("all", scene.now + 2 * HOUR, "anna");
    assert.equal(hours.person(emma)!.why, "cut");
    await scene.until(scene.now + MINUTE);
    await hours.endBonus(emma);
    await hours.grant(emma, 30, "anna");
    assert.equal(hours.person(emma)!.open_now, true);
    await scene.until(scene.now + 31 * MINUTE);
    assert.equal(hours.person(emma)!.why, "cut");
  }));

Deno.test("a cut of everyone survives a start, ends by itself, and a mistake is undone", () =>
  withEmma(async (scene, emma) => {
    const { hours } = scene;
    await hours.setCut("all", scene.now + 2 * HOUR, "anna");
    const again = scene.restarted();
    await again.ready();
    assert.equal(again.person(emma)!.why, "cut");
    const first = (await hours.schedules()).cuts;
    await hours.setCut("all", scene.now + HOUR, "ben");
    assert.equal((await hours.endCut("all", true))!.until, first[0].until);
    assert.deepEqual((await hours.schedules()).cuts, first);
    await scene.until(scene.now + 2 * HOUR);
    assert.deepEqual((await hours.schedules()).cuts, []);
    await hours.rows();
    assert.deepEqual(await scene.household.db.all("select * from household_cuts"), []);
    for (
      const [until, message] of [[scene.now, /in the past/], [scene.now + 25 * HOUR, /a day/]]
    ) {
      await assert.rejects(
        hours.setCut("all", until as number, "anna"),
        refused("bad_value", message as RegExp),
      );
    }
  }));
