/**
 * Records are reused for later questions. No answer may reach another question, whatever upstreams
 * do.
 */
import assert from "node:assert/strict";
import {
  type FakeAction,
  type FakeQuery,
  FakeUpstream,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { addressIn, question, withPool } from "../../tests/support/upstream_pool.ts";
import { UpstreamError } from "./exchange.ts";

/** The address of a name such as `n513.example`. */
function addressOf(name: string): string {
  const number = Number(name.slice(1, name.indexOf(".")));
  return `192.0.${number >> 8}.${number & 255}`;
}

/**
 * Answers late, twice, truncated, wrongly, with an error or not at all, by a seeded random number.
 */
function unruly(seed: number): (query: FakeQuery) => FakeAction[] {
  let state = seed;
  return (query) => {
    state = Math.imul(state, 1103515245) + 12345 | 0;
    const right = respond(query, { address: addressOf(query.name) });
    if (query.transport === "tcp") return [right];
    switch (state >>> 16 & 15) {
      case 0:
        return [];
      case 1:
        return [respond(query, { truncated: true })];
      case 2:
        return [respond(query, { id: query.id ^ 1, address: "203.0.113.66" }), right];
      case 3:
        return [respond(query, { rcode: 2 })];
      case 4:
        return [right, right, 30, right];
      case 5:
        return [300, right];
      default:
        return [state >>> 24 & 15, right];
    }
  };
}

/** Only silence of all upstreams may fail a question here. */
function unanswered(error: unknown): undefined {
  assert.ok(error instanceof UpstreamError, String(error));
}

for (const upstreamStrategy of ["parallel", "weighted"] as const) {
  Deno.test(`every question gets its own answer from faulty upstreams, strategy ${upstreamStrategy}`, async () => {
    const more = [new FakeUpstream(unruly(7)), new FakeUpstream(unruly(11))];
    const settings = { upstreamStrategy, upstreamTimeout: 250 };
    await withPool({ script: unruly(3), more, settings }, async ({ pool }) => {
      let answered = 0;
      for (let round = 0; round < 6; round++) {
        await Promise.all(Array.from({ length: 100 }, async (_, i) => {
          const name = `n${round * 100 + i}.${"x".repeat(i % 40 + 1)}.example`;
          const response = await pool.forward(question(name), 2000).then(
            (exchange) => exchange.response,
            unanswered,
          );
          if (response === undefined) return;
          assert.equal(
            response[12 + response[12]! + 1],
            i % 40 + 1,
            "the question of the response",
          );
          if ((response[3]! & 15) !== 0) return;
          assert.equal(addressIn(response), addressOf(name));
          answered++;
        }));
      }
      assert.ok(answered > 400, `${answered} answered`);
    });
  });
}
