import assert from "node:assert/strict";
import { withProgress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

function terminal(live: boolean): { terminal: Terminal; err: () => string } {
  let err = "";
  const shown: Terminal = {
    out: () => {},
    err: (text) => void (err += text),
    colors: false,
    live,
    env: {},
    now: () => 0,
    version: "",
    serve: () => 0,
    companion: () => 0,
  };
  return { terminal: shown, err: () => err };
}

const later = <T>(value: T, ms: number) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

Deno.test("Progress is escaped, shown on one line of a terminal, and cleared at the end", async () => {
  const { terminal: shown, err } = terminal(true);
  let looks = 0;
  const look = () =>
    ++looks === 2 ? Promise.reject(new Error("gone")) : Promise.resolve(`Step ${looks}\x1b[2J`);
  assert.equal(await withProgress(shown, later(7, 1000), look), 7);
  assert.ok(err().startsWith("\r\x1b[2K| Step 1\\u{1b}[2J\r\x1b[2K/ Step 1\\u{1b}"), err());
  assert.ok(err().endsWith("\r\x1b[2K"), err());
});

Deno.test("No progress is shown for work that ends at once, or without a terminal", async () => {
  const { terminal: live, err } = terminal(true);
  assert.equal(await withProgress(live, Promise.resolve(1), () => Promise.resolve("x")), 1);
  const { terminal: piped, err: none } = terminal(false);
  assert.equal(await withProgress(piped, later(2, 400), () => Promise.resolve("x")), 2);
  assert.deepEqual([err(), none()], ["", ""]);
});

Deno.test("Work that fails clears the progress line and rethrows its error", async () => {
  const { terminal: shown, err } = terminal(true);
  const failing = later(0, 500).then(() => Promise.reject(new Error("refused")));
  await assert.rejects(withProgress(shown, failing, () => Promise.resolve("Waits")), /refused/);
  assert.equal(err(), "\r\x1b[2K| Waits\r\x1b[2K");
});
