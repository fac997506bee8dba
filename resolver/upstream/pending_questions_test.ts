import assert from "node:assert/strict";
import { question } from "../../tests/support/upstream_pool.ts";
import { Clock } from "../clock.ts";
import { Timers } from "./timers.ts";
import type { UpstreamAttempt } from "./transport.ts";
import { PendingQuestions } from "./pending_questions.ts";

Deno.test("a question ends once: answered, failed, late, or with its upstream", async () => {
  const timers = new Timers(new Clock(() => performance.now(), () => Date.now()));
  const reported: string[] = [];
  const late = Promise.withResolvers<void>();
  const under = new PendingQuestions<{ name: string; attempt: UpstreamAttempt }>({
    timers,
    onEnd: ({ name }) => void reported.push(`${name} left`),
    onTimeout({ name }) {
      reported.push(`${name} expired`);
      queueMicrotask(late.resolve);
    },
  });
  const begin = (name: string, timeout = 60_000) => {
    const attempt: UpstreamAttempt = {
      question: question(name),
      timeout,
      onAnswer: () => void reported.push(`${name} answered`),
      onFailure: (why) => void reported.push(`${name} failed: ${why}`),
    };
    const asked = { name, attempt };
    under.begin(asked);
    return asked;
  };
  const [a, b] = ["a", "b"].map((name) => begin(name));
  under.answer(a, new Uint8Array(12));
  under.fail(a, "network", "too late");
  under.fail(b, "network", "gone");
  under.answer(b, new Uint8Array(12));
  assert.deepEqual([under.has(a), under.has(b)], [false, false]);
  assert.deepEqual(reported.splice(0), ["a left", "a answered", "b left", "b failed: network"]);
  begin("c", 1);
  await late.promise;
  assert.deepEqual(reported.splice(0), ["c expired", "c left", "c failed: timeout"]);
  begin("d");
  under.close();
  under.close();
  assert.deepEqual(reported, ["d left", "d failed: network"]);
  timers.close();
});
