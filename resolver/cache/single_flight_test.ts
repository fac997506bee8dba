import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import type { ExchangeListener, InFlightQuestion, Waiter } from "../in_flight_question.ts";
import { createCacheKey } from "./key.ts";
import { MAX_WAITERS, MAX_WAITERS_PER_QUESTION, SingleFlight } from "./single_flight.ts";

const NOWHERE: ExchangeListener = {
  onResponse: () => {},
  onFailure: () => {},
  onAbandoned: () => {},
};
const waiter = (): Waiter => ({ nextWaiter: undefined, onResolved: () => {} });
const key = (text: string, type = 1) => ({
  ...createCacheKey(nameFromText(text)!, type),
  hash: 77,
});

function join(flights: SingleFlight, text: string, type = 1): InFlightQuestion {
  const inquiry = flights.find(key(text, type)) ?? flights.begin(key(text, type));
  flights.wait(inquiry, waiter());
  return inquiry;
}

Deno.test("500 equal questions start one exchange, and another one after it has ended", () => {
  const flights = new SingleFlight(NOWHERE);
  const all = new Set(Array.from({ length: 500 }, () => join(flights, "a.example")));
  const other = join(flights, "a.example", 28);
  assert.deepEqual([all.size, flights.inFlight, flights.waiting], [1, 2, 501]);
  const [inquiry] = all;
  flights.end(inquiry!);
  assert.equal(flights.find(key("a.example")), undefined);
  assert.equal(flights.find(key("a.example", 28)), other);
  const again = join(flights, "a.example");
  assert.notEqual(again, inquiry);
  assert.equal(inquiry!.waiting, 500);
});

Deno.test("waiters are taken in order of arrival", () => {
  const flights = new SingleFlight(NOWHERE);
  const inquiry = flights.begin(key("b.example"));
  const waiters = [waiter(), waiter(), waiter()];
  for (const each of waiters) flights.wait(inquiry, each);
  assert.deepEqual([1, 2, 3, 4].map(() => flights.takeWaiter(inquiry)), [...waiters, undefined]);
  flights.wait(inquiry, waiters[1]!);
  assert.equal(flights.takeWaiter(inquiry), waiters[1]);
  assert.equal(flights.waiting, 0);
});

Deno.test("waiters are limited per question and in total", () => {
  const flights = new SingleFlight(NOWHERE);
  let inquiry: InFlightQuestion | undefined;
  for (let i = 0; i < MAX_WAITERS_PER_QUESTION; i++) inquiry = join(flights, "c.example");
  assert.equal(flights.admits(inquiry), false);
  assert.equal(flights.admits(undefined), true);
  for (let i = 0; flights.waiting < MAX_WAITERS; i++) join(flights, `c${i}.example`);
  assert.equal(flights.admits(undefined), false);
  flights.takeWaiter(inquiry!);
  assert.equal(flights.admits(inquiry), true);
});

Deno.test("in-flight questions of one bucket can end in any order", () => {
  const flights = new SingleFlight(NOWHERE);
  const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.example`);
  for (const order of [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]]) {
    const inquiries = names.map((name) => join(flights, name));
    for (const [i, which] of order.entries()) {
      flights.end(inquiries[which]!);
      assert.equal(flights.inFlight, 4 - i);
      const left = names.filter((name) => flights.find(key(name)) !== undefined);
      assert.equal(left.length, 4 - i);
    }
  }
});
