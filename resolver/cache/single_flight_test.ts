import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { cacheKey } from "./key.ts";
import { MAX_WAITING, MAX_WAITING_A_FLIGHT, SingleFlight } from "./single_flight.ts";

const key = (text: string, type = 1) => cacheKey(nameFromText(text)!, type);

Deno.test("the same question asked 500 times makes one exchange", async () => {
  const flights = new SingleFlight<number>([1, 2]);
  let started = 0;
  const start = () => Promise.resolve(++started);
  const all = Array.from({ length: 500 }, () => flights.join(key("a.example"), start)!);
  const other = flights.join(key("a.example", 28), start)!;
  assert.equal(flights.flights, 2);
  assert.deepEqual(new Set(await Promise.all(all)), new Set([1]));
  assert.equal(await other, 2);
  assert.deepEqual([flights.waiting, flights.flights], [0, 0]);
  assert.equal(await flights.join(key("a.example"), start), 3);
});

Deno.test("a failure reaches all who wait, and the next one asks again", async () => {
  const flights = new SingleFlight<number>([1, 2]);
  const fail = () => Promise.reject(new Error("no upstream"));
  const all = [flights.join(key("b.example"), fail)!, flights.join(key("b.example"), fail)!];
  for (const result of all) await assert.rejects(result, /no upstream/);
  assert.equal(await flights.join(key("b.example"), () => Promise.resolve(5)), 5);
});

Deno.test("those who wait are bounded, for one question and in all", async () => {
  const flights = new SingleFlight<number>([1, 2]);
  const { promise, resolve } = Promise.withResolvers<number>();
  const joined = [];
  for (let i = 0; i < MAX_WAITING_A_FLIGHT; i++) joined.push(flights.join(key("c.example"), () => promise));
  assert.equal(flights.join(key("c.example"), () => promise), undefined);
  while (flights.waiting < MAX_WAITING) joined.push(flights.join(key(`c${joined.length}.example`), () => promise));
  assert.equal(flights.join(key("d.example"), () => promise), undefined);
  resolve(1);
  await Promise.all(joined);
  assert.equal(flights.waiting, 0);
});
