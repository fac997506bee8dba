import assert from "node:assert/strict";
import { encodeSnapshot } from "../policy/snapshot/file.ts";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { askOnce, freePort } from "../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../tests/support/fake_upstream.ts";
import { mapFile, unmap } from "./net/libc.ts";
import { startResolver } from "./start.ts";

/** Milliseconds that the upstream takes. */
const SLOW = 1000;

Deno.test("main may unmap a table when no query is under way any more that looks into it", async () => {
  const asked = Promise.withResolvers<number>(), path = await Deno.makeTempFile();
  // Over TCP, since a question in a datagram is sent again when no answer comes.
  const upstream = new FakeUpstream((query) => {
    asked.resolve(performance.now());
    return [SLOW, respond(query)];
  }, { tcp: true });
  await Deno.writeFile(path, new Uint8Array(4096));
  const table = mapFile(path), port = freePort();
  const settings = { upstreams: [`tcp://127.0.0.1:${upstream.port}`], fallbackUpstreams: [], upstreamTimeout: 10_000 };
  const bytes = encodeSnapshot(compileInMemory([], settings));
  const { resolver } = await startResolver({
    listen: [{ address: "127.0.0.1", port }],
    workers: 1,
    workerUrl: new URL("./worker.ts", import.meta.url),
    secret: new Uint8Array(16),
    networks: ["127.0.0.0/8"],
    snapshot: { version: 1, bytes },
    log: () => {},
    holder: () => "",
  });
  try {
    const answered = askOnce(port, "slow.example", 20_000);
    const since = await asked.promise;
    await resolver.publish({ version: 2, bytes });
    await resolver.publish({ version: 3, bytes, table });
    assert.ok(performance.now() - since >= SLOW - 1, `${performance.now() - since} ms`);
    assert.notEqual(await answered, undefined);
    await resolver.publish({ version: 4, bytes });
  } finally {
    await resolver.stop();
    await upstream.close();
    unmap(table);
    await Deno.remove(path);
  }
});
