/** `box update`: what is new, installing it, and returning to the version before. */
import type {
  UpdateChangesResponse,
  UpdatesResponse,
} from "../../api/features/box/updates/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { readAnswer } from "../prompt.ts";
import { NotRunningError } from "../socket.ts";
import { bytesText, clean, printJson, type Terminal } from "../terminal.ts";

/** Milliseconds between two looks at an update, and how long the whole of it may take. */
const LOOK = 1000;
const PATIENCE = 45 * 60_000;
const PATH = "/api/v1/updates";
/** The exit code of --check when there is a new version. */
const AVAILABLE = 10;

/** Shows, installs or takes back versions. */
export const updateCommand: Command = {
  name: "update",
  summary: "Shows the new version and installs it, or returns to the version before",
  usage: ["[--yes]", "--check", "--rollback [--yes]"],
  options: {
    check: { summary: "Look for a new version now; exit code 10 if there is one" },
    rollback: { summary: "Return to the version before, after naming what changed since" },
    yes: { short: "y", summary: "Do it without asking" },
  },
  examples: ["box update", "box update --check", "box update --yes", "box update --rollback"],
  most: 0,
  run(call) {
    const { switches } = call;
    if (switches.has("check") && switches.has("rollback")) {
      throw usageError("Give --check or --rollback, not both");
    }
    if (switches.has("check")) return check(call);
    return switches.has("rollback") ? rollBack(call) : install(call);
  },
};

async function check({ service, terminal, json }: Call): Promise<number> {
  const looking = service.call<UpdatesResponse>("POST", `${PATH}/check`);
  const state = await withProgress(terminal, looking, () => Promise.resolve("Looking"));
  if (json) printJson(terminal, state);
  else printState(terminal, state);
  return offered(state) === "" ? EXIT.ok : AVAILABLE;
}

async function install(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const state = await service.call<UpdatesResponse>("GET", PATH);
  const version = offered(state);
  if (version === "" || state.way === "none") {
    if (json) printJson(terminal, state);
    else printState(terminal, state);
    return EXIT.ok;
  }
  if (!json) {
    printState(terminal, state);
    if (state.available !== null) printChangelog(terminal, state.available.changelog);
  }
  if (!await isWanted(call, `Install version ${version}?`)) {
    if (json) printJson(terminal, state);
    return EXIT.ok;
  }
  await service.call("POST", `${PATH}/install`, { body: { version } });
  return await follow(call, state.last?.at ?? 0);
}

async function rollBack(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const state = await service.call<UpdatesResponse>("GET", PATH);
  const changes = await service.call<UpdateChangesResponse>("GET", `${PATH}/changes`);
  const { version } = changes;
  if (!json) printChanges(terminal, changes);
  if (!await isWanted(call, `Return to version ${version}?`)) {
    if (json) printJson(terminal, changes);
    return EXIT.ok;
  }
  await service.call("POST", `${PATH}/rollback`, { body: { version } });
  return await follow(call, state.last?.at ?? 0);
}

/** The version that can be installed; "" = none. */
function offered({ available, apt, version }: UpdatesResponse): string {
  if (available !== null) return available.version;
  const candidate = apt?.candidate ?? "";
  return candidate === version ? "" : candidate;
}

/** Waits for the end of what was begun, through the restart of the box. */
async function follow(call: Call, before: number): Promise<number> {
  const { terminal, json } = call;
  let text = "Begins";
  const ended = await withProgress(
    terminal,
    untilEnded(call, before, (words) => text = words),
    () => Promise.resolve(text),
  );
  if (json) printJson(terminal, ended);
  else printEnd(terminal, ended);
  const { last, problem } = ended;
  const isWell = last !== null && last.at >= before && problem === "" &&
    (last.outcome === "installed" || last.outcome === "returned");
  return isWell ? EXIT.ok : EXIT.failure;
}

async function untilEnded(
  { service, terminal }: Call,
  before: number,
  tell: (words: string) => void,
): Promise<UpdatesResponse> {
  const until = terminal.now() + PATIENCE;
  while (terminal.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    if (terminal.signal?.aborted) throw new CommandError("The update goes on without this command");
    try {
      const state = await service.call<UpdatesResponse>("GET", PATH);
      const { phase, done, total } = state.progress;
      if (phase === "idle" && (state.problem !== "" || (state.last?.at ?? 0) > before)) {
        return state;
      }
      tell(phase === "downloading" ? `${bytesText(done)} of ${bytesText(total)}` : PHASES[phase]);
    } catch (error) {
      // The box restarts in the middle of it.
      if (!(error instanceof NotRunningError)) throw error;
      tell("The box restarts");
    }
  }
  throw new CommandError("The update did not end within 45 minutes; `box update` shows its state");
}

const PHASES: Readonly<Record<UpdatesResponse["progress"]["phase"], string>> = {
  idle: "Ends",
  downloading: "Downloading",
  waiting: "Waiting for the root unit",
  copying: "Checking the signature",
  unpacking: "Unpacking",
  trying: "Trying the program",
  switching: "Switching",
  restarting: "Restarting the box",
  watching: "Watching whether it runs well",
  returning: "Returning to the version before",
};

const PAUSES: Readonly<Record<UpdatesResponse["pause"], string>> = {
  "": "",
  off: "Nobody looks for new versions: that is off (setting automatic_updates).",
  not_configured: "Nobody looks for new versions: no address is set (setting update_url).",
  terms: "Nobody looks for new versions before the terms of use are accepted (box terms).",
  clock: "Nobody looks for new versions before the time of day is known.",
  no_key: "New versions cannot be verified: this installation came without a root key.",
};

function printState(terminal: Terminal, state: UpdatesResponse): void {
  const { version, available, apt, pause, problem, previous, way, newest } = state;
  const newer = offered(state);
  const isNewest = newer === "" && pause === "" && problem === "" && newest;
  terminal.out(`Version ${clean(version)} runs${isNewest ? ", the newest there is" : ""}.\n`);
  if (available !== null) {
    const security = available.security ? ", which closes a security hole" : "";
    terminal.out(`Version ${clean(available.version)} is available${security}.\n`);
  }
  if (apt !== null) {
    const says = apt.candidate === "" || apt.candidate === version
      ? "apt would install nothing."
      : `apt would install version ${clean(apt.candidate)}.`;
    terminal.out(`${apt.configured ? says : "The repository of the box is not configured."}\n`);
  }
  if (pause !== "") terminal.out(`${PAUSES[pause]}\n`);
  if (problem !== "") terminal.out(`${clean(problem)}\n`);
  if (newer !== "" && way === "none") {
    terminal.out("Nothing installs versions here: update the container or the source yourself.\n");
  }
  if (previous !== null) {
    terminal.out(`Version ${clean(previous.version)} was kept: box update --rollback\n`);
  }
}

function printChangelog(terminal: Terminal, text: string): void {
  if (text === "") return;
  terminal.out(`\n${text.split("\n").map((line) => clean(line)).join("\n")}\n\n`);
}

function printChanges(terminal: Terminal, changes: UpdateChangesResponse): void {
  const { version, actions } = changes;
  const losses = lossesOf(changes);
  for (const loss of losses) terminal.out(`Version ${clean(version)} cannot read ${loss}.\n`);
  if (losses.length === 0) terminal.out("The data stays as it is.\n");
  if (actions.length === 0) return terminal.out("Nobody changed anything since then.\n");
  terminal.out("Changed since then:\n");
  for (const { text, count } of actions) terminal.out(`  ${count} x ${clean(text)}\n`);
}

/** What the version before cannot read, and what is lost of it. */
function lossesOf(changes: UpdateChangesResponse): readonly string[] {
  const { log_fault, stats_fault } = changes;
  const losses: string[] = [];
  if (changes.data_lost) {
    losses.push("the data of this one: it returns too, and what changed since is lost");
  }
  if (changes.log_lost) {
    const lost = changes.whole_log_lost
      ? `the whole log is lost, ${causeText(log_fault)}`
      : "the log since then is lost";
    losses.push(`the log of this one: ${lost}`);
  }
  if (changes.stats_lost) {
    const lost = changes.all_stats_lost
      ? `all of them are lost, ${causeText(stats_fault)}`
      : "those since are lost";
    losses.push(`the statistics of this one: ${lost}`);
  }
  return losses;
}

/** Why there is no copy from before the update. */
function causeText(fault: string): string {
  return fault === ""
    ? "too large to be copied before the update"
    : `the copy before the update failed (${clean(fault)})`;
}

function printEnd(terminal: Terminal, { last, problem, version }: UpdatesResponse): void {
  if (problem !== "" || last === null) {
    return terminal.out(`It was not installed: ${clean(problem)}\n`);
  }
  const { outcome, fault, why, to } = last;
  const reason = why === "" ? "" : `: ${clean(why)}`;
  const texts = {
    installed: `Version ${clean(version)} runs.`,
    returned: `The box returned to version ${clean(version)}.`,
    rolled_back: `Version ${clean(to)} did not run well, so ${clean(version)} returned${reason}.`,
    refused: `Version ${clean(to)} was not installed${reason}.`,
    unwell: `Version ${clean(to)} was installed, but does not run well${reason}.`,
  };
  terminal.out(`${texts[outcome === "refused" && fault === "health" ? "unwell" : outcome]}\n`);
}

/** Whether to go on: confirmed by --yes or by the user. With --json there is no prompt. */
async function isWanted({ terminal, json, switches }: Call, question: string): Promise<boolean> {
  if (switches.has("yes")) return true;
  if (json || terminal.input?.interactive !== true) {
    if (!json) terminal.out("Run it again with --yes to do it.\n");
    return false;
  }
  return /^y(?:es)?$/i.test(await readAnswer(terminal, `${question} (yes/no)`, "no"));
}
