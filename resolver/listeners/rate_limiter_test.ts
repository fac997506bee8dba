import assert from "node:assert/strict";
import { RATE_MEMORY_BYTES, RateLimiter } from "./rate_limiter.ts";

const source = (...bytes: number[]) => ({
  bytes: new Uint8Array(bytes),
  at: 0,
  length: bytes.length,
});
const LIMIT = { perSecond: 2, burst: 4, prefix4: 24, prefix6: 64 };

function admitted(limiter: RateLimiter, from: ReturnType<typeof source>, times: number): number {
  let count = 0;
  for (let i = 0; i < times; i++) if (limiter.admits(from)) count++;
  return count;
}

Deno.test("RateLimiter allows a prefix its burst, then its rate", () => {
  let now = 1000;
  const limiter = new RateLimiter(() => now);
  limiter.configure(LIMIT);
  assert.equal(admitted(limiter, source(192, 0, 2, 1), 10), 4);
  assert.equal(admitted(limiter, source(192, 0, 2, 99), 10), 0);
  assert.equal(admitted(limiter, source(192, 0, 3, 1), 10), 4);
  now += 1.5;
  assert.equal(admitted(limiter, source(192, 0, 2, 1), 10), 3);
  now -= 100;
  assert.equal(admitted(limiter, source(192, 0, 2, 1), 10), 0);
});

Deno.test("RateLimiter counts IPv6 by its own prefix length", () => {
  const limiter = new RateLimiter(() => 5);
  limiter.configure(LIMIT);
  const host = (last: number, net = 1) =>
    source(0x20, 1, 0xd, 0xb8, 0, 0, 0, net, 0, 0, 0, 0, 0, 0, 0, last);
  assert.equal(admitted(limiter, host(1), 3) + admitted(limiter, host(2), 3), 4);
  assert.equal(admitted(limiter, host(1, 2), 9), 4);
});

Deno.test("equal settings do not refill the bucket", () => {
  const limiter = new RateLimiter(() => 9);
  limiter.configure(LIMIT);
  assert.equal(admitted(limiter, source(10, 0, 0, 1), 9), 4);
  limiter.configure({ ...LIMIT, perSecond: 3 });
  assert.equal(admitted(limiter, source(10, 0, 0, 1), 9), 0);
  limiter.configure({ ...LIMIT, prefix4: 32 });
  assert.equal(admitted(limiter, source(10, 0, 0, 1), 9), 4);
});

Deno.test("RateLimiter shares its buckets between workers", () => {
  const memory = new SharedArrayBuffer(RATE_MEMORY_BYTES);
  const one = new RateLimiter(() => 9, memory);
  const other = new RateLimiter(() => 9, memory);
  one.configure(LIMIT);
  other.configure(LIMIT);
  assert.equal(admitted(one, source(10, 0, 0, 1), 3) + admitted(other, source(10, 0, 0, 1), 3), 4);
});

Deno.test("RateLimiter has bounded memory for any number of sources", () => {
  const limiter = new RateLimiter(() => 9);
  limiter.configure(LIMIT);
  for (let i = 0; i < 100_000; i++) limiter.admits(source(10, i >> 16, i >> 8 & 255, i & 255));
  assert.equal(admitted(limiter, source(172, 16, 0, 1), 9), 4);
});

Deno.test("a clock that jumps ahead and back neither locks out nor exempts a client for long", () => {
  let now = 1000;
  const limiter = new RateLimiter(() => now);
  limiter.configure({ perSecond: 2, burst: 4, prefix4: 32, prefix6: 64 });
  const client = (n: number) => ({
    bytes: Uint8Array.of(10, 0, n >> 8, n & 255),
    at: 0,
    length: 4,
  });
  const admitted = (n: number) =>
    Array.from({ length: 10 }, () => limiter.admits(client(n))).filter(Boolean).length;
  assert.equal(admitted(1), 4);
  now += 365 * 86_400;
  assert.equal(admitted(1), 4);
  for (let n = 2; n < 20_000; n++) limiter.admits(client(n));
  now -= 365 * 86_400 - 1;
  assert.equal(admitted(1), 4);
  assert.equal(admitted(1), 0);
  now += 1;
  assert.equal(admitted(1), 2);
});
