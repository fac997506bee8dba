import assert from "node:assert/strict";
import { encodeSnapshot } from "../policy/snapshot/file.ts";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { askOnce, freePort } from "../tests/support/box_process.ts";
import { FakeUpstream, respond } from "../tests/support/fake_upstream.ts";
import { libc } from "./net/libc.ts";
import { startResolver } from "./start.ts";

Deno.test("a thread that stops closes what it holds, and main nothing a second time: the numbers may be another's by then", async () => {
  const upstream = new FakeUpstream((query) => [respond(query)], { tcp: true }), port = freePort();
  const settings = { upstreams: [`127.0.0.1:${upstream.port}`], fallbackUpstreams: [] };
  const { resolver } = await startResolver({
    listen: [{ address: "127.0.0.1", port }],
    workers: 1,
    workerUrl: new URL("./worker.ts", import.meta.url),
    secret: new Uint8Array(16),
    networks: ["127.0.0.0/8"],
    snapshot: { version: 1, bytes: encodeSnapshot(compileInMemory([], settings)) },
    log: () => {},
    holder: () => "",
  });
  assert.notEqual(await askOnce(port, "a.example", 5000), undefined);
  const symbols = libc as { close: (fd: number) => number }, { close } = symbols, closed: number[] = [];
  symbols.close = (fd) => (closed.push(fd), close(fd));
  try {
    await resolver.stop();
  } finally {
    symbols.close = close;
    await upstream.close();
  }
  // The sockets of UDP and TCP that it listened on.
  assert.equal(closed.length, 2, closed.join());
});
