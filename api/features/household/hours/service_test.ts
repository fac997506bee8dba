import assert from "node:assert/strict";
import { proposedGrid } from "../../../../policy/catalogue/hours.ts";
import { HoursScene, refusedHours as refused } from "../../../../tests/support/hours_scene.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

Deno.test("hours apply when they are turned on, and not when off (A 3.2)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.ready();
    assert.deepEqual(scene.state(emma), ["open", ""]);
    const on = await hours.setSchedule(emma, { enabled: true }, "anna");
    assert.deepEqual([on.grid, on.open_now, on.proposed], [
      proposedGrid("child"),
      true,
      proposedGrid("child"),
    ]);
    assert.deepEqual(scene.state(emma), ["open", "2026-10-05T17:30:00.000Z"]);
    await scene.until("2026-10-05T19:30:00+02:00");
    assert.deepEqual(scene.state(emma), ["hours", "2026-10-06T05:00:00.000Z"]);
    await hours.setSchedule(emma, { enabled: false }, "anna");
    assert.deepEqual(scene.state(emma), ["open", ""]);
    assert.equal(hours.person(emma)!.grid, proposedGrid("child"), "the grid stays");
  }));

Deno.test("the devices of a person count, their own and those that they share (A 2.4)", () =>
  HoursScene.run(async (scene) => {
    const { hours, household: { devices } } = scene;
    const emma = await scene.person("Emma", "child");
    const tom = await scene.person("Tom", "teen");
    await hours.ready();
    const counted = () => [emma, tom].map((id) => hours.person(id)!.devices);
    assert.deepEqual(counted(), [0, 0]);
    const words = { kind: "tablet" as const };
    const own = await devices.add("02:00:00:00:00:01", { ...words, name: "Tablet" });
    const shared = await devices.add("02:00:00:00:00:02", { ...words, name: "Television" });
    assert.deepEqual(counted(), [0, 0], "a device of nobody is nobody's");
    await devices.setPeople(own.id, { person_id: emma });
    assert.deepEqual(counted(), [1, 0]);
    await devices.setPeople(shared.id, { people: [emma, tom] });
    assert.deepEqual(counted(), [2, 1]);
    await devices.setPeople(own.id, { person_id: 0 });
    assert.deepEqual(counted(), [1, 1]);
    const { people } = await hours.schedules();
    assert.deepEqual(people.map(({ devices }) => devices), [1, 1]);
  }));

Deno.test("a stored grid stays when hours are turned off and on, an empty one becomes the proposed one", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const leo = await scene.person("Leo", "teen");
    const grid = "01".repeat(336);
    assert.equal((await hours.setSchedule(leo, { enabled: true, grid }, "anna")).grid, grid);
    assert.equal((await hours.setSchedule(leo, { enabled: false }, "anna")).grid, grid);
    assert.equal((await hours.setSchedule(leo, { enabled: true }, "anna")).grid, grid);
    assert.equal(
      (await hours.setSchedule(leo, { enabled: true, grid: "" }, "anna")).grid,
      proposedGrid("teen"),
    );
    assert.equal(
      (await hours.setSchedule(leo, { enabled: false, grid: "" }, "anna")).grid,
      "",
      "never set",
    );
  }));

Deno.test("grids of the wrong length, adults and unknown people are refused, and nothing changes", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const anna = await scene.person("Anna", "adult");
    for (
      const grid of ["1", "1".repeat(671), "1".repeat(673), "2".repeat(672), "1".repeat(671) + "\n"]
    ) {
      await assert.rejects(
        hours.setSchedule(emma, { enabled: true, grid }, "x"),
        refused("bad_value", /672 slots/),
      );
    }
    await assert.rejects(
      hours.setSchedule(anna, { enabled: true }, "x"),
      refused("bad_value", /not for adults: Anna/),
    );
    await assert.rejects(
      hours.setMode(anna, "cut", "30", "x"),
      refused("bad_value", /not for adults/),
    );
    await assert.rejects(
      hours.setMode(99, "cut", "30", "x"),
      refused("not_found", /no person with the number: 99/),
    );
    await assert.rejects(
      hours.setMode(emma, "cut", "45" as "30", "x"),
      refused("bad_value", /30, 60 or 120.*: 45/),
    );
    for (const minutes of [-1, 1, 14, 481, 20.5, NaN, Infinity]) {
      await assert.rejects(
        hours.setLimit(emma, "games", minutes, "x"),
        refused("bad_value", /15 to 480 minutes/),
      );
    }
    for (const minutes of [-15, 0, 20, 61, NaN]) {
      await assert.rejects(hours.addBonus(emma, minutes, "x"), refused("bad_value", /15, 30, 60/));
    }
    const [row] = (await hours.schedules()).people;
    assert.deepEqual([
      row.enabled,
      row.grid,
      row.mode.mode,
      row.limits.map(({ minutes }) => minutes),
    ], [
      false,
      "",
      "",
      [0, 0, 0],
    ]);
  }));

Deno.test("a cut closes immediately despite hours and extra time, and ends by time or by hand (A 3.2)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.addBonus(emma, 60, "anna");
    const cut = await hours.setMode(emma, "cut", "30", "anna");
    assert.deepEqual(cut, { from: scene.now, to: scene.now + 30 * MINUTE, ended: ["extra"] });
    assert.deepEqual(scene.state(emma), ["cut", "2026-10-05T16:30:00.000Z"]);
    await scene.read();
    await scene.until("2026-10-05T18:29:59+02:00");
    assert.deepEqual([scene.state(emma)[0], scene.published], ["cut", 0]);
    await scene.until("2026-10-05T18:30:00+02:00");
    assert.deepEqual(
      [scene.state(emma)[0], scene.published],
      ["open", 1],
      "the snapshot is made again at the end",
    );
    assert.deepEqual(
      await scene.household.db.all("select * from person_modes"),
      [],
      "the row is gone",
    );
    await hours.setMode(emma, "cut", "120", "anna");
    assert.equal(await hours.endMode(emma, "anna"), "cut");
    assert.equal(scene.state(emma)[0], "open");
    await assert.rejects(
      hours.endMode(emma, "anna"),
      refused("not_found", /Neither a cut nor homework is on for: Emma/),
    );
  }));

Deno.test("homework and a cut replace each other, and can last until the morning (A 3.2)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.setMode(emma, "cut", "30", "anna");
    const { to } = await hours.setMode(emma, "homework", "morning", "anna");
    assert.equal(to, at("2026-10-06T07:00:00+02:00"));
    assert.deepEqual([hours.person(emma)!.mode.mode, scene.state(emma)[0]], ["homework", "open"]);
    await hours.setMode(emma, "cut", "60", "anna");
    assert.deepEqual(hours.person(emma)!.mode, {
      mode: "cut",
      from: scene.now / 1000,
      until: (scene.now + HOUR) / 1000,
    });
  }));

Deno.test("a bonus opens only the closing hours, now or at the end of the hours, and expires (A 3.2)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await assert.rejects(
      hours.addBonus(emma, 15, "anna"),
      refused("conflict", /not needed/),
    );
    await hours.setSchedule(emma, { enabled: true }, "anna");
    assert.equal((await hours.addBonus(emma, 30, "anna")).from, at("2026-10-05T19:30:00+02:00"));
    assert.equal(scene.state(emma)[1], "2026-10-05T18:00:00.000Z");
    await scene.read();
    await scene.until("2026-10-05T19:45:00+02:00");
    assert.equal((await hours.addBonus(emma, 15, "anna")).to, at("2026-10-05T20:15:00+02:00"));
    await scene.read();
    await scene.until("2026-10-05T20:15:00+02:00");
    assert.deepEqual([scene.state(emma)[0], scene.published], ["hours", 1]);
    await assert.rejects(hours.endBonus(emma), refused("not_found", /no extra time for: Emma/));
    assert.deepEqual(await scene.household.db.all("select * from extra_time"), []);
  }));

Deno.test("an accepted request opens a cut; ending extra time ends both kinds (A 3.2)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.setMode(emma, "cut", "120", "anna");
    await hours.addBonus(emma, 60, "anna");
    assert.deepEqual(await hours.grant(emma, 30, "anna"), {
      from: scene.now,
      to: scene.now + 30 * MINUTE,
    });
    assert.deepEqual(scene.state(emma), ["open", "2026-10-05T16:30:00.000Z"]);
    const { bonus, extra } = hours.person(emma)!;
    assert.deepEqual([bonus.from * 1000, extra.from * 1000], [
      at("2026-10-05T20:00:00+02:00"),
      scene.now,
    ], "the bonus begins when both hours and cut are over");
    await hours.endBonus(emma);
    assert.deepEqual(scene.state(emma)[0], "cut");
    assert.equal(hours.person(emma)!.bonus.until, 0);
    await hours.grant(emma, 30, "anna");
    await hours.endBonus(emma);
    assert.deepEqual(
      [hours.person(emma)!.extra.until, scene.state(emma)[0]],
      [0, "cut"],
      "one alone, too",
    );
    await assert.rejects(hours.endBonus(emma), refused("not_found", /no extra time.*Emma/));
  }));

Deno.test("extra time ends at most twelve hours ahead (A 8)", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    scene.now = at("2026-10-05T20:00:00+02:00");
    for (let hour = 0; hour < 12; hour++) await hours.addBonus(emma, 60, "anna");
    await assert.rejects(
      hours.addBonus(emma, 15, "anna"),
      refused("conflict", /at most 12 hours from now/),
    );
    assert.equal(hours.person(emma)!.bonus.until * 1000, scene.now + 12 * HOUR);
    await assert.rejects(
      hours.grant(emma, 15, "anna"),
      refused("conflict", /not needed/),
      "it is all open",
    );
  }));

Deno.test("extra time of a request is written in one transaction with its statements", () =>
  HoursScene.run(async (scene) => {
    const { hours, household: { db } } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.setLimit(emma, "games", 60, "anna");
    const also = [{ sql: "insert into schedule_allow values (1, '[]', 0, '')" }];
    await hours.grant(emma, 15, "anna", also);
    assert.deepEqual(await hours.permitted(), []);
    await assert.rejects(hours.grantMinutes(emma, "games", 15, also), "the row is there already");
    assert.deepEqual(await db.all("select * from extra_minutes"), []);
    assert.equal(hours.person(emma)!.limits[0].extra, 0);
  }));
