/** Hours under a clock that is set, ahead and back, and one that nobody knows to be right (A 7.1.1). */
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
/** Monday, at seven in the evening. */
const START = { start: "2026-11-23T18:00:00Z", zone: ZONE };
const GRID = gridOf([{ days: WEEKDAYS, from: "07:00", to: "20:00" }])!;

/** The hours of the family over its used time; `published` counts what is told to be published. */
interface Scene extends UsageScene {
  readonly hours: HoursService;
  readonly published: { count: number };
  /** Sets the clock by so much, and lets the box notice. */
  set(by: number): Promise<void>;
  /** What the snapshot takes of Emma. */
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
        // As the box does when it sees that the clock was set (api/app/serve.ts).
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

/** Whether Emma is open, by the windows of the snapshot that is made now; the API says the same. */
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

Deno.test("hours hold by the new time once the clock was set, by hours, days and years, ahead and back", () =>
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
      // And they go on changing at their time from there.
      const { next_change } = scene.hours.person(scene.ids.emma)!;
      const before = await isOpen(scene);
      await scene.time.pass(next_change * 1000 - scene.now() - 1000);
      assert.equal(await isOpen(scene), before);
      await scene.time.pass(1000);
      assert.equal(await isOpen(scene), !before);
    }
  }));

Deno.test("a cut is over for a clock that was set beyond its end, and that is published", () =>
  withHours(async (scene) => {
    const { hours, ids, published } = scene;
    await hours.setMode(ids.emma, "cut", "30", "anna");
    assert.equal(await isOpen(scene), false);
    await scene.set(31 * MINUTE);
    assert.equal(await isOpen(scene), true);
    assert.equal(hours.person(ids.emma)!.mode.mode, "");
    // What ended is waited for no more.
    await scene.time.pass(2 * HOUR);
    assert.equal(published.count, 0);
  }));

Deno.test("a cut of a clock that was set back begins anew and lasts no longer than was said; extra time is gone", () =>
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

Deno.test("the end of a cut is waited for through a clock that is set while it lasts", () =>
  withHours(async (scene) => {
    const { hours, ids, published, clock } = scene;
    await hours.setMode(ids.emma, "cut", "30", "anna");
    await hours.rows();
    // Ahead, and nobody said so: the end is found within a minute.
    clock.ahead += 29 * MINUTE;
    await scene.time.pass(MINUTE);
    assert.equal(published.count, 1);
    assert.equal(await isOpen(scene), true);
  }));

Deno.test("while the time is not known hours hold back, a cut holds, and it ends when it should once the clock is set", () =>
  withHours(async (scene) => {
    const { hours, ids, clock } = scene;
    clock.ahead = 12 * HOUR - scene.time.now();
    clock.known = false;
    const began = scene.now();
    assert.equal((await hours.rows()).known, false);
    assert.equal((await hours.schedules()).time_known, false);
    assert.equal(await isOpen(scene), true);
    // In 1970 it is one in the afternoon; a night that is not known closes nothing either.
    await scene.time.pass(10 * HOUR);
    assert.equal(await isOpen(scene), true);
    await hours.setMode(ids.emma, "cut", "60", "anna");
    await scene.time.pass(20 * MINUTE);
    assert.equal(await isOpen(scene), false);
    // The right time comes: Tuesday, eight in the morning.
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

Deno.test("what was begun before a restart by the right time is right, though the clock began before it", () =>
  withHours(async (scene) => {
    const { hours, ids, clock } = scene;
    await hours.setMode(ids.emma, "cut", "120", "anna");
    const { mode } = hours.person(ids.emma)!;
    // The box begins again three hours behind, and is set a minute later.
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
