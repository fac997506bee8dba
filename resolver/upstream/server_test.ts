import assert from "node:assert/strict";
import { parseUpstreams } from "../../policy/model/upstream_line.ts";
import { question } from "../../tests/support/upstream_pool.ts";
import { Clock } from "../clock.ts";
import { type Asker, UpstreamServer } from "./server.ts";
import { Timers } from "./timers.ts";
import type { Transport, TransportDeps } from "./transport.ts";

const MINUTE = 60_000, NOBODY: Asker = { ended() {} };

/** A server whose transport answers while `answers` says so, and the log. */
function setUp() {
  const log: string[] = [], state = { now: 1000, answers: true };
  const clock = new Clock(() => state.now, () => state.now), timers = new Timers(clock);
  const transport: Transport = {
    ask: (attempt) =>
      state.answers
        ? attempt.answered(new Uint8Array(12))
        : attempt.failed("timeout", "no answer in time"),
    sweep() {},
    close() {},
  };
  const [target] = parseUpstreams(["192.0.2.1"]).defaults, text = target.text;
  const statistics = {
    upstream: text,
    queries: 0,
    failures: 0,
    timeouts: 0,
    latency: 0,
    lastAnswer: 0,
    downUntil: 0,
    lastError: "",
  };
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
  const close = () => (server.close(), timers.close());
  return { state, server, log, ask, close };
}

Deno.test("the log tells once a minute of an upstream that answers now and then", () => {
  const { state, server, log, ask, close } = setUp();
  for (let second = 0; second < 119; second++, state.now += 1000) {
    ask(3, false);
    ask(1, true);
  }
  assert.deepEqual(log, ["warn", "info", "warn", "info"]);
  assert.equal(server.isDown, false);
  close();
});

Deno.test("an upstream that stays away after it came and went is told all the same", () => {
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
