import assert from "node:assert/strict";
import { type Period, spanOf } from "./period.ts";

const PERIODS: readonly Period[] = ["hour", "day", "week", "month", "year"];

Deno.test("a period ends at its last moment, and lasts whole steps", () => {
  const now = 1_790_000_000;
  for (const [period, length] of [["hour", 3600], ["day", 86_400], ["week", 7 * 86_400]] as const) {
    const { from, to, step } = spanOf(period, now);
    assert.ok(to > now && to - now <= step && to % step === 0, period);
    assert.equal(to - from, length);
    assert.ok(spanOf(period, now, now - length).to <= to - length + step, period);
  }
});

Deno.test("no period begins before 1970 or ends in the future, whatever its end", () => {
  const now = 1_790_000_000;
  for (const period of PERIODS) {
    for (const before of [1, 59, 3600, 86_401, 1e11]) {
      const { from, to, step } = spanOf(period, now, before);
      assert.ok(from >= 0 && from < to && to <= now + step, `${period} ${before}: ${from} ${to}`);
    }
  }
});
