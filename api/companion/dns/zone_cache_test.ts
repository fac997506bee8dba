import assert from "node:assert/strict";
import type { NameState } from "../names.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { ZoneCache } from "./zone_cache.ts";

/** A cache over names whose reads a test delays or lets fail. */
function cached() {
  const scene = { now: 0, asked: [] as string[], fails: false, values: ["one"], serial: 7 };
  const answer = <T>(what: string, value: () => T) => {
    scene.asked.push(what);
    return scene.fails ? Promise.reject(new Error("gone")) : Promise.resolve(value());
  };
  const cache = new ZoneCache({
    known: (name) => answer(name, (): NameState => ({ given: true, values: scene.values })),
    serial: () => answer("serial", () => scene.serial),
  }, () => scene.now);
  return { scene, cache };
}

Deno.test("a name is read once a second, shared by concurrent callers", async () => {
  const { scene, cache } = cached();
  assert.equal(cache.known("a"), undefined);
  await Promise.all([cache.read("a"), cache.read("a"), cache.read(undefined)]);
  assert.deepEqual(scene.asked, ["serial", "a"]);
  assert.equal(cache.serial, 7);
  scene.now = 999;
  assert.equal(cache.read("a"), undefined);
  scene.values = ["two"];
  scene.now = 1000;
  assert.equal(cache.known("a"), undefined);
  await cache.read("a");
  assert.deepEqual(cache.known("a"), { given: true, values: ["two"] });
});

Deno.test("while the database fails known names stay, and unknown names fail", async () => {
  const { scene, cache } = cached();
  await cache.read("a");
  scene.fails = true;
  scene.now = 5000;
  await cache.read("a");
  await cache.read("b");
  assert.deepEqual(cache.known("a"), { given: true, values: ["one"] });
  assert.equal(cache.known("b"), "failed");
  assert.equal(cache.serial, 7);
});

Deno.test("too many concurrent reads fail, and the oldest cached name is dropped", async () => {
  const { cache } = cached();
  const { reading, knownNames } = COMPANION_LIMITS.dns;
  const waiting = Array.from({ length: reading }, (_, i) => cache.read(`n${i}`));
  cache.read("late");
  assert.equal(cache.known("late"), "failed");
  await Promise.all(waiting);
  for (let i = 0; i < knownNames; i++) await cache.read(`m${i}`);
  assert.equal(cache.known("n5"), undefined);
  assert.notEqual(cache.known(`m${knownNames - 1}`), undefined);
});

Deno.test("forget() discards the cached name and reads in progress", async () => {
  const { scene, cache } = cached();
  await cache.read("a");
  scene.values = ["two"];
  cache.forget("a");
  assert.equal(cache.known("a"), undefined);
  const late = cache.read("a");
  scene.values = ["three"];
  cache.forget("a");
  await Promise.all([late, cache.read("a")]);
  assert.deepEqual(cache.known("a"), { given: true, values: ["three"] });
});
