/** The tasks of the box: their state, and running one immediately. */
import { z } from "@hono/zod-openapi";
import { suggestNearest } from "../../../../policy/model/nearest.ts";
import { DomainError } from "../../../schema/errors.ts";
import { reply, routeFor, seconds } from "../../../http/route.ts";
import { IDLE_REASONS, type TaskRunner, type TaskState } from "../../../schema/tasks.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly tasks: TaskRunner;
}

const route = routeFor<Needs>();

const task = z.object({
  name: z.string(),
  doc: z.string(),
  running: z.boolean(),
  progress: z.string().describe(
    "Progress of the run, in a few words; empty = not running, or unknown",
  ),
  last_run: seconds,
  next_run: seconds,
  duration: z.number().describe("Milliseconds of the last run"),
  last_error: z.string(),
  did_nothing: z.enum(["", ...IDLE_REASONS]).describe(
    "Why the last run did nothing; empty = it did something, failed, or there was none",
  ),
}).meta({ id: "Task" });

/** The response of GET /api/v1/tasks. */
export type TasksResponse = { readonly tasks: readonly z.infer<typeof task>[] };

const params = z.object({ name: z.string().max(64).describe("Name of the task") });

/** GET /api/v1/tasks and /api/v1/tasks/{name}, and POST /api/v1/tasks/{name}/run. */
export const taskRoutes = [
  route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/api/v1/tasks",
    summary: "Every automatic task",
    access: "system.read",
    answers: { 200: z.object({ tasks: z.array(task).readonly() }) },
    handle: (_, services) => ({ tasks: services.tasks.taskStates() }),
  }),
  route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/api/v1/tasks/{name}",
    summary: "One task and its progress",
    access: "system.read",
    params,
    answers: { 200: task },
    refusals: ["not_found"],
    handle: ({ params: { name } }, services) => taskOf(name, services),
  }),
  route({
    doc: "docs/requirements.md#operation",
    method: "post",
    path: "/api/v1/tasks/{name}/run",
    summary: "Runs a task now and waits for its end, or only starts it (wait=false)",
    access: "system.write",
    audit: ["task.run"],
    deadline: 600_000,
    params,
    query: z.object({
      wait: z.enum(["true", "false"]).default("true").describe("false = only starts it"),
    }),
    answers: { 200: task, 202: task },
    refusals: ["not_found"],
    async handle({ params: { name }, query: { wait }, audit }, services) {
      const task = taskOf(name, services).name;
      const run = services.tasks.wake(task);
      audit("task.run", { task });
      if (wait === "false") {
        run.catch((error: Error) =>
          services.runtime.log("error", `The task ${task} could not be run: ${error.message}`)
        );
        return reply(202, taskOf(name, services));
      }
      await run;
      return taskOf(name, services);
    },
  }),
];

function taskOf(name: string, { tasks }: Pick<Needs, "tasks">): TaskState {
  const states = tasks.taskStates();
  const present = tasks.nameOf(name);
  const task = states.find((task) => task.name === present);
  if (task !== undefined) return task;
  const near = suggestNearest(name, states.map(({ name }) => name));
  throw new DomainError(
    "not_found",
    programSentence`There is no such task${
      near === undefined ? "" : `, perhaps ${near} is meant`
    }: ${name}`,
  );
}
