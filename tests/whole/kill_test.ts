import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { askOnce, BoxProcess, FROM_SOURCE } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";

/** Kills in a quick run; `LOOPS` gives more. */
const LOOPS = Number(Deno.env.get("LOOPS") ?? "4");

function integrity(path: string): string {
  const database = new DatabaseSync(path);
  try {
    return String(Object.values(database.prepare("pragma integrity_check").get() ?? {})[0]);
  } finally {
    database.close();
  }
}

Deno.test(`a box killed ${LOOPS} times under load answers again each time and keeps its databases whole`, async () => {
  const folder = await Deno.makeTempDir();
  const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.9" })]);
  const starts: number[] = [];
  try {
    for (let loop = 0; loop < LOOPS; loop++) {
      const box = new BoxProcess({ command: FROM_SOURCE, folder, upstream: `127.0.0.1:${upstream.port}` });
      starts.push(await box.answers(`first-${loop}.example`));
      const killAfter = performance.now() + 20 + (loop * 137) % 400;
      for (let i = 0; performance.now() < killAfter; i++) {
        await Promise.all(Array.from({ length: 8 }, (_, n) => askOnce(box.port, `k${loop}-${i}-${n}.example`, 50)));
      }
      const { signal, output } = await box.end("SIGKILL");
      assert.equal(signal, "SIGKILL", output);
      for (const name of ["box.db", "journal.db", "stats.db"]) {
        const path = `${folder}/data/${name}`;
        if (await Deno.stat(path).then(() => true, () => false)) {
          assert.equal(integrity(path), "ok", `${name} after kill ${loop}`);
        }
      }
    }
    starts.sort((a, b) => a - b);
    console.log(
      `start to first answer: median ${starts[LOOPS >> 1]!.toFixed(0)} ms, worst ${starts.at(-1)!.toFixed(0)} ms`,
    );
  } finally {
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
});
