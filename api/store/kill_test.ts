import assert from "node:assert/strict";
import { openDatabase } from "./open.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/**
 * Writes pairs of rows forever, each in one transaction, and prints the number of every
 * acknowledged pair.
 */
const WRITER = `
import { openDatabase } from ${JSON.stringify(new URL("./open.ts", import.meta.url).href)};
const database = await openDatabase({
  name: "box", path: Deno.args[0], workerUrl: ${
  JSON.stringify(new URL("./thread.ts", import.meta.url).href)
},
});
const sql = "insert into settings (key, value, changed) values (?, '', 0)";
const from = Number(Deno.args[1]);
console.log("ready");
for (let n = from; ; n++) {
  await database.batch([{ sql, args: ["a" + n] }, { sql, args: ["b" + n] }]);
  Deno.stdout.writeSync(new TextEncoder().encode(n + "\\n"));
}`;

/** Runs the writer and kills it after some milliseconds; returns the last acknowledged number. */
async function writeAndKill(
  script: string,
  path: string,
  from: number,
  after: number,
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", `${ROOT}deno.json`, script, path, String(from)],
    stdout: "piped",
    stderr: "null",
    cwd: ROOT,
  }).spawn();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    timer ??= setTimeout(() => child.kill("SIGKILL"), after);
  }
  await child.status;
  clearTimeout(timer);
  return Number(
    text.split("\n").slice(0, -1).filter((line) => line !== "ready").at(-1) ?? from - 1,
  );
}

Deno.test("kill -9 at any moment leaves complete transactions and every acknowledged write", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-kill-" });
  const path = `${folder}/box.db`;
  const script = `${folder}/writer.ts`;
  await Deno.writeTextFile(script, WRITER);
  const loops = Number(Deno.env.get("LOOPS") ?? 10);
  try {
    let from = 0;
    for (let loop = 0; loop < loops; loop++) {
      const acknowledged = await writeAndKill(script, path, from, 5 + (loop * 37) % 211);
      const database = await openDatabase({
        name: "box",
        path,
        workerUrl: new URL("./thread.ts", import.meta.url),
      });
      const keys = new Set(
        (await database.all("select key from settings")).map(({ key }) => String(key)),
      );
      assert.deepEqual(await database.all("pragma integrity_check"), [{ integrity_check: "ok" }]);
      await database.close();
      for (let n = 0; n <= acknowledged; n++) {
        assert.ok(keys.has(`a${n}`), `write ${n} was acknowledged and is lost`);
      }
      for (const key of keys) {
        assert.ok(keys.has((key[0] === "a" ? "b" : "a") + key.slice(1)), `half of ${key}`);
      }
      from = Math.max(acknowledged, keys.size / 2 - 1) + 1;
    }
    assert.ok(from > 0, "the writer wrote nothing");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
