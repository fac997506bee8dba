import assert from "node:assert/strict";
import { DomainError } from "../../../schema/errors.ts";
import {
  AT,
  closed,
  GAMES,
  games,
  INTERNET,
  refusedRequest as refused,
  withRequests,
} from "../../../../tests/support/request_scene.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

Deno.test("only a minor with an own device can send requests, and sees nothing of others", () =>
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
    // Another machine at the address of the tablet is not the tablet.
    macs.delete(AT.tablet);
    assert.equal((await requests.state(AT.tablet)).refusal, "unknown_device");
    // A television of adults belongs to them; one of two children is shared.
    await people.change(who.emma, { profile: "adult" });
    assert.equal((await requests.state(AT.television)).refusal, "adult");
    await devices.setPeople(ids.laptop, { people: [who.tom, who.emma] });
    assert.equal((await requests.state(AT.laptop)).refusal, "shared");
  }));

Deno.test("a shared device shows that it is closed, although it cannot send requests", () =>
  withRequests(async ({ requests, standing, ids }) => {
    const state = async () => {
      const { refusal, open, why, nextChange, internet } = await requests.state(AT.television);
      return [refusal, open, why, nextChange, internet];
    };
    assert.deepEqual(await state(), ["shared", true, "", 0, false]);
    standing.set(ids.television, { open_now: false, why: "hours", next_change: 4e9, cut_until: 0 });
    assert.deepEqual(await state(), ["shared", false, "hours", 4e9, false]);
  }));

Deno.test("each device and its person can have one waiting request", () =>
  withRequests(async ({ requests, who, ids, time, devices }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    const two = await Promise.allSettled([
      requests.ask(AT.tablet, INTERNET),
      requests.ask(AT.tablet, INTERNET),
    ]);
    assert.deepEqual(two.map(({ status }) => status), ["fulfilled", "rejected"]);
    await assert.rejects(
      requests.ask(AT.tablet, INTERNET),
      refused("conflict", /already waiting for an answer/),
    );
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    await requests.ask(AT.phone, INTERNET);
    // After the tablet is given to Tom, its requests are Tom's; Emma's requests stay hers, and are
    // not shown to him.
    await devices.setPeople(ids.tablet, { person_id: who.tom });
    const state = await requests.state(AT.tablet);
    assert.deepEqual([state.person, state.refusal, state.left, state.requests], ["Tom", "", 6, []]);
  }));

Deno.test("six requests a day are allowed, whatever their outcome, by the local day of the box", () =>
  withRequests(async ({ requests, who, time, pass, clock }) => {
    time.set(who.emma, closed(4e9));
    for (let at = 0; at < 6; at++) {
      assert.equal((await requests.state(AT.tablet)).left, 6 - at);
      await requests.refuse((await requests.ask(AT.tablet, INTERNET)).id, "anna");
      await pass(MINUTE);
    }
    assert.equal((await requests.state(AT.tablet)).refusal, "too_many");
    await assert.rejects(requests.ask(AT.tablet, INTERNET), (error) => {
      assert.ok(error instanceof DomainError && error.code === "too_many_requests");
      // 19:06 in Paris: midnight is 4 hours and 54 minutes away.
      assert.deepEqual(error.details.headers, { "retry-after": String((4 * 60 + 54) * 60) });
      return true;
    });
    await pass(Date.parse("2026-11-21T22:59:59Z") - clock.now);
    assert.equal((await requests.state(AT.tablet)).refusal, "too_many");
    await pass(1000);
    assert.deepEqual((await requests.state(AT.tablet)).left, 6);
    await requests.ask(AT.tablet, INTERNET);
  }));

Deno.test("on days of 23 and 25 hours the limit applies between two midnights", async () => {
  const days = [
    ["Europe/Paris", "2026-03-28T23:00:00Z", 23],
    ["Europe/Paris", "2026-10-24T22:00:00Z", 25],
    ["America/New_York", "2026-03-08T05:00:00Z", 23],
    ["America/New_York", "2026-11-01T04:00:00Z", 25],
  ] as const;
  for (const [zone, start, hours] of days) {
    await withRequests(async ({ requests, who, time, pass }) => {
      time.set(who.emma, closed(4e9, { limits: [games()] }));
      for (let at = 0; at < 5; at++) {
        await requests.refuse((await requests.ask(AT.tablet, INTERNET)).id, "anna");
      }
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

Deno.test("only closed, soon closing or used-up time can be requested", () =>
  withRequests(async ({ requests, who, time, clock }) => {
    const now = clock.now / 1000;
    const open = (next: number) => closed(next, { open_now: true, why: "" });
    await assert.rejects(
      requests.ask(AT.tablet, INTERNET),
      refused("conflict", /is open and stays open/),
    );
    assert.equal((await requests.state(AT.tablet)).refusal, "nothing");
    for (const next of [0, now + 12 * 3600 + 1]) {
      time.set(who.emma, open(next));
      await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("conflict"), String(next));
    }
    time.set(who.emma, {
      ...open(0),
      limits: [games({ left: 5, blocked_until: 0 }), games({ category: "videos" })],
    });
    await assert.rejects(
      requests.ask(AT.tablet, GAMES),
      refused("conflict", /still time left for this: games/),
    );
    await assert.rejects(
      requests.ask(AT.tablet, { ...GAMES, category: "social" }),
      refused("conflict"),
    );
    const state = await requests.state(AT.tablet);
    assert.deepEqual([state.refusal, state.internet, state.limits.map(({ askable }) => askable)], [
      "",
      false,
      [false, true],
    ]);
    const videos = await requests.ask(AT.tablet, { ...GAMES, category: "videos" });
    await requests.refuse(videos.id, "anna");
    time.set(who.emma, open(now + 12 * 3600));
    await requests.ask(AT.tablet, INTERNET);
    time.set(who.tom, closed(0, { why: "cut" }));
    await requests.ask(AT.phone, INTERNET);
  }));

Deno.test("a thousand requests from one device are limited, without effect on another device", () =>
  withRequests(async ({ requests, who, time, clock, macs }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    // Two devices in one IPv6 network.
    macs.set("2001:db8::20", macs.get(AT.tablet)!).set("2001:db8::21", macs.get(AT.phone)!);
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, () => requests.ask("2001:db8::20", INTERNET)),
    );
    const codes = results.map((each) =>
      each.status === "fulfilled" ? "filed" : (each.reason as DomainError).code
    );
    const count = (code: string) => codes.filter((each) => each === code).length;
    assert.deepEqual([count("filed"), count("conflict"), count("too_many_requests")], [1, 29, 970]);
    assert.deepEqual((results.at(-1) as PromiseRejectedResult).reason.details.headers, {
      "retry-after": "2",
    });
    await assert.rejects(
      requests.state(AT.tablet),
      refused("too_many_requests"),
      "the same device at its other address",
    );
    assert.equal((await requests.ask("2001:db8::21", INTERNET)).status, "waiting");
    clock.now += 2000;
    assert.equal((await requests.state(AT.tablet)).refusal, "waiting");
    for (let at = 0; at < 16 * 30; at++) await requests.state(`2001:db8:1::${at % 16 + 1}`);
    await assert.rejects(
      requests.state("2001:db8:1::99"),
      refused("too_many_requests"),
      "one network that nobody knows",
    );
  }));

Deno.test("standing() agrees with the result of filing a request", () =>
  withRequests(async ({ requests, who, time, clock }) => {
    const device = (address: string) => requests.deviceAt(address);
    const standing = (category: string, address: string = AT.tablet) =>
      requests.standing(device(address), category);
    time.set(who.emma, closed(clock.now / 1000 + 3600, { limits: [games()] }));
    for (const id of Object.values(who)) if (id !== who.emma) time.set(id, closed(4e9));
    assert.equal(await standing(""), "possible");
    assert.equal(await standing("games"), "possible");
    // Homework blocks a category whose time is not used up: a request for it is refused, so none is
    // offered.
    assert.equal(await standing("videos"), "refused");
    for (const address of [AT.laptop, AT.television, AT.lamp]) {
      assert.equal(await standing("", address), "refused", address);
    }
    assert.equal(await requests.standing(0, ""), "refused");

    for (let made = 0; made < 6; made++) {
      const { id } = await requests.ask(AT.tablet, INTERNET);
      assert.equal(await standing(""), "waiting");
      await requests.refuse(id, "anna");
    }
    assert.equal(await standing(""), "refused", "six were made today");
    await assert.rejects(requests.ask(AT.tablet, INTERNET), refused("too_many_requests"));
  }));

Deno.test("minutes of a category that a choice blocks cannot be requested", () =>
  withRequests(async ({ requests, who, ids, time, choices, devices, grants }) => {
    time.set(who.emma, closed(0, { open_now: true, why: "", limits: [games()] }));
    const standing = () => requests.standing(ids.tablet, "games");
    const choose = (scope: string, value: string) => {
      choices.length = 0;
      choices.push({ scope, kind: "category", key: "games", value, schedule: "" });
    };
    const scopes = ["all", "profile:child", `person:${who.emma}`, `device:${ids.tablet}`];
    for (const scope of scopes) {
      choose(scope, "block");
      const { refusal, limits } = await requests.state(AT.tablet);
      assert.deepEqual(
        [refusal, limits.map(({ askable, blocked }) => [askable, blocked])],
        ["nothing", [[false, true]]],
        scope,
      );
      assert.equal(await standing(), "refused", scope);
      const said = /blocked on this device, so more time would not help: games/;
      await assert.rejects(requests.ask(AT.tablet, GAMES), refused("conflict", said), scope);
    }
    choose(`device:${ids.phone}`, "block");
    assert.equal(await standing(), "possible");
    choose("all", "allow");
    const asked = await requests.ask(AT.tablet, GAMES);
    assert.equal(requests.isBlocked(asked), false);

    // The choice changes while the request waits: the parent sees that, and decides.
    choose(`device:${ids.tablet}`, "block");
    assert.equal(requests.isBlocked(asked), true);
    assert.equal(requests.isBlocked({ ...asked, category: "" }), false);
    assert.deepEqual([...requests.blockedOn(ids.tablet)], ["games"]);
    await requests.accept(asked.id, undefined, "anna");
    assert.deepEqual(grants, [`${who.emma} games 15`]);

    // A device with another owner does not block her categories; a shared one follows each of its
    // people.
    await devices.setPeople(ids.tablet, { person_id: who.tom });
    assert.equal(requests.isBlocked(asked), false);
    choose(`person:${who.emma}`, "block");
    assert.equal(requests.isBlocked(asked), true);
    assert.deepEqual([...requests.blockedOn(ids.television)], ["games"]);
    assert.deepEqual([...requests.blockedOn(ids.tablet), ...requests.blockedOn(0)], []);
  }));
