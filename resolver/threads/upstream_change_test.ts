import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { askOnce } from "../../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { startThread } from "../../tests/support/resolver_thread.ts";
import { addressIn } from "../../tests/support/upstream_pool.ts";

Deno.test("questions in flight to a replaced upstream are not cached as failures of the new one", async () => {
  const asked = Promise.withResolvers<void>();
  const silent = new FakeUpstream(() => {
    asked.resolve();
    return [];
  }, { tcp: true });
  const good = new FakeUpstream((query) => [respond(query)], { tcp: true });
  const snapshot = (version: number, upstream: FakeUpstream) => {
    const settings = {
      upstreams: [`tcp://127.0.0.1:${upstream.port}`],
      fallbackUpstreams: [],
      upstreamTimeout: 10_000,
    };
    return { version, sections: encodeSnapshot(compileInMemory([], settings)) };
  };
  const { resolver, port } = await startThread(snapshot(1, silent));
  try {
    const before = askOnce(port, "a.example", 20_000);
    await asked.promise;
    await resolver.publish(snapshot(2, good));
    assert.equal((await before)![3] & 15, 2);
    assert.equal(addressIn((await askOnce(port, "a.example", 20_000))!), "192.0.2.1");
  } finally {
    await resolver.stop();
    await Promise.all([silent.close(), good.close()]);
  }
});
