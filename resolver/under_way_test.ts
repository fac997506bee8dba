import assert from "node:assert/strict";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { queryFor } from "../tests/support/flood.ts";
import { Clock } from "./clock.ts";
import type { Reply } from "./listeners/reply.ts";
import { Resolver } from "./resolve.ts";
import type { Inquirer } from "./upstream/exchange.ts";

const FROM = { bytes: new Uint8Array([192, 168, 1, 2]), at: 0, length: 4 };

/** A resolver whose upstreams answer when the test says so; how often `alone` was called is counted. */
function setUp() {
  const asked: Inquirer[] = [], told: number[] = [], clock = new Clock(() => 0, () => 1_700_000_000_000);
  let alone = 0;
  const resolver = new Resolver(compileInMemory([]), {
    clock,
    upstreams: { forward: (_question, _deadline, inquirer) => void asked.push(inquirer) },
    journal: { record: () => {}, takesRow: () => true },
    secret: new Uint8Array(16),
    now: () => 0,
    after: () => 0,
    cancel: () => {},
    alone: () => alone++,
  });
  const reply: Reply = {
    transport: "udp",
    room: 1232,
    buffer: new Uint8Array(4096),
    open: () => 0,
    commit: () => void told.push(reply.buffer[3] & 15),
    drop() {},
    detach: () => reply,
  };
  const ask = (name: string) => {
    const query = queryFor(name);
    resolver.receive(query, 0, query.length, FROM, reply);
  };
  return { resolver, asked, told, ask, aloneCalls: () => alone };
}

Deno.test("a policy that was replaced is in use until the last query that came under it is answered", () => {
  const { resolver, asked, told, ask, aloneCalls } = setUp();
  ask("one.example");
  ask("two.example");
  assert.ok(resolver.isAlone);
  resolver.take(compileInMemory([]));
  ask("three.example");
  resolver.take(compileInMemory([]));
  assert.ok(!resolver.isAlone);
  ask("four.example");
  for (const i of [2, 0, 1]) {
    assert.equal(aloneCalls(), 0);
    assert.ok(!resolver.isAlone);
    asked[i].failed("network", "no answer");
  }
  assert.deepEqual([told.length, aloneCalls(), resolver.isAlone], [3, 1, true]);
  asked[3].failed("network", "no answer");
  assert.deepEqual([told.length, aloneCalls()], [4, 1]);
});

Deno.test("a policy under which nothing is under way is left at once", () => {
  const { resolver, asked, ask, aloneCalls } = setUp();
  ask("one.example");
  asked[0].failed("network", "no answer");
  resolver.take(compileInMemory([]));
  assert.deepEqual([resolver.isAlone, aloneCalls()], [true, 0]);
});
