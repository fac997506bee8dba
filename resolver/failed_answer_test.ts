import assert from "node:assert/strict";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { queryFor } from "../tests/support/flood.ts";
import type { AskResult } from "./ask.ts";
import { Clock } from "./clock.ts";
import { Resolver } from "./resolve.ts";
import type { ForwardListener } from "./upstream/exchange.ts";
import { readExtendedError } from "./upstream/message.ts";

Deno.test("journal and query state the extended RCODE of the upstream, the client gets SERVFAIL", async () => {
  const asked: ForwardListener[] = [];
  const rows: [number, string][] = [];
  const answer = Promise.withResolvers<AskResult>();
  const resolver = new Resolver(compileInMemory([]), {
    clock: new Clock(() => 0, () => 1_700_000_000_000),
    upstreams: {
      forward: (_question, _deadline, inquirer) => void asked.push(inquirer),
      areDead: () => false,
      recoveries: 0,
    },
    journal: {
      record: ({ rcode, upstream }) => void rows.push([rcode, upstream]),
      admitsRow: () => true,
    },
    secret: new Uint8Array(16),
    now: () => 0,
    after: () => 0,
    cancel: () => {},
  });
  const query = queryFor("www.example");
  resolver.ask(query, "192.168.1.2", false, answer.resolve);
  const question = query.slice(12, 12 + 13 + 4);
  const opt = [0, 0, 41, 4, 208, 1, 0, 0, 0, 0, 0];
  const header = [0, 1, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 1];
  asked[0].onAnswer(Uint8Array.from([...header, ...question, ...opt]), "192.0.2.53", 1, false);
  const { status, upstream, wire } = await answer.promise;
  assert.deepEqual([status, upstream, wire[3] & 15], ["failed", "192.0.2.53", 2]);
  assert.deepEqual(rows, [[16, "192.0.2.53"]]);
  if (wire[11] > 0) assert.equal(readExtendedError(wire), 23);
});
