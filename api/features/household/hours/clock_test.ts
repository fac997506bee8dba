/** Hours when the clock is set ahead or back, and while the time is unknown (A 7.1.1). */
import assert from "node:assert/strict";
import {
  closedAt,
  DaysAhead,
  type HoursContext,
  nextTransition,
} from "../../../../policy/hours/plan.ts";
import type { PersonTime } from "../../../../policy/model/person_time.ts";
import { gridOf, WEEKDAYS } from "../../../../policy/model/week.ts";
import { type UsageScene, withUsage } from "../../../../tests/support/usage_scene.ts";
import { offsetOf } from "../../../system/zone_offset.ts";
import { HoursService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEARS = 3653 * DAY;
const ZONE = "Europe/Paris";
/** Monday, 19:00. */
const START = { start: "2026-11-23T18:00:00Z", zone: ZONE };
const GRID = gridOf([{ days: WEEKDAYS, from: "07:00", to: "20:00" }])!;

/** The hours of the family with its used time; `published` counts the publications. */
interface Scene extends UsageScene {
  readonly hours: HoursService;
  readonly published: { count: number };
  /** Sets the clock by milliseconds, and lets the box notice it. */
  set(by: number): Promise<void>;
  /** The time of Emma in the snapshot. */
  emma(): Promise<PersonTime>;
  context(): HoursContext;
}

function withHours(test: (scene: Scene) => Promise<void>): Promise<void> {
  return withUsage(START, async (usage) => {
    const { db, household, time, clock, now, ids, logged } = usage;
    const published = { count: 0 };
    const hours = new HoursService({
      db,
      register: household,
      usage: usage.usage,
      runtime: testRuntime({
        now,
        after(ms, run) {
          const timer = time.after(ms, run);
          return () => time.cancel(timer);
        },
        log: (_, text) => void logged.push(text),
      }),
      offset: offsetOf(ZONE),
      vacations: { rows: () => Promise.resolve([]), onChange: () => {} },
      timeKnown: () => clock.known,
      zone: () => ZONE,
      country: () => "FR",
      labelOf: (id) => `d${id}`,
      changed: () => published.count++,
    });
    const scene: Scene = {
      ...usage,
      hours,
      published,
      async set(by) {
        clock.ahead += by;
        // The box does the same when it notices that the clock was set (api/app/serve.ts).
        await hours.rows();
      },
      emma: async () => (await hours.rows()).people.find(({ personId }) => personId === ids.emma)!,
      context: () => ({ offset: offsetOf(ZONE), vacations: [], known: clock.known }),
    };
    await hours.setSchedule(ids.emma, { enabled: true, grid: GRID }, "anna");
    try {
      await test(scene);
    } finally {
      hours.close();
    }
  });
}

/** Whether Emma is open in the current snapshot; the API must agree. */
async function isOpen(scene: Scene): Promise<boolean> {
  const emma = await scene.emma();
  const now = scene.now();
  const windows = new DaysAhead(now, scene.context()).closed(emma);
  const open = !windows.some(({ from, to }) => from <= now && now < to);
  const shown = scene.hours.person(scene.ids.emma)!;
  assert.equal(open, closedAt(emma, now, scene.context()) === undefined);
  assert.equal(shown.open_now, open);
  assert.equal(shown.next_change, Math.floor((nextTransition(windows, now) ?? 0) / 1000));
  return open;
}

Deno.test("hours follow the new time after the clock was set by hours, days or years, ahead and back", () =>
  withHours(async (scene) => {
    for (const by of [HOUR, 2 * HOUR, -HOUR, DAY, -DAY, 14 * HOUR, YEARS, -YEARS]) {
      await scene.set(Date.parse(START.start) - scene.now());
      assert.equal(await isOpen(scene), true);
      await scene.set(by);
      const local = new Date(scene.now() + scene.context().offset(scene.now())).getUTCHours();
      assert.equal(
        await isOpen(scene),
        local >= 7 && local < 20,
        `${by / HOUR} hours, ${local} o'clock`,
      );
      // And they continue to change at the right times.
      const { next_change } = scene.hours.person(scene.ids.emma)!;
      const before = await isOpen(scene);
      await scene.time.pass(next_change * 1000 - scene.now() - 1000);
      assert.equal(await isOpen(scene), before);
      await scene.time.pass(1000);
      assert.equal(await isOpen(scene), !before);
    }
  }));

Deno.test("a cut ends when the clock is set beyond its end, and that is published", () =>
  withHours(async (scene) => {
    const { hours, ids, published } = scene;
    await hours.setMode(ids.emma, "cut", "30", "anna");
    assert.equal(await isOpen(scene), false);
    await scene.set(31 * MINUTE);
    assert.equal(await isOpen(scene), true);
    assert.equal(hours.person(ids.emma)!.mode.mode, "");
    // Nothing waits for an expired entry.
    await scene.time.pass(2 * HOUR);
    assert.equal(published.count, 0);
  }));

Deno.test("after the clock was set back, a cut starts again with its length, and extra time is removed", () =>
  withHours(async (scene) => {
    const { hours, ids } = scene;
    await hours.setMode(ids.emma, "cut", "30", "anna");
    await hours.grant(ids.tom, 15, "anna").catch(() => {});
    await hours.addBonus(ids.emma, 60, "anna");
    await scene.set(-DAY);
    assert.equal(await isOpen(scene), false);
    const { mode, bonus } = hours.person(ids.emma)!;
    const now = Math.floor(scene.now() / 1000);
    assert.deepEqual(mode, { mode: "cut", from: now, until: now + 1800 });
    assert.deepEqual(bonus, { from: 0, until: 0 });
    await scene.time.pass(30 * MINUTE);
    assert.equal(await isOpen(scene), true);
  }));

Deno.test("a cut ends at the right time when the clock is set during it", () =>
  withHours(async (scene) => {
    const { hours, ids, published, clock } = scene;
    await hours.setMode(ids.emma, "cut", "30", "anna");
    await hours.rows();
    // Set ahead without notice: the end is found within a minute.
    clock.ahead += 29 * MINUTE;
    await scene.time.pass(MINUTE);
    assert.equal(published.count, 1);
    assert.equal(await isOpen(scene), true);
  }));

Deno.test("while the time is unknown a cut applies and hours do not, and the cut ends on time", () =>
  withHours(async (scene) => {
    const { hours, ids, clock } = scene;
    clock.ahead = 12 * HOUR - scene.time.now();
    clock.known = false;
    const began = scene.now();
    assert.equal((await hours.rows()).known, false);
    assert.equal((await hours.schedules()).time_known, false);
    assert.equal(await isOpen(scene), true);
    // In 1970 it is 13:00; an unknown night closes nothing either.
    await scene.time.pass(10 * HOUR);
    assert.equal(await isOpen(scene), true);
    await hours.setMode(ids.emma, "cut", "60", "anna");
    await scene.time.pass(20 * MINUTE);
    assert.equal(await isOpen(scene), false);
    // The time becomes known: Tuesday, 08:00.
    const by = Date.parse("2026-11-24T07:00:00Z") - scene.now();
    clock.ahead += by;
    clock.known = true;
    await hours.shift(by, began);
    assert.equal(await isOpen(scene), false);
    const { mode } = hours.person(ids.emma)!;
    assert.equal(mode.until * 1000, scene.now() + 40 * MINUTE);
    await scene.time.pass(40 * MINUTE);
    assert.equal(await isOpen(scene), true);
    await scene.time.pass(13 * HOUR);
    assert.equal(await isOpen(scene), false);
  }));

Deno.test("entries made before a restart at the right time stay, even when the clock starts behind", () =>
  withHours(async (scene) => {
    const { hours, ids, clock } = scene;
    await hours.setMode(ids.emma, "cut", "120", "anna");
    const { mode } = hours.person(ids.emma)!;
    // The box starts three hours behind, and the clock is set a minute later.
    clock.ahead = -3 * HOUR;
    clock.known = false;
    const began = scene.now();
    await hours.rows();
    await scene.time.pass(MINUTE);
    clock.ahead = 0;
    clock.known = true;
    await hours.shift(3 * HOUR, began);
    assert.deepEqual(hours.person(ids.emma)!.mode, mode);
    assert.equal(await isOpen(scene), false);
  }));
