/** `box restore`: a backup in the place of the configuration, also while the box is stopped. */
import type {
  BackupsResponse,
  RestoredResponse,
  RestorePlanResponse,
} from "../../api/features/box/backups/responses.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { readAnswer, readSecret } from "../prompt.ts";
import { NotRunningError } from "../socket.ts";
import { ageText, clean, numberText, printJson, printTable } from "../terminal.ts";

/** Maximum size of a file that a running box takes from a command, in bytes. */
const MOST = 16 * 1024 * 1024;

/** Restores a backup. */
export const restoreCommand: Command = {
  name: "restore",
  summary: "Puts a backup in the place of everything on this box, also while it is stopped",
  usage: ["", "FILE [--yes]", "--target TARGET FILE [--yes]", "--back [--yes]"],
  arguments: { FILE: "A backup of `box backup --to`, or its name at the target" },
  options: {
    target: { value: "TARGET", summary: "Restore a backup that this target keeps" },
    back: { summary: "Return to the state before the last restore" },
    key: { summary: "Ask for the recovery key; not needed for a backup of this box" },
    stdin: { summary: "Read the recovery key from standard input instead of asking" },
    yes: { short: "y", summary: "Restore without asking" },
  },
  examples: [
    "box restore home.age --key",
    "box restore --target nas box-box-0011aabb-2026-11-27-030000.age",
    "box restore --back",
  ],
  most: 1,
  run,
};

async function run(call: Call): Promise<number> {
  const { positionals: [file], switches } = call;
  if (switches.has("back")) return await goBack(call);
  if (file === undefined) return await show(call);
  const key = await recoveryKey(call);
  let plan: RestorePlanResponse;
  try {
    plan = await preview(call, file, key);
  } catch (error) {
    const isStopped = error instanceof NotRunningError && call.values.target === undefined;
    if (!isStopped || call.terminal.restore === undefined) throw error;
    return await restoreStopped(call, call.terminal.restore, file, key);
  }
  if (!await isWanted(call, plan)) return EXIT.ok;
  const path = `/api/v1/backups/restore/${plan.id}/apply`;
  const restoring = call.service.call<RestoredResponse>("POST", path);
  const done = await withProgress(call.terminal, restoring, () => Promise.resolve("Restoring"));
  return printResult(
    call,
    done,
    "The backup is restored, all sessions ended, and the box restarts. `box restore --back` returns to the state before.",
  );
}

async function show({ service, terminal, json }: Call): Promise<number> {
  const state = await service.call<BackupsResponse>("GET", "/api/v1/backups");
  const { restored, return_to: point } = state;
  if (json) {
    printJson(terminal, { restored, return_to: point });
    return EXIT.ok;
  }
  terminal.out(`${lastRestore(restored, terminal)}\n`);
  if (point > 0) {
    terminal.out(
      `The state before is kept (${
        ageText(point, terminal)
      }): \`box restore --back\` returns to it.\n`,
    );
  }
  return EXIT.ok;
}

function lastRestore(restored: BackupsResponse["restored"], terminal: Call["terminal"]): string {
  if (restored === null) return "This box was never restored.";
  const { by, box, time, is_return: isReturn } = restored;
  const ago = ageText(time, terminal);
  if (isReturn) return `${clean(by)} went back ${ago} to the state from before a restore.`;
  return `Restored ${ago} by ${clean(by)}, from a backup of ${clean(box)}.`;
}

async function preview(call: Call, file: string, key: string): Promise<RestorePlanResponse> {
  const { service, terminal, values } = call;
  const path = "/api/v1/backups/restore/preview";
  const { targets, running } = await service.call<BackupsResponse>("GET", "/api/v1/backups");
  let body: Record<string, unknown>;
  if (values.target === undefined) {
    // The service would read the whole file before it refuses.
    if (running !== null) {
      throw new CommandError("A backup or a restore is running; wait until it ends.");
    }
    const name = file.slice(file.lastIndexOf("/") + 1);
    body = { name, content: (await read(file)).toBase64(), recovery_key: key };
  } else {
    const wanted = values.target.toLowerCase();
    const target = targets.find(({ name, id }) =>
      name.toLowerCase() === wanted || String(id) === wanted
    );
    if (target === undefined) {
      throw new CommandError(`There is no target of this name or number: ${clean(values.target)}`);
    }
    body = { target: target.id, file, recovery_key: key };
  }
  const reading = service.call<RestorePlanResponse>("POST", path, { body });
  return await withProgress(terminal, reading, () => Promise.resolve("Reading the backup"));
}

async function goBack(call: Call): Promise<number> {
  if (!await confirmed(call, "Return to the state before the last restore?")) return EXIT.ok;
  await call.service.call("POST", "/api/v1/backups/return");
  return printResult(call, {}, "The state before the restore is back, and the box restarts.");
}

/** Restores a backup into the data directory of a box that does not run. */
async function restoreStopped(
  call: Call,
  restore: NonNullable<Call["terminal"]["restore"]>,
  file: string,
  key: string,
): Promise<number> {
  const { terminal, values, json } = call;
  const dataDir = values["data-dir"] ?? terminal.env.BOX_DATA_DIR;
  if (dataDir === undefined) {
    throw new CommandError(
      "The box does not run. To restore a box that is stopped, name its data directory: --data-dir FOLDER",
    );
  }
  const question = `The box does not run. Replace everything in ${clean(dataDir)}?`;
  if (!await confirmed(call, question)) return EXIT.ok;
  const outcome = await restore({ dataDir, file, key });
  if (outcome.error !== "") throw new CommandError(outcome.error);
  if (json) printJson(terminal, outcome);
  else terminal.out(`${numberText(outcome.rows)} rows are restored. Start the box now.\n`);
  return EXIT.ok;
}

async function recoveryKey({ switches, terminal }: Call): Promise<string> {
  if (!switches.has("key") && !switches.has("stdin")) return "";
  const key = switches.has("stdin")
    ? await terminal.input?.line()
    : await readSecret(terminal, "Recovery key");
  if (key === undefined) throw new CommandError("No recovery key was given, nothing is changed.");
  return key;
}

async function read(path: string): Promise<Uint8Array> {
  try {
    const { size } = await Deno.stat(path);
    if (size > MOST) {
      throw new CommandError(
        `A running box takes files up to ${
          MOST / 1024 / 1024
        } MiB: stop it, or restore from a target`,
      );
    }
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file cannot be read: ${clean((error as Error).message)}`);
  }
}

/** What the question says about the identity in a backup. */
function movedIdentity({ own, earlier }: RestorePlanResponse): string {
  if (own) return "";
  return earlier
    ? "; it has the earlier identity of this box, which comes back: do not run the other box beside it"
    : "; it is of another box, whose identity moves here";
}

async function isWanted(call: Call, plan: RestorePlanResponse): Promise<boolean> {
  const { terminal, json } = call;
  if (!json) {
    terminal.out(
      `A backup of the box ${clean(plan.box)}, version ${clean(plan.version)}, made ${
        ageText(plan.made, terminal)
      }${movedIdentity(plan)}\n`,
    );
    const rows = Object.keys(plan.inside).map((table) => [
      table,
      numberText(plan.inside[table]),
      numberText(plan.here[table] ?? 0),
    ]);
    printTable(terminal, ["What", "In the backup", "Here now"], rows);
    terminal.out(
      "Sessions, the query log, statistics, alerts, the block-page certificate and addresses of this machine do not come along.\n",
    );
  }
  return await confirmed(call, "Replace everything on this box?");
}

/** Confirmed by --yes or by the user. With --json there is no prompt. */
async function confirmed(call: Call, question: string): Promise<boolean> {
  const { terminal, json, switches } = call;
  if (switches.has("yes")) return true;
  if (json || terminal.input?.interactive !== true) {
    if (!json) terminal.out("Nothing is changed. Run it again with --yes.\n");
    return false;
  }
  const answer = await readAnswer(terminal, `${question} (yes/no)`, "no");
  if (/^y(?:es)?$/i.test(answer)) return true;
  terminal.out("Nothing is changed.\n");
  return false;
}
