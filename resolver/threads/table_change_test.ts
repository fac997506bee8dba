import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { askOnce } from "../../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { startThread } from "../../tests/support/resolver_thread.ts";

/** Milliseconds until the upstream answers. */
const SLOW = 1000;

Deno.test("a new table applies at once, and a query under the previous one is answered", async () => {
  const asked = Promise.withResolvers<void>();
  // Over TCP, because a datagram is sent again when no answer comes.
  const upstream = new FakeUpstream((query) => {
    asked.resolve();
    return [SLOW, respond(query)];
  }, { tcp: true });
  const memory = () => new Uint8Array(new SharedArrayBuffer(4096)).fill(1);
  const first = memory();
  const settings = {
    upstreams: [`tcp://127.0.0.1:${upstream.port}`],
    fallbackUpstreams: [],
    upstreamTimeout: 10_000,
  };
  const sections = encodeSnapshot(compileInMemory([], settings));
  const { resolver, port } = await startThread({ version: 1, sections, table: first });
  try {
    let isAnswered = false;
    const answered = askOnce(port, "slow.example", 20_000).finally(() => isAnswered = true);
    await asked.promise;
    await resolver.publish({ version: 2, sections, table: memory() });
    assert.ok(!isAnswered);
    first.fill(0);
    assert.notEqual(await answered, undefined);
  } finally {
    await resolver.stop();
    await upstream.close();
  }
});
