/** `box tasks`. */
import type { ShownTasks } from "../../api/features/box/tasks/routes.ts";
import { type Command, EXIT, usageError } from "../command.ts";
import { ageText, type Cell, clean, printJson, printTable } from "../terminal.ts";

type ShownTask = ShownTasks["tasks"][number];

/** Shows what the box does by itself, and runs it now. */
export const tasksCommand: Command = {
  name: "tasks",
  summary: "Shows what the box does by itself, and runs it now",
  usage: ["", "run NAME"],
  actions: { run: "Run a task now and wait for its end" },
  arguments: { NAME: "Name of a task" },
  examples: ["box tasks", "box tasks run lists.refresh"],
  most: 2,
  async run({ service, terminal, json, positionals: [action, name] }) {
    if (action !== undefined && action !== "run") throw usageError(`Unknown action, allowed is run: ${clean(action)}`);
    if (action === undefined) {
      const answer = await service.call<ShownTasks>("GET", "/api/v1/tasks");
      if (json) printJson(terminal, answer);
      else print(terminal, answer.tasks);
      return EXIT.ok;
    }
    if (name === undefined) throw usageError("Name the task: box tasks run NAME");
    const task = await service.call<ShownTask>("POST", `/api/v1/tasks/${encodeURIComponent(name)}/run`);
    if (json) printJson(terminal, task);
    else print(terminal, [task]);
    return task.last_error === "" ? EXIT.ok : EXIT.failure;
  },
};

function print(terminal: Parameters<Command["run"]>[0]["terminal"], tasks: readonly ShownTask[]): void {
  const rows = tasks.map((task): Cell[] => [
    task.name,
    task.running ? { text: "running", color: "blue" } : task.last_error === "" ? "" : { text: "failed", color: "red" },
    ageText(task.last_run, terminal),
    ageText(task.next_run, terminal),
    task.last_error === "" ? task.doc : task.last_error,
  ]);
  printTable(terminal, ["Task", "State", "Last run", "Next run", "What it does"], rows);
}
