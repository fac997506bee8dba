import assert from "node:assert/strict";
import { F_DUPFD_CLOEXEC, libc } from "./libc.ts";
import { DescriptorBudget, frontDescriptorLimit } from "./descriptor_budget.ts";

/** Duplicates of a descriptor, from a number on. */
function doubles(count: number, from = 0): number[] {
  return Array.from({ length: count }, () => libc.fcntl(2, F_DUPFD_CLOEXEC, from));
}

function close(fds: readonly number[]): void {
  fds.forEach((fd) => libc.close(fd));
}

/** Duplicates that fill all free numbers up to a number. */
function doublesTo(end: number): number[] {
  const all = doubles(1);
  while (all.at(-1)! < end) all.push(...doubles(1));
  close(all.splice(-1));
  return all;
}

Deno.test("of many descriptors a third is for the front and at most 256 are reserved", () => {
  const room = new DescriptorBudget(2048);
  const end = 2048 - 656 - 256 - 16;
  assert.equal(frontDescriptorLimit(2048), 656);
  const before = doublesTo(end - 1);
  assert.equal(room.hasRoom, true);
  before.push(...doubles(1));
  assert.equal(before.at(-1), end - 1);
  assert.equal(room.hasRoom, false);
  close(before.splice(0, 1));
  assert.equal(room.hasRoom, true);
  close(before);
});

Deno.test("reserved numbers used by clients count even if lower ones are free", () => {
  const room = new DescriptorBudget(2048);
  const some = doubles(127, 2048 - 656 - 256 - 16);
  assert.equal(room.hasRoom, true);
  some.push(...doubles(1, 2048 - 656 - 256 - 16));
  assert.equal(room.hasRoom, false);
  close(some);
});

Deno.test("of few descriptors the possible share is reserved, down to no room", () => {
  const kept = doubles(10, 160 - 26 - 20 - 12);
  assert.equal(frontDescriptorLimit(160), 26);
  assert.equal(new DescriptorBudget(160).hasRoom, false);
  close(kept.splice(0, 1));
  assert.equal(new DescriptorBudget(160).hasRoom, true);
  close(kept);
  assert.equal(new DescriptorBudget(0).hasRoom, false);
});

Deno.test("a listener keeps a share of connections when others use all descriptors", () => {
  const budget = new DescriptorBudget(128);
  const others = doublesTo(127);
  assert.deepEqual([budget.hasRoom, budget.share], [false, 4]);
  assert.deepEqual([0, 3, 4].map((count) => budget.admits(count)), [true, true, false]);
  close(others);
  assert.equal(budget.admits(4), true);
  assert.deepEqual([96, 2048].map((limit) => new DescriptorBudget(limit).share), [1, 8]);
});
