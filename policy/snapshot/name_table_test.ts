import assert from "node:assert/strict";
import { TableBuilder } from "./compile.ts";
import { BLOCK_SLOTS, HEADER_BYTES, NameTable, SLOT_BYTES } from "./name_table.ts";

function tableOf(names: number): ArrayBuffer {
  const builder = new TableBuilder(new Uint8Array(16).fill(9));
  const encoder = new TextEncoder();
  builder.beginList(0, "block");
  for (let i = 0; i < names; i++) {
    const bytes = encoder.encode(`n${i}.example`);
    builder.name(bytes, 0, bytes.length, "tree", false, false);
  }
  return builder.finish().table!.toBuffer();
}

function firstDamage(table: NameTable): { readonly steps: number; readonly block: number } {
  const checking = table.verifyBlocks();
  for (let steps = 0;; steps++) {
    const step = checking.next();
    if (step.done) return { steps, block: step.value };
  }
}

function opened(buffer: ArrayBuffer): NameTable {
  const table = NameTable.open(new Uint8Array(buffer));
  if (typeof table === "string") throw new Error(table);
  return table;
}

Deno.test("a table costs at most 20 bytes per name and is valid", () => {
  const buffer = tableOf(100_000);
  const table = opened(buffer);
  assert.equal(table.names, 100_000);
  assert.ok(
    buffer.byteLength / table.names <= 20,
    `${buffer.byteLength / table.names} bytes a name`,
  );
  assert.ok(table.occupancy().load < 0.7);
  assert.deepEqual(firstDamage(table), { steps: 3, block: -1 });
});

Deno.test("verifyBlocks() finds the damaged block", () => {
  const buffer = tableOf(100_000);
  new Uint8Array(buffer)[HEADER_BYTES + BLOCK_SLOTS * SLOT_BYTES + 77] ^= 1;
  assert.equal(firstDamage(opened(buffer)).block, 1);
});

Deno.test("NameTable.open() returns an error text for an invalid table", () => {
  const good = tableOf(10);
  const damaged = (change: (bytes: Uint8Array) => void): string => {
    const copy = good.slice();
    change(new Uint8Array(copy));
    const table = NameTable.open(new Uint8Array(copy));
    return typeof table === "string" ? table : "opened";
  };
  assert.match(damaged((bytes) => bytes[0] ^= 1), /not a table of names/);
  assert.match(damaged((bytes) => bytes[8] ^= 2), /another version/);
  assert.match(damaged((bytes) => bytes[16] ^= 1), /checksum/);
  assert.match(
    damaged((bytes) => bytes.fill(255, good.byteLength - 12, good.byteLength - 4)),
    /last slot/,
  );
  assert.match(String(NameTable.open(new Uint8Array(good.slice(0, -4)))), /wrong size/);
  assert.match(String(NameTable.open(new Uint8Array(3))), /too short/);
});

Deno.test("a lookup in a truncated, zeroed table terminates and finds nothing", () => {
  const buffer = tableOf(1000);
  const table = opened(buffer);
  new Uint8Array(buffer).fill(0);
  assert.equal(table.lookup(1, 2), 0);
});
