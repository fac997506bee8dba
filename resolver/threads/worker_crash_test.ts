import assert from "node:assert/strict";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { framed, queryFor } from "../../tests/support/flood.ts";
import { startThread } from "../../tests/support/resolver_thread.ts";

/** Crashes in one run; many in the long test. */
const CRASHES = Deno.env.get("BOX_LONG") === "1" ? 50 : 6;

function countOf(what: "fd" | "task"): number {
  return [...Deno.readDirSync(`/proc/self/${what}`)].length;
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 20_000;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`Waited 20 seconds: ${what}`);
}

/** Whether a name is answered over UDP within a second. */
async function answered(port: number, name: string): Promise<boolean> {
  const client = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const timer = setTimeout(() => client.close(), 1000);
  try {
    await client.send(queryFor(name), { transport: "udp", hostname: "127.0.0.1", port });
    const [response] = await client.receive();
    clearTimeout(timer);
    client.close();
    return (response[3] & 15) === 0 && response[7] === 1;
  } catch {
    return false;
  }
}

Deno.test("a dead thread leaves no descriptor and no thread, and the next one uses its sockets", async () => {
  const fake = new FakeUpstream((query) => [respond(query)], { tcp: true });
  const reported: string[] = [];
  const snapshot = compileInMemory([], {
    upstreams: [`127.0.0.1:${fake.port}`],
    fallbackUpstreams: [],
  });
  const { resolver, port } = await startThread({ version: 1, sections: encodeSnapshot(snapshot) }, {
    workerUrl: new URL("./worker_crash_fixture.ts", import.meta.url),
    log: (_, text) => reported.push(text),
  });
  const crash = async (round: number) => {
    for (const name of ["a", "b", "c", "d"]) {
      assert.ok(await answered(port, `${name}${round}.example`));
    }
    const client = await Deno.connect({ hostname: "127.0.0.1", port });
    await client.write(framed(queryFor(`tcp${round}.example`)));
    assert.ok(await client.read(new Uint8Array(512)));
    const before = reported.length;
    await assert.rejects(resolver.flush("crash.test"), /stopped before it answered/);
    assert.match(
      reported.slice(before).join(),
      /Restarting a resolver thread after a fault: .*The test wants it so/,
    );
    // The owner closes the descriptors of the dead thread, so the client sees the end of the
    // connection.
    const late = setTimeout(() => client.close(), 5000);
    assert.equal(
      await client.read(new Uint8Array(1)).catch((error) =>
        error.code === "ECONNRESET" ? null : error
      ),
      null,
    );
    clearTimeout(late);
    client.close();
    await until(() => answered(port, `after${round}.example`), "no answer after the crash");
  };
  try {
    await crash(-1);
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return true;
    }, "");
    const descriptors = countOf("fd");
    const threads = countOf("task");
    for (let round = 0; round < CRASHES; round++) await crash(round);
    await until(() => countOf("fd") <= descriptors, "descriptors are left");
    // The runtime ends a dead thread once its wait for events has ended. Threads of several crashes
    // may overlap by then.
    await until(() => countOf("task") < threads + CRASHES / 2, "threads are left");
  } finally {
    await Promise.all([resolver.stop(), resolver.stop()]);
    await fake.close();
  }
});
