/** Hours across restarts, changes of people, changes of the clock, and a replaced database. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { HoursScene, refusedHours as refused } from "../../../../tests/support/hours_scene.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

Deno.test("a restart in the middle of everything changes nothing, to the millisecond", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const leo = await scene.person("Leo", "teen");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.addBonus(emma, 60, "anna");
    await hours.grant(emma, 15, "anna");
    await hours.setMode(emma, "homework", "morning", "anna");
    await hours.setMode(leo, "cut", "120", "anna");
    await hours.setLimit(leo, "games", 60, "anna");
    await hours.grantMinutes(leo, "games", 30);
    await hours.setPermitted(["school.example"], "anna");
    scene.use(`person:${leo}`, "games", 90);
    const before = await hours.rows();
    const shown = await hours.schedules();
    await scene.until(scene.now + 1234);
    const again = scene.restarted();
    assert.deepEqual(await again.rows(), before);
    assert.deepEqual({ ...await again.schedules(), now: shown.now }, shown);
  }));

Deno.test("a person has no hours while an adult, and a removed person leaves no rows", () =>
  HoursScene.run(async (scene) => {
    const { hours, household: { people, db } } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    const { to } = await hours.setMode(emma, "cut", "120", "anna");
    await people.change(emma, { profile: "teen" });
    const { why, mode } = hours.person(emma)!;
    assert.deepEqual([why, mode.until * 1000], ["cut", to], "a cut goes on in another profile");
    assert.match(hours.person(emma)!.grid, /^[01]{672}$/);
    await people.change(emma, { profile: "adult" });
    await scene.read();
    assert.deepEqual([hours.person(emma), scene.rows!.people, (await hours.schedules()).people], [
      undefined,
      [],
      [],
    ]);
    await people.change(emma, { profile: "child" });
    assert.equal(scene.state(emma)[0], "cut", "within its time it holds again");
    await people.remove(emma);
    await scene.read();
    assert.deepEqual([hours.person(emma), scene.rows!.people], [undefined, []]);
    for (
      const table of ["person_hours", "extra_time", "person_modes", "time_limits", "extra_minutes"]
    ) {
      assert.deepEqual(await db.all(`select * from ${table}`), [], table);
    }
    const next = await scene.person("Emma", "child");
    assert.equal(hours.person(next)!.mode.mode, "");
  }));

Deno.test("setting the clock back does not lengthen a cut, and removes extra time in the future", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const start = scene.now;
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await hours.addBonus(emma, 30, "anna");
    await hours.setMode(emma, "cut", "60", "anna");
    await scene.read();
    await scene.until(start + 10 * MINUTE);
    scene.now = start - 5 * HOUR;
    await scene.until(scene.now + MINUTE);
    assert.equal(scene.published, 1, "somebody looks");
    const { mode, bonus } = hours.person(emma)!;
    assert.deepEqual([mode.mode, bonus.until], ["cut", 0]);
    assert.ok(
      mode.until * 1000 <= scene.now + HOUR && mode.from * 1000 <= scene.now,
      "it lasts its hour once more",
    );
    assert.equal(scene.state(emma)[0], "cut");
    scene.now -= 30_000;
    await scene.read();
    assert.equal(hours.person(emma)!.mode.until, mode.until, "a little back is nothing");
    assert.equal(scene.state(emma)[0], "cut", "and opens nothing");
  }));

Deno.test("setting the clock ahead ends expired entries", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setMode(emma, "cut", "120", "anna");
    await scene.read();
    scene.now += 3 * DAY;
    await scene.until(scene.now);
    await scene.read();
    assert.deepEqual([scene.state(emma)[0], scene.rows!.people[0].mode], ["open", undefined]);
  }));

Deno.test("while the time is unknown hours and limits do not apply, and entries are moved when it is known", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const leo = await scene.person("Leo", "teen");
    scene.timeKnown = false;
    await hours.setSchedule(emma, { enabled: true, grid: "0".repeat(672) }, "anna");
    await hours.setLimit(emma, "games", 15, "anna");
    scene.use(`person:${emma}`, "games", 60);
    await scene.read();
    assert.deepEqual([scene.state(emma)[0], scene.rows!.reached, scene.rows!.known], [
      "open",
      [],
      false,
    ]);
    await assert.rejects(hours.addBonus(emma, 15, "x"), refused("conflict", /not known yet/));
    const before = scene.now;
    const { to } = await hours.setMode(emma, "cut", "60", "anna");
    await hours.setMode(leo, "homework", "morning", "anna");
    await hours.setSchedule(leo, { enabled: true }, "anna");
    assert.equal(scene.state(emma)[0], "cut", "a cut of a parent holds");
    await hours.grant(emma, 30, "anna");
    // The clock is set by decades, and no started entry is treated as expired.
    const by = 20 * 365 * DAY + 5 * HOUR;
    scene.now += 10 * MINUTE + by;
    await scene.read();
    assert.equal((await scene.household.db.all("select * from person_modes")).length, 2);
    scene.timeKnown = true;
    const shifted = hours.shift(by, before);
    await scene.read();
    await shifted;
    const { mode, extra } = hours.person(emma)!;
    assert.deepEqual([mode.until * 1000, extra.until * 1000], [to + by, before + by + 30 * MINUTE]);
    assert.ok(hours.person(leo)!.mode.until * 1000 > scene.now, "until the next morning");
    assert.ok(hours.person(leo)!.mode.until * 1000 <= scene.now + DAY);
    await hours.shift(by, scene.now);
    assert.equal(hours.person(emma)!.mode.until * 1000, to + by, "what was begun before stays");
  }, { start: "2006-10-05T18:00:00+02:00" }));

Deno.test("concurrent changes run one after another", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    const start = scene.now;
    await hours.setSchedule(emma, { enabled: true }, "anna");
    await Promise.all([
      ...Array.from({ length: 4 }, () => hours.addBonus(emma, 15, "anna")),
      hours.setLimit(emma, "games", 30, "ben"),
      hours.setMode(emma, "homework", "30", "ben"),
      hours.setPermitted(["a.example"], "ben"),
    ]);
    const { bonus, limits, mode } = hours.person(emma)!;
    assert.deepEqual([bonus.until - bonus.from, limits[0].minutes, mode.until * 1000], [
      3600,
      30,
      start + 30 * MINUTE,
    ]);
    const removed = scene.household.people.remove(emma);
    await Promise.allSettled([hours.setMode(emma, "cut", "30", "ben"), removed]);
    await assert.rejects(
      hours.setMode(emma, "cut", "30", "ben"),
      refused("not_found", /no person/),
    );
    assert.deepEqual(await scene.household.db.all("select * from person_modes"), []);
  }));

Deno.test("after the database was replaced, the rows of the new file apply", () =>
  HoursScene.run(async (scene) => {
    const { hours, household: { db } } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setMode(emma, "cut", "60", "anna");
    await db.batch([
      { sql: "delete from person_modes" },
      { sql: "insert into time_limits values (?, 'videos', 45, 0, 'anna')", args: [emma] },
    ]);
    assert.equal(scene.state(emma)[0], "cut", "what is in memory holds");
    await scene.replaced();
    assert.deepEqual([scene.state(emma)[0], hours.person(emma)!.limits[1].minutes], ["open", 45]);
  }));

Deno.test("vacations change the hours and are published", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const emma = await scene.person("Emma", "child");
    await hours.setSchedule(emma, { enabled: true }, "anna");
    assert.equal(scene.state(emma)[0], "hours");
    scene.vacations = [{ firstDay: "2026-10-05", lastDay: "2026-10-05" }];
    await hours.schedules();
    assert.deepEqual(scene.state(emma), ["open", "2026-10-05T18:00:00.000Z"]);
    assert.equal(hours.person(emma)!.vacation, true);
  }, { start: "2026-10-05T10:00:00+02:00" }));

Deno.test("always-permitted names are those of the country until a user stores others, in normalised form", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const most = LIMITS.hours.permittedNames;
    assert.ok((await hours.permitted()).includes("parcoursup.fr"));
    scene.country = "JP";
    const proposed = await hours.permitted();
    assert.ok(!proposed.includes("parcoursup.fr") && proposed.includes("wikipedia.org"));
    const kept = await hours.setPermitted([
      "Bücher.example.",
      " bücher.EXAMPLE ",
      "xn--bcher-kva.example",
      "a.b.example",
    ], "x");
    assert.deepEqual(kept, {
      allow: ["xn--bcher-kva.example", "a.b.example"],
      allow_default: false,
    });
    const wrong: readonly [string, RegExp][] = [
      ["com", /many owners.*: com/],
      ["co.uk", /many owners.*: co\.uk/],
      ["a b.example", /not a domain name: a b\.example/],
      ["", /not a domain name/],
      ["*.example.com", /not a domain name/],
      ["192.168.1.1", /not addresses: 192\.168\.1\.1/],
      ["2001:db8::1", /not addresses/],
      ["localhost", /Every machine answers/],
      ["https://school.example/x", /not a domain name/],
      ["a".repeat(64) + ".example", /not a domain name/],
    ];
    for (const [name, message] of wrong) {
      await assert.rejects(
        hours.setPermitted(["good.example", name], "x"),
        refused("bad_value", message),
        name,
      );
    }
    const many = Array.from({ length: most }, (_, i) => `n${i}.example`);
    await assert.rejects(
      hours.setPermitted([...many, "one.example"], "x"),
      refused("bad_value", /There can be 100 always-permitted names/),
    );
    assert.deepEqual(await hours.permitted(), kept.allow, "nothing changed");
    assert.equal((await hours.setPermitted([...many, ...many], "x")).allow.length, most);
    assert.deepEqual((await hours.setPermitted([], "x")).allow, [], "none at all");
    assert.deepEqual(await hours.setPermitted(undefined, "x"), {
      allow: proposed,
      allow_default: true,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: ANY_CHARACTER, maxLength: 300 }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (given) => {
          const read = await hours.setPermitted(given, "x").catch((error) =>
            assert.ok(refused("bad_value", /./)(error))
          );
          for (const name of read?.allow ?? []) assert.match(name, /^[a-z0-9_.-]{1,253}$/);
        },
      ),
      { seed: 62, numRuns: 50 },
    );
  }));
