import assert from "node:assert/strict";
import { type Bench, SECRET, withBench } from "../../tests/support/publisher_bench.ts";
import { SnapshotStore } from "./snapshot_store.ts";

/** Ways in which a failing disk damages a file. */
const DAMAGES: Readonly<Record<string, (path: string, bytes: Uint8Array) => void>> = {
  zeros: (path, { length }) => Deno.writeFileSync(path, new Uint8Array(length)),
  "cut short": (path, bytes) =>
    Deno.writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2) | 1)),
  garbage: (path) => Deno.writeFileSync(path, crypto.getRandomValues(new Uint8Array(8192))),
  gone: (path) => Deno.removeSync(path),
  "one octet else": (path, bytes) =>
    Deno.writeFileSync(path, bytes.map((one, at) => at === 64 ? one ^ 255 : one)),
};

/** Publishes twice, each time with a different table; returns both versions. */
async function publishedTwice(bench: Bench): Promise<[previous: number, newest: number]> {
  const publisher = bench.publisher();
  await publisher.begin();
  await publisher.attach(bench.resolver);
  const versions: number[] = [];
  for (const name of ["one.example", "two.example"]) {
    bench.contents = [await bench.list(1, `${name}\n`)];
    await publisher.publish();
    versions.push(new SnapshotStore(bench.folder).load(SECRET).snapshot!.version);
  }
  return [versions[0], versions[1]];
}

Deno.test(
  "load() returns the newest intact snapshot and reports every damaged one",
  withBench(async (bench) => {
    const [previous, newest] = await publishedTwice(bench);
    const folder = `${bench.folder}/snapshot`;
    const whole = new Map(
      bench.files.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]),
    );
    const store = new SnapshotStore(bench.folder);
    const loaded = () => {
      const { snapshot, problems } = store.load(SECRET);
      return [snapshot?.version, problems.length];
    };
    assert.deepEqual(loaded(), [newest, 0]);
    for (const [how, damage] of Object.entries(DAMAGES)) {
      const left: unknown[] = [];
      for (const what of [/^snapshot\.bin$/, /^snapshot(\.previous)?\.bin$/, /\.tbl$/]) {
        // The content of a table is not read at load: verifyBlocks() finds damage in it.
        if (how === "one octet else" && what.test("a.tbl")) continue;
        for (const [name, bytes] of whole) {
          if (what.test(name)) damage(`${folder}/${name}`, bytes);
        }
        left.push(loaded());
        for (const [name, bytes] of whole) Deno.writeFileSync(`${folder}/${name}`, bytes);
      }
      const count = how === "gone" ? 0 : 1;
      const wanted = [[previous, count], [undefined, 2 * count], [undefined, 2]];
      assert.deepEqual(left, wanted.slice(0, left.length), how);
    }
    assert.deepEqual(loaded(), [newest, 0]);
  }),
);
