/** `box tasks`. */
import type { TasksResponse } from "../../api/features/box/tasks/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { ageText, type Cell, clean, printJson, printTable, type Terminal } from "../terminal.ts";

type ShownTask = TasksResponse["tasks"][number];

/** Why a run did nothing. */
const IDLE: Readonly<Record<Exclude<ShownTask["did_nothing"], "">, string>> = {
  off: "It is turned off in the settings",
  not_configured: "What it needs is not configured",
  not_due: "Nothing is due yet",
  terms: "The terms of use are not accepted: box terms accept",
  clock: "The time of day is not known yet",
  no_network: "The box is on no network",
  running: "It was running already",
  secondary: "The primary of the pair does it",
};

/** Shows the automatic tasks of the box, and runs one now. */
export const tasksCommand: Command = {
  name: "tasks",
  summary: "Shows the automatic tasks of the box, and runs them now",
  usage: ["", "show NAME", "run NAME [--no-wait]"],
  actions: { show: "One task, and how far its run is", run: "Run a task now and wait for its end" },
  arguments: { NAME: "Name of a task" },
  options: { "no-wait": { summary: "Only begin to run the task" } },
  examples: ["box tasks", "box tasks run lists.refresh", "box tasks show lists.refresh"],
  most: 2,
  async run(call) {
    const { service, terminal, json, positionals: [action, name] } = call;
    if (action === undefined) {
      const answer = await service.call<TasksResponse>("GET", "/api/v1/tasks");
      if (json) printJson(terminal, answer);
      else print(terminal, answer.tasks);
      return EXIT.ok;
    }
    if (action !== "run" && action !== "show") {
      throw usageError(`Unknown action, allowed are show and run: ${clean(action)}`);
    }
    if (name === undefined) throw usageError(`Name the task: box tasks ${action} NAME`);
    const task = await readTask(call, action, `/api/v1/tasks/${encodeURIComponent(name)}`);
    if (json) printJson(terminal, task);
    else print(terminal, [task]);
    return task.last_error === "" || task.running ? EXIT.ok : EXIT.failure;
  },
};

async function readTask(
  { service, switches, terminal }: Call,
  action: "run" | "show",
  path: string,
): Promise<ShownTask> {
  const look = () => service.call<ShownTask>("GET", path);
  if (action === "show") return await look();
  const wait = !switches.has("no-wait");
  const run = service.call<ShownTask>("POST", `${path}/run`, { query: { wait: String(wait) } });
  return wait
    ? await withProgress(terminal, run, async () => (await look()).progress || "running")
    : await run;
}

function print(terminal: Terminal, tasks: readonly ShownTask[]): void {
  const rows = tasks.map((task): Cell[] => [
    task.name,
    stateOf(task),
    ageText(task.last_run, terminal),
    ageText(task.next_run, terminal),
    noteOf(task),
  ]);
  printTable(terminal, ["Task", "State", "Last run", "Next run", "What it does"], rows);
}

/** What went wrong, why there was nothing to do, or else what the task does. */
function noteOf({ doc, last_error, did_nothing, running }: ShownTask): string {
  if (last_error !== "") return last_error;
  return did_nothing === "" || running ? doc : IDLE[did_nothing];
}

function stateOf({ running, progress, last_error, did_nothing }: ShownTask): Cell {
  if (running) return { text: progress === "" ? "running" : `running: ${progress}`, color: "blue" };
  if (did_nothing !== "" && last_error === "") return { text: "nothing to do", color: "gray" };
  return last_error === "" ? "" : { text: "failed", color: "red" };
}
