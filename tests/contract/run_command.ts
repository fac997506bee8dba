/** Runs commands of `runBox` in this process, against services in memory. */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { serveApi } from "../../api/http/serve.ts";
import { runBox } from "../../cli/box.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { type BoxOptions, type BoxServices, boxServices } from "./box_services.ts";
import { NOW } from "./facts.ts";

/** The result of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The terminal settings of a test. */
export type Changes = Partial<
  Pick<Terminal, "colors" | "signal" | "out" | "err" | "env" | "input" | "settings">
>;

/** Runs `runBox` with these arguments. */
export async function run(argv: readonly string[], changes: Changes = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runBox(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colors: false,
    env: {},
    now: () => NOW,
    version: "0.9.0",
    serve: (args) => {
      out += `serve ${args.join(" ")}\n`;
      return 0;
    },
    companion: (texts) => {
      out += `companion ${JSON.stringify(texts)}\n`;
      return 0;
    },
    ...changes,
  });
  return { code, out, err };
}

/** A service on its own socket. */
export interface Running {
  readonly services: BoxServices;
  readonly socket: string;
  /** Runs a command against the service. */
  readonly ask: (...argv: string[]) => Promise<Ran>;
}

/** Runs a test with a service in this process. */
export async function withService(
  test: (running: Running) => Promise<void>,
  options: BoxOptions = {},
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const services = await boxServices(options);
  const socket = `${folder}/box.sock`;
  const api = await serveApi({ routes: ROUTES, services, socketPath: socket, http: [] });
  assert.deepEqual(api.errors, []);
  try {
    await test({ services, socket, ask: (...argv) => run([...argv, "--socket", socket]) });
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a test with a box whose setup is pending. */
export function onNewBox(test: (running: Running) => Promise<void>): Promise<void> {
  return withService(test, { content: "setup" });
}
