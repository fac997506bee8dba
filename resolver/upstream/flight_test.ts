import assert from "node:assert/strict";
import { parseUpstreams } from "../../policy/model/upstream_line.ts";
import { question } from "../../tests/support/upstream_pool.ts";
import { Clock } from "../clock.ts";
import type { Inquirer } from "./exchange.ts";
import { Flight } from "./flight.ts";
import { TRICKLE, UpstreamServer } from "./server.ts";
import { Timers } from "./timers.ts";
import type { TransportDeps, Try } from "./transport.ts";

const RULES = { width: 1, hedges: false, timeout: 1000 };

/** One upstream that is dead, questions put to it, and what became of each. */
function setUp() {
  const state = { now: 1000 }, tries: Try[] = [], outcomes: string[] = [];
  const clock = new Clock(() => state.now, () => state.now), timers = new Timers(clock);
  const isProbe = (attempt: Try) => attempt.question.nameLength === 1;
  const transport = {
    ask: (attempt: Try) => void (isProbe(attempt) || tries.push(attempt)),
    sweep() {},
    close() {},
  };
  const [target] = parseUpstreams(["tcp://192.0.2.1"]).defaults;
  const totals = {
    queries: 0,
    failures: 0,
    timeouts: 0,
    latency: 0,
    lastAnswer: 0,
    downUntil: 0,
    lastError: "",
  };
  const statistics = { upstream: target.text, ...totals };
  const server = new UpstreamServer(
    target,
    transport,
    statistics,
    { clock, timers } as TransportDeps,
    () => {},
  );
  const fly = (deadline = 2000) => {
    clock.refresh();
    const flight = new Flight({ clock, timers, landed() {}, ended() {} }),
      number = outcomes.push("") - 1;
    flight.servers.push(server);
    const inquirer: Inquirer = {
      answered: () => void (outcomes[number] = "answered"),
      failed: (_why, text) => void (outcomes[number] = text),
    };
    flight.start(question("a.example"), RULES, 1, deadline, inquirer);
  };
  for (let i = 0; i < 12; i++) server.ask(question("b.example"), 1000, false, { ended() {} });
  for (const attempt of tries.splice(0)) attempt.failed("network", "away");
  state.now += 1000;
  const close = () => (server.close(), timers.close());
  return { state, tries, outcomes, fly, close };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resume) => setTimeout(resume, 5));
}

const FAILED = "No upstream answered: tcp://192.0.2.1: away";

Deno.test("of questions to a dead upstream one is put, and the others wait for its return", async () => {
  const { state, tries, outcomes, fly, close } = setUp();
  for (let i = 0; i < 3; i++) fly();
  assert.deepEqual([tries.length, outcomes], [1, ["", "", ""]]);
  tries[0].answered(new Uint8Array(12));
  state.now += TRICKLE + 20;
  await until(() => tries.length === 3);
  for (const attempt of tries.slice(1)) attempt.answered(new Uint8Array(12));
  assert.deepEqual(outcomes, Array(3).fill("answered"));
  close();
});

Deno.test("questions to an upstream that stays dead wait once; who has less time, or was asked itself, does not", async () => {
  const { state, tries, outcomes, fly, close } = setUp();
  for (let i = 0; i < 3; i++) fly();
  fly(TRICKLE);
  assert.deepEqual([tries.length, outcomes], [1, ["", "", "", FAILED]]);
  state.now += TRICKLE + 20;
  await until(() => outcomes.filter((outcome) => outcome === FAILED).length === 2);
  assert.equal(tries.length, 2);
  for (const attempt of tries) attempt.failed("final", "away");
  assert.deepEqual([tries.length, outcomes], [2, Array(4).fill(FAILED)]);
  close();
});
