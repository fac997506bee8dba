/** `box backup`: the recovery key, targets, and backups by hand. */
import type {
  BackupRunResponse,
  BackupsResponse,
  BackupTargetResponse,
  BackupTestResponse,
  StoredBackupsResponse,
} from "../../api/features/box/backups/responses.ts";
import { printResult } from "../actions.ts";
import { backupAddress, parseBackupTarget } from "../backup_target.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { readSecret } from "../prompt.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

type Action = (call: Call) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  show: ["The targets with their state, and what is going on", show],
  run: ["Make a backup now and send it to all targets that are on, or to one", runNow],
  cancel: ["Cancel the backup that is being made", cancel],
  list: ["The backups that a target keeps", list],
  remove: ["Remove a backup that a target keeps: remove TARGET FILE", remove],
  key: ["Make a recovery key, and show it once", key],
  targets: ["Add, change, test or remove a target: targets add NAME PLACE", targets],
};

const TARGET_ACTIONS: Readonly<Record<string, Action>> = {
  add: addTarget,
  show: showTarget,
  change: changeTarget,
  test: testTarget,
  remove: removeTarget,
};

/** Makes backups, and shows and changes where they go. */
export const backupCommand: Command = {
  name: "backup",
  summary: "Makes encrypted backups, and shows and changes where they go",
  usage: [
    "[show]",
    "--to FILE",
    "run|list [TARGET]",
    "targets add|change NAME PLACE [OPTIONS]",
    "targets show|test|remove NAME",
    "remove TARGET FILE",
    "cancel|key",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: {
    TARGET: "Name or number of a target",
    PLACE:
      "/FOLDER, webdavs://HOST/FOLDER, s3s://HOST/BUCKET/FOLDER or sftp://HOST/FOLDER; webdav:// and s3:// inside the network",
    FILE: "A file to write, - for the output; for remove, the name of a backup",
  },
  options: {
    to: { value: "FILE", summary: "Make a backup and write it to a file of this machine" },
    mounted: { summary: "The folder is a mounted share: without it, nothing is written" },
    user: { value: "NAME", summary: "Account at the server" },
    "access-key": { value: "KEY", summary: "Identifier of the access key of an S3 store" },
    region: { value: "REGION", summary: "Region of an S3 store" },
    "host-key": { value: "SHA256", summary: "Fingerprint of the host key of an SSH server" },
    ca: { value: "FILE", summary: "Certificate authority in PEM to trust too" },
    secret: { summary: "Ask for the password or key of the server" },
    stdin: { summary: "Read it from standard input instead of asking" },
  },
  examples: [
    "box backup key",
    "box backup targets add nas webdavs://nas.example/dav/box --user box --secret",
    "box backup run",
    "box backup --to home.age",
  ],
  most: 4,
  async run(call) {
    if (call.values.to !== undefined) return await download(call, call.values.to);
    const [action = "show"] = call.positionals;
    if (!Object.hasOwn(ACTIONS, action)) {
      throw usageError(`Unknown action (\`box backup --help\` lists them): ${clean(action)}`);
    }
    return await ACTIONS[action][1](call);
  },
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const state = await service.call<BackupsResponse>("GET", "/api/v1/backups");
  if (json) {
    printJson(terminal, state);
    return EXIT.ok;
  }
  if (state.key === null) {
    terminal.out("There is no recovery key yet: `box backup key` makes one.\n");
  }
  const rows = state.targets.map((target): Cell[] => [
    target.name,
    stateOf(target),
    backupAddress(target.config),
    ageText(target.last_ok, terminal),
    ageText(target.checked, terminal),
    target.last_error || target.check_error,
  ]);
  printTable(terminal, ["Name", "State", "Place", "Last backup", "Restore tested", "Error"], rows);
  if (state.running !== null) {
    const { step, target } = state.running;
    terminal.out(`A backup is being made: ${step}${target === "" ? "" : ` (${clean(target)})`}\n`);
  }
  return EXIT.ok;
}

function stateOf({ enabled, last_error, last_ok, check_error }: BackupTargetResponse): Cell {
  if (!enabled) return { text: "off", color: "gray" };
  if (last_error !== "" || check_error !== "") return { text: "failing", color: "red" };
  return last_ok === 0 ? { text: "new", color: "gray" } : { text: "ok", color: "green" };
}

async function runNow(call: Call): Promise<number> {
  const { service, terminal, json, positionals: [, name] } = call;
  const body = name === undefined ? {} : { targets: [(await findTarget(call, name)).id] };
  const running = service.call<BackupRunResponse>("POST", "/api/v1/backups/run", { body });
  const result = await withProgress(terminal, running, async () => {
    const { running } = await service.call<BackupsResponse>("GET", "/api/v1/backups");
    return running === null ? "" : `${running.step} ${clean(running.target)}`;
  });
  const failed = result.outcomes.filter(({ error }) => error !== "");
  if (json) printJson(terminal, result);
  else {
    for (const { target, error } of result.outcomes) {
      terminal.out(error === "" ? `${clean(target)}: ok\n` : `${clean(target)}: ${clean(error)}\n`);
    }
    terminal.out(`${result.name}, ${numberText(result.bytes)} bytes\n`);
  }
  return failed.length === 0 ? EXIT.ok : EXIT.failure;
}

async function cancel(call: Call): Promise<number> {
  await call.service.call("DELETE", "/api/v1/backups/run");
  return printResult(call, {}, "The backup is cancelled.");
}

async function list(call: Call): Promise<number> {
  const { service, terminal, json, positionals: [, name] } = call;
  const { targets } = await service.call<BackupsResponse>("GET", "/api/v1/backups");
  const wanted = name === undefined ? targets : [await findTarget(call, name)];
  const found: Record<string, StoredBackupsResponse["backups"]> = {};
  for (const { id, name } of wanted) {
    const path = `/api/v1/backups/targets/${id}/files`;
    found[name] = (await service.call<StoredBackupsResponse>("GET", path)).backups;
  }
  if (json) {
    printJson(terminal, found);
    return EXIT.ok;
  }
  const rows = Object.entries(found).flatMap(([target, backups]) =>
    backups.map((backup): Cell[] => [
      target,
      backup.name,
      numberText(backup.bytes),
      ageText(backup.made, terminal),
      makerOf(backup),
    ])
  );
  printTable(terminal, ["Target", "Backup", "Bytes", "Made", "By"], rows);
  return EXIT.ok;
}

async function remove(call: Call): Promise<number> {
  const [, target, file] = call.positionals;
  if (file === undefined) throw usageError("Name both: box backup remove TARGET FILE");
  const { id } = await findTarget(call, target);
  const path = `/api/v1/backups/targets/${id}/files/${encodeURIComponent(file)}`;
  await call.service.call("DELETE", path);
  return printResult(call, {}, `The backup ${clean(file)} is removed.`);
}

async function key(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const made = await service.call<{ recovery_key: string }>("POST", "/api/v1/backups/key");
  if (json) printJson(terminal, made);
  else {
    terminal.out(`${made.recovery_key}\n`);
    terminal.err("Keep this key: it opens your backups, is shown once and is stored nowhere.\n");
  }
  return EXIT.ok;
}

async function download({ service, terminal, json }: Call, path: string): Promise<number> {
  const pieces = service.bytes("/api/v1/backups/download");
  if (path === "-") {
    for await (const piece of pieces) await writeAll(Deno.stdout, piece);
    return EXIT.ok;
  }
  // A device or a pipe is written to: a rename would replace it.
  const isFile = await Deno.stat(path).then((target) => target.isFile, () => true);
  const aside = isFile ? `${path}.part` : path;
  let bytes = 0;
  try {
    using file = await Deno.open(aside, { write: true, create: true, truncate: true, mode: 0o600 });
    for await (const piece of pieces) {
      await writeAll(file, piece);
      bytes += piece.length;
    }
    if (isFile) {
      await file.sync();
      await Deno.rename(aside, path);
    }
  } catch (error) {
    if (isFile) await Deno.remove(aside).catch(() => {});
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file cannot be written: ${clean((error as Error).message)}`);
  }
  if (json) printJson(terminal, { file: path, bytes });
  else terminal.out(`${clean(path)}: ${numberText(bytes)} bytes\n`);
  return EXIT.ok;
}

async function writeAll(
  to: { write(bytes: Uint8Array): Promise<number> },
  piece: Uint8Array,
): Promise<void> {
  for (let at = 0; at < piece.length;) at += await to.write(piece.subarray(at));
}

async function targets(call: Call): Promise<number> {
  const [, action, name] = call.positionals;
  if (action === undefined) return await show(call);
  if (!Object.hasOwn(TARGET_ACTIONS, action)) {
    throw usageError(`Unknown action (\`box backup --help\` lists them): ${clean(action)}`);
  }
  if (name === undefined) throw usageError(`Name the target: box backup targets ${action} NAME`);
  return await TARGET_ACTIONS[action](call);
}

async function addTarget(call: Call): Promise<number> {
  const [, , name, place] = call.positionals;
  if (place === undefined) throw usageError("Say where: box backup targets add NAME PLACE");
  const body = { name, config: await parseBackupTarget(place, call), ...await secretOf(call) };
  const path = "/api/v1/backups/targets";
  const made = await call.service.call<BackupTargetResponse>("POST", path, { body });
  const text = `The target ${clean(made.name)} is added; try it with \`box backup targets test ${
    clean(made.name)
  }\`.`;
  return printResult(call, made, text);
}

async function showTarget(call: Call): Promise<number> {
  const { id } = await findTarget(call, call.positionals[2]);
  const path = `/api/v1/backups/targets/${id}`;
  const target = await call.service.call<BackupTargetResponse>("GET", path);
  if (call.json) {
    printJson(call.terminal, target);
    return EXIT.ok;
  }
  const { config, last_ok, checked, ...rest } = target;
  const facts = {
    ...rest,
    ...config,
    last_ok: ageText(last_ok, call.terminal),
    checked: ageText(checked, call.terminal),
  };
  const rows = Object.entries(facts).filter(([fact]) => fact !== "last_error_at" && fact !== "ca")
    .map(([fact, value]) => [fact.replaceAll("_", " "), String(value)]);
  printTable(call.terminal, ["What", "Is"], rows);
  return EXIT.ok;
}

async function changeTarget(call: Call): Promise<number> {
  const target = await findTarget(call, call.positionals[2]);
  const place = call.positionals[3] ?? backupAddress(target.config);
  const body = {
    name: target.name,
    enabled: target.enabled,
    config: await parseBackupTarget(place, call, target.config),
    ...await secretOf(call),
  };
  const path = `/api/v1/backups/targets/${target.id}`;
  const changed = await call.service.call<BackupTargetResponse>("PUT", path, { body });
  return printResult(call, changed, `The target ${clean(changed.name)} is changed.`);
}

async function testTarget(call: Call): Promise<number> {
  const { id } = await findTarget(call, call.positionals[2]);
  const { service, terminal, json } = call;
  const path = `/api/v1/backups/targets/${id}/test`;
  const outcome = await service.call<BackupTestResponse>("POST", path);
  if (json) printJson(terminal, outcome);
  else {
    for (const step of outcome.steps) terminal.out(`${clean(step)}\n`);
    terminal.out(outcome.ok ? "It works.\n" : `It does not work: ${clean(outcome.error)}\n`);
  }
  return outcome.ok ? EXIT.ok : EXIT.failure;
}

async function removeTarget(call: Call): Promise<number> {
  const target = await findTarget(call, call.positionals[2]);
  await call.service.call("DELETE", `/api/v1/backups/targets/${target.id}`);
  return printResult(
    call,
    target,
    `The target ${clean(target.name)} is removed; what it keeps stays there.`,
  );
}

async function findTarget({ service }: Call, name: string): Promise<BackupTargetResponse> {
  const { targets } = await service.call<BackupsResponse>("GET", "/api/v1/backups");
  const target = targets.find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
    targets.find((one) => String(one.id) === name);
  if (target === undefined) {
    throw new CommandError(`There is no target of this name or number: ${clean(name)}`);
  }
  return target;
}

async function secretOf({ switches, terminal }: Call): Promise<{ password?: string }> {
  if (!switches.has("secret")) return {};
  const password = switches.has("stdin")
    ? await terminal.input?.line()
    : await readSecret(terminal, "Password or key");
  if (password === undefined) {
    throw new CommandError("No password was given, and nothing is changed.");
  }
  return { password };
}

/** Which box made a backup. */
function makerOf({ own, earlier }: StoredBackupsResponse["backups"][number]): string {
  if (own) return "this box";
  return earlier ? "the earlier identity" : "another box";
}
