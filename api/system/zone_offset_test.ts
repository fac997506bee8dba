import assert from "node:assert/strict";
import { offsetOf } from "./zone_offset.ts";

const HOUR = 3_600_000;

Deno.test("offsetOf() follows daylight saving time", () => {
  const paris = offsetOf("Europe/Paris");
  const change = Date.UTC(2026, 9, 25, 1);
  assert.deepEqual([paris(change - 1), paris(change)], [2 * HOUR, HOUR]);
  const york = offsetOf("America/New_York");
  const spring = Date.UTC(2026, 2, 8, 7);
  assert.deepEqual([york(spring - 1), york(spring)], [-5 * HOUR, -4 * HOUR]);
});

Deno.test("offsetOf() handles half and quarter hours, the date line and UTC", () => {
  const at = Date.UTC(2026, 6, 1, 12);
  const zones = [["Asia/Kathmandu", 5.75], ["Asia/Kolkata", 5.5], ["Pacific/Kiritimati", 14], [
    "UTC",
    0,
  ]] as const;
  for (const [zone, hours] of zones) assert.equal(offsetOf(zone)(at), hours * HOUR, zone);
  assert.equal(typeof offsetOf("")(at), "number");
});
