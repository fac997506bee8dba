/** The task that looks at the box itself. */
import type { Task } from "./task.ts";

/** Raises alerts about lists, upstreams and the disk. */
export function healthWatch(watch: { look(): Promise<void> }): Task {
  return {
    name: "health.watch",
    doc: "Looks at lists, upstreams and the disk, and raises alerts about them",
    when: { every: 5 * 60_000 },
    deadline: 60_000,
    jitter: 0,
    atStart: true,
    run: () => watch.look(),
  };
}
