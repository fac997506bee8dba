import assert from "node:assert/strict";
import { LIMITS } from "../../../policy/limits.ts";
import { Challenges } from "./challenges.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const { challengeLife, challengesHeld, challengesPerOwner } = LIMITS.factors;

function made() {
  const clock = { now: 1_790_000_000_000 };
  const runtime = testRuntime({
    now: () => clock.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return { clock, challenges: new Challenges(runtime) };
}

Deno.test("A challenge is valid once, for its use and its owner", () => {
  const { challenges } = made();
  const make = () => challenges.make("register", "1", "handle");
  const challenge = make();
  assert.match(challenge, /^[\w-]{43}$/);
  assert.equal(challenges.take(challenge, "register", "1"), "handle");
  assert.equal(challenges.take(challenge, "register", "1"), undefined);
  assert.equal(challenges.take(make(), "register", "2"), undefined);
  assert.equal(challenges.take(make(), "sign in"), undefined);
  const misused = make();
  challenges.take(misused, "sign in");
  assert.equal(challenges.take(misused, "register", "1"), undefined);
  assert.equal(challenges.take("", "register", "1"), undefined);
});

Deno.test("A challenge expires after five minutes, also when the clock is set back", () => {
  const { challenges, clock } = made();
  const [early, late, jumped] = [0, 0, 0].map(() => challenges.make("sign in", "a"));
  clock.now += challengeLife * 1000 - 1;
  assert.equal(challenges.take(early, "sign in"), "");
  clock.now += 1;
  assert.equal(challenges.take(late, "sign in"), undefined);
  clock.now -= 3_600_000;
  assert.equal(challenges.take(jumped, "sign in"), undefined);
});

Deno.test("Challenges are bounded, and many requests of one owner drop only its own", () => {
  const { challenges } = made();
  const kept = challenges.make("sign in", "calm");
  for (let times = 0; times < 5000; times++) challenges.make("sign in", "greedy");
  assert.equal(challenges.size, challengesPerOwner + 1);
  assert.equal(challenges.take(kept, "sign in"), "");
  for (let times = 0; times < 5000; times++) challenges.make("sign in", `address ${times}`);
  assert.equal(challenges.size, challengesHeld);
});

Deno.test("Expired challenges are removed", () => {
  const { challenges, clock } = made();
  for (let times = 0; times < 100; times++) challenges.make("sign in", String(times));
  clock.now += challengeLife * 1000;
  challenges.make("sign in", "a");
  assert.equal(challenges.size, 1);
});
