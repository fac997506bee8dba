import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { BreachScene, START, TWINS } from "../../../../tests/support/breach_scene.ts";
import { inFolder, TransferBox } from "../../../../tests/support/transfer_scene.ts";
import { DomainError } from "../../../schema/errors.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { addressHash } from "./address.ts";
import { FailedCheck } from "./range.ts";
import { minuteOfWeek } from "./service.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const EMMA = "Emma@example.com";
const prefixOf = (address: string) => addressHash(address).prefix;
const refused = (code: string, next?: number) => (error: unknown) => {
  assert.ok(error instanceof DomainError, String(error));
  assert.equal(error.code, code);
  if (next !== undefined) {
    assert.deepEqual(error.details.body, { next: next / SECOND });
  }
  return true;
};

Deno.test("addresses are taken as typed, once whatever their case, at most 20 of them", async () => {
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

Deno.test("new addresses are checked together, a minute after the first of them", async () => {
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

Deno.test("adding wakes the task a minute later, with one timer for several addresses", async () => {
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

Deno.test("every address is checked once a week at the minute of the box, over summer time too", async () => {
  const minute = 7 * 24 * 60 - 1;
  const scene = new BreachScene(undefined, minute);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  const slots: number[] = [];
  for (let i = 0; i < 21 * 24 * 60; i += 10) {
    scene.now += 10 * MINUTE;
    const before = scene.asked.length;
    await scene.check();
    if (scene.asked.length > before) slots.push(scene.now);
  }
  assert.equal(slots.length, 3);
  for (const at of slots) {
    const late = (at - minute * MINUTE) % WEEK;
    assert.ok(late >= 0 && late < 10 * MINUTE, String(late));
  }
  const { next } = await scene.watch.overview();
  assert.equal((next - minute * MINUTE) % WEEK, 0);
  assert.ok(next > scene.now && next <= scene.now + WEEK);
});

Deno.test("minuteOfWeek() gives every minute, and no other number", () => {
  assert.equal(minuteOfWeek(0), 0);
  assert.equal(minuteOfWeek(10_079), 10_079);
  assert.equal(minuteOfWeek(10_080), 0);
  assert.ok(minuteOfWeek(2 ** 32 - 1) < 10_080);
});

Deno.test("a breach is told once, with its alert in the same transaction", async () => {
  const scene = new BreachScene();
  const person = await scene.household.people.add({ name: "Emma", profile: "adult" });
  await scene.watch.add(EMMA, person.id);
  scene.breaches.set("emma@EXAMPLE.com", ["Adobe", "Site|with bar"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.told(), [`${EMMA}|Adobe`, `${EMMA}|Site|with bar`]);
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
  assert.deepEqual((await scene.told()).slice(2), [`${EMMA}|LinkedIn`]);
});

Deno.test("found is the day of the household, also an hour after its midnight", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.now = Date.UTC(2026, 10, 30, 23, 30);
  await scene.check();
  const [{ breaches }] = (await scene.watch.overview()).addresses;
  assert.deepEqual(breaches, [{ name: "Adobe", found: "2026-12-01" }]);
});

Deno.test("nothing is stored while alerts cannot be, and the next run finds the same", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  scene.breaches.set(EMMA, ["Adobe"]);
  scene.pass(MINUTE);
  scene.during = () => void (scene.isGone = true);
  await assert.rejects(scene.check(), DatabaseUnavailableError);
  scene.isGone = false;
  scene.during = () => {};
  assert.equal((await scene.watch.overview()).addresses[0].checked, 0);
  assert.deepEqual(await scene.told(), []);
  // On a full disk, the online service is not asked every minute for nothing.
  scene.pass(10 * MINUTE - 1);
  assert.equal(await scene.check(), "not_due");
  assert.equal(scene.asked.length, 1);
  scene.pass(1);
  await scene.check();
  assert.deepEqual(await scene.told(), [`${EMMA}|Adobe`]);
});

Deno.test("addresses with one prefix are asked about in one request", async () => {
  const scene = new BreachScene();
  const [first, second] = TWINS;
  assert.equal(prefixOf(first), prefixOf(second));
  for (const address of [first, EMMA, second]) await scene.watch.add(address, 0);
  scene.breaches.set(first, ["One"]).set(second, ["Two"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(scene.asked, [prefixOf(first), prefixOf(EMMA)]);
  assert.deepEqual(await scene.told(), [`${first}|One`, `${second}|Two`]);
});

Deno.test("at most 200 breaches of an address are kept, and no other is told", async () => {
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
    assert.equal((await scene.told()).length, 200);
  }
});

Deno.test("removing an address removes breaches and alerts; adding it again tells them again", async () => {
  const scene = new BreachScene();
  const { id } = await scene.watch.add(EMMA, 0);
  await scene.watch.add("noah@example.com", 0);
  scene.breaches.set(EMMA, ["Adobe"]).set("noah@example.com", ["Adobe"]);
  scene.pass(MINUTE);
  await scene.check();
  assert.equal(await scene.watch.remove(id), EMMA);
  await assert.rejects(scene.watch.remove(id), refused("breach_address_gone"));
  assert.deepEqual(await scene.told(), ["noah@example.com|Adobe"]);
  assert.equal((await scene.database.all("select * from breaches")).length, 1);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.told(), ["noah@example.com|Adobe", `${EMMA}|Adobe`]);
});

Deno.test("removing a person removes addresses, breaches and alerts, and what returns is told", async () => {
  const scene = new BreachScene();
  const { people } = scene.household;
  const emma = await people.add({ name: "Emma", profile: "adult" });
  await scene.watch.add(EMMA, emma.id);
  await scene.watch.add("noah@example.com", 0);
  scene.breaches.set(EMMA, ["Adobe"]).set("noah@example.com", ["Adobe"]);
  scene.pass(MINUTE);
  await scene.check();
  await people.remove(emma.id);
  assert.deepEqual(await scene.told(), ["noah@example.com|Adobe"]);
  assert.deepEqual((await scene.watch.overview()).addresses.map(({ address }) => address), [
    "noah@example.com",
  ]);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  assert.deepEqual(await scene.told(), ["noah@example.com|Adobe", `${EMMA}|Adobe`]);
});

Deno.test("an address or a person that goes during its check leaves nothing behind", async () => {
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
  assert.deepEqual(await scene.told(), [`${second}|Two`]);
  assert.equal((await scene.database.all("select * from breaches")).length, 1);
});

Deno.test("an address that is removed before its turn is not asked about", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  const { id } = await scene.watch.add("noah@example.com", 0);
  scene.pass(MINUTE);
  scene.during = () => void scene.watch.remove(id).catch(() => {});
  await scene.check();
  assert.deepEqual(scene.asked, [prefixOf(EMMA)]);
});

Deno.test("a restore tells nothing twice, on the same box and on another one", () =>
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
    const told = [`${EMMA}|Adobe`, `${EMMA}|LinkedIn`];
    assert.deepEqual(await scene.told(), told);

    // The backup is older than the second breach, which this box told already.
    await own.import(backup);
    scene.restart();
    assert.equal((await scene.watch.overview()).addresses[0].breaches.length, 1);
    await scene.check();
    assert.equal((await scene.watch.overview()).addresses[0].breaches.length, 2);
    assert.deepEqual(await scene.told(), told);

    // Another box learns of what was told from the backup, and tells what is new.
    const other = await TransferBox.open(`${folder}/other.db`, 2);
    await other.import(backup);
    const second = new BreachScene(other.database);
    second.now = scene.now + WEEK;
    second.breaches.set(EMMA, ["Adobe", "LinkedIn"]);
    await second.check();
    assert.deepEqual(await second.told(), [`${EMMA}|LinkedIn`]);
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

Deno.test("accepting checks an address that was added a moment before", async () => {
  const scene = new BreachScene();
  await scene.watch.add(EMMA, 0);
  assert.equal(await scene.check(), "not_due");
  scene.watch.begin();
  assert.equal(await scene.check(), undefined);
  // After that, new addresses wait for their minute again.
  await scene.watch.add("noah@example.com", 0);
  assert.equal(await scene.check(), "not_due");
});

Deno.test("accepting without an address leaves later ones their minute", async () => {
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

/** A failure, and the milliseconds until the next try. */
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

Deno.test("each state of A 3.3 is kept with the time of its next try, and goes with the next answer", async () => {
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

Deno.test("what cannot be reached is tried after 1, 2, 4 hours and so on up to a day", async () => {
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

Deno.test("a run that stops half-way goes on with what is left", async () => {
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

Deno.test("a range that cannot be used delays no other address, and is tried again by itself", async () => {
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
  assert.deepEqual(await scene.told(), ["c@example.com|Adobe"]);
  assert.deepEqual(state, {
    status: "error",
    at: scene.now,
    lastOk: scene.now,
    lastFull: 0,
    retryAt: scene.now + HOUR,
    failures: 1,
  });
  assert.equal(scene.logged.length, 1);
  // The retry is kept over a restart, and asks about what is left alone.
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

Deno.test("three unusable ranges in a row end a run, and the next one begins with the others", async () => {
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
  // Another failure than of a range ends a run at once, also after one.
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

Deno.test("a retry at another online service is due at once", async () => {
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

Deno.test("Check now works once a day for an address, and half a minute apart for any two", async () => {
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
  assert.deepEqual(await scene.told(), [`${EMMA}|Adobe`]);
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

Deno.test("one check runs at a time", async () => {
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

Deno.test("a check by hand that is not configured does not use the one of the day", async () => {
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

Deno.test("a check by hand puts off no retry, and leaves none where nothing is due", async () => {
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

Deno.test("once the day of the box is used up, Check now says so without asking, and costs nothing", async () => {
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

Deno.test("the end of the box stops a run between two prefixes, and what was found stays", async () => {
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
  assert.deepEqual([scene.asked.length, await scene.told()], [1, ["a@example.com|Adobe"]]);
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
