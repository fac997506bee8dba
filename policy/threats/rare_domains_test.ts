import assert from "node:assert/strict";
import { LIMITS } from "../limits.ts";
import { RareDomains } from "./rare_domains.ts";

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const { rareDevices: MOST_DEVICES, rareDays: DAYS } = LIMITS.beacons;

for (const apart of [-400 * DAY, -DAYS * DAY, DAYS * DAY, 400 * DAY]) {
  Deno.test(`add() leaves out devices that asked at another time, by ${apart / DAY} days`, () => {
    const domains = new RareDomains();
    for (let device = 1; device <= MOST_DEVICES + 1; device++) {
      const isRare = domains.add("orders.com", device, NOW + apart);
      assert.equal(isRare, device <= MOST_DEVICES);
    }
    assert.equal(domains.add("orders.com", 90, NOW), true);
    for (let device = 91; device < 90 + MOST_DEVICES; device++) {
      assert.equal(domains.add("orders.com", device, NOW), true);
    }
    assert.equal(domains.add("orders.com", 99, NOW), false);
  });
}
