import assert from "node:assert/strict";
import { CompanionScene, randomOctets } from "../../tests/support/companion_scene.ts";
import { isBoxName, makeName } from "./names.ts";

Deno.test("names have ten letters, none of them a vowel or one that is taken for another, each as likely", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    const name = makeName(randomOctets);
    assert.match(name, /^[bcdfghjkmnpqrstvwxz]{10}$/);
    assert.ok(isBoxName(name));
    for (const letter of name) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  assert.equal(counts.size, 19);
  // 20,000 letters, 1,053 of each expected with a deviation of 32.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 1053) < 200, `${letter} ${count}`);
  // Octets beyond the last whole round of letters are passed over.
  assert.equal(makeName((length) => new Uint8Array(length).map((_, i) => i % 2 === 0 ? 255 : 0)), "b".repeat(10));
  for (const bad of ["", "bcdfghjkm", "bcdfghjkmnb", "abcdfghjkm", "Bcdfghjkmn"]) {
    assert.equal(isBoxName(bad), false, bad);
  }
});

Deno.test("one key has one name, whoever asks at once at whichever service", async () => {
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

Deno.test("values take the place of those before, are gone after an hour, and each change has a greater serial", async () => {
  await using scene = await CompanionScene.open();
  const { names } = scene, name = await names.give("key"), [a, b, c] = ["a", "b", "c"].map((x) => x.repeat(43));
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

Deno.test("a name that is taken is not given to another key", async () => {
  await using scene = await CompanionScene.open();
  const { Names } = await import("./names.ts"), octets = [0, 0, 1];
  const names = new Names({
    database: scene.database,
    randomOctets: (length) => new Uint8Array(length).fill(octets.shift()!),
    now: () => scene.time,
  });
  assert.equal(await names.give("one"), "b".repeat(10));
  assert.equal(await names.give("two"), "c".repeat(10));
});
