import assert from "node:assert/strict";
import { calendar } from "./calendar.ts";

Deno.test("calendar() uses the current zone and never throws", () => {
  let zone = "Europe/Paris";
  const dayOf = calendar(() => zone);
  const late = Date.UTC(2026, 10, 21, 23, 30);
  assert.equal(dayOf(late), "2026-11-22");
  zone = "America/New_York";
  assert.equal(dayOf(late), "2026-11-21");
  zone = "Nowhere/Nothing";
  assert.equal(dayOf(late), "2026-11-21");
  zone = "";
  for (const time of [NaN, Infinity, -Infinity, 1e300, -1]) {
    assert.match(dayOf(time), /^\d{4}-\d{2}-\d{2}$/);
  }
});
