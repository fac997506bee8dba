import assert from "node:assert/strict";
import {
  AT,
  closed,
  GAMES,
  games,
  INTERNET,
  refusedRequest as refused,
  withRequests,
} from "../../../../tests/support/request_scene.ts";
import type { StoredRequest } from "./service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

Deno.test("accepting a request changes hours and alert in one transaction", () =>
  withRequests(async ({ requests, who, ids, time, grants, clock, open }) => {
    time.set(who.emma, closed(4e9));
    const followed: StoredRequest[] = [];
    const end = requests.follow((batch) => void followed.push(...batch));
    const filed = await requests.ask(AT.tablet, {
      ...INTERNET,
      message: " please \n it is\u202e Sunday\t",
    });
    assert.deepEqual([filed.status, filed.message, filed.expires], [
      "waiting",
      "please it is Sunday",
      clock.now + 12 * HOUR,
    ]);
    assert.deepEqual(await open(), [
      { kind: "request.new", detail: "30|", deviceId: ids.tablet, personId: who.emma },
    ]);
    assert.equal(await requests.waiting(), 1);
    clock.now += MINUTE;
    const done = await requests.accept(filed.id, undefined, "anna");
    assert.deepEqual([done.status, done.given, done.answeredBy, done.answered], [
      "accepted",
      30,
      "anna",
      clock.now,
    ]);
    assert.deepEqual(grants, [`${who.emma} Internet 30 anna`]);
    assert.deepEqual(await open(), []);
    assert.deepEqual(await requests.page(10), [done]);
    assert.deepEqual(followed.map(({ status }) => status), ["waiting", "accepted"]);
    end();
  }));

Deno.test("a parent can give other minutes than requested, or refuse", () =>
  withRequests(async ({ requests, who, time, grants, open }) => {
    time.set(who.emma, closed(4e9, { limits: [games()] }));
    const first = await requests.ask(AT.tablet, GAMES);
    assert.equal((await requests.accept(first.id, 60, "anna")).given, 60);
    assert.deepEqual(grants, [`${who.emma} games 60`]);
    const second = await requests.ask(AT.tablet, INTERNET);
    const no = await requests.refuse(second.id, "anna");
    assert.deepEqual([no.status, no.given, grants.length], ["refused", 0, 1]);
    assert.deepEqual(await open(), []);
  }));

Deno.test("a request for Internet expires after twelve hours, one for a category at midnight, with its alert", () =>
  withRequests(async ({ requests, who, time, pass, open, clock }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9, { limits: [games()] }));
    const internet = await requests.ask(AT.tablet, INTERNET);
    const start = clock.now;
    const category = await requests.ask(AT.phone, GAMES);
    assert.deepEqual([internet.expires - start, category.expires - start], [12 * HOUR, 5 * HOUR]);
    await pass(6 * HOUR);
    assert.deepEqual((await open()).map(({ personId }) => personId), [who.emma]);
    await assert.rejects(
      requests.accept(category.id, undefined, "anna"),
      refused("conflict", /has expired/),
    );
    await pass(6 * HOUR);
    assert.deepEqual(await open(), []);
    assert.deepEqual(
      (await requests.page(10)).map(({ status, answered }) => [status, answered - start]),
      [
        ["expired", 5 * HOUR],
        ["expired", 12 * HOUR],
      ],
    );
    assert.equal(await requests.waiting(), 0);
  }));

Deno.test("the second of two concurrent answers is refused, and time is given once", () =>
  withRequests(async ({ requests, who, time, grants }) => {
    time.set(who.emma, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    const two = await Promise.allSettled([
      requests.accept(id, 60, "anna"),
      requests.accept(id, undefined, "ben"),
    ]);
    assert.deepEqual(two.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.deepEqual(grants, [`${who.emma} Internet 60 anna`]);
    await assert.rejects(
      requests.accept(id, undefined, "ben"),
      refused("conflict", /already accepted, by: anna/),
    );
    await assert.rejects(requests.refuse(id, "ben"), refused("conflict", /already accepted/));
    await assert.rejects(requests.accept(99, undefined, "ben"), refused("not_found", /99/));
  }));

Deno.test("a request belongs to its author, also when the device changes", () =>
  withRequests(async ({ requests, who, ids, time, devices, grants }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    await devices.setPeople(ids.tablet, { person_id: who.tom });
    assert.deepEqual(requests.namesOf({ personId: who.emma, deviceId: ids.tablet }), {
      person: "Emma",
      device: "tablet",
    });
    await requests.accept(id, undefined, "anna");
    assert.deepEqual(grants, [`${who.emma} Internet 30 anna`]);
    const other = await requests.ask(AT.phone, INTERNET);
    await devices.remove(ids.phone);
    assert.equal((await requests.accept(other.id, undefined, "anna")).status, "accepted");
    assert.equal(requests.namesOf({ personId: who.tom, deviceId: ids.phone }).device, "");
  }));

Deno.test("merging a device moves its requests", () =>
  withRequests(async ({ requests, who, ids, time, devices, open }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    await devices.merge(ids.lamp, ids.tablet);
    assert.deepEqual((await requests.page(1)).map(({ deviceId }) => deviceId), [ids.lamp]);
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    await requests.refuse(id, "anna");
    assert.deepEqual(await open(), []);
  }));

Deno.test("requests of a new adult cannot be accepted, and those of a removed person are deleted", () =>
  withRequests(async ({ requests, who, time, people, grants }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const emma = await requests.ask(AT.tablet, INTERNET);
    const tom = await requests.ask(AT.phone, INTERNET);
    await people.change(who.emma, { profile: "adult" });
    await assert.rejects(
      requests.accept(emma.id, undefined, "anna"),
      refused("conflict", /is an adult now/),
    );
    assert.equal(await requests.waiting(), 2);
    await requests.refuse(emma.id, "anna");
    await people.remove(who.tom);
    await assert.rejects(requests.accept(tom.id, undefined, "anna"), refused("not_found"));
    assert.deepEqual([grants, (await requests.page(10)).map(({ id }) => id)], [[], [emma.id]]);
  }));

Deno.test("a request stays waiting when hours refuse the time", () =>
  withRequests(async ({ requests, who, time, hours, open }) => {
    time.set(who.emma, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    hours.refuses = new Error("There is not needed");
    await assert.rejects(requests.accept(id, undefined, "anna"), /not needed/);
    assert.deepEqual([await requests.waiting(), (await open()).length], [1, 1]);
    hours.refuses = undefined;
    assert.equal((await requests.accept(id, undefined, "anna")).status, "accepted");
  }));

Deno.test("requests survive a restart, and expire meanwhile", () =>
  withRequests(async ({ requests, who, time, again, clock, open }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9, { limits: [games()] }));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    await requests.ask(AT.phone, GAMES);
    requests.close();
    clock.now += 5 * HOUR;
    const next = again();
    assert.equal((await next.state(AT.phone)).requests.length, 0, "of yesterday, and over");
    assert.deepEqual([(await next.state(AT.tablet)).refusal, await next.waiting()], ["waiting", 1]);
    next.begin();
    assert.deepEqual((await next.page(10)).map(({ status }) => status), ["waiting", "expired"]);
    assert.equal((await open()).length, 1);
    assert.equal((await next.accept(id, undefined, "anna")).status, "accepted");
  }));

Deno.test("requests older than ninety days are hidden and deleted", () =>
  withRequests(async ({ requests, who, time, pass, clock, db }) => {
    time.set(who.emma, closed(4e9));
    await requests.refuse((await requests.ask(AT.tablet, INTERNET)).id, "anna");
    await pass(90 * DAY);
    assert.equal((await requests.page(10)).length, 1);
    clock.now += 1;
    assert.equal((await requests.page(10)).length, 0);
    await requests.ask(AT.tablet, INTERNET);
    await requests.retain();
    assert.deepEqual(await db.all("select status from time_requests"), [{ status: "waiting" }]);
  }));

Deno.test("waiting requests are shown first, oldest first, then the others by page", () =>
  withRequests(async ({ requests, who, time }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const past: number[] = [];
    for (let at = 0; at < 5; at++) {
      const { id } = await requests.ask(AT.tablet, INTERNET);
      past.unshift((await requests.refuse(id, "anna")).id);
    }
    const emma = await requests.ask(AT.tablet, INTERNET);
    const tom = await requests.ask(AT.phone, INTERNET);
    const ids = (rows: readonly StoredRequest[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids(await requests.page(4)), [emma.id, tom.id, ...past.slice(0, 2)]);
    assert.deepEqual(ids(await requests.page(4, past[1])), past.slice(2));
    assert.deepEqual(ids(await requests.page(1)), [emma.id, tom.id]);
  }));

Deno.test("deviceAt() returns the device that currently has an address", () =>
  withRequests(async ({ requests, ids, macs }) => {
    for (let i = 0; i < 100; i++) assert.equal(requests.deviceAt(AT.tablet), ids.tablet);
    macs.set(AT.tablet, macs.get(AT.laptop)!);
    assert.equal(requests.deviceAt(AT.tablet), ids.laptop, "another took its address");
    macs.set(AT.tablet, "02:00:00:00:99:99");
    for (const address of [AT.tablet, "192.168.1.99", "nowhere"]) {
      assert.equal(requests.deviceAt(address), 0, address);
    }
    await requests.state(AT.laptop);
  }));
