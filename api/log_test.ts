import assert from "node:assert/strict";
import { makeLog, remembering } from "./log.ts";

Deno.test("a line of the log has its time and level, or the priority that journald reads, and is one line", () => {
  const lines: string[] = [];
  makeLog((line) => lines.push(line), () => 0, false)("warn", "a\nb\u2028c\x1b[2J");
  makeLog((line) => lines.push(line), () => 0, true)("error", "x");
  assert.deepEqual(lines, ["1970-01-01T00:00:00Z warn  a b c [2J\n", "<3>x\n"]);
});

Deno.test("the last warnings are remembered without where they came from, which the log alone tells", () => {
  const lines: string[] = [], kept: string[] = [];
  const log = remembering((_, text) => void lines.push(text), kept, 2);
  log("info", "all is well");
  log("warn", "first");
  log("error", "GET / failed: Error: no\n    at inside (file:///code.js:1:2)");
  log("warn", "last");
  assert.deepEqual(kept, ["GET / failed: Error: no", "last"]);
  assert.match(lines[2], /code\.js/);
});
