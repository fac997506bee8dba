import assert from "node:assert/strict";
import type { FromResolver } from "../../../../resolver/protocol.ts";
import { ParsedQuery, parseQuery, QUERY_OK } from "../../../../resolver/wire/query.ts";
import { lookupThrough } from "./lookup.ts";

type Answer = Extract<FromResolver, { kind: "answer" }>;

/** The query as a response with one address: 192.0.2.1 or 2001:db8::1. */
function respond(query: Uint8Array): Uint8Array {
  const four = query[query.length - 3] === 1;
  const rdata = four ? [192, 0, 2, 1] : [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const record = [0xc0, 12, 0, four ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, rdata.length, ...rdata];
  const out = new Uint8Array([...query, ...record]);
  out[2] |= 0x80;
  out[7] = 1;
  return out;
}

function resolver(status: string) {
  const asked: Uint8Array[] = [];
  const ask = (wire: Uint8Array): Promise<Answer> => {
    asked.push(wire);
    const answer = { wire: respond(wire), explained: [], status, reason: "list", upstream: "", duration: 1 };
    return Promise.resolve({ kind: "answer", id: 1, ...answer });
  };
  return { ask, asked };
}

Deno.test("a list server's name is asked of the box itself, both families", async () => {
  const { ask, asked } = resolver("answered");
  assert.deepEqual(await lookupThrough({ ask })("lists.example"), ["192.0.2.1", "2001:db8::1"]);
  for (const wire of asked) assert.equal(parseQuery(wire, 0, wire.length, new ParsedQuery()), QUERY_OK);
});

Deno.test("a list server that the box itself blocks is said so", async () => {
  const { ask } = resolver("blocked");
  await assert.rejects(lookupThrough({ ask })("lists.example"), /the box itself blocks lists\.example \(list\)/);
  await assert.rejects(lookupThrough({ ask })("a..b"), { name: "ListError" });
});
