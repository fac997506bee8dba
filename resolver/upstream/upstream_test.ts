import assert from "node:assert/strict";
import { parseUpstreams } from "../../policy/model/upstream_line.ts";
import { question } from "../../tests/support/upstream_pool.ts";
import { WAIT, within } from "../../tests/support/whole_box.ts";
import { Clock } from "../clock.ts";
import { type AttemptListener, emptyStatistics, UpstreamServer } from "./upstream.ts";
import { Timers } from "./timers.ts";
import type { Transport, TransportDeps, UpstreamAttempt } from "./transport.ts";

const MINUTE = 60_000;
const NOBODY: AttemptListener = { acceptsLate: true, onTimeout() {}, onEnd() {} };

/** A server and its log. Its transport answers while `answers` is true, or keeps attempts open. */
function setUp() {
  const log: string[] = [];
  const state = { now: 1000, answers: true, keeps: false };
  const open: UpstreamAttempt[] = [];
  const clock = new Clock(() => state.now, () => state.now);
  const timers = new Timers(clock);
  const transport: Transport = {
    ask(attempt) {
      if (state.keeps) open.push(attempt);
      else if (state.answers) attempt.onAnswer(new Uint8Array(12));
      else attempt.onFailure("timeout", "no answer in time");
    },
    sweep() {},
    close() {},
  };
  const [target] = parseUpstreams(["192.0.2.1"]).defaults;
  const text = target.text;
  const statistics = emptyStatistics(text);
  const server = new UpstreamServer(
    target,
    transport,
    statistics,
    { clock, timers } as TransportDeps,
    (level) => log.push(level),
  );
  const ask = (times: number, answers: boolean) => {
    state.answers = answers;
    clock.refresh();
    for (let i = 0; i < times; i++) server.ask(question("a.example"), 1000, false, NOBODY);
  };
  const close = () => {
    server.close();
    return timers.close();
  };
  return { state, server, log, ask, close, open, clock };
}

Deno.test("an intermittent upstream is logged once a minute", () => {
  const { state, server, log, ask, close } = setUp();
  for (let second = 0; second < 119; second++, state.now += 1000) {
    ask(3, false);
    ask(1, true);
  }
  assert.deepEqual(log, ["warn", "info", "warn", "info"]);
  assert.equal(server.isDown, false);
  close();
});

Deno.test("an upstream that stays down after it recovered is logged again", () => {
  const { state, log, ask, close } = setUp();
  ask(3, false);
  ask(1, true);
  ask(3, false);
  assert.deepEqual(log, ["warn", "info"]);
  state.now += MINUTE;
  ask(1, false);
  assert.deepEqual(log, ["warn", "info", "warn"]);
  ask(1, true);
  assert.deepEqual(log, ["warn", "info", "warn", "info"]);
  close();
});

Deno.test("failed probes are no failed queries, whether slow or refused", async () => {
  const { state, server, ask, close, open } = setUp();
  ask(3, false);
  assert.equal(server.isDown, true);
  state.keeps = true;
  for (let i = 0; i < 2; i++) {
    state.now += MINUTE;
    assert.ok(await within(WAIT, () => open.length > i));
  }
  const [slow, refused] = open;
  assert.equal(slow.onTimeout!(), true);
  refused.onFailure("network", "nothing listens there");
  const { queries, failures, timeouts, lastError } = server.statistics;
  assert.deepEqual([queries, failures, timeouts], [3, 3, 3]);
  assert.match(lastError, /nothing listens/);
  close();
});

Deno.test("late attempts are bounded; timeouts count once, and their round trip is the true one", () => {
  const { state, server, ask, close, open, clock } = setUp();
  const probes = () => open.filter(({ question }) => question.nameLength === 1).length;
  state.keeps = true;
  ask(600, true);
  state.now += 1000;
  clock.refresh();
  const late = open.filter((attempt) => attempt.onTimeout!());
  assert.equal(late.length, 512);
  for (const attempt of open) if (!late.includes(attempt)) attempt.onFailure("timeout", "none");
  assert.deepEqual([server.statistics.timeouts, server.statistics.failures], [600, 600]);
  state.now += 2000;
  clock.refresh();
  for (const attempt of late.slice(0, 200)) attempt.onAnswer(new Uint8Array(12));
  for (const attempt of late.slice(200)) attempt.onFailure("timeout", "none");
  const { timeouts, failures, latency, lastAnswer, downUntil } = server.statistics;
  assert.deepEqual([timeouts, failures, lastAnswer], [600, 600, state.now]);
  assert.ok(latency > 1000, `${latency}`);
  // Too slow to be preferred over others, but not dead.
  assert.ok(downUntil > 0 && server.isSlow && !server.isKnownDead && server.refusal === "");
  open.length = 0;
  ask(1, true);
  assert.equal(open.length - probes(), 1);
  assert.equal(open.find(({ question }) => question.nameLength > 1)!.onTimeout!(), true);
  close();
});

Deno.test("the mean round trip of late answers approaches the true one", () => {
  const { state, server, ask, close, open, clock } = setUp();
  state.keeps = true;
  for (let i = 0; i < 60; i++) {
    ask(1, true);
    const attempt = open.at(-1)!;
    state.now += 1000;
    clock.refresh();
    assert.equal(attempt.onTimeout!(), true);
    state.now += 2000;
    clock.refresh();
    attempt.onAnswer(new Uint8Array(12));
  }
  assert.ok(Math.abs(server.statistics.latency - 3000) < 10, `${server.statistics.latency}`);
  close();
});
