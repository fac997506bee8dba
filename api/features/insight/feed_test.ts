import assert from "node:assert/strict";
import type { Observation } from "../../../resolver/protocol.ts";
import { Feed, type FeedSource } from "./feed.ts";
import type { ResolverTotals } from "./statistics/service.ts";

const seen = (name: string) => ({ name }) as Observation;
const TOTALS = {} as ResolverTotals;

Deno.test("each observer is given every batch of every worker, and no more rows than there is room for", () => {
  const rings = [["a", "b", "c"], [], ["d"]].map((names) => names.map(seen));
  const sources = rings.map((rows): FeedSource => ({ drain: (most) => rows.splice(0, most), totals: () => TOTALS }));
  const first: string[] = [], second: string[] = [], counted: number[] = [];
  const feed = new Feed(sources, {
    observers: [
      (batch) => first.push(batch.map(({ name }) => name).join("")),
      (batch) => second.push(batch.map(({ name }) => name).join("")),
    ],
    failed: assert.fail,
    room: () => 2,
    count: (_, worker) => counted.push(worker),
  });
  assert.equal(feed.pass(), 3);
  assert.equal(feed.pass(), 1);
  assert.equal(feed.pass(), 0);
  assert.deepEqual(first, ["ab", "d", "c"]);
  assert.deepEqual(second, first);
  assert.deepEqual(counted, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
});

Deno.test("an observer that fails keeps nothing from the others, and is told", () => {
  const seenBy: string[] = [], failures: string[] = [];
  const feed = new Feed([{ drain: () => [seen("a")], totals: () => TOTALS }], {
    observers: [
      () => {
        throw new Error("no room");
      },
      () => seenBy.push("second"),
    ],
    failed: ({ message }) => failures.push(message),
    room: () => 1,
    count: () => seenBy.push("counted"),
  });
  assert.equal(feed.pass(), 1);
  assert.deepEqual([seenBy, failures], [["second", "counted"], ["no room"]]);
});
