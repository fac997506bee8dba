/**
 * Creates the runtime of this process: clock, timers, random numbers, interfaces and log. Only
 * composition roots import this module; all others take a `Runtime`.
 */
import { networksOf } from "./interfaces.ts";
import { LimitedLog, makeLog } from "./log.ts";
import type { Runtime } from "./runtime.ts";

/** The runtime of this process with its log. */
export interface ProcessRuntime {
  readonly runtime: Runtime;
  /** Number of log lines that were left out because they repeated. */
  readonly suppressedLines: () => number;
}

/**
 * Creates the runtime. `write` receives the lines of the log. `entry` is the URL of an entry module
 * two folders below the root: packaging keeps only the paths of entry modules.
 */
export function processRuntime(write: (line: string) => void, entry: string): ProcessRuntime {
  const now = () => Date.now();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const interfaces = () => Deno.networkInterfaces();
  const extension = entry.endsWith(".js") ? "js" : "ts";
  const limited = new LimitedLog({
    log: makeLog(write, now, Deno.env.has("JOURNAL_STREAM")),
    now,
    after,
  });

  const runtime: Runtime = {
    now,
    monotonic: () => performance.now(),
    after,
    random: Math.random,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    interfaces,
    networks: () => networksOf(interfaces()),
    moduleUrl: (path) => new URL(`../../${path}.${extension}`, entry),
    log: limited.write,
  };
  return { runtime, suppressedLines: () => limited.suppressed };
}
