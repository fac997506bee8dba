import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { FRONT_LIMITS } from "../../api/front/limits.ts";
import { FILE_FORM_LIMIT } from "../../api/http/form_fields.ts";
import { BODY_LIMIT } from "../../api/http/route.ts";
import { LIMITS } from "../../policy/limits.ts";
import { textOf } from "../support/source_files.ts";

function numbers(value: unknown, path: string): (readonly [path: string, value: number])[] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbers(inner, `${path}.${key}`));
}

Deno.test("Every limit is a number that can be reached", () => {
  for (const [path, value] of numbers(LIMITS, "LIMITS")) {
    assert.ok(Number.isFinite(value) && value >= 0, path);
  }
});

Deno.test("Every limit has a comment with its source or purpose above its group", () => {
  const lines = textOf("policy/limits.ts").split("\n");
  const start = lines.findIndex((line) => line.startsWith("export const LIMITS"));
  const bare: string[] = [];
  let isExplained = false;
  for (const line of lines.slice(start)) {
    if (/^ {4}\/\/ \w/.test(line)) isExplained = true;
    else if (/^ {4}\w+: [^{]*,/.test(line)) {
      if (!isExplained) bare.push(line);
    } else isExplained = false;
  }
  assert.deepEqual(bare, []);
});

Deno.test("HTTPS takes every body that a route or a form takes", () => {
  const largest = Math.max(...ROUTES.map(({ bodyLimit = BODY_LIMIT }) => bodyLimit));
  assert.ok(largest > 16 << 20, "a backup of 16 MiB in base64");
  assert.ok(FRONT_LIMITS.bodyBytes >= Math.max(largest, FILE_FORM_LIMIT));
});
