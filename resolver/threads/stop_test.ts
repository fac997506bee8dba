import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { askOnce } from "../../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { startThread } from "../../tests/support/resolver_thread.ts";
import { libc } from "../net/libc.ts";

Deno.test("a stopping thread closes its descriptors, and the main thread does not close them again", async () => {
  const upstream = new FakeUpstream((query) => [respond(query)], { tcp: true });
  const settings = { upstreams: [`127.0.0.1:${upstream.port}`], fallbackUpstreams: [] };
  const { resolver, port } = await startThread({
    version: 1,
    sections: encodeSnapshot(compileInMemory([], settings)),
  });
  assert.notEqual(await askOnce(port, "a.example", 5000), undefined);
  const symbols = libc as { close: (fd: number) => number };
  const { close } = symbols;
  const closed: number[] = [];
  symbols.close = (fd) => {
    closed.push(fd);
    return close(fd);
  };
  try {
    await resolver.stop();
  } finally {
    symbols.close = close;
    await upstream.close();
  }
  // The listening sockets of UDP and TCP.
  assert.equal(closed.length, 2, closed.join());
});
