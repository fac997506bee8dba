/** Requests with the real hours: the answer and its extra time are written together, or neither. */
import assert from "node:assert/strict";
import { macOf } from "../../../../tests/support/household_scene.ts";
import { HoursScene } from "../../../../tests/support/hours_scene.ts";
import { openEvents } from "../../../events/open.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { offsetOf } from "../../../system/zone_offset.ts";
import { HoursService } from "../hours/service.ts";
import { RequestService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const ADDRESS = "192.168.1.20";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const INTERNET = { minutes: 30, category: "", message: "" } as const;

/** Emma has a tablet, closed all week; creates the service over hours and a database. */
async function requestsOver(scene: HoursScene) {
  const { household: { db, clock, people, devices, meet, household: register, logged } } = scene;
  const { id } = await people.add({ name: "Emma", profile: "child" });
  await devices.setPeople(await meet(macOf(1)), { person_id: id });
  await scene.hours.setSchedule(id, { enabled: true, grid: "0".repeat(672) }, "anna");
  const common = {
    runtime: testRuntime({
      now: () => clock.now,
      after: () => () => {},
      log: (_: string, text: string) => void logged.push(text),
    }),
  };
  const settings = () => ({ time_zone: "Europe/Paris", alerts_days: 90, audit_days: 90 });
  const { alerts } = openEvents({ db, settings, ...common });
  const over = (hours: HoursService) =>
    new RequestService({
      ...common,
      db,
      alerts,
      hours,
      blockedCategories: () => new Set(),
      register,
      timeKnown: () => true,
      machineOf: () => undefined,
      neighbours: {
        macOf: (address) => address === ADDRESS ? macOf(1) : undefined,
        close: () => {},
      },
      offset: () => offsetOf("Europe/Paris"),
    });
  return { id, db, clock, over, requests: over(scene.hours) };
}

/** Returns the stored rows of requests and extra time. */
async function kept(db: StoredDatabase): Promise<unknown[]> {
  const [requests, extra, alerts] = await Promise.all([
    db.all("select status, given from time_requests"),
    db.all('select kind, "to" - "from" as lasts from extra_time'),
    db.all("select acknowledged_by from alerts"),
  ]);
  return [requests, extra, alerts].map((rows) => rows.map((row) => Object.values(row)));
}

Deno.test("an accepted request opens a cut, and is unchanged after a restart", () =>
  HoursScene.run(async (scene) => {
    const { id, clock, over, requests, db } = await requestsOver(scene);
    const { hours } = scene;
    await hours.setMode(id, "cut", "120", "anna");
    assert.deepEqual((await requests.state(ADDRESS)).why, "cut");
    const { id: number } = await requests.ask(ADDRESS, INTERNET);
    await requests.accept(number, undefined, "anna");
    const until = (clock.now + 30 * MINUTE) / 1000;
    for (const each of [hours, scene.restarted()]) {
      const state = await over(each).state(ADDRESS);
      assert.deepEqual([state.open, state.nextChange], [true, until]);
    }
    assert.deepEqual(await kept(db), [[["accepted", 30]], [["grant", 30 * MINUTE]], [["anna"]]]);
    clock.now += 30 * MINUTE;
    assert.deepEqual([(await requests.state(ADDRESS)).open, (await requests.state(ADDRESS)).why], [
      false,
      "cut",
    ]);
  }));

Deno.test("a request that waits when a cut starts can still be accepted, and opens only that cut", () =>
  HoursScene.run(async (scene) => {
    const { id, requests } = await requestsOver(scene);
    const { hours } = scene;
    const first = await requests.ask(ADDRESS, INTERNET);
    await hours.setMode(id, "cut", "120", "anna");
    assert.equal(await requests.waiting(), 1);
    assert.deepEqual(requests.modeOf(first).mode, "cut");
    await requests.accept(first.id, undefined, "anna");
    assert.equal((await requests.state(ADDRESS)).open, true);
    await assert.rejects(requests.refuse(first.id, "anna"), /already accepted/);
    const second = await requests.ask(ADDRESS, INTERNET);
    await requests.accept(second.id, 15, "anna");
    assert.equal(hours.person(id)!.extra.until - scene.now / 1000, 45 * 60);
    const begun = await hours.setMode(id, "cut", "60", "anna");
    const state = await requests.state(ADDRESS);
    assert.deepEqual([state.why, state.cutFrom * 1000, begun.ended], ["cut", begun.from, [
      "extra",
    ]]);
    assert.ok(state.internet, "it can be asked for again");
  }));

Deno.test("the state of a child shows extra time that starts after a cut", () =>
  HoursScene.run(async (scene) => {
    const { id, requests } = await requestsOver(scene);
    const { hours } = scene;
    const cut = await hours.setMode(id, "cut", "60", "anna");
    await hours.addBonus(id, 30, "anna");
    const { why, nextChange, extra } = await requests.state(ADDRESS);
    assert.deepEqual([why, nextChange * 1000], ["cut", cut.to]);
    assert.deepEqual(extra, { from: cut.to / 1000, until: cut.to / 1000 + 1800 });
    scene.household.clock.now = cut.to;
    const later = await requests.state(ADDRESS);
    assert.deepEqual([later.open, later.extra], [true, { from: 0, until: 0 }], "it runs");
  }));

Deno.test("a crash while accepting a request gives all of the time or none, and never twice", () =>
  HoursScene.run(async (scene) => {
    const { over, requests, db } = await requestsOver(scene);
    const { id } = await requests.ask(ADDRESS, INTERNET);
    const batch = db.batch.bind(db);
    db.batch = () => Promise.reject(new Error("killed before"));
    await assert.rejects(requests.accept(id, 60, "anna"), /killed before/);
    assert.deepEqual(await kept(db), [[["waiting", 0]], [], [[""]]]);
    db.batch = async (statements) => {
      await batch(statements);
      throw new Error("killed after");
    };
    await assert.rejects(requests.accept(id, 60, "anna"), /killed after/);
    db.batch = batch;
    const whole = [[["accepted", 60]], [["grant", HOUR]], [["anna"]]];
    assert.deepEqual(await kept(db), whole);
    await assert.rejects(
      over(scene.restarted()).accept(id, 60, "ben"),
      /already accepted, by: anna/,
    );
    assert.deepEqual(await kept(db), whole);
  }));

Deno.test("a request for time beyond twelve hours or for an open device is refused and keeps waiting", () =>
  HoursScene.run(async (scene) => {
    const { id, requests, db } = await requestsOver(scene);
    const { hours } = scene;
    for (let at = 0; at < 11; at++) await hours.grant(id, 60, "anna");
    await hours.grant(id, 30, "anna");
    const { id: number } = await requests.ask(ADDRESS, { ...INTERNET, minutes: 60 });
    await assert.rejects(requests.accept(number, undefined, "anna"), DomainError);
    assert.equal((await requests.accept(number, 30, "anna")).given, 30);
    assert.deepEqual((await kept(db))[1], [["grant", 12 * HOUR]]);
    await hours.endBonus(id);
    const { id: second } = await requests.ask(ADDRESS, INTERNET);
    await hours.setSchedule(id, { enabled: false }, "anna");
    await assert.rejects(requests.accept(second, undefined, "anna"), DomainError);
    assert.equal(await requests.waiting(), 1);
  }));
