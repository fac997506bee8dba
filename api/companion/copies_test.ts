import assert from "node:assert/strict";
import { SIGNED } from "../cloud/signed.ts";
import { CompanionScene, newKey, randomBytes } from "../../tests/support/companion_scene.ts";
import type { BoxKey } from "../cloud/key.ts";
import { COMPANION_LIMITS } from "./limits.ts";

const { reportedFor, keptFor, keys, earlier } = COMPANION_LIMITS.copies;
const HOUR = 3_600_000;

/** A process of a box with a key; each call returns whether the response reports a copy. */
function processOf(scene: CompanionScene, key: BoxKey, behind = 0) {
  const instance = randomBytes(SIGNED.instance);
  return async (seconds = Math.floor(scene.time / 1000)): Promise<boolean> => {
    const changes = { instance, seconds: seconds - behind };
    const answer = await scene.signedCall(key, "POST", "/v1/names", {}, changes);
    assert.ok([200, 201].includes(answer.status), answer.body);
    return answer.headers[SIGNED.copiesHeader] === "1";
  };
}

async function rows(scene: CompanionScene): Promise<number> {
  const [{ count }] = await scene.database.all("select count(*) as count from instances");
  return Number(count);
}

Deno.test("Restarts and a restore in place of a dead box are not reported as copies", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  for (let start = 0; start < 10; start++) {
    const call = processOf(scene, key);
    for (let calls = 0; calls < 3; calls++) {
      assert.equal(await call(), false, `start ${start}, call ${calls}`);
      scene.time += 6 * HOUR;
    }
  }
  assert.equal(await rows(scene), 1);
});

Deno.test("A copy is reported to both boxes until one makes no call for a day", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const original = processOf(scene, key);
  const copy = processOf(scene, key);
  assert.equal(await original(), false);
  scene.time += HOUR;
  // The first call of the copy could also come from a restarted original.
  assert.equal(await copy(), false);
  scene.time += HOUR;
  assert.equal(await original(), true);
  scene.time += HOUR;
  assert.equal(await copy(), true);
  // No copy is reported to a box with another key.
  assert.equal(await processOf(scene, await newKey())(), false);

  scene.time += reportedFor * 1000 - 1000;
  // The original still runs, the copy was switched off.
  assert.equal(await original(), true);
  scene.time += reportedFor * 1000 - 1000;
  assert.equal(await original(), true);
  scene.time += 2000;
  assert.equal(await original(), false);
});

Deno.test("A copy that restarts before each call is reported to the original", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const original = processOf(scene, key);
  await original();
  for (let start = 0; start < 3; start++) {
    scene.time += HOUR;
    await processOf(scene, key)();
  }
  scene.time += HOUR;
  assert.equal(await original(), true);
});

Deno.test("A late call of an ended process is not taken for a copy", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const before = processOf(scene, key);
  await before();
  scene.time += HOUR;
  const signed = Math.floor(scene.time / 1000);
  scene.time += 10_000;
  const after = processOf(scene, key);
  await after();
  assert.equal(await before(signed), false);
  scene.time += HOUR;
  assert.equal(await after(), false);
});

Deno.test("A copy is detected although the clocks differ", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const original = processOf(scene, key, 280);
  const copy = processOf(scene, key, -280);
  await original();
  await copy();
  scene.time += HOUR;
  assert.equal(await original(), true);
  assert.equal(await copy(), true);
});

Deno.test("No copy is reported to the other box after one takes a new key", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const original = processOf(scene, key);
  const instance = randomBytes(SIGNED.instance);
  const leave = async () => {
    const answer = await scene.signedCall(key, "DELETE", "/v1/instances/own", undefined, {
      instance,
    });
    assert.equal(answer.status, 204, answer.body);
  };
  await original();
  await scene.signedCall(key, "POST", "/v1/names", {}, { instance });
  scene.time += HOUR;
  assert.equal(await original(), true);
  const seconds = Math.floor(scene.time / 1000);
  scene.time += 10_000;
  await leave();
  assert.equal(await original(), false);
  // A call of the box that left may arrive late.
  await scene.signedCall(key, "GET", "/v1/names/own", undefined, { instance, seconds });
  assert.equal(await original(), false);
  const unsigned = await scene.call("DELETE", "/v1/instances/own");
  assert.equal(unsigned.status, 401);
});

Deno.test("No copy is reported to the other box after one restarts and takes a new key", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const stays = processOf(scene, key);
  const before = processOf(scene, key);
  await before();
  scene.time += HOUR;
  await stays();
  scene.time += HOUR;
  assert.equal(await before(), true);
  scene.time += HOUR;
  const instance = randomBytes(SIGNED.instance);
  const call = (method: string, path: string, body?: unknown) =>
    scene.signedCall(key, method, path, body, { instance });
  await call("POST", "/v1/names", {});
  scene.time += HOUR;
  assert.equal((await call("DELETE", "/v1/instances/own")).status, 204);
  for (let calls = 0; calls < 3; calls++) {
    scene.time += 6 * HOUR;
    assert.equal(await stays(), false, `call ${calls}`);
  }
  // The process that left uses the key again.
  const answer = await call("POST", "/v1/names", {});
  assert.equal(answer.headers[SIGNED.copiesHeader], "1");
  scene.time += HOUR;
  assert.equal(await stays(), true);
});

Deno.test("A process that left and calls before any other is reported", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const stays = processOf(scene, key);
  const instance = randomBytes(SIGNED.instance);
  const call = (method: string, path: string, body?: unknown) =>
    scene.signedCall(key, method, path, body, { instance });
  await call("POST", "/v1/names", {});
  await stays();
  scene.time += HOUR;
  await call("POST", "/v1/names", {});
  await call("DELETE", "/v1/instances/own");
  scene.time += HOUR;
  const answer = await call("POST", "/v1/names", {});
  assert.equal(answer.headers[SIGNED.copiesHeader], "1");
  scene.time += HOUR;
  assert.equal(await stays(), true);
});

Deno.test("Services that share a database detect a copy together", async () => {
  await using one = await CompanionScene.open();
  const two = await CompanionScene.open(one.folder);
  const key = await newKey();
  const instances = [randomBytes(SIGNED.instance), randomBytes(SIGNED.instance)];
  const call = async (scene: CompanionScene, which: number) => {
    const changes = { instance: instances[which] };
    const answer = await scene.signedCall(key, "POST", "/v1/names", {}, changes);
    return answer.headers[SIGNED.copiesHeader] === "1";
  };
  try {
    await call(one, 0);
    // Both at the same moment, at both services.
    await Promise.all([call(one, 0), call(two, 1), call(two, 1), call(one, 1)]);
    for (const scene of [one, two]) scene.time += HOUR;
    await call(one, 0);
    assert.equal(await call(two, 1), true);
    assert.equal(await call(one, 0), true);
  } finally {
    two.database.close();
  }
});

Deno.test("Stored data of a key is bounded, and deleted a week after its last call", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  for (let start = 0; start < 3 * earlier; start++) await processOf(scene, key)();
  const [row] = await scene.database.all("select earlier from instances");
  assert.equal(String(row.earlier).split(" ").length, earlier);

  // More keys than are remembered: those that called longest ago go first.
  await scene.database.run(
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) " +
      "insert into instances select '!' || i, 'x', 0, '', ?, 0 from n",
    [keys, Math.floor(scene.time / 1000) - 60],
  );
  await scene.copies.sweep();
  assert.equal(await rows(scene), keys);
  assert.equal(
    (await scene.database.all("select 1 from instances where key not like '!%'")).length,
    1,
  );

  scene.time += (keptFor + 1) * 1000;
  await scene.copies.sweep();
  assert.equal(await rows(scene), 0);
});

Deno.test("The use of a stolen key is reported although the thief leaves each time", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  const original = processOf(scene, key);
  await original();
  for (let uses = 0; uses < 2; uses++) {
    scene.time += HOUR;
    const instance = randomBytes(SIGNED.instance);
    await scene.signedCall(key, "GET", "/v1/names/own", undefined, { instance });
    await scene.signedCall(key, "DELETE", "/v1/instances/own", undefined, { instance });
    scene.time += HOUR;
    assert.equal(await original(), true);
    // The thief leaves after the detection; the next use is detected again.
    await scene.signedCall(key, "DELETE", "/v1/instances/own", undefined, { instance });
    scene.time += HOUR;
    assert.equal(await original(), false);
  }
  // A process that left keeps calling.
  const instance = randomBytes(SIGNED.instance);
  for (const method of ["GET", "DELETE", "GET"]) {
    const path = method === "GET" ? "/v1/names/own" : "/v1/instances/own";
    await scene.signedCall(key, method, path, undefined, { instance });
    scene.time += HOUR;
    await original();
  }
  assert.equal(await original(), true);
});

Deno.test("Calls of keys without a name, which anyone can make, are not stored", async () => {
  await using scene = await CompanionScene.open();
  for (const method of ["GET", "DELETE"]) {
    const answer = await scene.signedCall(await newKey(), method, "/v1/instances/own");
    assert.deepEqual([answer.status, answer.headers[SIGNED.copiesHeader]], [204, undefined]);
  }
  assert.equal(await rows(scene), 0);
});
