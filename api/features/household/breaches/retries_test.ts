import assert from "node:assert/strict";
import { BreachScene, START } from "../../../../tests/support/breach_scene.ts";
import { addressHash } from "./address.ts";
import { FailedCheck } from "./range.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EMMA = "Emma@example.com";
const prefixOf = (address: string) => addressHash(address).prefix;

/** Failures, and the milliseconds until their retry. */
const RETRIES: readonly [FailedCheck, number][] = [
  [new FailedCheck("not_configured"), DAY],
  [new FailedCheck("limit", 5), 10 * MINUTE],
  [new FailedCheck("limit"), 10 * MINUTE],
  [new FailedCheck("limit", 7200), 2 * HOUR],
  [new FailedCheck("limit", 999_999), DAY],
  [new FailedCheck("busy", 900), 15 * MINUTE],
  [new FailedCheck("busy"), HOUR],
  [new FailedCheck("busy", 999_999), DAY],
];

Deno.test("each state of A 3.3 is stored with its retry, and ends with the next usable range", async () => {
  for (const [failure, wait] of RETRIES) {
    const scene = new BreachScene();
    await scene.watch.add(EMMA, 0);
    scene.pass(MINUTE);
    scene.failure = failure;
    await scene.check();
    scene.restart();
    const { state } = await scene.watch.overview();
    assert.deepEqual([state.status, state.retryAt - scene.now, state.failures], [
      failure.status,
      wait,
      0,
    ]);
    scene.pass(wait - 1);
    assert.equal(await scene.check(), "not_due");
    scene.failure = undefined;
    scene.pass(1);
    assert.equal(await scene.check(), undefined);
    const after = await scene.watch.overview();
    assert.deepEqual([after.state.status, after.state.retryAt], ["ok", 0]);
    assert.equal(scene.asked.length, 2);
  }
});

Deno.test("a service that fails is tried again after 1, 2, 4 hours and so on, up to a day", async () => {
  for (const status of ["unreachable", "error"] as const) {
    const scene = new BreachScene();
    await scene.watch.add(EMMA, 0);
    scene.pass(MINUTE);
    scene.failure = new FailedCheck(status);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await scene.check();
      const { state } = await scene.watch.overview();
      assert.deepEqual([state.status, state.failures], [status, i + 1]);
      waits.push((state.retryAt - scene.now) / HOUR);
      scene.pass(state.retryAt - scene.now);
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 24, 24, 24]);
    assert.match(scene.logged[0], new RegExp(`did not work \\(${status}\\).*in 60 minutes`));
  }
});

Deno.test("after a run that stopped half-way, the next one checks the remaining addresses", async () => {
  const scene = new BreachScene();
  for (const name of ["a", "b", "c"]) await scene.watch.add(`${name}@example.com`, 0);
  scene.pass(MINUTE);
  scene.during = () => {
    scene.failure = scene.asked.length === 2 ? new FailedCheck("busy") : undefined;
  };
  await scene.check();
  const half = await scene.watch.overview();
  assert.deepEqual(half.addresses.map(({ checked }) => checked > 0), [true, false, false]);
  assert.deepEqual([half.state.status, half.state.lastOk, half.state.lastFull], [
    "busy",
    scene.now,
    0,
  ]);
  scene.pass(HOUR);
  await scene.check();
  assert.deepEqual(
    scene.asked.map((prefix) =>
      "abc".split("").find((name) => prefixOf(`${name}@example.com`) === prefix)
    ),
    ["a", "b", "b", "c"],
  );
  assert.equal((await scene.watch.overview()).state.lastFull, scene.now);
});

Deno.test("an unusable range delays no other address, and is requested again alone", async () => {
  const scene = new BreachScene();
  for (const name of ["a", "b", "c"]) await scene.watch.add(`${name}@example.com`, 0);
  scene.breaches.set("c@example.com", ["Adobe"]);
  const bad = prefixOf("a@example.com");
  scene.during = () => {
    scene.failure = scene.asked.at(-1) === bad ? new FailedCheck("error") : undefined;
  };
  scene.pass(MINUTE);
  await scene.check();
  const { addresses, state } = await scene.watch.overview();
  assert.deepEqual(addresses.map(({ checked }) => checked), [0, scene.now, scene.now]);
  assert.deepEqual(await scene.alertDetails(), ["c@example.com|Adobe"]);
  assert.deepEqual(state, {
    status: "error",
    at: scene.now,
    lastOk: scene.now,
    lastFull: 0,
    retryAt: scene.now + HOUR,
    failures: 1,
  });
  assert.equal(scene.logged.length, 1);
  // The retry survives a restart, and requests only the remaining prefix.
  scene.restart();
  assert.equal(await scene.check(), "not_due");
  scene.pass(HOUR);
  await scene.check();
  assert.deepEqual(scene.asked.slice(3), [bad]);
  const second = await scene.watch.overview();
  assert.deepEqual([second.state.failures, second.state.retryAt], [2, scene.now + 2 * HOUR]);
  scene.during = () => void (scene.failure = undefined);
  scene.pass(2 * HOUR);
  await scene.check();
  const last = await scene.watch.overview();
  assert.deepEqual([last.state.status, last.state.retryAt, last.state.lastFull], [
    "ok",
    0,
    scene.now,
  ]);
});

Deno.test("an address that is added while an unusable range waits for its retry is checked in its minute", async () => {
  const scene = new BreachScene();
  await scene.watch.add("a@example.com", 0);
  const bad = new Set([prefixOf("a@example.com"), prefixOf("d@example.com")]);
  scene.during = () => {
    scene.failure = bad.has(scene.asked.at(-1)!) ? new FailedCheck("error") : undefined;
  };
  scene.pass(30 * SECOND);
  scene.pass(30 * SECOND);
  await scene.check();
  const { retryAt } = (await scene.watch.overview()).state;
  const checked = async () =>
    (await scene.watch.overview()).addresses.map((one) => [one.address[0], one.checked > 0]);
  // Also after a restart, which forgets which range was unusable.
  for (const name of ["b", "c"]) {
    scene.breaches.set(`${name}@example.com`, ["Adobe"]);
    await scene.watch.add(`${name}@example.com`, 0);
    scene.pass(MINUTE);
    if (name === "c") scene.restart();
    assert.equal(await scene.check(), undefined);
    assert.equal(scene.asked.at(-1), prefixOf(`${name}@example.com`));
  }
  assert.deepEqual(await scene.alertDetails(), ["b@example.com|Adobe", "c@example.com|Adobe"]);
  assert.deepEqual(await checked(), [["a", false], ["b", true], ["c", true]]);
  // A new address whose range is unusable too is requested once, also if the box restarts.
  await scene.watch.add("d@example.com", 0);
  scene.pass(MINUTE);
  assert.equal(await scene.check(), undefined);
  const asked = scene.asked.length;
  assert.equal(await scene.check(), "not_due");
  scene.restart();
  assert.equal(await scene.check(), "not_due");
  assert.equal(scene.asked.length, asked);
  const { state } = await scene.watch.overview();
  assert.deepEqual([state.status, state.retryAt, state.failures, state.lastFull], [
    "error",
    retryAt,
    1,
    0,
  ]);
  // The retry requests what is left.
  scene.pass(retryAt - scene.now);
  scene.during = () => void (scene.failure = undefined);
  assert.equal(await scene.check(), undefined);
  assert.deepEqual(scene.asked.slice(asked).sort(), [...bad].sort());
  assert.equal((await scene.watch.overview()).state.status, "ok");
});

Deno.test("an address that is added while the service is unreachable, busy or at its limit waits", async () => {
  for (const status of ["unreachable", "busy", "limit"] as const) {
    const scene = new BreachScene();
    await scene.watch.add("a@example.com", 0);
    scene.pass(MINUTE);
    scene.failure = new FailedCheck(status);
    await scene.check();
    await scene.watch.add("b@example.com", 0);
    scene.pass(2 * MINUTE);
    assert.equal(await scene.check(), "not_due");
    assert.equal(scene.asked.length, 1, status);
  }
});

Deno.test("a limit that ends the check of a new address replaces the retry of an unusable range", async () => {
  const scene = new BreachScene();
  await scene.watch.add("a@example.com", 0);
  scene.pass(MINUTE);
  scene.failure = new FailedCheck("error");
  await scene.check();
  await scene.watch.add("b@example.com", 0);
  scene.pass(MINUTE);
  scene.failure = new FailedCheck("limit", 7200);
  await scene.check();
  const { state } = await scene.watch.overview();
  assert.deepEqual([state.status, state.retryAt], ["limit", scene.now + 2 * HOUR]);
});

Deno.test("three unusable ranges in a row end a run, and the next begins with the others", async () => {
  const scene = new BreachScene();
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  for (const name of names) await scene.watch.add(`${name}@example.com`, 0);
  const nameOf = (prefix: string) =>
    names.find((name) => prefixOf(`${name}@example.com`) === prefix);
  scene.failure = new FailedCheck("error");
  scene.pass(MINUTE);
  for (const [asked, failures] of [["abc", 1], ["def", 2], ["gab", 3], ["cde", 4]] as const) {
    const before = scene.asked.length;
    await scene.check();
    assert.equal(scene.asked.slice(before).map(nameOf).join(""), asked);
    const { state } = await scene.watch.overview();
    assert.equal(state.failures, failures);
    scene.pass(state.retryAt - scene.now);
  }
  // A failure of another kind ends a run at once, also after an unusable range.
  const before = scene.asked.length;
  scene.during = () => {
    if (scene.asked.length > before + 1) scene.failure = new FailedCheck("busy");
  };
  await scene.check();
  assert.equal(scene.asked.length, before + 2);
  assert.equal((await scene.watch.overview()).state.status, "busy");
});

Deno.test("a retry ends once its address is removed, and a limit once its time is over", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  await scene.watch.add("noah@example.com", 0);
  scene.during = () => {
    scene.failure = scene.asked.at(-1) === prefixOf(EMMA) ? new FailedCheck("error") : undefined;
  };
  scene.pass(MINUTE);
  await scene.check();
  assert.equal((await scene.watch.overview()).state.status, "error");
  await scene.watch.remove(id);
  assert.equal(await scene.check(), "not_due");
  const { state, addresses: [noah] } = await scene.watch.overview();
  assert.deepEqual([state.status, state.retryAt, state.failures], ["ok", 0, 0]);

  scene.during = () => void (scene.failure = new FailedCheck("limit", 7200));
  await scene.watch.checkNow(noah.id);
  for (const [wait, status] of [[2 * HOUR - 1, "limit"], [1, "ok"]] as const) {
    scene.pass(wait);
    assert.equal(await scene.check(), "not_due");
    assert.equal((await scene.watch.overview()).state.status, status);
  }
  assert.equal(scene.asked.length, 3);
});

Deno.test("a retry is due at once at another online service", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  scene.failure = new FailedCheck("not_configured");
  await scene.check();
  scene.failure = undefined;
  assert.equal(await scene.check(), "not_due");
  scene.url = "https://other.example";
  assert.equal(await scene.check(), undefined);
});

Deno.test("a clock that was set back delays no check", async () => {
  const scene = new BreachScene();
  scene.now = START + 365 * DAY;
  const { id } = await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.watch.checkNow(id);
  scene.failure = new FailedCheck("unreachable");
  await scene.watch.add("noah@example.com", 0);
  scene.pass(MINUTE);
  await scene.check();
  scene.failure = undefined;
  scene.now = START;
  scene.restart();
  await scene.watch.checkNow(id);
  assert.equal(await scene.check(), undefined);
  const { addresses } = await scene.watch.overview();
  assert.deepEqual(addresses.map(({ checked }) => checked), [START, START]);
});
