import assert from "node:assert/strict";
import { isSameZone, systemZone } from "./system_zone.ts";

Deno.test("an empty time zone is that of the machine", () => {
  const other = systemZone() === "Asia/Tokyo" ? "Asia/Seoul" : "Asia/Tokyo";
  assert.equal(isSameZone("", systemZone()), true);
  assert.equal(isSameZone(other, other), true);
  assert.equal(isSameZone("", other), false);
});
