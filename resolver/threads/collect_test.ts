import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { startThread } from "../../tests/support/resolver_thread.ts";

Deno.test("a worker collects garbage after a snapshot that asks for it, and after no other", async () => {
  const reported: string[] = [];
  const sections = encodeSnapshot(compileInMemory([], {}));
  const { resolver } = await startThread({ version: 1, sections }, {
    workerUrl: new URL("./collect_fixture.ts", import.meta.url),
    log: (_, text) => reported.push(text),
  });
  const collected = async () => {
    // The answer comes after all messages of before.
    await resolver.statistics();
    return reported.filter((text) => text === "collected").length;
  };
  try {
    await resolver.publish({ version: 2, sections });
    assert.equal(await collected(), 0);
    await resolver.publish({ version: 3, sections, collects: true });
    assert.equal(await collected(), 1);
    await resolver.publish({ version: 4, sections });
    assert.equal(await collected(), 1);
  } finally {
    await resolver.stop();
  }
});
