/** Facts about the machine, from the runtime. */
import type { MachineFacts } from "./service.ts";

/** Returns the current facts. */
export function machineFacts(): MachineFacts {
  const { total, available } = Deno.systemMemoryInfo();
  return {
    arch: Deno.build.arch,
    kernel: Deno.osRelease(),
    runtime: `deno ${Deno.version.deno}, v8 ${Deno.version.v8}`,
    memory: { total, available, resident: Deno.memoryUsage().rss },
    load: Deno.loadavg(),
    uptime: Deno.osUptime(),
    processors: navigator.hardwareConcurrency,
  };
}
