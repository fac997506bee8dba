import assert from "node:assert/strict";
import { LIMITS } from "../../policy/limits.ts";
import { type GuessTarget, Throttle } from "./throttle.ts";

const { failuresFree, waitMostAccount, waitMostAddress, failuresForgotten, throttledRemembered } =
  LIMITS.accounts;
const ADMIN: GuessTarget = { id: 1 };

/** A throttle with its clock and a client. */
function scene() {
  const clock = { now: 1_790_000_000_000 };
  const throttle = new Throttle(() => clock.now);
  const fail = (tried: GuessTarget, address: string) => {
    const attempt = throttle.attempt(tried, address);
    return "retryAfter" in attempt ? attempt.retryAfter : 0;
  };
  const succeed = (tried: GuessTarget, address: string) => {
    const attempt = throttle.attempt(tried, address);
    if ("retryAfter" in attempt) return attempt.retryAfter;
    attempt.succeeded();
    return 0;
  };
  return { clock, throttle, fail, succeed };
}

Deno.test("a few failures are free, then each doubles the delay up to its limit", () => {
  const { clock, fail } = scene();
  for (let i = 0; i < failuresFree; i++) assert.equal(fail(ADMIN, "192.168.1.20"), 0);
  const waits: number[] = [];
  for (let i = 0; i < 14; i++) {
    const wait = fail(ADMIN, "192.168.1.20");
    waits.push(wait);
    clock.now += wait * 1000;
    assert.equal(fail(ADMIN, "192.168.1.20"), 0);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  assert.equal(waits.at(-1), waitMostAddress);
});

Deno.test("of 10,000 attempts at once or in a day few are tried, in bounded memory", () => {
  const { clock, throttle, fail } = scene();
  let tried = 0;
  for (let i = 0; i < 10_000; i++) if (fail(ADMIN, "192.168.1.66") === 0) tried++;
  assert.equal(tried, failuresFree);
  for (let i = 0; i < 10_000; i++) {
    clock.now += 8640;
    if (fail(ADMIN, "192.168.1.66") === 0) tried++;
  }
  assert.ok(tried < 120, `one address may try ${tried} times a day`);
  let spread = 0;
  for (let i = 0; i < 10_000; i++) {
    clock.now += 8640;
    if (fail(ADMIN, `10.${i >> 8}.${i & 255}.1`) === 0) spread++;
  }
  assert.ok(
    spread < 86_400 / waitMostAccount + 20,
    `10,000 addresses may try one account ${spread} times a day`,
  );
  for (let i = 0; i < 10_000; i++) fail({ unknown: `name ${i}` }, `10.${i >> 8}.${i & 255}.2`);
  assert.ok(throttle.size <= 5 * throttledRemembered);
});

Deno.test("a known address is not delayed by failures of others or for other accounts", () => {
  const { clock, fail, succeed } = scene();
  assert.equal(succeed(ADMIN, "192.168.1.20"), 0);
  for (let i = 0; i < 10_000; i++) fail(ADMIN, `10.1.${i >> 8}.${i & 255}`);
  assert.ok(fail(ADMIN, "192.168.1.99") > 0);
  assert.equal(succeed(ADMIN, "192.168.1.20"), 0);
  for (let i = 0; i < 100; i++) fail({ unknown: "guess" }, "192.168.1.20");
  assert.ok(fail({ unknown: "guess" }, "192.168.1.20") > 0);
  assert.equal(succeed(ADMIN, "192.168.1.20"), 0);
  clock.now += 1;
  for (let i = 0; i < failuresFree; i++) assert.equal(fail(ADMIN, "192.168.1.20"), 0);
  assert.equal(fail(ADMIN, "192.168.1.20"), 1);
});

Deno.test("signing in to one account resets no failures of another", () => {
  const { fail, succeed } = scene();
  const own: GuessTarget = { id: 2 };
  let tried = 0;
  for (let i = 0; i < 1000; i++) {
    succeed(own, "192.168.1.66");
    if (fail(ADMIN, "192.168.1.66") === 0) tried++;
  }
  assert.equal(tried, failuresFree);
});

Deno.test("failures expire, withdrawn attempts do not count, and a clock set back adds no delay", () => {
  const { clock, throttle, fail } = scene();
  for (let i = 0; i <= failuresFree; i++) fail(ADMIN, "192.168.1.20");
  assert.ok(fail(ADMIN, "192.168.1.20") > 0);
  clock.now -= 86_400_000;
  assert.equal(fail(ADMIN, "192.168.1.20"), 1);
  clock.now += 86_400_000 + failuresForgotten * 1000;
  assert.equal(fail(ADMIN, "192.168.1.20"), 0);
  for (let i = 0; i < 100; i++) {
    const attempt = throttle.attempt({ id: 3 }, "192.168.1.21");
    assert.ok(!("retryAfter" in attempt));
    attempt.withdraw();
  }
});

Deno.test("an IPv6 /64 counts as one address, and unknown names are delayed like accounts", () => {
  const { fail } = scene();
  for (let i = 0; i < failuresFree; i++) fail({ unknown: "nobody" }, `fd00::${i}`);
  assert.equal(fail({ unknown: "nobody" }, "fd00::ffff"), 1);
  assert.equal(fail({ unknown: "nobody" }, "fd00:1::1"), 1);
  assert.equal(fail(ADMIN, "fd00:1::1"), 0);
  assert.equal(fail(ADMIN, "no address"), 0);
});
