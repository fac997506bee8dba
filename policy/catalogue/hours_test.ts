import assert from "node:assert/strict";
import { isGrid } from "../model/hours.ts";
import { dayTexts } from "../model/week.ts";
import { proposedGrid } from "./hours.ts";

Deno.test("the proposed hours are those of A 2.2; adults have none", () => {
  const days = (weekday: string, weekend: string) => [...Array(5).fill(weekday), weekend, weekend];
  assert.deepEqual(
    dayTexts(proposedGrid("child")),
    days("07:00-08:00, 16:30-19:30", "08:00-20:00"),
  );
  assert.deepEqual(dayTexts(proposedGrid("teen")), days("07:00-22:00", "08:00-23:00"));
  assert.ok(isGrid(proposedGrid("child")) && isGrid(proposedGrid("teen")));
  assert.equal(proposedGrid("adult"), "");
});
