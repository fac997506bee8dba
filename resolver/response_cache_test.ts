import assert from "node:assert/strict";
import fc from "fast-check";
import { ResponseCache } from "./response_cache.ts";

function keep(
  memo: ResponseCache<string>,
  query: Uint8Array,
  version: number,
  answer: Uint8Array,
  expires: number,
  facts: string,
) {
  assert.equal(memo.find(query, 0, query.length, version, 1), -1);
  const hash = memo.lastHash;
  assert.equal(memo.admits(hash), false);
  assert.equal(memo.admits(hash), true);
  const ttlAt = answer.length >= 8 ? [4] : [];
  memo.store(
    { bytes: query, start: 0, end: query.length, hash },
    version,
    {
      bytes: answer,
      at: 0,
      length: answer.length,
      ttlAt,
      ttlCount: ttlAt.length,
      facts,
      text: `text of ${facts}`,
    },
    1,
    expires,
  );
}

Deno.test("ResponseCache returns the answer with the id of the new query and current TTLs", () => {
  const memo = new ResponseCache<string>();
  const query = new Uint8Array([1, 2, 9, 9, 9, 9, 9]);
  keep(memo, query, 7, new Uint8Array([0, 0, 5, 5, 0, 0, 1, 44]), 301, "facts");
  const again = new Uint8Array([8, 9, 9, 9, 9, 9, 9]);
  const out = new Uint8Array(16);
  const slot = memo.find(again, 0, 7, 7, 11);
  assert.equal(memo.copy(slot, again, 0, out, 4, 11), 8);
  assert.deepEqual([...out.subarray(4, 12)], [8, 9, 5, 5, 0, 0, 1, 34]);
  assert.equal(memo.metadata(slot), "facts");
  assert.equal(memo.text(slot), "text of facts");
});

Deno.test("ResponseCache drops entries at expiry, at a new policy version and when cleared", () => {
  const memo = new ResponseCache<string>();
  const query = new Uint8Array([1, 2, 9, 9, 9, 9, 9]);
  keep(memo, query, 7, new Uint8Array(12), 10, "facts");
  assert.notEqual(memo.find(query, 0, 7, 7, 9), -1);
  assert.equal(memo.find(query, 0, 7, 7, 10), -1);
  assert.equal(memo.find(query, 0, 7, 8, 9), -1);
  memo.clear();
  assert.equal(memo.find(query, 0, 7, 7, 9), -1);
});

Deno.test("ResponseCache never returns the answer to another query", () => {
  const memo = new ResponseCache<string>();
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 12, maxLength: 140 }), { maxLength: 40 }),
      (queries) => {
        memo.clear();
        for (const query of queries) {
          if (memo.find(query, 0, query.length, 1, 1) >= 0) continue;
          memo.store(
            { bytes: query, start: 0, end: query.length, hash: memo.lastHash },
            1,
            {
              bytes: query,
              at: 0,
              length: query.length,
              ttlAt: [],
              ttlCount: 0,
              facts: "",
              text: "",
            },
            1,
            100,
          );
        }
        const out = new Uint8Array(600);
        for (const query of queries) {
          const slot = memo.find(query, 0, query.length, 1, 1);
          if (slot < 0) continue;
          const length = memo.copy(slot, query, 0, out, 0, 1);
          assert.deepEqual(out.slice(0, length), query);
        }
      },
    ),
    { numRuns: 200, seed: 8914 },
  );
});

Deno.test("ResponseCache returns complete answers or none after its log wrapped, the newest always", () => {
  const memo = new ResponseCache<number>();
  const out = new Uint8Array(1300);
  const answer = new Uint8Array(900);
  const count = 20_000;
  const query = (i: number) => new Uint8Array([0, 0, 7, i >> 16, i >> 8 & 255, i & 255]);
  let found = 0;
  for (let i = 0; i < count; i++) {
    memo.find(query(i), 0, 6, 1, 1);
    answer.fill(i % 251, 2);
    const text = `r\u00e4 ${i}`;
    const stored = {
      bytes: answer,
      at: 0,
      length: 900 - i % 97,
      ttlAt: [],
      ttlCount: 0,
      facts: i,
      text,
    };
    memo.store({ bytes: query(i), start: 0, end: 6, hash: memo.lastHash }, 1, stored, 1, 100);
  }
  for (let i = 0; i < count; i++) {
    const slot = memo.find(query(i), 0, 6, 1, 2);
    if (slot < 0) continue;
    found++;
    const length = memo.copy(slot, query(i), 0, out, 0, 2);
    assert.equal(length, 900 - i % 97);
    assert.ok(out.subarray(2, length).every((byte) => byte === i % 251));
    assert.deepEqual([memo.metadata(slot), memo.text(slot)], [i, `r\u00e4 ${i}`]);
  }
  assert.ok(memo.find(query(count - 1), 0, 6, 1, 2) >= 0);
  assert.ok(found > 3500 && found < 6000, `${found}`);
});
