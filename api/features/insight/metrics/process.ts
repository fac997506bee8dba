/**
 * Process metrics, under the names that Prometheus clients use. Values that the system does not
 * provide are left out.
 */
import type { Metric } from "../../../schema/metrics_text.ts";
import { kernelNames, readProcFile } from "../../../system/proc_files.ts";

/** Clock ticks per second in /proc, on every Linux (USER_HZ). */
const TICKS = 100;

/** Reads the present values. */
export function processMetrics(): Metric[] {
  const gauge = (
    name: string,
    help: string,
    value: number | undefined,
    type: Metric["type"] = "gauge",
  ): Metric[] => value === undefined ? [] : [{ name, help, type, values: [[{}, value]] }];
  const { rss, heapUsed } = Deno.memoryUsage();
  return [
    ...gauge("process_resident_memory_bytes", "Memory in use", rss),
    ...gauge("box_heap_bytes", "Memory of the main thread's objects", heapUsed),
    ...gauge(
      "process_open_fds",
      "Open descriptors",
      read(() => kernelNames("/proc/self/fd").length),
    ),
    ...gauge("process_max_fds", "Descriptors that may be open", read(descriptorLimit)),
    ...gauge("process_cpu_seconds_total", "Processor time used", read(cpuSeconds), "counter"),
  ];
}

function descriptorLimit(): number | undefined {
  const found = /^Max open files\s+(\d+)/m.exec(readProcFile("/proc/self/limits"));
  return found === null ? undefined : Number(found[1]);
}

/**
 * Time in user and in system mode: fields 14 and 15, counted after the program name, which may
 * contain blanks.
 */
function cpuSeconds(): number | undefined {
  const stat = readProcFile("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / TICKS : undefined;
}

function read(from: () => number | undefined): number | undefined {
  try {
    return from();
  } catch {
    return undefined;
  }
}
