import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import { addressOf, type UsageScene, withUsage } from "../../../../tests/support/usage_scene.ts";
import type { Interval } from "../../../../policy/model/person_time.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { CutMonitor } from "./cut_monitor.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVENING = { start: "2026-11-21T18:00:00Z", zone: "Europe/Paris" };
const SITES = ["a.example.com", "b.example.com", "a.example.com"] as const;

interface Watching extends UsageScene {
  readonly watch: CutMonitor;
  readonly alerts: AlertToRaise[];
  readonly cuts: Map<number, Interval>;
  /** Whether devices answer, and the number of checks. */
  readonly network: { there: boolean; looks: number; while?: () => void };
  /** Sends queries of a device, all of them blocked. */
  use(device: number, ...names: (string | Partial<Observation>)[]): void;
}

function withWatch(test: (scene: Watching) => Promise<void>): Promise<void> {
  return withUsage(EVENING, async (scene) => {
    const alerts: AlertToRaise[] = [];
    const cuts = new Map<number, Interval>();
    const network: Watching["network"] = { there: true, looks: 0 };
    const watch = new CutMonitor({
      household: scene.household,
      runtime: testRuntime({
        now: scene.now,
        monotonic: scene.time.now,
        log: () => {},
        after(ms, run) {
          const timer = scene.time.after(ms, run);
          return () => scene.time.cancel(timer);
        },
      }),
      deviceAt: (address) => Number(address.split(".")[3]),
      cutOf: (person) => cuts.get(person),
      answers: () => {
        network.looks++;
        network.while?.();
        return Promise.resolve(network.there);
      },
      raise: (alert) => void alerts.push(alert),
    });
    const use = (device: number, ...names: (string | Partial<Observation>)[]) =>
      watch.observe(names.map((name) => ({
        ...createObservation({
          client: addressOf(device),
          time: scene.now(),
          status: "blocked",
          reason: "schedule",
        }),
        ...(typeof name === "string" ? { name } : name),
      })));
    await test({ ...scene, watch, alerts, cuts, network, use });
    await watch.close();
  });
}

/** Starts a cut of a person. */
function cut({ cuts, now }: Watching, person: number, length = 2 * HOUR): void {
  cuts.set(person, { from: now(), to: now() + length });
}

Deno.test("a device that falls silent in a cut is reported once, with whether it still answers", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, network } = scene;
    cut(scene, ids.emma);
    await time.pass(6 * MINUTE);
    use(own.emma, ...SITES);
    await time.pass(15 * MINUTE - 1);
    assert.deepEqual(alerts, []);
    await time.pass(1);
    assert.deepEqual(alerts, [{
      kind: "bypass.cut",
      deviceId: own.emma,
      personId: ids.emma,
      detail: "present",
    }]);
    use(own.emma, ...SITES);
    await time.pass(HOUR);
    assert.equal(alerts.length, 1, "once in a cut");
    network.there = false;
    cut(scene, ids.emma);
    await time.pass(6 * MINUTE);
    use(own.emma, ...SITES);
    await time.pass(15 * MINUTE);
    assert.deepEqual(
      alerts.map(({ detail }) => detail),
      ["present", "gone"],
      "another cut, switched off",
    );
    assert.equal(network.looks, 2);
  }));

Deno.test("every query restarts the silence, also one for a local name", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use } = scene;
    cut(scene, ids.tom);
    await time.pass(5 * MINUTE);
    use(own.tom, ...SITES);
    await time.pass(14 * MINUTE);
    use(own.tom, { name: "printer.lan", status: "local" });
    await time.pass(14 * MINUTE);
    use(own.tom, "a.example.com");
    await time.pass(15 * MINUTE - 1);
    assert.deepEqual(alerts, []);
    await time.pass(1);
    assert.equal(alerts.length, 1);
  }));

Deno.test("queries in the first five minutes, of fewer than three sites in a step or of local names are no use", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, network } = scene;
    cut(scene, ids.emma);
    use(own.emma, ...SITES, ...SITES);
    await time.pass(5 * MINUTE - 1);
    use(own.emma, ...SITES, ...SITES);
    await time.pass(1);
    use(own.emma, "a.example.com", "b.example.com");
    await time.pass(5 * MINUTE);
    use(
      own.emma,
      "a.example.com",
      { name: "box.example.com", status: "local" },
      "printer",
      "nas.lan",
    );
    use(own.emma, { name: "c.example.com", transport: "ask" }, "1.168.192.in-addr.arpa");
    await time.pass(HOUR);
    assert.deepEqual([alerts, network.looks], [[], 0]);
  }));

Deno.test("devices without a cut, with an ended or day-old cut, and of adults are not watched", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, cuts } = scene;
    use(own.emma, ...SITES);
    await time.pass(HOUR);
    cut(scene, ids.emma, 20 * MINUTE);
    cut(scene, ids.anna);
    await time.pass(6 * MINUTE);
    use(own.emma, ...SITES);
    use(own.anna, ...SITES);
    await time.pass(HOUR);
    assert.deepEqual(alerts, [], "the cut ended in the silence");
    cuts.set(ids.tom, { from: scene.now() - 23 * HOUR - 50 * MINUTE, to: scene.now() + 12 * HOUR });
    use(own.tom, ...SITES);
    await time.pass(HOUR);
    assert.deepEqual(alerts, [], "a day was over before it was silent long enough");
  }));

Deno.test("a shared device is watched in the cut of any of its minors, and reported without a person", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, cuts } = scene;
    cut(scene, ids.tom);
    await time.pass(6 * MINUTE);
    use(own.tablet, ...SITES);
    use(own.television, ...SITES);
    cuts.delete(ids.emma);
    await time.pass(15 * MINUTE);
    assert.deepEqual(alerts.map(({ deviceId, personId }) => [deviceId, personId]), [
      [own.tablet, 0],
      [own.television, 0],
    ]);
  }));

Deno.test("a device with a new owner, or that sends a query during the check, is not reported", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, devices, network } = scene;
    cut(scene, ids.emma);
    await time.pass(6 * MINUTE);
    use(own.emma, ...SITES);
    await devices.setPeople(own.emma, { person_id: ids.anna });
    await time.pass(16 * MINUTE);
    assert.deepEqual(alerts, []);
    await devices.setPeople(own.emma, { person_id: ids.emma });
    use(own.emma, ...SITES);
    await time.pass(10 * MINUTE);
    network.while = () => {
      delete network.while;
      scene.watch.observe([createObservation({ client: addressOf(own.emma), time: scene.now() })]);
    };
    // The network is checked a moment after the timer.
    await time.pass(5 * MINUTE + 1);
    const looked = network.looks;
    await time.pass(16 * MINUTE);
    assert.deepEqual([looked, network.looks, alerts.length], [1, 2, 1]);
  }));

Deno.test("setting the clock ahead does not make a device silent", () =>
  withWatch(async (scene) => {
    const { time, own, ids, alerts, use, clock } = scene;
    cut(scene, ids.emma, 12 * HOUR);
    await time.pass(6 * MINUTE);
    use(own.emma, ...SITES);
    clock.ahead = 3 * HOUR;
    use(own.tablet, ...SITES);
    await time.pass(10 * MINUTE);
    assert.deepEqual(alerts, []);
    await time.pass(5 * MINUTE);
    assert.deepEqual(alerts.map(({ deviceId }) => deviceId), [own.emma, own.tablet]);
  }));
