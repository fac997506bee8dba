import assert from "node:assert/strict";
import { AT, closed, withRequests } from "../../../../tests/support/request_scene.ts";
import { ApiError, type ErrorCode } from "../../../http/errors.ts";
import type { AskedLimit } from "./ask_state.ts";
import type { StoredRequest, WantedTime } from "./service.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const INTERNET: WantedTime = { minutes: 30, category: "", message: "" };
const GAMES: WantedTime = { minutes: 15, category: "games", message: "one more level" };

function refused(code: ErrorCode, text: RegExp = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, text);
    return true;
  };
}

function games(change: Partial<AskedLimit> = {}): AskedLimit {
  return { category: "games", allowed: 60, used: 60, left: 0, blocked_until: 4e9, ...change };
}

Deno.test("a child asks with their own device, a parent accepts, and hours and alert follow in one", () =>
  withRequests(async ({ requests, who, ids, time, given, clock, open }) => {
    time.set(who.emma, closed(4e9));
    const told: StoredRequest[] = [], end = requests.follow((batch) => void told.push(...batch));
    const filed = await requests.ask(AT.tablet, { ...INTERNET, message: " please \n it is\u202e Sunday\t" });
    assert.deepEqual([filed.status, filed.message, filed.expires], [
      ...["waiting", "please it is Sunday", clock.now + 12 * HOUR],
    ]);
    assert.deepEqual(await open(), [
      { kind: "request.new", detail: "30|", deviceId: ids.tablet, personId: who.emma },
    ]);
    assert.equal(await requests.waiting(), 1);
    clock.now += MINUTE;
    const done = await requests.accept(filed.id, undefined, "anna");
    assert.deepEqual([done.status, done.given, done.answeredBy, done.answered], ["accepted", 30, "anna", clock.now]);
    assert.deepEqual(given, [`${who.emma} Internet 30 anna`]);
    assert.deepEqual(await open(), []);
    assert.deepEqual(await requests.page(10), [done]);
    assert.deepEqual(told.map(({ status }) => status), ["waiting", "accepted"]);
    end();
  }));

Deno.test("a parent gives other minutes than those asked for, or refuses", () =>
  withRequests(async ({ requests, who, time, given, open }) => {
    time.set(who.emma, closed(4e9, { limits: [games()] }));
    const first = await requests.ask(AT.tablet, GAMES);
    assert.equal((await requests.accept(first.id, 60, "anna")).given, 60);
    assert.deepEqual(given, [`${who.emma} games 60 anna`]);
    const second = await requests.ask(AT.tablet, INTERNET), no = await requests.refuse(second.id, "anna");
    assert.deepEqual([no.status, no.given, given.length], ["refused", 0, 1]);
    assert.deepEqual(await open(), []);
  }));

Deno.test("who is no child with a device of their own cannot ask, and learns nothing of others", () =>
  withRequests(async ({ requests, who, time, macs, devices, ids, people }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    await requests.ask(AT.tablet, INTERNET);
    const cases = [
      ["192.168.1.99", "unknown_device", "not_found", ""],
      ["127.0.0.1", "unknown_device", "not_found", ""],
      ["", "unknown_device", "not_found", ""],
      ["no address", "unknown_device", "not_found", ""],
      [AT.laptop, "adult", "bad_value", "laptop"],
      [AT.television, "shared", "bad_value", "television"],
      [AT.lamp, "nobody", "bad_value", "lamp"],
    ] as const;
    for (const [address, refusal, code, device] of cases) {
      const state = await requests.state(address);
      assert.deepEqual(
        [state.refusal, state.device, state.person, state.requests, state.limits],
        [refusal, device, "", [], []],
        address,
      );
      await assert.rejects(requests.ask(address, INTERNET), refused(code), address);
    }
    // Somebody else's machine at the address of the tablet is not the tablet.
    macs.delete(AT.tablet);
    assert.equal((await requests.state(AT.tablet)).refusal, "unknown_device");
    // A television of adults alone is theirs; one of two children is shared.
    await people.change(who.emma, { profile: "adult" });
    assert.equal((await requests.state(AT.television)).refusal, "adult");
    await devices.setPeople(ids.laptop, { people: [who.tom, who.emma] });
    assert.equal((await requests.state(AT.laptop)).refusal, "shared");
  }));

Deno.test("one request at a time, of each device and its person", () =>
  withRequests(async ({ requests, who, ids, time, devices }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const two = await Promise.allSettled([requests.ask(AT.tablet, INTERNET), requests.ask(AT.tablet, INTERNET)]);
    assert.deepEqual(two.map(({ status }) => status), ["fulfilled", "rejected"]);
    await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("conflict", /waits for its answer/));
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    await requests.ask(AT.phone, INTERNET);
    // Given to Tom, the tablet asks for Tom; what Emma asked for stays hers, and is not shown to him.
    await devices.setPeople(ids.tablet, { person_id: who.tom });
    const state = await requests.state(AT.tablet);
    assert.deepEqual([state.person, state.refusal, state.left, state.requests], ["Tom", "", 6, []]);
  }));

Deno.test("six requests a day and no more, whatever became of them; the day is that of the box", () =>
  withRequests(async ({ requests, who, time, pass, clock }) => {
    time.set(who.emma, closed(4e9));
    for (let at = 0; at < 6; at++) {
      assert.equal((await requests.state(AT.tablet)).left, 6 - at);
      await requests.refuse((await requests.ask(AT.tablet, INTERNET)).id, "anna");
      await pass(MINUTE);
    }
    assert.equal((await requests.state(AT.tablet)).refusal, "too_many");
    await assert.rejects(requests.ask(AT.tablet, INTERNET), (error) => {
      assert.ok(error instanceof ApiError && error.code === "too_many_requests");
      // 19:06 in Paris: midnight is 4 hours and 54 minutes away.
      assert.deepEqual(error.facts.headers, { "retry-after": String((4 * 60 + 54) * 60) });
      return true;
    });
    await pass(Date.parse("2026-11-21T22:59:59Z") - clock.now);
    assert.equal((await requests.state(AT.tablet)).refusal, "too_many");
    await pass(1000);
    assert.deepEqual((await requests.state(AT.tablet)).left, 6);
    await requests.ask(AT.tablet, INTERNET);
  }));

Deno.test("on days of 23 and 25 hours the six are those between two midnights", async () => {
  const days = [
    ["Europe/Paris", "2026-03-28T23:00:00Z", 23],
    ["Europe/Paris", "2026-10-24T22:00:00Z", 25],
    ["America/New_York", "2026-03-08T05:00:00Z", 23],
    ["America/New_York", "2026-11-01T04:00:00Z", 25],
  ] as const;
  for (const [zone, start, hours] of days) {
    await withRequests(async ({ requests, who, time, pass }) => {
      time.set(who.emma, closed(4e9, { limits: [games()] }));
      for (let at = 0; at < 5; at++) await requests.refuse((await requests.ask(AT.tablet, INTERNET)).id, "anna");
      await pass(hours * HOUR - 1000);
      const last = await requests.ask(AT.tablet, GAMES);
      assert.equal(last.expires, Date.parse(start) + hours * HOUR, `${zone} ${start}`);
      await requests.refuse(last.id, "anna");
      await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("too_many_requests"));
      await pass(1000);
      assert.equal((await requests.state(AT.tablet)).left, 6, `${zone} ${start}`);
    }, { start, zone });
  }
});

Deno.test("only what is closed, closing within twelve hours, or used up can be asked for", () =>
  withRequests(async ({ requests, who, time, clock }) => {
    const now = clock.now / 1000, open = (next: number) => closed(next, { open_now: true, why: "" });
    await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("conflict", /is open and does not close/));
    assert.equal((await requests.state(AT.tablet)).refusal, "nothing");
    for (const next of [0, now + 12 * 3600 + 1]) {
      time.set(who.emma, open(next));
      await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("conflict"), String(next));
    }
    time.set(who.emma, { ...open(0), limits: [games({ left: 5, blocked_until: 0 }), games({ category: "videos" })] });
    await assert.rejects(requests.ask(AT.tablet, GAMES), refused("conflict", /not used up: games/));
    await assert.rejects(requests.ask(AT.tablet, { ...GAMES, category: "social" }), refused("conflict"));
    const state = await requests.state(AT.tablet);
    assert.deepEqual([state.refusal, state.internet, state.limits.map(({ askable }) => askable)], [
      ...["", false, [false, true]],
    ]);
    const videos = await requests.ask(AT.tablet, { ...GAMES, category: "videos" });
    await requests.refuse(videos.id, "anna");
    time.set(who.emma, open(now + 12 * 3600));
    await requests.ask(AT.tablet, INTERNET);
    time.set(who.tom, closed(0, { why: "cut" }));
    await requests.ask(AT.phone, INTERNET);
  }));

Deno.test("Internet can be given for twelve hours, minutes of a category until midnight; then the request and its alert are over", () =>
  withRequests(async ({ requests, who, time, pass, open, clock }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9, { limits: [games()] }));
    const internet = await requests.ask(AT.tablet, INTERNET), start = clock.now;
    const category = await requests.ask(AT.phone, GAMES);
    assert.deepEqual([internet.expires - start, category.expires - start], [12 * HOUR, 5 * HOUR]);
    await pass(6 * HOUR);
    assert.deepEqual((await open()).map(({ personId }) => personId), [who.emma]);
    await assert.rejects(requests.accept(category.id, undefined, "anna"), refused("conflict", /has expired/));
    await pass(6 * HOUR);
    assert.deepEqual(await open(), []);
    assert.deepEqual((await requests.page(10)).map(({ status, answered }) => [status, answered - start]), [
      ...[["expired", 5 * HOUR], ["expired", 12 * HOUR]],
    ]);
    assert.equal(await requests.waiting(), 0);
  }));

Deno.test("of two parents who answer at once the second is told, and nothing is given twice", () =>
  withRequests(async ({ requests, who, time, given }) => {
    time.set(who.emma, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    const two = await Promise.allSettled([requests.accept(id, 60, "anna"), requests.accept(id, undefined, "ben")]);
    assert.deepEqual(two.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.deepEqual(given, [`${who.emma} Internet 60 anna`]);
    await assert.rejects(requests.accept(id, undefined, "ben"), refused("conflict", /accepted already, by: anna/));
    await assert.rejects(requests.refuse(id, "ben"), refused("conflict", /accepted already/));
    await assert.rejects(requests.accept(99, undefined, "ben"), refused("not_found", /99/));
  }));

Deno.test("a request belongs to who made it, whatever becomes of the device", () =>
  withRequests(async ({ requests, who, ids, time, devices, given }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    await devices.setPeople(ids.tablet, { person_id: who.tom });
    assert.deepEqual(requests.namesOf({ personId: who.emma, deviceId: ids.tablet }), {
      ...{ person: "Emma", device: "tablet" },
    });
    await requests.accept(id, undefined, "anna");
    assert.deepEqual(given, [`${who.emma} Internet 30 anna`]);
    const other = await requests.ask(AT.phone, INTERNET);
    await devices.remove(ids.phone);
    assert.equal((await requests.accept(other.id, undefined, "anna")).status, "accepted");
    assert.equal(requests.namesOf({ personId: who.tom, deviceId: ids.phone }).device, "");
  }));

Deno.test("a device that is merged into another takes its requests along", () =>
  withRequests(async ({ requests, who, ids, time, devices, open }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    await devices.merge(ids.lamp, ids.tablet);
    assert.deepEqual((await requests.page(1)).map(({ deviceId }) => deviceId), [ids.lamp]);
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    await requests.refuse(id, "anna");
    assert.deepEqual(await open(), []);
  }));

Deno.test("who became an adult is given nothing, and who is gone takes their requests along", () =>
  withRequests(async ({ requests, who, time, people, given }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const emma = await requests.ask(AT.tablet, INTERNET), tom = await requests.ask(AT.phone, INTERNET);
    await people.change(who.emma, { profile: "adult" });
    await assert.rejects(requests.accept(emma.id, undefined, "anna"), refused("conflict", /adults have no hours/));
    assert.equal(await requests.waiting(), 2);
    await requests.refuse(emma.id, "anna");
    await people.remove(who.tom);
    await assert.rejects(requests.accept(tom.id, undefined, "anna"), refused("not_found"));
    assert.deepEqual([given, (await requests.page(10)).map(({ id }) => id)], [[], [emma.id]]);
  }));

Deno.test("what hours refuse stays a request that waits", () =>
  withRequests(async ({ requests, who, time, hours, open }) => {
    time.set(who.emma, closed(4e9));
    const { id } = await requests.ask(AT.tablet, INTERNET);
    hours.refuses = new Error("There is nothing to extend");
    await assert.rejects(requests.accept(id, undefined, "anna"), /nothing to extend/);
    assert.deepEqual([await requests.waiting(), (await open()).length], [1, 1]);
    hours.refuses = undefined;
    assert.equal((await requests.accept(id, undefined, "anna")).status, "accepted");
  }));

Deno.test("after a start everything stands where it was, and what expired meanwhile is over", () =>
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

Deno.test("a thousand requests from one device cost nothing, and another device asks as before", () =>
  withRequests(async ({ requests, who, time, clock, macs }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    // Two devices of one network of IPv6.
    macs.set("2001:db8::20", macs.get(AT.tablet)!).set("2001:db8::21", macs.get(AT.phone)!);
    const told = await Promise.allSettled(Array.from({ length: 1000 }, () => requests.ask("2001:db8::20", INTERNET)));
    const codes = told.map((each) => each.status === "fulfilled" ? "filed" : (each.reason as ApiError).code);
    const count = (code: string) => codes.filter((each) => each === code).length;
    assert.deepEqual([count("filed"), count("conflict"), count("too_many_requests")], [1, 29, 970]);
    assert.deepEqual((told.at(-1) as PromiseRejectedResult).reason.facts.headers, { "retry-after": "2" });
    await assert.rejects(
      requests.state(AT.tablet),
      refused("too_many_requests"),
      "the same device at its other address",
    );
    assert.equal((await requests.ask("2001:db8::21", INTERNET)).status, "waiting");
    clock.now += 2000;
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    for (let at = 0; at < 30; at++) await requests.state("2001:db8:1::9");
    await assert.rejects(
      requests.state("2001:db8:1::10"),
      refused("too_many_requests"),
      "one network that nobody knows",
    );
  }));

Deno.test("what is older than ninety days is shown no more, and deleted", () =>
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

Deno.test("those that wait are shown first, the oldest before, then the others page by page", () =>
  withRequests(async ({ requests, who, time }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const past: number[] = [];
    for (let at = 0; at < 5; at++) {
      const { id } = await requests.ask(AT.tablet, INTERNET);
      past.unshift((await requests.refuse(id, "anna")).id);
    }
    const emma = await requests.ask(AT.tablet, INTERNET), tom = await requests.ask(AT.phone, INTERNET);
    const ids = (rows: readonly StoredRequest[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids(await requests.page(4)), [emma.id, tom.id, ...past.slice(0, 2)]);
    assert.deepEqual(ids(await requests.page(4, past[1])), past.slice(2));
    assert.deepEqual(ids(await requests.page(1)), [emma.id, tom.id]);
  }));
