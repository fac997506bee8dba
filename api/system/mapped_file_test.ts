import assert from "node:assert/strict";
import { mapFile, type MappedFile, releaseFile, releasePages } from "./mapped_file.ts";

const LENGTH = 100_001;

/** The bytes of the test files; none is zero. */
function pattern(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: LENGTH }, (_, i) => 1 + i % 251);
}

async function withFile(run: (path: string) => Promise<void> | void): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, pattern());
    await run(path);
  } finally {
    await Deno.remove(path);
  }
}

/** The lines of this process's mappings with the file. */
function mappingsOf(path: string): number {
  return Deno.readTextFileSync("/proc/self/maps").split("\n").filter((line) => line.includes(path))
    .length;
}

Deno.test("mapFile() shows exactly the file, also after releasePages(), and zeros after releaseFile()", () =>
  withFile((path) => {
    const bytes = mapFile(path);
    assert.deepEqual(bytes, pattern());
    assert.equal(bytes[LENGTH], undefined);
    assert.equal(mappingsOf(path), 1);
    releasePages(bytes);
    assert.deepEqual(bytes, pattern());
    releaseFile(bytes);
    assert.equal(mappingsOf(path), 0);
    assert.deepEqual([bytes.length, new Set(bytes)], [LENGTH, new Set([0])]);
  }));

Deno.test("a mapped file keeps its bytes when it is replaced, and an empty one has none", () =>
  withFile(async (path) => {
    const bytes = mapFile(path);
    await Deno.writeFile(`${path}.new`, new Uint8Array(10));
    await Deno.rename(`${path}.new`, path);
    assert.deepEqual(bytes, pattern());
    assert.equal(mapFile(path).length, 10);
    await Deno.writeFile(path, new Uint8Array());
    const empty = mapFile(path);
    assert.equal(empty.length, 0);
    releasePages(empty);
    releaseFile(empty);
  }));

Deno.test("mapFile() names a missing file in its error", () => {
  assert.throws(() => mapFile("/nowhere/names.tbl"), /open \/nowhere\/names\.tbl: no such file/);
});

/** A thread that maps a file, reports whether V8 counts it, and reads it on request. */
const THREAD = `
let octets;
self.onmessage = ({ data }) => {
  octets = data ?? octets;
  postMessage({ sum: octets.reduce((sum, octet) => sum + octet, 0), counted: Deno.memoryUsage().external });
};`;

Deno.test("threads share a mapped file that V8 does not count, and may end independently", () =>
  withFile(async (path) => {
    const started = () =>
      new Worker(`data:text/javascript,${encodeURIComponent(THREAD)}`, {
        type: "module",
        name: "reader",
      });
    const ask = (worker: Worker, bytes?: MappedFile) =>
      new Promise<{ sum: number; counted: number }>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(bytes);
      });
    const one = started();
    const other = started();
    const bytes = mapFile(path);
    const wanted = pattern().reduce((a, b) => a + b, 0);
    for (const worker of [one, other]) {
      const { sum, counted } = await ask(worker, bytes);
      assert.equal(sum, wanted);
      assert.ok(counted < 32 << 20, `${counted} octets are counted`);
    }
    one.terminate();
    assert.equal((await ask(other)).sum, wanted);
    releaseFile(bytes);
    assert.equal((await ask(other)).sum, 0);
    other.terminate();
  }));

/** Maps a file, collects garbage, and prints the number of mappings before and after. */
const LETS_GO = (path: string) => `
import { mapFile } from ${JSON.stringify(new URL("mapped_file.ts", import.meta.url).href)};
const mappings = () => Deno.readTextFileSync("/proc/self/maps").split("\\n").filter((line) => line.includes("${path}")).length;
let octets = mapFile("${path}");
const sum = octets.reduce((a, b) => a + b, 0), before = mappings();
octets = undefined;
for (let i = 0; i < 100 && mappings() > 0; i++) {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const after = mappings(), used = Array.from({ length: 200 }, () => new Uint8Array(100_000).fill(1));
console.log(JSON.stringify({ sum, before, after, used: used.length }));`;

async function letsGo(path: string, env: Record<string, string>): Promise<unknown> {
  const program = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(program, LETS_GO(path));
  const args = ["run", "-A", "--no-check", "--v8-flags=--expose-gc", program];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
  await Deno.remove(program);
  const said = new TextDecoder().decode(stdout);
  assert.notEqual(said, "", new TextDecoder().decode(stderr));
  return JSON.parse(said);
}

Deno.test("the last release unmaps the file; without mappings the file is read instead", () =>
  withFile(async (path) => {
    const sum = pattern().reduce((a, b) => a + b, 0);
    assert.deepEqual(await letsGo(path, {}), { sum, before: 1, after: 0, used: 200 });
    const unmapped = { GLIBC_TUNABLES: "glibc.malloc.mmap_max=0" };
    assert.deepEqual(await letsGo(path, unmapped), { sum, before: 0, after: 0, used: 200 });
  }));
