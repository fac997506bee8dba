/**
 * Records of pending queries are reused: each query must get its own answer once, with its own id.
 */
import assert from "node:assert/strict";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { queryFor } from "../tests/support/flood.ts";
import { readMessage } from "../tests/support/message_text.ts";
import { ScriptedUpstreams } from "../tests/support/scripted_upstreams.ts";
import { SimulatedTime } from "../tests/support/simulated_time.ts";
import { Clock } from "./clock.ts";
import type { Reply } from "./listeners/reply.ts";
import { Resolver } from "./resolve.ts";

const NAMES = 40;

function setUp() {
  const time = new SimulatedTime(1000, () => clock.refresh());
  const clock: Clock = new Clock(time.now, time.now);
  const upstreams = new ScriptedUpstreams(time);
  for (let i = 0; i < NAMES; i++) {
    const answer = [{ type: "A", ttl: 1, data: `192.0.2.${i}` }];
    const scripted = { rcode: "NOERROR", flags: [], answer, authority: [], additional: [] };
    upstreams.add({ name: `n${i}.example`, type: "A", after: i * 37 % 50, answer: scripted });
  }
  const resolver = new Resolver(compileInMemory([{ text: "@@||n3.example^\n" }]), {
    clock,
    upstreams,
    journal: { record: () => {}, admitsRow: () => true },
    secret: new Uint8Array(16).fill(5),
    now: time.now,
    after: time.after,
    cancel: time.cancel,
  });
  return { time, resolver, upstreams };
}

/** A reply that reports the response, and can be detached like one over UDP. */
function replyTo(then: (bytes: Uint8Array) => void): Reply {
  const buffer = new Uint8Array(4096);
  const reply: Reply = {
    transport: "udp",
    room: 1232,
    buffer,
    open: () => 7,
    commit: (length) => then(buffer.slice(7, 7 + length)),
    drop: () => then(new Uint8Array(0)),
    detach: () => reply,
  };
  return reply;
}

Deno.test("many concurrent queries for few names each get their own answer once", async () => {
  const { time, resolver, upstreams } = setUp();
  const answered = new Set<number>();
  let id = 0;
  let state = 1;
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < 30; i++) {
      state = Math.imul(state, 1103515245) + 12345 | 0;
      const which = (state >>> 16) % NAMES;
      const own = ++id;
      const query = queryFor(`n${which}.example`, own);
      // In the buffer of a listener, which the next datagram overwrites.
      const bytes = new Uint8Array(query.length + 8);
      bytes.set(query, 4);
      const source = { bytes: new Uint8Array([192, 168, 1, 2]), at: 0, length: 4 };
      resolver.receive(
        bytes,
        4,
        4 + query.length,
        source,
        replyTo((response) => {
          assert.equal(answered.has(own), false, "answered once");
          const message = readMessage(response);
          assert.equal(response[0] << 8 | response[1], own);
          assert.deepEqual(message.answer.map(({ data }) => data), [`192.0.2.${which}`]);
          answered.add(own);
        }),
      );
      bytes.fill(0xff);
    }
    await time.pass(13);
  }
  await time.pass(6000);
  assert.equal(answered.size, 60 * 30);
  assert.ok(upstreams.queriedNames.length < 60 * 30 / 2, "those who ask the same wait together");
});
