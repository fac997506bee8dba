import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { BreachScene, refused, START, TWINS } from "../../../../tests/support/breach_scene.ts";
import { inFolder, TransferBox } from "../../../../tests/support/transfer_scene.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { addressHash } from "./address.ts";
import { FailedCheck } from "./range.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const EMMA = "Emma@example.com";
const prefixOf = (address: string) => addressHash(address).prefix;

Deno.test("add() keeps an address as typed, refuses it in another case, and accepts 20", async () => {
  const scene = new BreachScene();
  const { watch } = scene;
  const person = await scene.household.people.add({ name: "Emma", profile: "adult" });
  const view = await watch.add(EMMA, person.id);
  assert.deepEqual([view.address, view.personName, view.created, view.checked, view.nextManual], [
    EMMA,
    "Emma",
    START,
    0,
    0,
  ]);
  await assert.rejects(watch.add("eMMA@EXAMPLE.com", 0), refused("breach_address_known"));
  await assert.rejects(watch.add("no address", 0), refused("breach_address_invalid"));
  await assert.rejects(watch.add("noah@example.com", 99), refused("breach_person_gone"));
  const several = Array.from({ length: 30 }, (_, i) => watch.add(`a${i}@example.com`, 0));
  const outcomes = await Promise.allSettled(several);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 19);
  await assert.rejects(watch.add("one@more.example", 0), refused("breach_addresses_full"));
  const { addresses } = await watch.overview();
  assert.equal(addresses.length, LIMITS.breaches.addresses);
  assert.deepEqual((await watch.overview(person.id)).addresses.map(({ address }) => address), [
    EMMA,
  ]);
  assert.equal((await watch.overview(-1)).addresses.length, 0);
});

Deno.test("new addresses are checked together, a minute after the first was added", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.pass(50 * SECOND);
  await scene.watch.add("noah@example.com", 0);
  assert.equal(await scene.check(), "not_due");
  scene.pass(10 * SECOND);
  assert.equal(await scene.check(), undefined);
  assert.deepEqual(scene.asked, [prefixOf(EMMA), prefixOf("noah@example.com")]);
  assert.equal(await scene.check(), "not_due");
  const { state, addresses } = await scene.watch.overview();
  assert.deepEqual(addresses.map(({ checked }) => checked), [scene.now, scene.now]);
  assert.deepEqual(state, {
    status: "ok",
    at: scene.now,
    lastOk: scene.now,
    lastFull: scene.now,
    retryAt: 0,
    failures: 0,
  });
});

Deno.test("add() wakes the task a minute later, with one timer for several addresses", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.pass(50 * SECOND);
  await scene.watch.add("noah@example.com", 0);
  scene.pass(10 * SECOND - 1);
  assert.deepEqual(scene.woken, []);
  scene.pass(1);
  assert.deepEqual(scene.woken, [START + MINUTE]);
  await scene.watch.add("lea@example.com", 0);
  scene.pass(MINUTE);
  assert.deepEqual(scene.woken, [START + MINUTE, START + 2 * MINUTE]);
});

Deno.test("a breach raises one alert, in the transaction that stores it", async () => {
  const scene = new BreachScene();
  const person = await scene.household.people.add({ name: "Emma", profile: "adult" });
  await scene.watch.add(EMMA, person.id);
  scene.breaches.set("emma@EXAMPLE.com", ["Adobe", "Site|with bar"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.alertDetails(), [`${EMMA}|Adobe`, `${EMMA}|Site|with bar`]);
  const [alert] = await scene.alerts.page({ kind: "breach" }, 1);
  assert.deepEqual([alert.personId, alert.severity, alert.group], [person.id, 6, "security"]);
  const [{ breaches }] = (await scene.watch.overview()).addresses;
  // The day of the household, which is one hour ahead.
  assert.deepEqual(breaches, [
    { name: "Adobe", found: "2026-11-21" },
    { name: "Site|with bar", found: "2026-11-21" },
  ]);
  scene.breaches.set(EMMA, ["Adobe", "LinkedIn", "Site|with bar"]);
  scene.restart();
  scene.pass(WEEK);
  await scene.check();
  assert.deepEqual((await scene.alertDetails()).slice(2), [`${EMMA}|LinkedIn`]);
});

Deno.test("`found` is the day in the time zone of the household, also just after its midnight", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.now = Date.UTC(2026, 10, 30, 23, 30);
  await scene.check();
  const [{ breaches }] = (await scene.watch.overview()).addresses;
  assert.deepEqual(breaches, [{ name: "Adobe", found: "2026-12-01" }]);
});

Deno.test("without an alert nothing is stored, and the next run finds the breach again", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.pass(MINUTE);
  scene.during = () => void (scene.isGone = true);
  await assert.rejects(scene.check(), DatabaseUnavailableError);
  scene.isGone = false;
  scene.during = () => {};
  assert.equal((await scene.watch.overview()).addresses[0].checked, 0);
  assert.deepEqual(await scene.alertDetails(), []);
  // On a full disk, no useless request is sent every minute.
  scene.pass(10 * MINUTE - 1);
  assert.equal(await scene.check(), "not_due");
  assert.equal(scene.asked.length, 1);
  scene.pass(1);
  await scene.check();
  assert.deepEqual(await scene.alertDetails(), [`${EMMA}|Adobe`]);
});

Deno.test("addresses with the same prefix need one request", async () => {
  const scene = new BreachScene();
  const [first, second] = TWINS;
  assert.equal(prefixOf(first), prefixOf(second));
  for (const address of [first, EMMA, second]) await scene.watch.add(address, 0);
  scene.breaches.set(first, ["One"]).set(second, ["Two"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(scene.asked, [prefixOf(first), prefixOf(EMMA)]);
  assert.deepEqual(await scene.alertDetails(), [`${first}|One`, `${second}|Two`]);
});

Deno.test("at most 200 breaches of an address are kept, and others raise no alert", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  const names = Array.from({ length: 250 }, (_, i) => `Site ${i}`);
  scene.breaches.set(EMMA, names.slice(0, 150));
  scene.pass(MINUTE);
  await scene.check();
  scene.breaches.set(EMMA, names);
  for (let i = 0; i < 2; i++) {
    scene.pass(WEEK);
    await scene.check();
    assert.equal((await scene.watch.overview()).addresses[0].breaches.length, 200);
    assert.equal((await scene.alertDetails()).length, 200);
  }
});

Deno.test("remove() removes breaches and alerts; adding the address again raises them again", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  await scene.watch.add("noah@example.com", 0);
  scene.breaches.set(EMMA, ["Adobe"]).set("noah@example.com", ["Adobe"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.equal(await scene.watch.remove(id), EMMA);
  await assert.rejects(scene.watch.remove(id), refused("breach_address_gone"));
  assert.deepEqual(await scene.alertDetails(), ["noah@example.com|Adobe"]);
  assert.equal((await scene.database.all("select * from breaches")).length, 1);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.alertDetails(), ["noah@example.com|Adobe", `${EMMA}|Adobe`]);
});

Deno.test("removing a person removes addresses, breaches and alerts, like remove()", async () => {
  const scene = new BreachScene();
  const { people } = scene.household;
  const emma = await people.add({ name: "Emma", profile: "adult" });
  await scene.watch.add(EMMA, emma.id);
  await scene.watch.add("noah@example.com", 0);
  scene.breaches.set(EMMA, ["Adobe"]).set("noah@example.com", ["Adobe"]);
  scene.pass(MINUTE);
  await scene.check();
  await people.remove(emma.id);
  assert.deepEqual(await scene.alertDetails(), ["noah@example.com|Adobe"]);
  assert.deepEqual((await scene.watch.overview()).addresses.map(({ address }) => address), [
    "noah@example.com",
  ]);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.alertDetails(), ["noah@example.com|Adobe", `${EMMA}|Adobe`]);
});

Deno.test("an address or a person removed during its check leaves nothing behind", async () => {
  const scene = new BreachScene();
  const { people } = scene.household;
  const emma = await people.add({ name: "Emma", profile: "adult" });
  await scene.watch.add(EMMA, emma.id);
  const [first, second] = TWINS;
  const { id } = await scene.watch.add(first, 0);
  await scene.watch.add(second, 0);
  scene.breaches.set(EMMA, ["Adobe"]).set(first, ["One"]).set(second, ["Two"]);
  scene.pass(MINUTE);
  scene.during = async () => {
    if (scene.asked.length === 1) await people.remove(emma.id);
    else await scene.watch.remove(id);
  };
  await scene.check();
  assert.deepEqual(await scene.alertDetails(), [`${second}|Two`]);
  assert.equal((await scene.database.all("select * from breaches")).length, 1);
});

Deno.test("no request is sent for an address that is removed during the run", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  const { id } = await scene.watch.add("noah@example.com", 0);
  scene.pass(MINUTE);
  scene.during = () => void scene.watch.remove(id).catch(() => {});
  await scene.check();
  assert.deepEqual(scene.asked, [prefixOf(EMMA)]);
});

Deno.test("a run ends where the terms, the role, the service or the time is lost in its middle", async () => {
  const losses: readonly ((scene: BreachScene) => void)[] = [
    (scene) => scene.isAccepted = false,
    (scene) => scene.role = "secondary",
    (scene) => scene.url = "",
    (scene) => scene.isTimeKnown = false,
  ];
  for (const lose of losses) {
    const scene = new BreachScene();
    for (const name of ["a", "b"]) await scene.watch.add(`${name}@example.com`, 0);
    scene.pass(MINUTE);
    scene.during = () => lose(scene);
    await scene.check();
    assert.equal(scene.asked.length, 1, String(lose));
    assert.equal((await scene.watch.overview()).state.lastFull, 0);
    Object.assign(scene, { isAccepted: true, role: "primary", isTimeKnown: true });
    scene.url = "https://cloud.example";
    scene.during = () => {};
    await scene.check();
    assert.equal(scene.asked.length, 2);
  }
});

Deno.test("a restore repeats no alert, on the same box and on another one", () =>
  inFolder(async (folder) => {
    const own = await TransferBox.open(`${folder}/own.db`);
    const scene = new BreachScene(own.database);
    await scene.watch.add(EMMA, 0);
    scene.breaches.set(EMMA, ["Adobe"]);
    scene.pass(MINUTE);
    await scene.check();
    const backup = await own.export();
    scene.breaches.set(EMMA, ["Adobe", "LinkedIn"]);
    scene.pass(WEEK);
    await scene.check();
    const details = [`${EMMA}|Adobe`, `${EMMA}|LinkedIn`];
    assert.deepEqual(await scene.alertDetails(), details);

    // The backup is older than the second breach, for which this box has an alert already.
    await own.import(backup);
    scene.restart();
    assert.equal((await scene.watch.overview()).addresses[0].breaches.length, 1);
    await scene.check();
    assert.equal((await scene.watch.overview()).addresses[0].breaches.length, 2);
    assert.deepEqual(await scene.alertDetails(), details);

    // Another box knows the breaches of the backup, and raises alerts only for new ones.
    const other = await TransferBox.open(`${folder}/other.db`, 2);
    await other.import(backup);
    const second = new BreachScene(other.database);
    second.now = scene.now + WEEK;
    second.breaches.set(EMMA, ["Adobe", "LinkedIn"]);
    await second.check();
    assert.deepEqual(await second.alertDetails(), [`${EMMA}|LinkedIn`]);
    await own.database.close();
    await other.database.close();
  }));

Deno.test("nothing is checked without accepted terms, and accepting them checks at once", async () => {
  const scene = new BreachScene();
  scene.isAccepted = false;
  const { id } = await scene.watch.add(EMMA, 0);
  scene.pass(DAY);
  assert.equal(await scene.check(), "terms");
  await assert.rejects(scene.watch.checkNow(id), refused("terms_first"));
  assert.equal((await scene.watch.overview()).allowed, false);
  await scene.watch.add("noah@example.com", 0);
  assert.deepEqual(scene.asked, []);
  scene.isAccepted = true;
  scene.woken.length = 0;
  scene.watch.begin();
  assert.deepEqual(scene.woken, [scene.now]);
  await scene.check();
  assert.equal(scene.asked.length, 2);
});

Deno.test("accepting the terms checks an address that was added a moment before", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  assert.equal(await scene.check(), "not_due");
  scene.watch.begin();
  assert.equal(await scene.check(), undefined);
  // After that, new addresses wait for a minute again.
  await scene.watch.add("noah@example.com", 0);
  assert.equal(await scene.check(), "not_due");
});

Deno.test("accepting the terms without an address leaves later ones their minute", async () => {
  const scene = new BreachScene();
  scene.watch.begin();
  assert.equal(await scene.check(), "not_due");
  await scene.watch.add(EMMA, 0);
  assert.equal(await scene.check(), "not_due");
  scene.pass(MINUTE);
  assert.equal(await scene.check(), undefined);
});

Deno.test("a secondary, a box without the time, and one without a service check nothing", async () => {
  const scene = new BreachScene();
  assert.equal(await scene.check(), "not_due");
  const { id } = await scene.watch.add(EMMA, 0);
  scene.pass(DAY);
  scene.role = "secondary";
  assert.equal(await scene.check(), "secondary");
  await assert.rejects(scene.watch.checkNow(id), refused("breach_primary_checks"));
  scene.role = "primary";
  scene.isTimeKnown = false;
  assert.equal(await scene.check(), "clock");
  scene.isTimeKnown = true;
  scene.url = "";
  assert.equal(await scene.check(), "not_configured");
  const { state, hasService } = await scene.watch.overview();
  assert.deepEqual([state.status, hasService], ["not_configured", false]);
  assert.equal((await scene.watch.checkNow(id)).state.status, "not_configured");
  assert.deepEqual(scene.asked, []);
  // Once there is a service, what is due is checked at the next run.
  scene.url = "https://cloud.example";
  assert.equal(await scene.check(), undefined);
  assert.equal(scene.asked.length, 1);
});

Deno.test("stopping the box ends a run between two prefixes, and keeps stored breaches", async () => {
  const scene = new BreachScene();
  for (const name of ["a", "b"]) await scene.watch.add(`${name}@example.com`, 0);
  scene.breaches.set("a@example.com", ["Adobe"]);
  scene.pass(MINUTE);
  const stop = new AbortController();
  const { watch } = scene;
  const storing = scene.alerts.raiseWith.bind(scene.alerts);
  scene.alerts.raiseWith = async (...given) => {
    await storing(...given);
    stop.abort(new Error("stopping"));
  };
  await assert.rejects(watch.check(stop.signal), /stopping/);
  assert.deepEqual([scene.asked.length, await scene.alertDetails()], [1, ["a@example.com|Adobe"]]);
  scene.restart();
  await scene.check();
  assert.equal(scene.asked.length, 2);
});

Deno.test("the log holds no address, no prefix and no name of a breach", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.pass(MINUTE);
  for (const status of ["not_configured", "limit", "busy", "unreachable", "error"] as const) {
    scene.failure = new FailedCheck(status);
    await scene.check();
    scene.pass(DAY);
  }
  scene.failure = undefined;
  await scene.watch.checkNow(id);
  await scene.watch.remove(id);
  assert.equal(scene.logged.length, 5);
  assert.doesNotMatch(scene.logged.join("\n"), new RegExp(`emma|adobe|${prefixOf(EMMA)}`, "i"));
});
