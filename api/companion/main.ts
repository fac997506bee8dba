/**
 * The composition root of the online service. main.ts loads this module for `box companion` alone,
 * so that no other command waits for it.
 */
import { processRuntime } from "../system/process_runtime.ts";
import { companionOptions, type CompanionTexts } from "./options.ts";
import { openCompanion } from "./service.ts";
import { LimitedLog } from "../system/log.ts";
import type { Runtime } from "../system/runtime.ts";
import { createJsonLog } from "./request_log.ts";
import { VERSION } from "../system/version.ts";
import { streamWriter } from "../../cli/terminal.ts";
import { libc } from "../../resolver/net/libc.ts";

const stderr = streamWriter(Deno.stderr, () => {});
const { runtime: textRuntime } = processRuntime(stderr, import.meta.url);
let runtime: Runtime = textRuntime;

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
  const json = texts.log === "json" ? createJsonLog(stderr, textRuntime.now) : undefined;
  if (json !== undefined) {
    const { now, after } = textRuntime;
    runtime = { ...textRuntime, log: new LimitedLog({ log: json.log, now, after }).write };
  }
  // Files of this process are private to its owner.
  libc.umask(0o077);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let stopping = false;
  const onSignal = () => {
    // A second signal ends the service without waiting for running calls.
    if (stopping) Deno.exit(1);
    stopping = true;
    stop();
  };
  (["SIGINT", "SIGTERM"] as const).forEach((name) => Deno.addSignalListener(name, onSignal));
  try {
    const onLogged = json === undefined ? {} : { onLogged: json.onCall };
    const companion = await openCompanion(options, { runtime, ...onLogged });
    const listeners = companion.listeners.join(", ");
    const running =
      `The online service of boxes ${VERSION} runs: ${listeners}; names under ${options.dnsDomain}`;
    if (json === undefined) stderr(`${running}\n`);
    else json.log("info", running);

    await stopped;
    runtime.log("info", "The online service stops after the calls that are running.");
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
