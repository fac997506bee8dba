/**
 * The composition root of the online service. main.ts loads this module for `box companion` alone,
 * so that no other command waits for it.
 */
import { processRuntime } from "../system/process_runtime.ts";
import { companionOptions, type CompanionTexts } from "./options.ts";
import { openCompanion } from "./service.ts";
import { VERSION } from "../system/version.ts";
import { streamWriter } from "../../cli/terminal.ts";
import { libc } from "../../resolver/net/libc.ts";

const stderr = streamWriter(Deno.stderr, () => {});
const { runtime } = processRuntime(stderr, import.meta.url);

/**
 * Runs `box companion` until a stop signal and returns the exit code: 0 = stopped, 1 = failed, 2 =
 * wrong usage.
 */
export async function companionCommand(texts: CompanionTexts): Promise<number> {
  const options = companionOptions(texts);
  if (!("dnsDomain" in options)) {
    options.forEach((error) => stderr(`box companion: ${error}\n`));
    return 2;
  }
  // Files of this process are private to its owner.
  libc.umask(0o077);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  (["SIGINT", "SIGTERM"] as const).forEach((name) => Deno.addSignalListener(name, stop));
  try {
    const companion = await openCompanion(options, { runtime });
    stderr(
      `The online service of boxes ${VERSION} runs: ${
        companion.listeners.join(", ")
      }; names under ${options.dnsDomain}\n`,
    );
    await stopped;
    await companion.close();
    return 0;
  } catch (error) {
    stderr(`box companion: ${(error as Error).message}\n`);
    return 1;
  }
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  runtime.log(
    "error",
    `An unexpected error occurred, the service continues: ${
      (event.reason as Error)?.stack ?? event.reason
    }`,
  );
});
