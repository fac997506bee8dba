import assert from "node:assert/strict";
import { askOnce, BoxProcess, freePort, FROM_SOURCE } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { readMessage } from "../support/message_text.ts";
import { WAIT } from "../support/whole_box.ts";

async function withBox(
  run: (box: BoxProcess, upstream: FakeUpstream, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.9" })]);
  const box = new BoxProcess({
    command: FROM_SOURCE,
    folder,
    upstream: `127.0.0.1:${upstream.port}`,
  });
  try {
    await box.answers("first.example");
    await run(box, upstream, folder);
  } finally {
    await box.end("SIGKILL").catch(() => {});
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("The box answers a query and stops at SIGTERM with code 0", () =>
  withBox(async (box) => {
    const response = await askOnce(box.port, "www.example");
    assert.deepEqual(readMessage(response!).answer.map(({ data }) => data), ["192.0.2.9"]);
    await box.runs();
    const { code, output } = await box.end("SIGTERM");
    assert.equal(code, 0, output);
  }));

Deno.test("Garbage does not stop the answers, and a closed terminal ends the box with code 0", () =>
  withBox(async (box) => {
    const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    const to = { transport: "udp", hostname: "127.0.0.1", port: box.port } as const;
    let seed = 7;
    for (let i = 0; i < 2000; i++) {
      const bytes = Uint8Array.from(
        { length: i % 600 },
        () => (seed = Math.imul(seed, 48271) >>> 0) >>> 8 & 255,
      );
      await socket.send(bytes, to);
    }
    socket.close();
    assert.notEqual(await askOnce(box.port, "after.example"), undefined);
    const { code, output } = await box.end("SIGHUP");
    assert.equal(code, 0, output);
  }));

Deno.test("A port in use is reported, with a remedy", () =>
  withBox(async (box, upstream, folder) => {
    const second = new BoxProcess({
      command: FROM_SOURCE,
      folder: await Deno.makeTempDir({ dir: folder }),
      upstream: `127.0.0.1:${upstream.port}`,
      port: box.port,
    });
    const { code, output } = await second.ended(WAIT);
    assert.notEqual(code, 0);
    assert.match(output, new RegExp(String(box.port)));
  }));

Deno.test("An unknown option is refused with code 2 and named", async () => {
  const folder = await Deno.makeTempDir();
  const flags = ["--dns-lissten=:1"];
  const box = new BoxProcess({
    command: FROM_SOURCE,
    folder,
    upstream: `127.0.0.1:${freePort()}`,
    flags,
  });
  const { code, output } = await box.ended(WAIT);
  await Deno.remove(folder, { recursive: true });
  assert.equal(code, 2, output);
  assert.match(output, /--dns-lissten/);
});
