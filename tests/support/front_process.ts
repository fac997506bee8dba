/** A front as a separate process (front_server.ts), and what a test does with it. */
import assert from "node:assert/strict";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import type { FrontLimits } from "../../api/front/limits.ts";
import { freePort } from "./box_process.ts";
import { ROOT } from "./source_files.ts";
import { WAIT, within } from "./whole_box.ts";

/** A running front. */
export interface FrontHandle {
  /** Port of HTTPS, which answers DNS queries too. */
  readonly port: number;
  /** Port of DNS over TLS. */
  readonly dot: number;
  readonly pid: number;
  /** Whether it answers a request within ten seconds. */
  answers(): Promise<boolean>;
}

/** Runs a test with a front. The front must run until the test stops it, and then end normally. */
export async function withServer(
  test: (served: FrontHandle) => Promise<void>,
  before: readonly string[] = [],
  limits: Partial<FrontLimits> = {},
): Promise<void> {
  const port = freePort();
  const dot = freePort();
  const command = [
    ...before,
    Deno.execPath(),
    "run",
    "-A",
    "--no-prompt",
    `--config=${ROOT}deno.json`,
    RUNTIME_FLAGS,
  ];
  command.push(
    `${ROOT}tests/support/front_server.ts`,
    String(port),
    String(dot),
    JSON.stringify(limits),
  );
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    env: { MALLOC_ARENA_MAX: "2" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const output = new Response(child.stderr).text();
  const answers = () =>
    new Deno.Command("curl", {
      args: ["-sk", "-m", "10", `https://127.0.0.1:${port}/`],
      stderr: "null",
    }).output()
      .then(({ stdout }) => new TextDecoder().decode(stdout) === '{"ok":true}');
  try {
    assert.ok(await within(WAIT, answers), "the front does not answer");
    await test({ port, dot, pid: child.pid, answers });
    child.kill("SIGTERM");
    const { code, signal } = await child.status;
    assert.deepEqual([code, signal], [0, null], await output);
  } catch (error) {
    try {
      child.kill("SIGKILL");
    } catch { /* It ended before. */ }
    throw new Error(`${(error as Error).message}\n${(await output).slice(0, 4000)}`, {
      cause: error,
    });
  }
}
