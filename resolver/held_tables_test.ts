import assert from "node:assert/strict";
import { HeldTables } from "./held_tables.ts";
import { mapFile, unmap } from "./net/libc.ts";

Deno.test("a table is mapped once, kept while another is only opened, and left when another is held", async () => {
  const path = await Deno.makeTempFile(), tables = new HeldTables(), bytes = new Uint8Array();
  await Deno.writeFile(path, new Uint8Array(8192).fill(7));
  const one = mapFile(path), other = mapFile(path);
  try {
    const first = tables.open({ version: 1, bytes, table: one })!;
    assert.ok(tables.hold(one));
    assert.equal(tables.open({ version: 2, bytes, table: one }), first);
    assert.ok(!tables.hold(one));
    const second = tables.open({ version: 3, bytes, table: other })!;
    tables.release();
    assert.deepEqual([first.byteLength, second.byteLength], [8192, 0]);
    const third = tables.open({ version: 4, bytes, table: other })!;
    assert.ok(tables.hold(other));
    assert.equal(first.byteLength, 8192);
    tables.release();
    assert.deepEqual([first.byteLength, new Uint8Array(third)[8191]], [0, 7]);
    assert.equal(tables.open({ version: 5, bytes }), undefined);
    assert.ok(tables.hold(undefined));
    tables.release();
    assert.equal(third.byteLength, 0);
  } finally {
    unmap(one);
    unmap(other);
    await Deno.remove(path);
  }
});
