import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../../policy/model/name.ts";
import { type CacheSettings, DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { AnswerCache, STALE_TTL } from "./cache.ts";
import { type CacheKey, createCacheKey, hashKey } from "./key.ts";
import type { CacheableResponse } from "./entry_writer.ts";

type Hash = (key: CacheKey) => number;
const keyed: Hash = (key) => hashKey(key, 1, 2);

function settings(over: Partial<CacheSettings> = {}): CacheSettings {
  return { ...DEFAULT_RESOLVER_SETTINGS.cache, bytes: 1 << 20, ...over };
}

function key(text: string, type = 1, hash = keyed): CacheKey {
  const key = createCacheKey(nameFromText(text)!, type);
  key.hash = hash(key);
  return key;
}

/** A response of `length` bytes with one TTL at 12 and a mark after it. */
function answer(ttl: number, mark: number, length = 40, negative = false): CacheableResponse {
  const response = new Uint8Array(length).fill(mark & 0xff);
  response[3] = negative ? 3 : 0;
  new DataView(response.buffer).setUint32(12, ttl);
  return { response, length, ttlOffsets: [12], ttlCount: 1, ttl, negative };
}

function copyOf(cache: AnswerCache, entry: number, now: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(65_540);
  const length = cache.copyAnswer(entry, out, 2, now);
  assert.ok(length > 0);
  return out.slice(2, 2 + length);
}

function ttlOf(cache: AnswerCache, entry: number, now: number): number {
  return new DataView(copyOf(cache, entry, now).buffer).getUint32(12);
}

Deno.test("an answer is found only by its name, type, class, flags and route", () => {
  const cache = new AnswerCache(settings());
  const own = key("www.example.org");
  assert.equal(cache.store(own, answer(300, 7), 1000), true);
  assert.ok(cache.lookup(own, 1001) >= 0);
  for (const other of [{ type: 28 }, { class: 3 }, { flags: 1 }, { flags: 2 }, { route: 1 }]) {
    assert.equal(cache.lookup({ ...own, ...other }, 1001), -1);
  }
  assert.equal(cache.lookup(key("ww.example.org"), 1001), -1);
  assert.deepEqual([cache.statistics().hits, cache.statistics().misses], [1, 6]);
});

Deno.test("TTLs age, and a stale answer has a TTL of 30 seconds (RFC 8767) until it is too old", () => {
  const cache = new AnswerCache(settings({ staleSeconds: 100 }));
  const own = key("a.example");
  cache.store(own, answer(60, 7), 1000);
  assert.equal(ttlOf(cache, cache.lookup(own, 1000), 1000), 60);
  assert.equal(ttlOf(cache, cache.lookup(own, 1059.9), 1059.9), 1);
  assert.equal(cache.isStale(cache.lookup(own, 1059.9), 1059.9), false);
  const stale = cache.lookup(own, 1060);
  assert.equal(cache.isStale(stale, 1060), true);
  assert.equal(ttlOf(cache, stale, 1060), STALE_TTL);
  assert.equal(cache.lookup(own, 1160), -1);
});

Deno.test("TTLs stay within the limits of the settings, negative ones within theirs (RFC 2308)", () => {
  const cache = new AnswerCache(settings({ minTtl: 10, maxTtl: 100, negativeMaxTtl: 50 }));
  const cases = [[5, false, 10], [500, false, 100], [0xffffffff, false, 10], [
    80,
    true,
    50,
  ]] as const;
  for (const [ttl, negative, expected] of cases) {
    cache.store(key("t.example"), answer(ttl, 1, 40, negative), 0);
    assert.equal(ttlOf(cache, cache.lookup(key("t.example"), 0), 0), expected);
  }
  assert.equal(new AnswerCache(settings()).store(key("z.example"), answer(0, 1), 0), false);
});

Deno.test("an answer used in the last tenth of its life is prefetched once", () => {
  const cache = new AnswerCache(settings());
  const own = key("popular.example");
  cache.store(own, answer(100, 1), 0);
  const wanted = [1, 89, 90, 91, 100].map((now) =>
    cache.wantsPrefetch(cache.lookup(own, now), now)
  );
  assert.deepEqual(wanted, [false, false, true, false, false]);
  assert.equal(cache.secondsUntilPrefetch(cache.find(own, 91), 91), 9);
  cache.store(own, answer(100, 1), 100);
  assert.deepEqual(
    [100, 189, 190, 199].map((now) => cache.secondsUntilPrefetch(cache.find(own, now), now)),
    [
      90,
      1,
      0,
      0,
    ],
  );
  assert.equal(cache.wantsPrefetch(cache.lookup(own, 195), 195), true);
});

Deno.test("a failed refresh of a stale answer is not repeated in the same second", () => {
  const cache = new AnswerCache(settings());
  const own = key("stale.example");
  cache.store(own, answer(10, 1), 0);
  assert.equal(cache.wantsRefresh(cache.lookup(own, 20), 20), true);
  assert.equal(cache.hasRefreshFailed(cache.lookup(own, 20)), false);
  cache.markRefreshFailed(own, 20, 22);
  assert.equal(cache.wantsRefresh(cache.lookup(own, 20), 20), false);
  assert.equal(cache.wantsRefresh(cache.lookup(own, 21), 21), true);
  assert.equal(cache.hasRefreshFailed(cache.lookup(own, 21)), true);
  cache.store(own, answer(10, 1), 21);
  assert.equal(cache.hasRefreshFailed(cache.lookup(own, 21)), false);
});

Deno.test("flush() removes a name with its subdomains and nothing else", () => {
  const cache = new AnswerCache(settings());
  const names = [
    "example.org",
    "www.example.org",
    "a.b.example.org",
    "notexample.org",
    "org",
    "example.com",
  ];
  for (const name of names) cache.store(key(name), answer(60, 1), 0);
  assert.equal(cache.flush(nameFromText("example.org")!), 3);
  assert.deepEqual(names.filter((name) => cache.lookup(key(name), 1) >= 0), [
    "notexample.org",
    "org",
    "example.com",
  ]);
  assert.equal(cache.flush(new Uint8Array(1)), 3);
  cache.store(key("x"), answer(60, 1), 0);
  assert.equal(cache.flush(), 1);
  assert.equal(cache.statistics().entries, 0);
});

Deno.test("an answer in use survives a flood of names queried once", () => {
  const cache = new AnswerCache(settings({ bytes: 65_536 }));
  const own = key("used.example");
  cache.store(own, answer(5000, 9), 0);
  for (let i = 0; i < 5000; i++) {
    assert.ok(cache.lookup(own, 1) >= 0);
    cache.store(key(`once${i}.example`), answer(5000, 1, 40 + i % 200), 1);
  }
  assert.ok(cache.statistics().evictions > 3000);
  assert.equal(cache.lookup(key("once0.example"), 1), -1);
});

Deno.test("an answer that does not fit is refused and removes the old one", () => {
  const cache = new AnswerCache(settings({ bytes: 65_536 }));
  const own = key("big.example");
  cache.store(own, answer(60, 1), 0);
  assert.equal(cache.store(own, answer(60, 1, 30_000), 0), false);
  assert.equal(cache.lookup(own, 0), -1);
  assert.equal(cache.store(own, { ...answer(60, 1), ttlOffsets: [38] }, 0), false);
});

for (
  const [what, hash] of [["", keyed], [", all hashes the same", () => 0xfffffff1 | 0]] as const
) {
  Deno.test(`the cache never returns a wrong answer nor exceeds its bytes${what}`, () => {
    const step = fc.record({
      name: fc.nat(60),
      do: fc.constantFrom("store", "store", "look", "flush", "wait"),
      ttl: fc.integer({ min: 1, max: 50 }),
      length: fc.integer({ min: 16, max: 1500 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 400, size: "max" }), (steps) => {
        const cache = new AnswerCache(settings({ bytes: 16_384, staleSeconds: 0 }));
        const model = new Map<number, { mark: number; ttl: number; at: number; length: number }>();
        let now = 0;
        for (const [mark, { name, do: action, ttl, length }] of steps.entries()) {
          const own = key(`n${name}.zone${name % 3}.example`, 1, hash);
          if (action === "wait") now += ttl;
          else if (action === "flush") {
            cache.flush(nameFromText(`zone${name % 3}.example`)!);
            for (const held of model.keys()) if (held % 3 === name % 3) model.delete(held);
          } else if (action === "store") {
            assert.equal(cache.store(own, answer(ttl, mark, length), now), true);
            model.set(name, { mark, ttl, at: now, length });
            assert.ok(cache.lookup(own, now) >= 0);
          } else {
            const entry = cache.lookup(own, now);
            const held = model.get(name);
            if (entry < 0) continue;
            assert.ok(held !== undefined && now < held.at + held.ttl);
            assert.equal(cache.responseLength(entry), held.length);
            assert.equal(copyOf(cache, entry, now)[0], held.mark & 0xff);
            assert.equal(ttlOf(cache, entry, now), held.ttl - (now - held.at));
          }
          assert.ok(cache.statistics().bytes <= 16_384);
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });
}
