import assert from "node:assert/strict";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { queryFor } from "../tests/support/flood.ts";
import type { AskResult } from "./ask.ts";
import { Clock } from "./clock.ts";
import type { Reply } from "./listeners/reply.ts";
import { Resolver } from "./resolve.ts";
import type { Inquirer } from "./upstream/exchange.ts";

const FROM = { bytes: new Uint8Array([192, 168, 1, 2]), at: 0, length: 4 };

/** A resolver whose upstreams answer when the test says so. */
function setUp(snapshot = compileInMemory([])) {
  const asked: Inquirer[] = [], told: number[] = [], clock = new Clock(() => 0, () => 1_700_000_000_000);
  const resolver = new Resolver(snapshot, {
    clock,
    upstreams: { forward: (_question, _deadline, inquirer) => void asked.push(inquirer) },
    journal: { record: () => {}, takesRow: () => true },
    secret: new Uint8Array(16),
    now: () => 0,
    after: () => 0,
    cancel: () => {},
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
  return { resolver, asked, told, ask };
}

Deno.test("a name that waited for an answer that does not come is explained to its end", async () => {
  const zone = (record: string) => ({
    text: `@ SOA localhost. root.localhost. 1 2 3 4 5\n${record}\n`,
    format: "rpz" as const,
  });
  const lists = [zone("24.0.2.0.192.rpz-ip CNAME rpz-passthru."), zone("gone.example CNAME .")];
  const { resolver, asked } = setUp(compileInMemory(lists)), answer = Promise.withResolvers<AskResult>();
  resolver.ask(queryFor("gone.example"), "192.168.1.2", true, answer.resolve);
  asked[0].failed("network", "no answer");
  const { explained, status } = await answer.promise;
  const said = explained.filter(({ protection }) => protection.startsWith("lists"));
  assert.deepEqual([status, ...said.map(({ outcome }) => outcome)], ["blocked", "waits", "blocked"]);
});
