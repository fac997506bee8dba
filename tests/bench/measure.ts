/** The cost of a running server: processor time and memory from /proc, answers by dnsperf. */

/** Seconds after which a program that should have ended is killed, so that a bench always ends. */
const PATIENCE = 30;

/** A signal that kills a load which takes much longer than its seconds. */
export function loadLimit(seconds: number): AbortSignal {
  return AbortSignal.timeout((seconds + PATIENCE) * 1000);
}

/** Ends a server, by force if it does not end by itself in time. */
export async function stopServer(child: Deno.ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE * 1000);
  await child.status;
  clearTimeout(timer);
}

/** Processor seconds of a process, user and kernel, all its threads. */
export function cpuSeconds(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident megabytes of a process. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes) / 1024;
}

/** The result of one run of dnsperf, with the server's processor time for each answer. */
export interface Load {
  readonly queriesPerSecond: number;
  /** Microseconds of processor time, kernel included. */
  readonly cpuPerQuery: number;
  /** Milliseconds. */
  readonly averageLatency: number;
  readonly lost: number;
  /** Share of responses with NOERROR, 0 to 1. */
  readonly good: number;
}

function figure(output: string, label: string): number {
  const text = new RegExp(`${label}:\\s+([\\d.]+)`).exec(output)?.[1];
  if (text === undefined) throw new Error(`dnsperf says nothing of ${label}: ${output}`);
  return Number(text);
}

/** The options of dnsperf. */
export interface LoadOptions {
  readonly pid: number;
  readonly port: number;
  /** Lines `name type`. */
  readonly queries: string;
  readonly seconds: number;
  /** Reads the queries only once, so that no name is repeated. */
  readonly once?: boolean;
  /** Concurrent queries. */
  readonly outstanding?: number;
}

/** Sends queries to a server as fast as it answers, from the core of the generator. */
export async function load(options: LoadOptions): Promise<Load> {
  const { pid, port, queries, seconds, once = false, outstanding = 400 } = options;
  const args = [
    "-c",
    "1",
    "dnsperf",
    "-s",
    "127.0.0.1",
    "-p",
    String(port),
    "-d",
    queries,
    "-l",
    String(seconds),
  ];
  args.push("-c", "20", "-q", String(outstanding), "-t", "2", ...once ? ["-n", "1"] : []);
  const before = cpuSeconds(pid);
  const { stdout, stderr, code } = await new Deno.Command("taskset", {
    args,
    stdout: "piped",
    stderr: "piped",
    signal: loadLimit(seconds),
  })
    .output();
  const used = cpuSeconds(pid) - before;
  const output = new TextDecoder().decode(stdout);
  if (code !== 0) throw new Error(`dnsperf fails: ${output}${new TextDecoder().decode(stderr)}`);
  const completed = figure(output, "Queries completed");
  return {
    queriesPerSecond: figure(output, "Queries per second"),
    cpuPerQuery: used / completed * 1e6,
    averageLatency: figure(output, "Average Latency \\(s\\)") * 1000,
    lost: figure(output, "Queries lost"),
    good: Number(/NOERROR (\d+)/.exec(output)?.[1] ?? 0) / completed,
  };
}

/**
 * The best of several loads, one with each file: other work on the machine can only make a server
 * look slower.
 */
export async function bestLoad(
  options: Omit<LoadOptions, "queries">,
  files: readonly string[],
): Promise<Load> {
  let best: Load | undefined;
  for (const queries of files) {
    const next = await load({ ...options, queries });
    if (best === undefined || next.cpuPerQuery < best.cpuPerQuery) best = next;
  }
  return best!;
}
