/** The tasks of the box: how they are doing, and running one now (DESIGN 6). */
import { z } from "@hono/zod-openapi";
import { ApiError } from "../../../http/errors.ts";
import { route, seconds } from "../../../http/route.ts";

const task = z.object({
  name: z.string(),
  doc: z.string(),
  running: z.boolean(),
  last_run: seconds,
  next_run: seconds,
  duration: z.number().describe("Milliseconds of the last run"),
  last_error: z.string(),
});

/** The answer of GET /api/v1/tasks. */
export type ShownTasks = { readonly tasks: readonly z.infer<typeof task>[] };

/** GET /api/v1/tasks and POST /api/v1/tasks/{name}/run. */
export const taskRoutes = [
  route({
    doc: "DESIGN 6",
    method: "get",
    path: "/api/v1/tasks",
    summary: "What the box does by itself",
    access: "system.read",
    answers: { 200: z.object({ tasks: z.array(task).readonly() }) },
    handle: (_, services) => ({ tasks: services.tasks.taskStates() }),
  }),
  route({
    doc: "DESIGN 6",
    method: "post",
    path: "/api/v1/tasks/{name}/run",
    summary: "Runs a task now and waits for its end",
    access: "system.write",
    audit: ["task.run"],
    deadline: 600_000,
    params: z.object({ name: z.string().max(64) }),
    answers: { 200: task },
    refusals: ["not_found"],
    async handle({ params: { name }, note }, services) {
      const find = () => services.tasks.taskStates().find((task) => task.name === name);
      if (find() === undefined) throw new ApiError("not_found", `There is no such task: ${name}`);
      await services.tasks.wake(name);
      note("task.run", { task: name });
      return find()!;
    },
  }),
];
