/**
 * The development loop, `deno task dev [OPTIONS]`: runs the box from source and restarts it when a
 * source file changes. Options are passed to `box serve`.
 */
import { RUNTIME_FLAGS } from "./runtime_flags.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FOLDERS = ["api", "cli", "policy", "resolver", "tasks", "ui"];
/** Milliseconds without a change before the restart, since editors write several files at once. */
const QUIET = 200;

function start(): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", RUNTIME_FLAGS, "main.ts", "serve", "--dev", ...Deno.args],
    cwd: ROOT,
    env: { MALLOC_ARENA_MAX: "2" },
    stdin: "null",
  }).spawn();
}

async function main(): Promise<void> {
  let box = start();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = async () => {
    try {
      box.kill("SIGTERM");
    } catch {
      // The box has already ended, for example at a syntax error.
    }
    await box.status;
  };
  const restart = async () => {
    console.log("A source file changed; restarting the box.");
    await stop();
    box = start();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => void stop().then(() => Deno.exit(0)));
  }

  const changes = Deno.watchFs(FOLDERS.map((folder) => ROOT + folder));
  for await (const { kind, paths } of changes) {
    const isSource = paths.some((path) => /\.(ts|sql|css)$/.test(path) && !/_test\.ts$/.test(path));
    if (kind === "access" || !isSource) continue;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), QUIET);
  }
}

await main();
