import assert from "node:assert/strict";
import { parseUpstreams } from "../../policy/model/upstream_line.ts";
import { question } from "../../tests/support/upstream_pool.ts";
import { Clock } from "../clock.ts";
import type { ForwardListener } from "./exchange.ts";
import { UpstreamQuery } from "./upstream_query.ts";
import {
  type AttemptListener,
  DEAD_QUERY_INTERVAL,
  emptyStatistics,
  UpstreamServer,
} from "./upstream.ts";
import { Timers } from "./timers.ts";
import type { TransportDeps, UpstreamAttempt } from "./transport.ts";

const NOBODY: AttemptListener = { acceptsLate: true, onTimeout() {}, onEnd() {} };
const RULES = { width: 1, hedges: false, timeout: 1000 };

/** One dead upstream, questions to it, and their results. */
function setUp() {
  const state = { now: 1000 };
  const tries: UpstreamAttempt[] = [];
  const outcomes: string[] = [];
  const clock = new Clock(() => state.now, () => state.now);
  const timers = new Timers(clock);
  const isProbe = (attempt: UpstreamAttempt) => attempt.question.nameLength === 1;
  const transport = {
    ask: (attempt: UpstreamAttempt) => void (isProbe(attempt) || tries.push(attempt)),
    sweep() {},
    close() {},
  };
  const [target] = parseUpstreams(["tcp://192.0.2.1"]).defaults;
  const statistics = emptyStatistics(target.text);
  const server = new UpstreamServer(
    target,
    transport,
    statistics,
    { clock, timers } as TransportDeps,
    () => {},
  );
  const fly = (deadline = 2000) => {
    clock.refresh();
    const flight = new UpstreamQuery({ clock, timers, onResult() {}, onEnd() {} });
    const number = outcomes.push("") - 1;
    flight.servers.push(server);
    const inquirer: ForwardListener = {
      onAnswer: () => void (outcomes[number] = "answered"),
      onFailure: (_why, text) => void (outcomes[number] = text),
      onLateAnswer: () => void (outcomes[number] += ", then a late answer"),
      onAbandoned: () => void (outcomes[number] += ", and none late"),
    };
    flight.start(question("a.example"), RULES, 1, deadline, inquirer);
  };
  for (let i = 0; i < 12; i++) server.ask(question("b.example"), 1000, false, NOBODY);
  for (const attempt of tries.splice(0)) attempt.onFailure("network", "away");
  state.now += 1000;
  const close = () => {
    server.close();
    return timers.close();
  };
  return { state, tries, outcomes, fly, close };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resume) => setTimeout(resume, 5));
}

const FAILED = "No upstream answered: tcp://192.0.2.1: away";

Deno.test("one of several questions to a dead upstream is sent, and the others wait for its recovery", async () => {
  const { state, tries, outcomes, fly, close } = setUp();
  for (let i = 0; i < 3; i++) fly();
  assert.deepEqual([tries.length, outcomes], [1, ["", "", ""]]);
  tries[0].onAnswer(new Uint8Array(12));
  state.now += DEAD_QUERY_INTERVAL + 20;
  await until(() => tries.length === 3);
  for (const attempt of tries.slice(1)) attempt.onAnswer(new Uint8Array(12));
  assert.deepEqual(outcomes, Array(3).fill("answered"));
  close();
});

Deno.test("questions to a dead upstream wait once, unless they lack time or were sent themselves", async () => {
  const { state, tries, outcomes, fly, close } = setUp();
  for (let i = 0; i < 3; i++) fly();
  fly(DEAD_QUERY_INTERVAL);
  assert.deepEqual([tries.length, outcomes], [1, ["", "", "", FAILED]]);
  state.now += DEAD_QUERY_INTERVAL + 20;
  await until(() => outcomes.filter((outcome) => outcome === FAILED).length === 2);
  assert.equal(tries.length, 2);
  for (const attempt of tries) attempt.onFailure("final", "away");
  assert.deepEqual([tries.length, outcomes], [2, Array(4).fill(FAILED)]);
  close();
});
