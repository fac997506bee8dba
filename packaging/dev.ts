/**
 * The development loop, `deno task dev [OPTIONS]`: runs the box from source and restarts it when a
 * source file changes. Options are passed to `box serve`.
 */
import { Mutex } from "../api/async/mutex.ts";
import { RUNTIME_FLAGS } from "./runtime_flags.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FOLDERS = ["api", "cli", "policy", "resolver", "tasks", "ui"];
/** Milliseconds without a change before the restart, since editors write several files at once. */
const QUIET = 200;

/** A program of which one process runs at a time, however quickly restarts follow each other. */
export class RestartableProgram {
  readonly #start: () => Deno.ChildProcess;
  readonly #turns = new Mutex();
  #process: Deno.ChildProcess | undefined;

  constructor(start: () => Deno.ChildProcess) {
    this.#start = start;
  }

  /** Ends the running process, if any, and starts the next one. */
  restart(): Promise<void> {
    return this.#turns.take(async () => {
      await this.#end();
      this.#process = this.#start();
    });
  }

  /** Ends the running process. */
  stop(): Promise<void> {
    return this.#turns.take(() => this.#end());
  }

  async #end(): Promise<void> {
    try {
      this.#process?.kill("SIGTERM");
    } catch {
      // The process has already ended, for example at a syntax error.
    }
    await this.#process?.status;
  }
}

function start(): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", RUNTIME_FLAGS, "main.ts", "serve", "--dev", ...Deno.args],
    cwd: ROOT,
    env: { MALLOC_ARENA_MAX: "2" },
    stdin: "null",
  }).spawn();
}

async function main(): Promise<void> {
  const box = new RestartableProgram(start);
  await box.restart();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => void box.stop().then(() => Deno.exit(0)));
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = Deno.watchFs(FOLDERS.map((folder) => ROOT + folder));
  for await (const { kind, paths } of changes) {
    const isSource = paths.some((path) => /\.(ts|sql|css)$/.test(path) && !/_test\.ts$/.test(path));
    if (kind === "access" || !isSource) continue;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log("A source file changed; restarting the box.");
      void box.restart();
    }, QUIET);
  }
}

if (import.meta.main) await main();
