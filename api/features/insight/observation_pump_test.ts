import assert from "node:assert/strict";
import type { Observation } from "../../../resolver/protocol.ts";
import { type FeedSource, ObservationPump } from "./observation_pump.ts";
import type { ResolverTotals } from "./statistics/service.ts";

const seen = (name: string) => ({ name }) as Observation;
const TOTALS = {} as ResolverTotals;

Deno.test("each observer receives every batch of every worker, limited by the free room", () => {
  const rings = [["a", "b", "c"], [], ["d"]].map((names) => names.map(seen));
  const sources = rings.map((rows): FeedSource => ({
    drain: (most) => rows.splice(0, most),
    queries: 0,
    totals: () => TOTALS,
  }));
  const first: string[] = [];
  const second: string[] = [];
  const counted: number[] = [];
  const feed = new ObservationPump(sources, {
    observers: [
      (batch) => first.push(batch.map(({ name }) => name).join("")),
      (batch) => second.push(batch.map(({ name }) => name).join("")),
    ],
    failed: assert.fail,
    room: () => 2,
    count: (_, worker) => counted.push(worker),
  });
  assert.equal(feed.drain(), 3);
  assert.equal(feed.drain(), 1);
  assert.equal(feed.drain(), 0);
  assert.deepEqual(first, ["ab", "d", "c"]);
  assert.deepEqual(second, first);
  assert.deepEqual(counted, [0, 1, 2]);
});

Deno.test("counters are delivered after queries, with or without rows", () => {
  const source = { drain: () => [], queries: 0, totals: () => TOTALS };
  const counted: number[] = [];
  const feed = new ObservationPump([source], {
    observers: [],
    failed: assert.fail,
    room: () => 10,
    count: () => counted.push(source.queries),
  });
  feed.drain();
  for (const queries of [0, 3, 3, 7, 7]) {
    source.queries = queries;
    feed.drain();
  }
  assert.deepEqual(counted, [0, 3, 7]);
});

Deno.test("many rows are delivered in several batches, once and in order", () => {
  const rows = Array.from({ length: 1700 }, (_, i) => seen(String(i)));
  const sizes: number[] = [];
  const names: string[] = [];
  const feed = new ObservationPump([{
    drain: (most) => rows.splice(0, most),
    queries: 0,
    totals: () => TOTALS,
  }], {
    observers: [
      (batch) => {
        sizes.push(batch.length);
        names.push(...batch.map(({ name }) => name));
      },
    ],
    failed: assert.fail,
    room: () => 1600,
    count: () => {},
  });
  assert.equal(feed.drain(), 1600);
  assert.deepEqual([sizes, names, rows.length], [
    Array.from({ length: 16 }, () => 100),
    Array.from({ length: 1600 }, (_, i) => `${i}`),
    100,
  ]);
});

Deno.test("a failing observer is reported, and the others still receive the batch", () => {
  const seenBy: string[] = [];
  const failures: string[] = [];
  const feed = new ObservationPump(
    [{ drain: () => [seen("a")], queries: 1, totals: () => TOTALS }],
    {
      observers: [
        () => {
          throw new Error("no room");
        },
        () => seenBy.push("second"),
      ],
      failed: ({ message }) => failures.push(message),
      room: () => 1,
      count: () => seenBy.push("counted"),
    },
  );
  assert.equal(feed.drain(), 1);
  assert.deepEqual([seenBy, failures], [["second", "counted"], ["no room"]]);
});
