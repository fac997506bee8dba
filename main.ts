/**
 * `runBox` dispatches to its commands. The modules that run the box are loaded by `box serve` only
 * (api/app/serve.ts), so no other command waits for them.
 */
import { VERSION } from "./api/system/version.ts";
import { runBox } from "./cli/box.ts";
import { Input } from "./cli/input.ts";
import { streamWriter, type Terminal } from "./cli/terminal.ts";

const err = streamWriter(Deno.stderr, () => {});
const terminal: Terminal = {
  out: streamWriter(Deno.stdout, (error) => {
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
    err(`box: The output cannot be written: ${(error as Error).message}\n`);
    Deno.exit(1);
  }),
  err,
  colors: Deno.stdout.isTerminal() && !Deno.noColor && Deno.env.get("TERM") !== "dumb",
  live: Deno.stderr.isTerminal(),
  env: Deno.env.toObject(),
  now: () => Date.now(),
  version: VERSION,
  settings: async () => (await import("./api/settings/list.ts")).SETTINGS,
  input: new Input({
    read: (into) => Deno.stdin.read(into),
    setRaw: (raw) => Deno.stdin.setRaw(raw),
    isTerminal: () => Deno.stdin.isTerminal(),
  }),
  serve: async (argv) => {
    const service = import.meta.url.endsWith(".js") ? "./api/app/serve.js" : "./api/app/serve.ts";
    const { serveCommand } = await import(service) as typeof import("./api/app/serve.ts");
    return await serveCommand(argv, terminal.out);
  },
  companion: async (texts) => {
    const service = import.meta.url.endsWith(".js")
      ? "./api/companion/main.js"
      : "./api/companion/main.ts";
    const { companionCommand } = await import(service) as typeof import("./api/companion/main.ts");
    return await companionCommand(texts);
  },
  updateApply: async (argv) => {
    const unit = import.meta.url.endsWith(".js")
      ? "./api/updates/main.js"
      : "./api/updates/main.ts";
    const { updateApplyCommand } = await import(unit) as typeof import("./api/updates/main.ts");
    return await updateApplyCommand(argv, err);
  },
  imageSetup: async (argv) => {
    const program = import.meta.url.endsWith(".js") ? "./api/image/main.js" : "./api/image/main.ts";
    const { imageSetupCommand } = await import(program) as typeof import("./api/image/main.ts");
    return await imageSetupCommand(argv, err);
  },
  restore: async (given) => {
    const module = import.meta.url.endsWith(".js")
      ? "./api/app/restore_stopped.js"
      : "./api/app/restore_stopped.ts";
    const { restoreStopped } = await import(
      module
    ) as typeof import("./api/app/restore_stopped.ts");
    return await restoreStopped(given, err);
  },
};

if (import.meta.main) Deno.exit(await runBox(Deno.args, terminal));
