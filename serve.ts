/**
 * The composition root of the service: `serve` runs from top to bottom. Names are answered from step 3 on, whatever becomes of
 * what follows, which is most of the program: control_side.ts composes it and is loaded then (DESIGN 1, 2). main.ts loads this
 * module for `box serve` alone, so that no other command waits for it.
 */
import { BoxSettings } from "./api/box_settings.ts";
import { deriveKey, openDataDirectory } from "./api/data_directory.ts";
import { boxEnding, type Ending, outlivesTerminal } from "./api/ending.ts";
import { reexecute, RESTART_FAILED } from "./api/features/box/power/reexecute.ts";
import { networksOf } from "./api/interfaces.ts";
import { kernelText } from "./api/kernel_files.ts";
import { makeLog, remembering } from "./api/log.ts";
import { holderText } from "./api/port_holder.ts";
import { listenAddresses } from "./api/settings/listen.ts";
import { DEV_SETTINGS, SETTINGS } from "./api/settings.ts";
import { resolveSettings, type SettingSources } from "./api/settings/resolve.ts";
import { type KeptSnapshot, messageOf, SnapshotStore } from "./api/snapshot_store.ts";
import { workerToCome } from "./api/short_turns.ts";
import { parseServeFlags, serveHelp } from "./cli/flags.ts";
import { streamWriter, type Terminal } from "./cli/terminal.ts";
import { BlockMemory } from "./resolver/block_memory.ts";
import { startResolver } from "./resolver/start.ts";

const warnings: string[] = [], stderr = streamWriter(Deno.stderr, () => {}), now = () => Date.now();
const log = remembering(makeLog(stderr, now, Deno.env.has("JOURNAL_STREAM")), warnings);
const interfaces = () => Deno.networkInterfaces(), networks = () => networksOf(interfaces());
const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
/** A module loaded by its address, beside this one: packaging keeps the paths and makes .js of each. */
const part = (path: string) =>
  new URL(`./${path}${import.meta.url.endsWith(".js") ? ".js" : ".ts"}`, import.meta.url);
/** What everything of a box is composed with. */
const world = {
  ...{ now, after, interfaces, networks, part, log, warnings, stderr },
  monotonic: () => performance.now(),
  random: Math.random,
  randomOctets: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
};

/** Loaded by its address: what is named in an import is read before the first line of this module runs. */
async function controlSide(): Promise<typeof import("./control_side.ts")> {
  return await import(part("control_side").href);
}

/** Runs the box on a data directory until it is told to stop. `given` = flags, variables and defaults. */
async function serve(path: string, given: SettingSources): Promise<Ending> {
  const started = now(),
    { told, stop } = boxEnding({ after, log, restart: reexecute, exit: Deno.exit });
  const outlives = outlivesTerminal(kernelText("/proc/self/status"));
  (["SIGINT", "SIGTERM"] as const).forEach((name) =>
    Deno.addSignalListener(name, () => stop("end"))
  );
  Deno.addSignalListener("SIGHUP", () => outlives || stop("end"));
  // 1. The data directory, private and ours alone; settings without a database.
  const directory = await openDataDirectory(path), dataDir = directory.path;
  const settings = await BoxSettings.open(dataDir, given);
  [directory.problem, ...settings.problems].filter(Boolean).forEach((problem) =>
    log("warn", problem)
  );

  // 2. The policy in force: the snapshot file. A new box has none yet, and makes one of the starter list.
  let kept: KeptSnapshot | undefined = new SnapshotStore(dataDir).load(
    deriveKey(directory.secret, "names"),
  );
  const openPolicy = async (kept: KeptSnapshot) =>
    await (await controlSide()).openPolicy({ ...world, directory, settings, kept });
  let policy = kept.snapshot === undefined ? await openPolicy(kept) : undefined;

  // 3. The resolver: from here on names are answered.
  const { dns_listen, workers } = settings.values, blocked = BlockMemory.memory();
  const answering = await startResolver({
    ...{ workers, blocked, log, workerToCome },
    listen: listenAddresses(dns_listen),
    workerUrl: part("resolver/worker"),
    secret: deriveKey(directory.secret, "resolver"),
    networks: networks(),
    snapshot: policy?.begun ?? messageOf(kept.snapshot!),
    holder: holderText,
    faulted: (detail) => policy?.raise({ kind: "thread.restarted", name: "resolver", detail }),
  });

  // 4. What stands behind the answers, until the box is told to stop.
  policy ??= await openPolicy(kept);
  // The publisher has it, and lets go of it when it makes another.
  kept = undefined;
  const { runControlSide } = await controlSide();
  await runControlSide({
    ...world,
    ...answering,
    directory,
    settings,
    policy,
    blocked,
    started,
    told,
    stop,
  });
  directory.close();
  return (await told)();
}

/** `box serve`: reads the options, says what is wrong with them, and runs; the exit code. */
export async function serveCommand(argv: readonly string[], out: Terminal["out"]): Promise<number> {
  const { flags, env, dev, help, errors: unread } = parseServeFlags(
    argv,
    Deno.env.toObject(),
    SETTINGS,
  );
  if (help) return out(`Runs the box: box serve [OPTIONS]\n\n${serveHelp(SETTINGS)}\n`), 0;
  const given = { flags, env, ...(dev ? { defaults: DEV_SETTINGS } : {}) },
    { values, errors } = resolveSettings(given);
  const refused = [...unread, ...errors.map(({ message }) => message)];
  refused.forEach((problem) => stderr(`box serve: ${problem}\n`));
  if (refused.length > 0) return 2;
  try {
    if (await serve(values.data_dir, given) === "end") return 0;
    log("error", `The box cannot start itself again: ${reexecute()}`);
    return RESTART_FAILED;
  } catch (error) {
    return stderr(`box serve: ${(error as Error).message}\n`), 1;
  }
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  log(
    "error",
    `A fault was met, and the box goes on: ${(event.reason as Error)?.stack ?? event.reason}`,
  );
});
