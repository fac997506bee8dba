import assert from "node:assert/strict";
import { Scheduler } from "./scheduler.ts";
import type { Task } from "./task.ts";
import { testRuntime } from "../tests/support/test_runtime.ts";

const START = Date.UTC(2026, 10, 21, 10, 0, 30);

/** A clock and timers that advance only on request. */
function simulated() {
  let now = START;
  const timers = new Set<{ at: number; run: () => void }>();
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const lines: string[] = [];
  const runtime = testRuntime({
    now: () => now,
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    random: () => 0.5,
    log: (_level, text) => void lines.push(text),
  });
  return {
    runtime,
    lines,
    timers,
    set: (time: number) => void (now = time),
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        await settle();
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
      await settle();
    },
  };
}

function scheduled(task: Partial<Task>) {
  const time = simulated();
  const whole: Task = {
    name: "test",
    doc: "A test",
    when: { every: 600_000 },
    deadline: 60_000,
    jitter: 0,
    run: () => Promise.resolve(),
    ...task,
  };
  return {
    time,
    scheduler: new Scheduler([whole], { runtime: time.runtime }),
  };
}

Deno.test("A task that fails twice or more in a row is reported as failing until it succeeds", async () => {
  const time = simulated();
  const failing: string[] = [];
  let bad = true;
  const task: Task = {
    name: "test",
    doc: "A test",
    when: { every: 1000 },
    deadline: 60_000,
    jitter: 0,
    run: () => bad ? Promise.reject(new Error("no luck")) : Promise.resolve(),
  };
  const scheduler = new Scheduler([task], {
    runtime: time.runtime,
    onFailing: (name, why) => void failing.push(`${name}: ${why}`),
  });
  scheduler.start();
  await time.pass(1500);
  assert.deepEqual(failing, []);
  await time.pass(1000);
  assert.deepEqual(failing, ["test: no luck"]);
  bad = false;
  await time.pass(1000);
  bad = true;
  await time.pass(1000);
  assert.equal(failing.length, 1);
  await scheduler.stop();
});

Deno.test("A task runs every period with its jitter, and its state contains the times", async () => {
  const runs: number[] = [];
  const { time, scheduler } = scheduled({
    jitter: 10_000,
    run: () => Promise.resolve(void runs.push((time.runtime.now() - START) / 1000)),
  });
  scheduler.start();
  assert.equal(scheduler.taskStates()[0].last_run, 0);
  await time.pass(1_300_000);
  assert.deepEqual(runs, [605, 1210]);
  const [state] = scheduler.taskStates();
  assert.deepEqual([state.last_run, state.next_run], [START / 1000 + 1210, START / 1000 + 1815]);
  await scheduler.stop();
  assert.equal(time.timers.size, 0);
});

Deno.test("A cron pattern is read in UTC, and a task with atStart runs soon", async () => {
  const runs: string[] = [];
  const { time, scheduler } = scheduled({
    when: { cron: "5 * * * *" },
    atStart: true,
    run: () =>
      Promise.resolve(void runs.push(new Date(time.runtime.now()).toISOString().slice(11, 19))),
  });
  scheduler.start();
  await time.pass(2 * 3_600_000);
  assert.deepEqual(runs, ["10:00:35", "10:05:00", "11:05:00"]);
  await scheduler.stop();
});

Deno.test("The last error is kept and reported, and the next successful run clears it", async () => {
  let bad = true;
  const { time, scheduler } = scheduled({
    run: () => bad ? Promise.reject(new Error("no room")) : Promise.resolve(),
  });
  scheduler.start();
  await time.pass(600_000);
  assert.equal(scheduler.taskStates()[0].last_error, "no room");
  assert.deepEqual(time.lines, ["The task test failed: no room"]);
  bad = false;
  await time.pass(600_000);
  assert.equal(scheduler.taskStates()[0].last_error, "");
  await scheduler.stop();
});

Deno.test("A task that is woken during a run is run once more afterwards, never twice at a time", async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const release: (() => void)[] = [];
  const { scheduler } = scheduled({
    run: async () => {
      runs++;
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => release.push(resolve));
      running--;
    },
  });
  const all = [scheduler.wake("test"), scheduler.wake("test"), scheduler.wake("test")];
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    release.shift()?.();
  }
  await Promise.all(all);
  assert.deepEqual([runs, most], [2, 1]);
  await assert.rejects(scheduler.wake("other"), RangeError);
});

Deno.test("A task is aborted at its deadline, and abandoned when it ignores the signal", async () => {
  let aborted = false;
  const { time, scheduler } = scheduled({
    run: (signal) => {
      signal.addEventListener("abort", () => aborted = true);
      return new Promise(() => {});
    },
  });
  scheduler.start();
  await time.pass(600_000 + 60_000);
  assert.ok(aborted && scheduler.taskStates()[0].running);
  await time.pass(10_000);
  const [state] = scheduler.taskStates();
  assert.deepEqual([state.running, state.last_error], [false, "It took longer than 60 s"]);
  await scheduler.stop();
});

Deno.test("A clock set back or forward does not delay a task", async () => {
  let runs = 0;
  const { time, scheduler } = scheduled({ run: () => Promise.resolve(void runs++) });
  scheduler.start();
  time.set(START - 365 * 86_400_000);
  // Timers count from the time when they were set, whatever the clock shows: fires those due by
  // their own time.
  for (const timer of [...time.timers]) {
    time.timers.delete(timer);
    timer.run();
  }
  await time.pass(700_000);
  assert.equal(runs, 1);
  await scheduler.stop();
});

Deno.test("A task with a first time runs within its range after the start, and again when it is rescheduled", async () => {
  const runs: number[] = [];
  const { time, scheduler } = scheduled({
    first: { from: 60_000, to: 120_000 },
    run: () => Promise.resolve(void runs.push((time.runtime.now() - START) / 1000)),
  });
  scheduler.start();
  assert.equal(scheduler.taskStates()[0].next_run, START / 1000 + 90);
  await time.pass(100_000);
  assert.deepEqual(runs, [90]);
  scheduler.begin("test");
  await time.pass(90_000);
  assert.deepEqual(runs, [90, 190]);
  assert.equal(scheduler.taskStates()[0].next_run, START / 1000 + 790);
  assert.throws(() => scheduler.begin("other"), RangeError);
  await scheduler.stop();
});

Deno.test("A task reports its progress only while it runs", async () => {
  let finish = () => {};
  const { scheduler } = scheduled({
    progress: () => "2 of 3",
    run: () => new Promise<void>((resolve) => finish = resolve),
  });
  assert.equal(scheduler.taskStates()[0].progress, "");
  const run = scheduler.wake("test");
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual([scheduler.taskStates()[0].running, scheduler.taskStates()[0].progress], [
    true,
    "2 of 3",
  ]);
  finish();
  await run;
  assert.equal(scheduler.taskStates()[0].progress, "");
});

Deno.test("The state says why the last run did nothing, until a run does something or fails", async () => {
  let next: () => Promise<"not_due" | void> = () => Promise.resolve("not_due");
  const { scheduler } = scheduled({ run: () => next() });
  const reason = () => scheduler.taskStates()[0].did_nothing;
  assert.equal(reason(), "");
  await scheduler.wake("test");
  assert.equal(reason(), "not_due");
  next = () => Promise.reject(new Error("no luck"));
  await scheduler.wake("test");
  assert.equal(reason(), "");
  next = () => Promise.resolve("not_due");
  await scheduler.wake("test");
  next = () => Promise.resolve();
  await scheduler.wake("test");
  assert.equal(reason(), "");
});

Deno.test("A task is still found by a name of an older version", async () => {
  let runs = 0;
  const { scheduler } = scheduled({
    formerNames: ["test.old"],
    run: () => Promise.resolve(void runs++),
  });
  await scheduler.wake("test.old");
  assert.equal(runs, 1);
  assert.deepEqual([scheduler.nameOf("test.old"), scheduler.nameOf("other")], ["test", "other"]);
});
