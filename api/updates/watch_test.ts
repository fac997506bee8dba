import assert from "node:assert/strict";
import { sentence } from "../../policy/model/sentence.ts";
import type { BoxHealth } from "./health.ts";
import { watchVersion } from "./watch.ts";

const TIMES = { whole: 60, patience: 30, every: 2 };

/** Watches a box whose health by second is given; returns the verdict and how long it took. */
async function watched(healthAt: (second: number) => Partial<BoxHealth>) {
  let now = 0;
  const verdict = await watchVersion("1.1.0", TIMES, {
    now: () => now,
    pause: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
    ask: () =>
      Promise.resolve({
        problem: "",
        version: "1.1.0",
        uptime: now / 1000,
        ...healthAt(now / 1000),
      }),
  });
  return { verdict, seconds: now / 1000 };
}

Deno.test("A version that runs for a minute stays, also when it starts slowly", async () => {
  assert.deepEqual(await watched(() => ({})), { verdict: "", seconds: 60 });
  const slow = await watched((second) => second < 20 ? { problem: sentence`no answer` } : {});
  assert.deepEqual(slow, { verdict: "", seconds: 60 });
});

Deno.test("A version that does not answer for half a minute is given up, early or late", async () => {
  const silent = await watched(() => ({ problem: sentence`no answer` }));
  assert.deepEqual(silent, { verdict: "no answer", seconds: 30 });
  const late = await watched((second) => second > 40 ? { problem: sentence`DNS: no answer` } : {});
  assert.deepEqual(late, { verdict: "DNS: no answer", seconds: 70 });
});

Deno.test("Another version that answers, and one that starts again and again, are given up", async () => {
  const other = await watched(() => ({ version: "1.0.0" }));
  assert.equal(other.verdict, "version 1.0.0 runs instead");
  const looping = await watched((second) => ({ uptime: second % 10 }));
  assert.equal(looping.verdict, "it started anew 3 times");
});
