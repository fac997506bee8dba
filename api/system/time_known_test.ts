import assert from "node:assert/strict";
import type { AlertToRaise } from "../events/alert_kinds.ts";
import { type MachineClock, TimeKnown } from "./time_known.ts";
import { RELEASED } from "./version.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A day after the release, and well into its life. */
const TODAY = RELEASED + 40 * DAY;

/** A machine whose clocks a test sets. */
class Machine {
  /** The wall clock and the monotonic clock. */
  unix: number;
  ms = 5000;
  synchronised: boolean | undefined = false;
  hardware: number | undefined = undefined;
  alwaysHasClock = false;
  trust = false;
  stored: number[] = [];
  kept = 0;
  readonly raised: AlertToRaise[] = [];
  readonly log: string[] = [];
  #timer: { at: number; run: () => void } | undefined;
  readonly asked = { times: 0 };

  constructor(given: Partial<Machine>) {
    this.unix = TODAY;
    Object.assign(this, given);
  }

  start(): TimeKnown {
    const machine: MachineClock = {
      synchronised: () => {
        this.asked.times++;
        return this.synchronised;
      },
      hardware: () => this.hardware,
      alwaysHasClock: this.alwaysHasClock,
    };
    return new TimeKnown({
      machine,
      kept: { read: () => this.kept, write: (unix) => this.stored.push(this.kept = unix) },
      trusted: () => this.trust,
      runtime: testRuntime({
        now: () => this.unix,
        monotonic: () => this.ms,
        after: (ms, run) => {
          this.#timer = { at: this.ms + ms, run };
          return () => this.#timer = undefined;
        },
        log: (_, text) => this.log.push(text),
      }),
      raise: (alert) => this.raised.push(alert),
    });
  }

  /** Advances both clocks. */
  pass(ms: number): void {
    const end = this.ms + ms;
    while (this.#timer !== undefined && this.#timer.at <= end) {
      const { at, run } = this.#timer;
      this.#timer = undefined;
      this.unix += at - this.ms;
      this.hardware = this.hardware === undefined ? undefined : this.hardware + at - this.ms;
      this.ms = at;
      run();
    }
    this.unix += end - this.ms;
    this.ms = end;
  }

  get waits(): boolean {
    return this.#timer !== undefined;
  }
}

/** Whether a machine knows the time at its start. */
function knows(given: Partial<Machine>): boolean {
  const time = new Machine(given).start();
  time.close();
  return time.known();
}

Deno.test("a synchronised clock is trusted, unless it shows a time before the release", () => {
  assert.equal(knows({ synchronised: true }), true);
  assert.equal(knows({ synchronised: true, unix: RELEASED }), true);
  assert.equal(knows({ synchronised: true, unix: RELEASED - 1 }), false);
  assert.equal(knows({ synchronised: true, unix: 0 }), false);
  // The saved time may come from a wrong time server; the current one is right.
  assert.equal(knows({ synchronised: true, kept: TODAY + 3650 * DAY }), true);
});

Deno.test("a hardware clock is trusted when it is not behind the saved time", () => {
  assert.equal(knows({ hardware: TODAY }), true);
  assert.equal(knows({ hardware: TODAY, kept: TODAY - MINUTE }), true);
  // The hardware clock runs on local time, as another system on the same machine may set it.
  assert.equal(knows({ hardware: TODAY + 9 * HOUR }), true);
  // Its battery is empty, so it was reset.
  assert.equal(knows({ hardware: 0, unix: 0 }), false);
  assert.equal(knows({ hardware: Date.UTC(2000, 0, 1), unix: Date.UTC(2000, 0, 1) }), false);
  assert.equal(knows({ hardware: TODAY, kept: TODAY + 2 * MINUTE }), false);
  // It was not the source of the time.
  assert.equal(knows({ hardware: TODAY + 3 * DAY }), false);
  assert.equal(knows({ hardware: TODAY, unix: TODAY + 3650 * DAY }), false);
});

Deno.test("a computer without a hardware clock and synchronisation does not know the time", () => {
  assert.equal(knows({}), false);
  assert.equal(knows({ unix: 0 }), false);
  assert.equal(knows({ kept: TODAY - 2 * HOUR }), false);
});

Deno.test("a PC without a visible clock and a sandbox have the time of their host", () => {
  assert.equal(knows({ alwaysHasClock: true }), true);
  assert.equal(knows({ synchronised: undefined }), true);
  assert.equal(knows({ alwaysHasClock: true, unix: RELEASED - 1 }), false);
  assert.equal(knows({ alwaysHasClock: true, kept: TODAY + 1 }), false);
  assert.equal(knows({ synchronised: undefined, unix: 0 }), false);
});

Deno.test("the setting trust_clock makes the time known, whatever the clock shows", () => {
  assert.equal(knows({ trust: true }), true);
  assert.equal(knows({ trust: true, unix: 0 }), true);
  assert.equal(knows({ trust: true, kept: TODAY + DAY }), true);
});

Deno.test("a time server makes the time known within seconds and calls the listeners once", () => {
  const machine = new Machine({ unix: TODAY - 3 * HOUR, kept: TODAY - HOUR });
  const time = machine.start();
  const events: string[] = [];
  time.whenKnown(() => events.push("known"));
  time.whenChanged(() => events.push("changed"));
  machine.pass(MINUTE);
  assert.deepEqual([time.known(), events], [false, []]);
  machine.unix += 3 * HOUR;
  machine.synchronised = true;
  machine.pass(2000);
  assert.deepEqual([time.known(), events], [true, ["known", "changed"]]);
  assert.deepEqual(machine.log.length, 3);
  machine.pass(HOUR);
  assert.deepEqual(events, ["known", "changed"]);
  time.close();
  assert.equal(machine.waits, false);
});

Deno.test("a right clock that is confirmed later becomes known without being set", () => {
  const machine = new Machine({});
  const time = machine.start();
  let changed = 0;
  time.whenChanged(() => changed++);
  machine.pass(10_000);
  assert.deepEqual([time.known(), changed], [false, 0]);
  machine.synchronised = true;
  machine.pass(2000);
  assert.deepEqual([time.known(), changed], [true, 1]);
  // The kernel reports an unsynchronised clock after hours without servers; the clock continues to
  // run.
  machine.synchronised = false;
  machine.pass(DAY);
  assert.deepEqual([time.known(), changed], [true, 1]);
});

Deno.test("whenSet() listeners can shift saved times before the new time is used", async () => {
  const machine = new Machine({ unix: TODAY - 3 * HOUR, kept: TODAY });
  const time = machine.start();
  const events: unknown[] = [];
  let moved = () => {};
  time.whenSet((set) => {
    events.push(set);
    return new Promise((done) => moved = done);
  });
  time.whenChanged(() => events.push(time.known()));
  machine.pass(MINUTE);
  // The clock is set to another wrong time, then to the right one.
  machine.unix += HOUR;
  machine.pass(2000);
  assert.deepEqual(events, [{ by: HOUR, since: TODAY - 3 * HOUR }]);
  moved();
  await new Promise((done) => setTimeout(done));
  machine.pass(MINUTE);
  machine.unix += 2 * HOUR;
  machine.synchronised = true;
  machine.pass(2000);
  moved();
  await new Promise((done) => setTimeout(done));
  // Times from before the first correction, which it moved, are moved by the second one too.
  const second = { by: 2 * HOUR, since: TODAY - 2 * HOUR };
  assert.deepEqual(events, [{ by: HOUR, since: TODAY - 3 * HOUR }, false, second, true]);
  // Times from while the time was known are right, whatever the clock is set to.
  machine.unix += HOUR;
  machine.pass(2000);
  assert.equal(events.length, 5);
});

for (const by of [HOUR, -HOUR, DAY, -DAY, 3650 * DAY, 2000, -2000]) {
  Deno.test(`a synchronised clock set by ${by / 1000} seconds is reported within two seconds and stays known`, () => {
    const machine = new Machine({ synchronised: true, unix: TODAY + 30 * DAY });
    const time = machine.start();
    let changed = 0;
    let known = 0;
    time.whenChanged(() => changed++);
    time.whenKnown(() => known++);
    machine.pass(MINUTE);
    machine.unix += by;
    machine.pass(2000);
    assert.deepEqual([time.known(), changed, known], [true, 1, 0]);
    machine.pass(MINUTE);
    assert.equal(changed, 1);
  });
}

Deno.test("a clock that falls back to 1970 makes the time unknown until it is set", () => {
  const machine = new Machine({ synchronised: true });
  const time = machine.start();
  const events: boolean[] = [];
  time.whenChanged(() => events.push(time.known()));
  machine.unix = 0;
  machine.pass(2000);
  machine.unix = TODAY + DAY;
  machine.pass(2000);
  assert.deepEqual(events, [false, true]);
});

Deno.test("a gradual correction does not count as setting the clock", () => {
  const machine = new Machine({ synchronised: true });
  const time = machine.start();
  let changed = 0;
  time.whenChanged(() => changed++);
  for (let i = 0; i < 2000; i++) {
    machine.pass(2000);
    // 500 in a million, the most that the kernel corrects.
    machine.unix += 1;
  }
  assert.equal(changed, 0);
});

Deno.test("the time is saved every ten minutes, only while it is synchronised", () => {
  const machine = new Machine({ synchronised: true });
  const time = machine.start();
  machine.pass(HOUR);
  assert.equal(machine.stored.length, 7);
  assert.ok(machine.kept <= machine.unix && machine.kept > machine.unix - 10 * MINUTE);
  machine.synchronised = false;
  machine.pass(HOUR);
  assert.equal(machine.stored.length, 7);
  time.close();
  const host = new Machine({ alwaysHasClock: true });
  host.start();
  host.pass(HOUR);
  assert.deepEqual(host.stored, []);
});

Deno.test("a clock that was years ahead does not block the right time later", () => {
  const machine = new Machine({ synchronised: true });
  const time = machine.start();
  machine.unix += 3650 * DAY;
  machine.pass(HOUR);
  machine.unix -= 3650 * DAY;
  machine.pass(2000);
  assert.equal(time.known(), true);
  assert.ok(machine.kept <= machine.unix, "the time of now is kept in the place of the wrong one");
  time.close();
  // Set by hand without synchronisation: the time is not saved.
  const alone = new Machine({ hardware: TODAY });
  const there = alone.start();
  alone.unix += 3650 * DAY;
  alone.pass(HOUR);
  assert.equal(there.known(), false);
  alone.unix -= 3650 * DAY;
  alone.pass(2000);
  assert.equal(there.known(), true);
});

Deno.test("an unknown time raises one alert after ten minutes", () => {
  const machine = new Machine({});
  const time = machine.start();
  machine.pass(10 * MINUTE - 4000);
  assert.deepEqual(machine.raised, []);
  machine.pass(HOUR);
  assert.deepEqual(machine.raised, [{ kind: "clock.unknown" }]);
  machine.synchronised = true;
  machine.pass(2000);
  assert.equal(time.known(), true);
  machine.unix = 0;
  machine.pass(5 * MINUTE);
  assert.equal(machine.raised.length, 1);
  machine.pass(6 * MINUTE);
  assert.equal(machine.raised.length, 2);
});

Deno.test("trust in the clock applies immediately, distrust at the next check", () => {
  const machine = new Machine({});
  const time = machine.start();
  const events: boolean[] = [];
  time.whenChanged(() => events.push(time.known()));
  machine.trust = true;
  assert.equal(time.known(), true);
  machine.pass(2000);
  machine.trust = false;
  machine.pass(2000);
  assert.deepEqual(events, [true, false]);
});

Deno.test("trust in a clock that was set too waits until saved times are moved", async () => {
  const machine = new Machine({ unix: DAY });
  const time = machine.start();
  const moved: number[] = [];
  time.whenSet(({ by }) => {
    moved.push(by);
    return Promise.resolve();
  });
  machine.pass(500);
  machine.unix += 50 * DAY;
  machine.trust = true;
  assert.equal(time.known(), false);
  machine.pass(2000);
  assert.deepEqual([moved, time.known()], [[50 * DAY], false]);
  for (let i = 0; i < 5; i++) await Promise.resolve();
  assert.equal(time.known(), true);
});

Deno.test("while the time is known, the kernel is queried only before saving the time", () => {
  const machine = new Machine({ synchronised: true });
  machine.start();
  const { times } = machine.asked;
  machine.pass(HOUR);
  assert.ok(machine.asked.times - times <= 7, `${machine.asked.times - times}`);
});
