import assert from "node:assert/strict";
import { CompanionScene, randomBytes } from "../../tests/support/companion_scene.ts";
import { isBoxName, makeName } from "./names.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

Deno.test("names have ten unambiguous consonants with equal probability", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    const name = makeName(randomBytes);
    assert.match(name, /^[bcdfghjkmnpqrstvwxz]{10}$/);
    assert.ok(isBoxName(name));
    for (const letter of name) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  assert.equal(counts.size, 19);
  // 20,000 letters, 1,053 of each expected with a deviation of 32.
  for (const [letter, count] of counts) {
    assert.ok(Math.abs(count - 1053) < 200, `${letter} ${count}`);
  }
  // Bytes beyond the last multiple of the number of letters are skipped.
  assert.equal(
    makeName((length) => new Uint8Array(length).map((_, i) => i % 2 === 0 ? 255 : 0)),
    "b".repeat(10),
  );
  for (const bad of ["", "bcdfghjkm", "bcdfghjkmnb", "abcdfghjkm", "Bcdfghjkmn"]) {
    assert.equal(isBoxName(bad), false, bad);
  }
});

Deno.test("one key has one name, also with concurrent calls at several services", async () => {
  await using one = await CompanionScene.open();
  await using two = await CompanionScene.open(one.folder);
  assert.equal(await one.names.find("key"), undefined);
  const given = await Promise.all([one, two, one, two].map(({ names }) => names.give("key")));
  assert.equal(new Set(given).size, 1);
  assert.equal(await two.names.find("key"), given[0]);
  assert.notEqual(await one.names.give("another"), given[0]);
  assert.deepEqual(await one.names.known(given[0]), { given: true, values: [] });
  assert.deepEqual(await one.names.known("bbbbbbbbbb"), { given: false, values: [] });
});

Deno.test("values replace the previous ones, expire after an hour, and increase the serial", async () => {
  await using scene = await CompanionScene.open();
  const { names } = scene;
  const name = await names.give("key");
  const [a, b, c] = ["a", "b", "c"].map((x) => x.repeat(43));
  const serials = [await names.serial()];
  const known = async () => (await names.known(name)).values.toSorted();
  await names.setChallenge(name, [a, b]);
  assert.deepEqual(await known(), [a, b]);
  serials.push(await names.serial());
  await names.setChallenge(name, [c]);
  assert.deepEqual(await known(), [c]);
  serials.push(await names.serial());
  scene.time += 3_600_000 - 1;
  await names.sweep();
  assert.deepEqual(await known(), [c]);
  assert.equal(await names.serial(), serials.at(-1));
  scene.time += 1;
  assert.deepEqual(await known(), []);
  await names.sweep();
  serials.push(await names.serial());
  assert.deepEqual(await scene.database.all("select * from challenges"), []);
  assert.ok(serials.every((serial, i) => i === 0 || serial > serials[i - 1]), serials.join());
});

Deno.test("an assigned name is not assigned to another key", async () => {
  await using scene = await CompanionScene.open();
  const { Names } = await import("./names.ts");
  const bytes = [0, 0, 1];
  const names = new Names({
    database: scene.database,
    runtime: testRuntime({
      randomBytes: (length) => new Uint8Array(length).fill(bytes.shift()!),
      now: () => scene.time,
    }),
  });
  assert.equal(await names.give("one"), "b".repeat(10));
  assert.equal(await names.give("two"), "c".repeat(10));
});

const DAY = 86_400_000;

Deno.test("a name is freed after 400 days without calls and assigned again to its box", async () => {
  await using scene = await CompanionScene.open();
  const { names, database } = scene;
  const gone = await names.give("gone");
  const kept = await names.give("kept");
  await names.setChallenge(gone, ["a".repeat(43)]);
  const serial = await names.serial();
  scene.time += 200 * DAY;
  assert.equal(await names.find("kept"), kept);
  scene.time += 200 * DAY - 1000;
  await names.sweep();
  assert.deepEqual(await names.known(gone), { given: true, values: [] });
  // Less than a day has passed since the last sweep.
  scene.time += 1000;
  await names.sweep();
  assert.equal((await names.known(gone)).given, true);
  scene.time += DAY;
  // A record that was written a moment before is removed too.
  await database.run("insert into challenges (name, value, until) values (?, 'x', ?)", [
    gone,
    scene.time,
  ]);
  await names.sweep();
  assert.deepEqual(await names.known(gone), { given: false, values: [] });
  assert.deepEqual(await database.all("select * from challenges"), []);
  assert.ok(await names.serial() > serial);
  assert.equal(await names.find("gone"), undefined);
  assert.deepEqual(await names.known(kept), { given: true, values: [] });
  assert.equal(await names.give("gone"), gone);
  assert.deepEqual(await database.all("select * from freed_names"), []);
  // Its period starts again.
  scene.time += DAY;
  await names.sweep();
  assert.equal(await names.find("gone"), gone);
});

Deno.test("a freed name that another box got stays with that box", async () => {
  await using scene = await CompanionScene.open();
  const { names, database } = scene;
  const first = await names.give("first");
  await names.give("second");
  scene.time += 401 * DAY;
  await names.sweep();
  await database.run("insert into names (name, key, given, seen) values (?, 'other', 0, ?)", [
    first,
    scene.time / 1000,
  ]);
  const second = await names.give("first");
  assert.notEqual(second, first);
  assert.equal(await names.find("other"), first);
  assert.equal((await database.all("select * from freed_names")).length, 1);
  scene.time += 401 * DAY;
  await names.sweep();
  assert.deepEqual(
    (await database.all("select key from freed_names")).map(({ key }) => key).sort(),
    [
      "first",
      "other",
    ],
  );
});

Deno.test("a call is stored once a day, also after a clock that was ahead", async () => {
  await using scene = await CompanionScene.open();
  const { names, database } = scene;
  const begun = scene.time;
  const seen = async () =>
    Number((await database.all("select seen from names"))[0].seen) * 1000 - begun;
  await names.give("key");
  for (const [day, noted] of [[0.9, 0], [1, 1], [1.5, 1], [900, 900], [3, 3]]) {
    scene.time = begun + day * DAY;
    await names.find("key");
    assert.equal(await seen(), noted * DAY, `${day}`);
  }
});
