import assert from "node:assert/strict";
import { AtomicFile, removeFile, writeWhole } from "./atomic_file.ts";

async function inFolder(
  run: (path: string, names: () => string[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/a`, () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the previous file stays until the new one is complete", () =>
  inFolder(async (path, names) => {
    await Deno.writeTextFile(path, "before");
    const file = await AtomicFile.create(path);
    await file.write(new TextEncoder().encode("after"));
    assert.equal(await Deno.readTextFile(path), "before");
    await file.keep();
    assert.equal(await Deno.readTextFile(path), "after");
    assert.deepEqual(names(), ["a"]);
  }));

Deno.test("drop() removes the temporary file, and the previous file stays", () =>
  inFolder(async (path, names) => {
    await Deno.writeTextFile(path, "before");
    await (await AtomicFile.create(path)).drop();
    assert.equal(await Deno.readTextFile(path), "before");
    assert.deepEqual(names(), ["a"]);
  }));

Deno.test("a leftover of a killed write is overwritten and private", () =>
  inFolder(async (path, names) => {
    await Deno.writeTextFile(`${path}.new`, "half of something long");
    await (await AtomicFile.create(path)).keep();
    assert.equal((await Deno.stat(path)).size, 0);
    assert.deepEqual(names(), ["a"]);
    await removeFile(path);
    await removeFile(path);
  }));

Deno.test("keep() removes the temporary file when the rename fails", () =>
  inFolder(async (path, names) => {
    await Deno.mkdir(path);
    await assert.rejects(writeWhole(path, new Uint8Array(3)));
    assert.deepEqual(names(), ["a"]);
    await writeWhole(`${path}/b`, new Uint8Array(3));
    assert.equal((await Deno.stat(`${path}/b`)).size, 3);
    assert.equal((await Deno.stat(`${path}/b`)).mode! & 0o777, 0o600);
  }));
