/** After any sequence of changes the state matches them, and is the same after a restart. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { closedAt, type HoursContext } from "../../../../policy/hours/plan.ts";
import { MODES, TIMED_CATEGORIES } from "../../../../policy/model/person_time.ts";
import { HoursScene } from "../../../../tests/support/hours_scene.ts";
import { DomainError } from "../../../schema/errors.ts";
import { offsetOf } from "../../../system/zone_offset.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const STEPS = 150;

type Step = (scene: HoursScene) => Promise<unknown>;

const whom = fc.integer({ min: 1, max: 4 });
const minutes = fc.constantFrom(15, 30, 60);
const category = fc.constantFrom(...TIMED_CATEGORIES);
const grid = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 200 })), {
  minLength: 1,
  maxLength: 12,
})
  .map((runs) =>
    runs.map(([open, length]) => (open ? "1" : "0").repeat(length)).join("").repeat(672).slice(
      0,
      672,
    )
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(whom, fc.boolean(), fc.option(grid, { nil: undefined })).map(
    ([id, enabled, grid]): Step => ({ hours }) => hours.setSchedule(id, { enabled, grid }, "x"),
  ),
  fc.tuple(whom, minutes).map(([id, more]): Step => ({ hours }) => hours.addBonus(id, more, "x")),
  fc.tuple(whom, minutes).map(([id, more]): Step => ({ hours }) => hours.grant(id, more, "x")),
  whom.map((id): Step => ({ hours }) => hours.endBonus(id)),
  fc.tuple(whom, fc.constantFrom(...MODES), fc.constantFrom("30", "120", "morning")).map(
    ([id, mode, length]): Step => ({ hours }) => hours.setMode(id, mode, length as "30", "x"),
  ),
  whom.map((id): Step => ({ hours }) => hours.endMode(id, "x")),
  whom.map((id): Step => ({ hours }) => hours.undoMode(id, "x")),
  fc.tuple(whom, category, fc.integer({ min: 0, max: 60 })).map(
    ([id, category, limit]): Step => ({ hours }) => hours.setLimit(id, category, limit, "x"),
  ),
  fc.tuple(whom, category, minutes).map(([id, category, more]): Step => ({ hours }) =>
    hours.grantMinutes(id, category, more)
  ),
  fc.tuple(whom, category, fc.integer({ min: 0, max: 100 })).map(
    ([id, category, used]): Step => async (scene) =>
      await scene.use(`person:${id}`, category, used),
  ),
  fc.tuple(whom, fc.constantFrom("child", "teen", "adult")).map(
    ([id, profile]): Step => ({ household }) =>
      household.people.change(id, { profile: profile as "child" }).catch(() => {}),
  ),
  fc.integer({ min: 1, max: 700 }).map((more): Step => (scene) =>
    scene.until(scene.now + more * MINUTE + 77)
  ),
);

Deno.test("property: after any changes snapshot, API and a restart agree, and nothing outlives its end", () =>
  HoursScene.run(async (scene) => {
    const { hours } = scene;
    const offset = offsetOf("Europe/Paris");
    for (const profile of ["child", "teen", "adult"] as const) await scene.person(profile, profile);
    const steps = fc.sample(step, { seed: 62, numRuns: STEPS });
    for (const [at, each] of steps.entries()) {
      await each(scene).catch((error) => assert.ok(error instanceof DomainError, error));
      const rows = await hours.rows();
      const { people } = await hours.schedules();
      const { now } = scene;
      const context: HoursContext = { offset, vacations: [], known: true };
      assert.deepEqual(
        rows.people.map(({ personId }) => personId),
        people.map(({ person_id }) => person_id),
      );
      for (const time of rows.people) {
        const shown = people.find(({ person_id }) => person_id === time.personId)!;
        assert.equal(shown.why, closedAt(time, now, context) ?? "");
        const change = shown.next_change * 1000;
        if (change > 0) {
          // In whole seconds: an interval that ends within a second is unchanged at its start.
          assert.notEqual(closedAt(time, change + 1000, context) === undefined, shown.open_now);
        }
        for (const kind of [time.bonus, time.grant]) {
          assert.ok(!kind || (kind.to > now && kind.to <= now + 12 * HOUR));
        }
        assert.ok(!time.mode || (time.mode.from <= now && time.mode.to > now));
      }
      const early = await scene.household.db.all(
        "select extra_time.kind from extra_time join person_modes using (person_id) " +
          "where mode = 'cut' and given < person_modes.\"from\"",
      );
      assert.deepEqual(early, [], "a cut ended what was given before it");
      for (const { scope, category, to } of rows.reached) {
        const { limits } = people.find(({ person_id }) => scope === `person:${person_id}`)!;
        const limit = limits.find((each) => each.category === category)!;
        assert.ok(limit.left === 0 && limit.minutes > 0 && to > now && to <= now + 25 * HOUR);
      }
      if (at % 10 === 9) assert.deepEqual(await scene.restarted().rows(), rows);
    }
  }));
