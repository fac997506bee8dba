import assert from "node:assert/strict";
import { LimitedLog, makeLog, rememberWarnings } from "./log.ts";

Deno.test("a log line has its time and level, or the journald priority, and no line breaks", () => {
  const lines: string[] = [];
  makeLog((line) => lines.push(line), () => 0, false)("warn", "a\nb\u2028c\x1b[2J");
  makeLog((line) => lines.push(line), () => 0, true)("error", "x");
  assert.deepEqual(lines, ["1970-01-01T00:00:00Z warn  a b c [2J\n", "<3>x\n"]);
});

Deno.test("rememberWarnings() stores the first line of each warning", () => {
  const lines: string[] = [];
  const kept: string[] = [];
  const log = rememberWarnings((_, text) => void lines.push(text), kept, 2);
  log("info", "all is well");
  log("warn", "first");
  log("error", "GET / failed: Error: no\n    at inside (file:///code.js:1:2)");
  log("warn", "last");
  assert.deepEqual(kept, ["GET / failed: Error: no", "last"]);
  assert.match(lines[2], /code\.js/);
});

Deno.test("a flood of warnings evicts only itself", () => {
  const kept: string[] = [];
  const log = rememberWarnings(() => {}, kept);
  log("warn", "The disk is nearly full");
  log("error", "Bad value in box.toml");
  for (let i = 0; i < 10_000; i++) {
    log("error", `POST /api/v1/lists failed: Error: aborted\n at inside ${i}`);
    log("error", `No certificate can be shown for ${Math.random()}.example: no`);
    log("warn", `A response could not be sent to 192.0.2.${i % 256}`);
  }
  log("warn", "The clock was set");
  assert.equal(kept.length, 50);
  assert.deepEqual(kept.slice(0, 2), ["The disk is nearly full", "Bad value in box.toml"]);
  assert.equal(kept.at(-1), "The clock was set");
  assert.ok(kept.includes("POST /api/v1/lists failed: Error: aborted (10000 times)"));
});

Deno.test("a repeated warning is stored once, as the latest", () => {
  const kept: string[] = [];
  const log = rememberWarnings(() => {}, kept, 2);
  for (const text of ["first", "second", "first"]) log("warn", text);
  assert.deepEqual(kept, ["second", "first (2 times)"]);
  log("warn", "third");
  assert.deepEqual(kept, ["first (2 times)", "third"]);
});

/** A limited log with its own clock. */
function limitedScene() {
  const lines: string[] = [];
  const timers: (() => void)[] = [];
  const scene = { now: 0 };
  const limited = new LimitedLog({
    log: (level, text) => void lines.push(`${level} ${text}`),
    now: () => scene.now,
    after: (_, run) => {
      timers.push(run);
      return () => {};
    },
  });
  return { lines, timers, limited, pass: (ms: number) => scene.now += ms };
}

Deno.test("a few repeated lines a minute are written, and the others are counted", () => {
  const { limited, lines, timers, pass } = limitedScene();
  for (let i = 0; i < 1000; i++) limited.write("error", `A request failed: no\n    at ${i}`);
  limited.write("warn", "The disk is nearly full");
  assert.equal(lines.length, 6);
  assert.match(lines[0], /at 0$/);
  assert.equal(lines.at(-1), "warn The disk is nearly full");
  assert.equal(limited.suppressed, 995);

  timers.forEach((run) => run());
  assert.equal(
    lines.at(-1),
    "warn Repeated lines of the log were left out within a minute: 995, the last one: A request failed: no",
  );
  pass(60_000);
  limited.write("error", "A request failed: no");
  assert.equal(lines.at(-1), "error A request failed: no");
});

Deno.test("lines that differ only in client text are limited too, others are written", () => {
  const { limited, lines } = limitedScene();
  for (let i = 0; i < 10_000; i++) limited.write("error", `No certificate for n${i}.example`);
  for (let i = 0; i < 10_000; i++) limited.write("info", `Information ${i}`);
  assert.equal(lines.filter((line) => line.startsWith("error No")).length, 100);
  assert.equal(lines.filter((line) => line.startsWith("info")).length, 10_000);
  limited.write("error", "The database cannot be used");
  assert.equal(lines.at(-1), "error The database cannot be used");
  // However many groups there are.
  for (let i = 0; i < 100_000; i++) limited.write("error", `k${i} k${i} k${i}`);
  assert.ok(lines.length < 10_500, `${lines.length}`);
});

Deno.test("a clock that is set back suppresses no line", () => {
  const { limited, lines, pass } = limitedScene();
  for (let i = 0; i < 9; i++) limited.write("warn", "again");
  pass(-1_000_000);
  limited.write("warn", "again");
  assert.equal(lines.filter((line) => line === "warn again").length, 6);
});
