import assert from "node:assert/strict";
import { runTool } from "../tools.ts";
import { type TarEntry, tarPieces } from "./tar.ts";

const text = (value: string) => new TextEncoder().encode(value);

async function withArchive(
  entries: readonly TarEntry[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-tar-" });
  try {
    const bytes = new Blob([...tarPieces(entries, 1_790_000_000)] as BlobPart[]);
    await Deno.writeFile(`${folder}/a.tar`, bytes.stream());
    await work(`${folder}/a.tar`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("GNU tar reads modes, owners, times and contents as they were given", () =>
  withArchive([
    { path: "var", mode: 0o755 },
    { path: "var/own", mode: 0o700, owner: 10_001 },
    { path: "note", mode: 0o644, bytes: text("a note\n") },
    { path: "block", mode: 0o4755, bytes: new Uint8Array(512).fill(65) },
    { path: "empty", mode: 0o600, bytes: new Uint8Array() },
  ], async (path) => {
    const listed = await runTool(["tar", "--numeric-owner", "--utc", "-tvf", path], { limit: 20 });
    assert.equal(listed.code, 0, listed.transcript);
    assert.deepEqual(listed.output.trim().split("\n").map((line) => line.split(/\s+/)), [
      ["drwxr-xr-x", "0/0", "0", "2026-09-21", "14:13", "var/"],
      ["drwx------", "10001/10001", "0", "2026-09-21", "14:13", "var/own/"],
      ["-rw-r--r--", "0/0", "7", "2026-09-21", "14:13", "note"],
      ["-rwsr-xr-x", "0/0", "512", "2026-09-21", "14:13", "block"],
      ["-rw-------", "0/0", "0", "2026-09-21", "14:13", "empty"],
    ]);
    const note = await runTool(["tar", "-xOf", path, "note"], { limit: 20 });
    assert.equal(note.output, "a note\n");
  }));

Deno.test("GNU tar reads extended attributes, also where the length of their record has one more digit", () =>
  withArchive(
    [90, 100, 980, 990].map((length): TarEntry => {
      const value = new Uint8Array(length).fill(97);
      return { path: `f${length}`, mode: 0o644, bytes: text("x"), attributes: { "user.a": value } };
    }),
    async (path) => {
      const listed = await runTool(["tar", "--xattrs", "-tvvf", path], { limit: 20 });
      assert.equal(listed.code, 0, listed.transcript);
      const found = [...listed.output.matchAll(/x: +(\d+) user\.a/g)].map(([, size]) =>
        Number(size)
      );
      assert.deepEqual(found, [90, 100, 980, 990], listed.output);
    },
  ));

Deno.test("A path that the format cannot hold is rejected", () => {
  const entry = { path: "x".repeat(101), mode: 0o644, bytes: text("") };
  assert.throws(() => [...tarPieces([entry], 0)], /too long/);
});
