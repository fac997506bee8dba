import assert from "node:assert/strict";
import { isDue, lastDue, nextDue } from "./due.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

Deno.test("backups are due at an hour of the household, also over a change of the clock", () => {
  const at = (backup_schedule: "off" | "daily" | "weekly", backup_hour = 3) => ({
    backup_schedule,
    backup_hour,
    time_zone: "Europe/Paris",
  });
  const saturday = Date.parse("2026-10-24T12:00:00+02:00");
  assert.equal(lastDue(at("daily"), saturday), Date.parse("2026-10-24T03:00:00+02:00"));
  assert.equal(nextDue(at("daily"), saturday), Date.parse("2026-10-25T03:00:00+01:00"));
  assert.equal(lastDue(at("weekly"), saturday), Date.parse("2026-10-18T03:00:00+02:00"));
  assert.equal(nextDue(at("weekly"), saturday), Date.parse("2026-10-25T03:00:00+01:00"));
  assert.deepEqual([lastDue(at("off"), saturday), nextDue(at("off"), saturday)], [undefined, 0]);
  // 2:00 does not exist on the day on which clocks go forward.
  const spring = Date.parse("2026-03-29T12:00:00+02:00");
  assert.equal(lastDue(at("daily", 2), spring), Date.parse("2026-03-29T03:00:00+02:00"));
  const target = { enabled: true, lastOk: 0, lastErrorAt: 0 };
  const due = lastDue(at("daily"), saturday)!;
  assert.equal(isDue(target, due, saturday), true);
  assert.equal(isDue({ ...target, lastOk: due }, due, saturday), false);
  assert.equal(isDue({ ...target, lastOk: saturday + DAY }, due, saturday), true);
  assert.equal(isDue({ ...target, lastErrorAt: saturday - HOUR / 2 }, due, saturday), false);
  assert.equal(isDue({ ...target, enabled: false }, due, saturday), false);
});
