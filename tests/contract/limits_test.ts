import assert from "node:assert/strict";
import { LIMITS } from "../../policy/limits.ts";
import { textOf } from "../support/source_files.ts";

function numbers(value: unknown, path: string): (readonly [path: string, value: number])[] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbers(inner, `${path}.${key}`));
}

Deno.test("every limit is a number that can be reached", () => {
  for (const [path, value] of numbers(LIMITS, "LIMITS")) {
    assert.ok(Number.isFinite(value) && value >= 0, path);
  }
});

Deno.test("every limit says where it comes from or what it is for", () => {
  const lines = textOf("policy/limits.ts").split("\n");
  const start = lines.findIndex((line) => line.startsWith("export const LIMITS"));
  const bare = lines.slice(start).filter((line) =>
    /^ {4}\w+: [^{]*,/.test(line) && !/\/\/ \w/.test(line)
  );
  assert.deepEqual(bare, []);
});
