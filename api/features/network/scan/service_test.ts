import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { Machine } from "../machines/service.ts";
import { Scan } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

/** Scans over a network in which no machine answers, in simulated time. */
function scene() {
  const clock = { now: START };
  const sent: { at: number; to: string; port: number }[] = [];
  const log: string[] = [];
  const machines: Machine[] = [];
  const state = { fails: false, byItself: true, opened: 0, closed: 0 };
  const scan = new Scan({
    machines: {
      all: () => machines,
      learn: () => true,
      macOf: () => undefined,
      addressesOf: (one) => one.addressList,
    },
    neighbours: { look: () => {}, entries: () => [] },
    runtime: testRuntime({
      interfaces: () => [{ name: "eth0", address: "192.168.1.2", cidr: "192.168.1.0/24" }],
      now: () => clock.now,
      after(ms, run) {
        const timer = setTimeout(() => {
          clock.now += ms;
          run();
        }, 0);
        return () => clearTimeout(timer);
      },
      log: (_level, text) => log.push(text),
    }),
    byItself: () => state.byItself,
    openSocket() {
      if (state.fails) throw new Error("Address not available");
      state.opened++;
      return {
        send: (_bytes, to, port) => Promise.resolve(void sent.push({ at: clock.now, to, port })),
        close: () => void state.closed++,
      };
    },
    openPing: () => ({ ask: () => {}, askLink: () => {}, answered: () => [], close: () => {} }),
    describe: () => Promise.reject(new Error("nobody")),
    reverseNames: () => Promise.resolve(new Map()),
    routers: () => [],
    links: () => ["eth0"],
  });
  return { scan, clock, sent, machines, state, log };
}

Deno.test("a scan probes each address once within its rate limit, and closes its sockets", async () => {
  const { scan, sent, state } = scene();
  const percents: number[] = [];
  const running = scan.runWhole(new AbortController().signal);
  for (; scan.state().running; await new Promise((resolve) => setTimeout(resolve, 0))) {
    const { done, total } = scan.state();
    percents.push(total === 0 ? 0 : done / total);
    assert.match(scan.progress(), /^\d+ %, devices found: 0$/);
  }
  await running;
  const asked = sent.filter(({ port }) => port === 137).map(({ to }) => to);
  assert.deepEqual([asked.length, new Set(asked).size, asked.includes("192.168.1.2")], [
    253,
    253,
    false,
  ]);
  for (let at = START; at < START + 10_000; at += 1000) {
    const within = sent.filter((each) =>
      each.port === 137 && each.at >= at && each.at < at + 1000
    ).length;
    assert.ok(within <= LIMITS.scan.perSecond + 8, `${within} in a second`);
  }
  assert.deepEqual(percents, percents.toSorted((a, b) => a - b), "it never goes back");
  assert.deepEqual([state.opened, state.closed, scan.state().done === scan.state().total], [
    1,
    1,
    true,
  ]);
  assert.equal(scan.progress(), "");
});

Deno.test("a scan that cannot open a socket reports why and fails the task, and the next one starts normally", async () => {
  const { scan, state, log } = scene();
  state.fails = true;
  await assert.rejects(scan.runWhole(new AbortController().signal), /Address not available/);
  assert.deepEqual([scan.state().error, scan.state().running, log.length], [
    "Address not available",
    false,
    1,
  ]);
  state.fails = false;
  assert.equal(scan.start().error, "");
  await scan.stop();
});

Deno.test("a task that is aborted stops its scan", async () => {
  const { scan } = scene();
  const abort = new AbortController();
  const running = scan.runWhole(abort.signal);
  abort.abort();
  await running;
  assert.deepEqual([scan.state().stopped, scan.state().running], [true, false]);
});

Deno.test("machines that were recently present are probed again, the others are not", async () => {
  const { scan, sent, machines, state } = scene();
  const signal = new AbortController().signal;
  const add = (address: string, ago: number) => {
    const machine = new Machine("02:00:00:00:00:01", START - ago);
    machine.seen(address, START - ago, "neighbour");
    machines.push(machine);
  };
  add("192.168.1.20", 20 * MINUTE);
  add("192.168.1.21", MINUTE);
  add("192.168.1.22", 25 * 60 * MINUTE);
  add("10.0.0.9", 20 * MINUTE);
  add("fd00::20", 20 * MINUTE);
  await scan.poke(signal);
  assert.deepEqual(sent.map(({ to, port }) => [to, port]), [["192.168.1.20", 9]]);
  state.byItself = false;
  await scan.poke(signal);
  await scan.runWhole(signal);
  assert.equal(sent.length, 1, "the box may not look by itself");
});
