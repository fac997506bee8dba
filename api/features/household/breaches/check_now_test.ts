import assert from "node:assert/strict";
import { BreachScene, refused, START } from "../../../../tests/support/breach_scene.ts";
import { addressHash } from "./address.ts";
import { FailedCheck } from "./range.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EMMA = "Emma@example.com";

Deno.test("checkNow() works once a day for an address, and half a minute apart for any two", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  const other = await scene.watch.add("noah@example.com", 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  await assert.rejects(scene.watch.checkNow(99), refused("breach_address_gone"));
  const { view, state } = await scene.watch.checkNow(id);
  assert.deepEqual([state.status, view.checked, view.manual, view.nextManual], [
    "ok",
    START,
    START,
    START + DAY,
  ]);
  assert.equal(view.breaches.length, 1);
  assert.deepEqual(await scene.alertDetails(), [`${EMMA}|Adobe`]);
  scene.pass(29 * SECOND);
  await assert.rejects(
    scene.watch.checkNow(other.id),
    refused("checked_recently", START + 30 * SECOND),
  );
  scene.restart();
  await assert.rejects(scene.watch.checkNow(other.id), refused("checked_recently"));
  scene.pass(SECOND);
  await scene.watch.checkNow(other.id);
  scene.pass(DAY - 31 * SECOND);
  await assert.rejects(scene.watch.checkNow(id), refused("checked_recently", START + DAY));
  scene.pass(SECOND);
  await scene.watch.checkNow(id);
});

Deno.test("only one check runs at a time", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.pass(MINUTE);
  scene.during = () => promise;
  const running = scene.check();
  for (let i = 0; i < 50 && scene.asked.length === 0; i++) await Promise.resolve();
  await assert.rejects(scene.watch.checkNow(id), refused("check_running"));
  assert.equal(await scene.check(), "running");
  resolve();
  await running;
  const both = await Promise.allSettled([scene.watch.checkNow(id), scene.watch.checkNow(id)]);
  assert.deepEqual(both.map(({ status }) => status), ["fulfilled", "rejected"]);
});

Deno.test("checkNow() says nothing about an address that is removed during its check", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.during = async () => void await scene.watch.remove(id);
  await assert.rejects(scene.watch.checkNow(id), refused("breach_address_gone"));
  assert.deepEqual(await scene.alertDetails(), []);
  // The check has ended.
  scene.during = () => {};
  scene.pass(30 * SECOND);
  const again = await scene.watch.add(EMMA, 0);
  assert.equal((await scene.watch.checkNow(again.id)).view.breaches.length, 1);
});

Deno.test("a check by hand with `not_configured` does not count as the one of the day", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  scene.failure = new FailedCheck("not_configured");
  const { state, view } = await scene.watch.checkNow(id);
  assert.deepEqual([state.status, view.manual, view.nextManual], ["not_configured", 0, 0]);
  scene.pass(10 * SECOND);
  await assert.rejects(scene.watch.checkNow(id), refused("checked_recently"));
  scene.pass(20 * SECOND);
  scene.failure = new FailedCheck("unreachable");
  const second = await scene.watch.checkNow(id);
  assert.deepEqual([second.state.status, second.view.nextManual], [
    "unreachable",
    scene.now + DAY,
  ]);
  assert.equal(second.view.checked, 0);
});

Deno.test("a failed check by hand delays no retry, and plans none where nothing is due", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  scene.failure = new FailedCheck("busy", 3600);
  await scene.check();
  const { state: { retryAt } } = await scene.watch.overview();
  scene.pass(MINUTE);
  scene.failure = new FailedCheck("unreachable");
  assert.equal((await scene.watch.checkNow(id)).state.retryAt, retryAt);
  scene.pass(HOUR);
  scene.failure = undefined;
  await scene.check();
  scene.pass(DAY);
  scene.failure = new FailedCheck("unreachable");
  const { state } = await scene.watch.checkNow(id);
  assert.deepEqual([state.status, state.retryAt], ["unreachable", 0]);
});

Deno.test("a check by hand of another address keeps the failure of a range and its retry", async () => {
  const scene = new BreachScene();
  const bad = await scene.watch.add(EMMA, 0);
  const good = await scene.watch.add("noah@example.com", 0);
  const { prefix } = addressHash(EMMA);
  scene.during = () => {
    scene.failure = scene.asked.at(-1) === prefix ? new FailedCheck("error") : undefined;
  };
  scene.pass(MINUTE);
  await scene.check();
  scene.pass(HOUR);
  await scene.check();
  const { state: before } = await scene.watch.overview();
  assert.deepEqual([before.status, before.failures], ["error", 2]);
  scene.pass(MINUTE);
  const { state } = await scene.watch.checkNow(good.id);
  assert.deepEqual(state, { ...before, at: scene.now, lastOk: scene.now });
  assert.deepEqual((await scene.watch.overview()).state, state);
  const asked = scene.asked.length;
  scene.pass(MINUTE);
  assert.equal(await scene.check(), "not_due");
  assert.equal(scene.asked.length, asked);
  // A usable range of the address itself ends its failure.
  scene.during = () => void (scene.failure = undefined);
  const ended = (await scene.watch.checkNow(bad.id)).state;
  assert.deepEqual([ended.status, ended.retryAt, ended.failures], ["ok", 0, 0]);
});

Deno.test("while the daily limit lasts, checkNow() sends no request and does not count", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  scene.failure = new FailedCheck("limit", 7200);
  const { state } = await scene.watch.checkNow(id);
  assert.deepEqual([state.status, state.retryAt], ["limit", scene.now + 2 * HOUR]);
  const asked = scene.asked.length;
  const other = await scene.watch.add("noah@example.com", 0);
  scene.pass(HOUR);
  const again = await scene.watch.checkNow(other.id);
  assert.deepEqual([again.state.status, again.view.nextManual, scene.asked.length], [
    "limit",
    0,
    asked,
  ]);
  scene.failure = undefined;
  scene.pass(HOUR);
  assert.equal((await scene.watch.checkNow(other.id)).state.status, "ok");
});
