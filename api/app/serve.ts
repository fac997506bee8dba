/**
 * The composition root of the service: `serve` runs from top to bottom. From step 3 on, queries are
 * answered even if later steps fail. Those steps are most of the program: api/app/control_side.ts
 * composes them and is loaded then. main.ts loads this module for `box serve` only, so that no
 * other command waits for it.
 */
import { createAlertQueue } from "../events/alert_queue.ts";
import { BoxSettings } from "../settings/box_settings.ts";
import { deriveKey, openDataDirectory } from "../system/data_directory.ts";
import { createShutdown, outlivesTerminal, type ShutdownKind } from "../system/shutdown.ts";
import { reexecute, RESTART_FAILED } from "../features/box/power/reexecute.ts";
import { readProcFile } from "../system/proc_files.ts";
import { rememberWarnings } from "../system/log.ts";
import { processRuntime } from "../system/process_runtime.ts";
import type { Runtime } from "../system/runtime.ts";
import { holderText } from "../system/port_holder.ts";
import { listenAddresses } from "../settings/listen.ts";
import { DEV_SETTINGS, SETTINGS } from "../settings/list.ts";
import { registerSuffixLoader } from "../settings/suffixes.ts";
import { prepareSettings, resolveSettings, type SettingSources } from "../settings/resolve.ts";
import { messageOf, SnapshotStore, type StartSnapshot } from "../publish/snapshot_store.ts";
import { prepareWorkerThreads } from "../system/short_turns.ts";
import { parseServeFlags, serveHelp } from "../../cli/flags.ts";
import { streamWriter, type Terminal } from "../../cli/terminal.ts";
import { shortageText } from "./shortage_text.ts";
import { keepAlive, serviceManager } from "../system/service_manager.ts";
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import { descriptorShortage } from "../../resolver/net/descriptor_budget.ts";
import { startResolver } from "../../resolver/threads/start.ts";

const warnings: string[] = [];
const stderr = streamWriter(Deno.stderr, () => {});
const { runtime: unrecorded, suppressedLines } = processRuntime(stderr, import.meta.url);
const log = rememberWarnings(unrecorded.log, warnings);
const runtime: Runtime = { ...unrecorded, log };

/** Loaded by its URL: a static import would be read before the first line of this module runs. */
async function controlSide(): Promise<typeof import("./control_side.ts")> {
  return await import(runtime.moduleUrl("api/app/control_side").href);
}

/**
 * Runs the box on a data directory until a shutdown is requested. `given` = flags, variables and
 * defaults.
 */
async function serve(path: string, given: SettingSources): Promise<ShutdownKind> {
  const started = runtime.now();
  const { shutdownRequested, shutdown } = createShutdown({
    runtime,
    restart: reexecute,
    exit: Deno.exit,
  });
  const outlives = outlivesTerminal(readProcFile("/proc/self/status"));
  const shortage = descriptorShortage();
  if (shortage !== undefined) {
    const text = shortageText(shortage);
    // The runtime ends the process when it finds no descriptor to load a module.
    if (shortage.limit < shortage.least) throw new Error(text);
    log("warn", text);
  }
  (["SIGINT", "SIGTERM"] as const).forEach((name) =>
    Deno.addSignalListener(name, () => shutdown("end"))
  );
  Deno.addSignalListener("SIGHUP", () => outlives || shutdown("end"));
  // 1. The data directory, private and locked; settings without a database.
  const directory = await openDataDirectory(path);
  const dataDir = directory.path;
  const settings = await BoxSettings.open(dataDir, given);
  [directory.problem, ...settings.problems].filter(Boolean).forEach((problem) =>
    log("warn", problem)
  );

  // 2. The current policy: the snapshot file. A new box has none yet, and makes one from the
  // starter list.
  let kept: StartSnapshot | undefined = new SnapshotStore(dataDir).load(
    deriveKey(directory.secret, "names"),
  );
  const alertQueue = createAlertQueue();
  const openPolicy = async (kept: StartSnapshot) =>
    await (await controlSide()).openPolicy({ runtime, alertQueue, directory, settings, kept });
  let policy = kept.snapshot === undefined ? await openPolicy(kept) : undefined;

  // 3. The resolver: from here on queries are answered.
  const { dns_listen, workers } = settings.values;
  const blocked = BlockMemory.createMemory();
  const answering = await startResolver({
    workers,
    blocked,
    log,
    workerToCome: prepareWorkerThreads,
    listen: listenAddresses(dns_listen),
    workerUrl: runtime.moduleUrl("resolver/worker"),
    secret: deriveKey(directory.secret, "resolver"),
    networks: runtime.networks(),
    snapshot: policy?.initial ?? messageOf(kept.snapshot!),
    holder: (transport, port) => holderText(transport, port, Deno.pid),
    faulted: (detail) => alertQueue.raise({ kind: "thread.restarted", name: "resolver", detail }),
  });

  const manager = serviceManager(Deno.env.toObject());
  manager.ready();
  // A box whose resolver is silent for a minute is started again.
  keepAlive(manager, () => answering.resolver.answersItself(["localhost"]), runtime);
  // A box that starts itself again goes on: it does not say that it stops.
  void shutdownRequested.then((ending) => ending() === "end" && manager.stopping());

  // 4. The services behind the responses, until the box receives the stop signal.
  policy ??= await openPolicy(kept);
  // The publisher owns it, and releases it when it makes another.
  kept = undefined;
  const { runControlSide } = await controlSide();
  await runControlSide({
    ...answering,
    runtime,
    alertQueue,
    directory,
    settings,
    policy,
    blocked,
    started,
    warnings,
    suppressedLines,
    stderr,
    shutdownRequested,
    shutdown,
  });
  directory.close();
  return (await shutdownRequested)();
}

/**
 * `box serve`: parses the options, reports errors in them, and runs; resolves with the exit code.
 */
export async function serveCommand(argv: readonly string[], out: Terminal["out"]): Promise<number> {
  const { flags, env, dev, help, errors: unread } = parseServeFlags(
    argv,
    Deno.env.toObject(),
    SETTINGS,
  );
  if (help) {
    out(`Runs the box: box serve [OPTIONS]\n\n${serveHelp(SETTINGS)}\n`);
    return 0;
  }
  const given = { flags, env, ...(dev ? { defaults: DEV_SETTINGS } : {}) };
  registerSuffixLoader(() => import(runtime.moduleUrl("policy/lists/public_suffix").href));
  await prepareSettings(given);
  const { values, errors } = resolveSettings(given);
  const refused = [...unread, ...errors.map(({ message }) => message)];
  refused.forEach((problem) => stderr(`box serve: ${problem}\n`));
  if (refused.length > 0) return 2;
  try {
    if (await serve(values.data_dir, given) === "end") return 0;
    log("error", `The box cannot start itself again: ${reexecute()}`);
    return RESTART_FAILED;
  } catch (error) {
    stderr(`box serve: ${(error as Error).message}\n`);
    return 1;
  }
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  log(
    "error",
    `An error occurred, and the box continues: ${(event.reason as Error)?.stack ?? event.reason}`,
  );
});
