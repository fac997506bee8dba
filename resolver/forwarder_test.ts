import assert from "node:assert/strict";
import { DEFAULT_RESOLVER_SETTINGS } from "../policy/snapshot/settings.ts";
import { SimulatedTime } from "../tests/support/simulated_time.ts";
import { question } from "../tests/support/upstream_pool.ts";
import { Clock } from "./clock.ts";
import { Forwarder } from "./forwarder.ts";
import type { Waiter } from "./in_flight_question.ts";
import type { ResolutionFailure } from "./resolution.ts";
import type { ForwardListener, Upstreams } from "./upstream/exchange.ts";

const asked = question("www.example");
const bits = { dnssecOk: false, checkingDisabled: false };

/** A response to the question of this file with one address, whose last byte is given. */
function response(last: number): Uint8Array {
  const name = asked.name;
  const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 0, 0, 4, 192, 0, 2, last];
  return new Uint8Array([0, 1, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, ...name, 0, 1, 0, 1, ...answer]);
}

type FakeUpstreams =
  & { -readonly [Name in keyof Upstreams]: Upstreams[Name] }
  & { dead: boolean };

/** Forwarding with questions that the test answers. */
function scene() {
  const inquirers: ForwardListener[] = [];
  const results: string[] = [];
  const routes: number[] = [];
  const time = new SimulatedTime(1000, () => clock.refresh());
  const clock = new Clock(time.now, time.now);
  const upstreams: FakeUpstreams = {
    forward(question, _deadline, inquirer) {
      inquirers.push(inquirer);
      routes.push(question.route ?? 0);
    },
    areDead: () => upstreams.dead,
    dead: false,
    recoveries: 0,
  };
  const forwarding = new Forwarder(DEFAULT_RESOLVER_SETTINGS.cache, {
    clock,
    upstreams,
    seed: [1, 2],
    after: time.after,
    cancel: time.cancel,
  });
  const text = (outcome: Parameters<Waiter["onResolved"]>[0]) =>
    "failed" in outcome ? `failed ${outcome.failed}` : `${outcome.status} ${outcome.bytes.at(-1)}`;
  const ask = (route = 0) => {
    const known = forwarding.findKnown(asked, bits, route);
    if (known !== undefined) results.push(text(known));
    else {forwarding.ask({
        nextWaiter: undefined,
        onResolved: (outcome) => void results.push(text(outcome)),
      });}
  };
  return { forwarding, inquirers, routes, results, ask, time, upstreams };
}

Deno.test("an answer in flight during a flush is sent to its waiters and not cached", () => {
  const { forwarding, inquirers, results, ask } = scene();
  ask();
  forwarding.flush();
  ask();
  assert.equal(inquirers.length, 2);
  inquirers[1].onAnswer(response(2), "new", 1, false);
  inquirers[0].onAnswer(response(1), "old", 1, false);
  ask();
  assert.deepEqual(results, ["answered 2", "answered 2", "cached 2"]);
});

Deno.test("a failure in flight during a flush is not cached", () => {
  const { forwarding, inquirers, results, ask } = scene();
  ask();
  forwarding.flush(asked.name);
  inquirers[0].onFailure("network", "gone", false);
  ask();
  assert.deepEqual([results, inquirers.length], [["failed 23"], 2]);
});

Deno.test("an upstream's extended error is passed on; without one it is a network error", () => {
  const { forwarding, inquirers, results, ask } = scene();
  const opt = (
    ...options: number[]
  ) => [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, options.length, ...options];
  for (
    const rest of [opt(0, 15, 0, 2, 0, 6), opt(0, 15, 0, 1, 6), opt(0, 15, 0, 2, 0, 0), opt(), []]
  ) {
    ask();
    const header = [0, 1, 0x81, 0x82, 0, 1, 0, 0, 0, 0, 0, rest.length > 0 ? 1 : 0];
    inquirers.at(-1)!.onAnswer(
      new Uint8Array([...header, ...asked.name, 0, 1, 0, 1, ...rest]),
      "u",
      1,
      false,
    );
    forwarding.flush();
  }
  assert.deepEqual(results, ["failed 6", "failed 23", "failed 23", "failed 23", "failed 23"]);
});

Deno.test("an extended RCODE of an upstream is named, not its low four bits", () => {
  const { forwarding, inquirers } = scene();
  const outcomes: ResolutionFailure[] = [];
  for (const [low, upper] of [[0, 1], [7, 1], [3, 1]]) {
    forwarding.flush();
    assert.equal(forwarding.findKnown(asked, bits, 0), undefined);
    forwarding.ask({
      nextWaiter: undefined,
      onResolved: (outcome) => void outcomes.push(outcome as ResolutionFailure),
    });
    const header = [0, 1, 0x81, 0x80 | low, 0, 1, 0, 0, 0, 0, 0, 1];
    const opt = [0, 0, 41, 4, 208, upper, 0, 0, 0, 0, 0];
    const wire = Uint8Array.from([...header, ...asked.name, 0, 1, 0, 1, ...opt]);
    inquirers.at(-1)!.onAnswer(wire, "192.0.2.53", 1, false);
  }
  assert.deepEqual(outcomes.map(({ text, extendedRcode }) => [text, extendedRcode]), [
    ["192.0.2.53 answered BADVERS", 16],
    ["192.0.2.53 answered BADCOOKIE", 23],
    ["192.0.2.53 answered BADMODE", 19],
  ]);
});

Deno.test("a query after the failure gets the late answer, which replaces the failure", async () => {
  const { inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "no answer in time", true);
  await time.pass(100);
  ask();
  assert.deepEqual([results, inquirers.length], [["failed 22"], 1]);
  await time.pass(500);
  inquirers[0].onLateAnswer(response(1), "slow", 3000);
  ask();
  assert.deepEqual([results, inquirers.length], [["failed 22", "answered 1", "cached 1"], 1]);
});

Deno.test("a query after the pause of a failure starts an exchange, and the first answer is used", async () => {
  const { inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "no answer in time", true);
  await time.pass(1200);
  ask();
  assert.equal(inquirers.length, 2);
  inquirers[0].onLateAnswer(response(1), "slow", 5000);
  assert.deepEqual(results, ["failed 22", "answered 1"]);
  inquirers[1].onAnswer(response(2), "slow", 4000, false);
  ask();
  assert.deepEqual(results, ["failed 22", "answered 1", "cached 1"]);
  // The record of the first question is in use by another one now.
  ask();
  assert.equal(inquirers.length, 2);
});

Deno.test("a failed exchange does not fail waiters of another one, and no late answer ends the wait", async () => {
  const { inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "no answer in time", true);
  await time.pass(1200);
  ask();
  inquirers[0].onAbandoned();
  assert.deepEqual(results, ["failed 22"]);
  inquirers[1].onFailure("network", "gone", true);
  ask();
  assert.deepEqual(results, ["failed 22"]);
  inquirers[1].onAbandoned();
  assert.deepEqual(results, ["failed 22", "failed 23", "failed 23"]);
});

Deno.test("a query that waits for a late answer starts an exchange after the pause of the failure", async () => {
  const { inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "no answer in time", true);
  await time.pass(100);
  ask();
  await time.pass(850);
  assert.equal(inquirers.length, 1);
  await time.pass(100);
  assert.equal(inquirers.length, 2);
  inquirers[1].onAnswer(response(2), "back", 10, false);
  inquirers[0].onAbandoned();
  ask();
  assert.deepEqual(results, ["failed 22", "answered 2", "cached 2"]);
});

Deno.test("a query waits 4 seconds for a late answer only, and not at all while all upstreams are dead", async () => {
  const { inquirers, results, ask, time, upstreams } = scene();
  // After four failures the pause is eight seconds.
  for (let i = 0; i < 4; i++) {
    ask();
    inquirers[i].onFailure("unreachable", "no answer in time", true);
    if (i < 3) inquirers[i].onAbandoned();
    await time.pass(i < 3 ? 8500 : 100);
  }
  results.length = 0;
  ask();
  await time.pass(3900);
  assert.deepEqual(results, []);
  await time.pass(200);
  assert.deepEqual(results, ["failed 22"]);
  upstreams.dead = true;
  ask();
  assert.deepEqual([results, inquirers.length], [["failed 22", "failed 13"], 4]);
});

Deno.test("a stale name starts another exchange after a second, beside one that may be lost", async () => {
  const { inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onAnswer(response(1), "up", 1, false);
  await time.pass(300_000);
  ask();
  await time.pass(1900);
  ask();
  assert.deepEqual([results, inquirers.length], [["answered 1", "stale 1"], 3]);
  await time.pass(250);
  ask();
  assert.deepEqual([results.slice(2), inquirers.length], [["stale 1", "stale 1"], 3]);
  await time.pass(800);
  ask();
  assert.equal(inquirers.length, 4);
  inquirers[3].onAnswer(response(2), "back", 10, false);
  assert.deepEqual(results.slice(4), ["answered 2"]);
  inquirers[1].onFailure("unreachable", "no answer in time", true);
  inquirers[2].onFailure("unreachable", "no answer in time", false);
  inquirers[1].onLateAnswer(response(1), "slow", 9000);
  ask();
  assert.deepEqual(results.slice(5), ["cached 2"]);
});

Deno.test("a flush drops earlier late answers", async () => {
  const { forwarding, inquirers, results, ask, time } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "no answer in time", true);
  await time.pass(100);
  ask();
  forwarding.flush();
  ask();
  assert.equal(inquirers.length, 2);
  inquirers[0].onLateAnswer(response(1), "old", 3000);
  assert.deepEqual(results, ["failed 22", "answered 1"]);
  inquirers[1].onAnswer(response(2), "new", 10, false);
  ask();
  assert.deepEqual(results, ["failed 22", "answered 1", "answered 2", "cached 2"]);
});

Deno.test("cached failures are removed when an upstream recovers", async () => {
  const { inquirers, results, ask, upstreams } = scene();
  ask();
  inquirers[0].onFailure("unreachable", "gone", false);
  ask();
  assert.deepEqual([results, inquirers.length], [["failed 22", "failed 13"], 1]);
  upstreams.recoveries++;
  ask();
  assert.equal(inquirers.length, 2);
  inquirers[1].onFailure("unreachable", "gone", false);
  ask();
  assert.deepEqual(results, ["failed 22", "failed 13", "failed 22", "failed 13"]);
});

Deno.test("a stale answer is served at once while all upstreams are dead, and refreshed after that", async () => {
  const { inquirers, results, ask, upstreams, time } = scene();
  ask();
  inquirers[0].onAnswer(response(1), "up", 1, false);
  await time.pass(300_000);
  upstreams.dead = true;
  ask();
  assert.deepEqual([results, inquirers.length], [["answered 1", "stale 1"], 1]);
  upstreams.dead = false;
  ask();
  inquirers[1].onAnswer(response(2), "up", 1, false);
  assert.deepEqual(results, ["answered 1", "stale 1", "answered 2"]);
});

Deno.test("a query that waits for a late answer does not fail with an earlier second failure", async () => {
  for (const wait of [100, 1200]) {
    const { inquirers, results, ask, time } = scene();
    ask();
    inquirers[0].onFailure("unreachable", "no answer in time", true);
    await time.pass(wait);
    ask();
    await time.pass(1000);
    assert.equal(inquirers.length, 2);
    inquirers[1].onFailure("unreachable", "no answer in time", false);
    assert.deepEqual(results, ["failed 22"]);
    await time.pass(500);
    inquirers[0].onLateAnswer(response(1), "slow", 3000);
    assert.deepEqual(results, ["failed 22", "answered 1"]);
  }
});

Deno.test("answers, failures, waiting queries and prefetches of two sets of upstreams never mix", async () => {
  const { inquirers, routes, results, ask, time } = scene();
  ask(1);
  ask(2);
  ask(1);
  assert.deepEqual(routes, [1, 2], "one exchange for each set");
  inquirers[0].onAnswer(response(1), "one", 1, false);
  inquirers[1].onFailure("network", "gone", false);
  ask(1);
  ask(2);
  ask(0);
  assert.deepEqual(results, ["answered 1", "answered 1", "failed 23", "cached 1", "failed 13"]);
  assert.deepEqual(routes, [1, 2, 0]);
  inquirers[2].onAnswer(response(3), "default", 1, false);
  // Popular answers are fetched ahead shortly before they expire.
  await time.pass(250_000);
  for (let i = 0; i < 8; i++) ask(1);
  assert.deepEqual(routes.slice(3), [1], "the prefetch asks the same set");
  inquirers[3].onAnswer(response(4), "one", 1, false);
  ask(1);
  ask(0);
  assert.deepEqual(results.slice(-2), ["cached 4", "cached 3"]);
});
