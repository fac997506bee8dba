import fc from "fast-check";
import assert from "node:assert/strict";
import type { ServiceRow } from "../model/household.ts";
import { ServiceNames } from "./service_names.ts";

Deno.test("a name belongs to the service with this name or a parent of it only", () => {
  const names = new ServiceNames();
  assert.deepEqual(names.of("tiktok.com"), { id: "tiktok", category: "social" });
  assert.deepEqual(names.of("www.a.tiktok.com"), { id: "tiktok", category: "social" });
  assert.equal(names.of("nottiktok.com"), undefined);
  assert.equal(names.of("com"), undefined);
  assert.equal(names.of("tiktok.com.example"), undefined);
  assert.equal(names.of("nottiktok.com"), undefined, "remembered as well");
});

Deno.test("household services count in the category of their group as soon as they exist", () => {
  let rows: readonly ServiceRow[] = [];
  const names = new ServiceNames(() => rows);
  assert.equal(names.of("play.club.example"), undefined);
  rows = [{ id: "own_club", name: "Club", group: "games", domains: ["club.example"] }];
  assert.deepEqual(names.of("play.club.example"), { id: "own_club", category: "games" });
  rows = [{ id: "own_club", name: "Club", group: "software", domains: ["club.example"] }];
  assert.deepEqual(names.of("play.club.example"), { id: "own_club", category: "" });
  rows = [];
  assert.equal(names.of("play.club.example"), undefined);
});

Deno.test("any text can be looked up, and the cache is bounded", () => {
  const names = new ServiceNames();
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void names.of(text)), {
    seed: 6,
    numRuns: 500,
  });
  for (let i = 0; i < 10_000; i++) assert.equal(names.of(`n${i}.example.`), undefined);
  assert.equal(names.of("www.tiktok.com")?.id, "tiktok");
});
