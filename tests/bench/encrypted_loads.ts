/**
 * Loads of encrypted DNS: their number, and what each cost the server. The programs run on the core
 * of the load.
 */
import { ROOT } from "../support/source_files.ts";
import { cpuSeconds, loadLimit } from "./measure.ts";

/** The result of one load. */
export interface EncryptedLoad {
  readonly perSecond: number;
  /** Microseconds of the server's processor time for each query, including the kernel. */
  readonly cpu: number;
}

/**
 * The options: the server's process and port, the duration, and connections with concurrent queries
 * on each.
 */
export interface EncryptedLoadOptions {
  readonly pid: number;
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly each: number;
}

/** DNS over TLS on kept connections, by dnsperf; `queries` holds lines `name type`. */
export function overTls(options: EncryptedLoadOptions, queries: string): Promise<EncryptedLoad> {
  const { port, seconds, connections, each } = options;
  const args = [
    "-m",
    "dot",
    "-s",
    "127.0.0.1",
    "-p",
    `${port}`,
    "-d",
    queries,
    "-l",
    `${seconds}`,
    "-T",
    "1",
  ];
  return run(
    options,
    ["dnsperf", ...args, "-c", `${connections}`, "-q", `${connections * each}`],
    (output) => {
      const [completed, good] = [/Queries completed:\s+(\d+)/, /NOERROR (\d+)/].map((figure) =>
        figureOf(output, figure)
      );
      if (good < completed * 0.99) throw new Error(`A load over TLS fails: ${output}`);
      return completed;
    },
  );
}

/**
 * DNS over HTTPS on kept connections of HTTP/2, by h2load; `addresses` holds the URL of each query.
 */
export function overHttps(
  options: EncryptedLoadOptions,
  addresses: string,
): Promise<EncryptedLoad> {
  const { seconds, connections, each } = options;
  const args = [
    "-D",
    `${seconds}`,
    "-c",
    `${connections}`,
    "-m",
    `${each}`,
    "-t",
    "1",
    "-i",
    addresses,
  ];
  return run(options, ["h2load", ...args], (output) => {
    const [done, good] = [/(\d+) done/, /status codes: (\d+) 2xx/].map((figure) =>
      figureOf(output, figure)
    );
    if (good < done * 0.99) throw new Error(`A load over HTTPS fails: ${output}`);
    return good;
  });
}

/** DNS over QUIC on kept connections, with our own client (quic_load.ts). */
export function overQuic(options: EncryptedLoadOptions, ca: string): Promise<EncryptedLoad> {
  return ofOurs(options, ca, "kept");
}

/** New connections of DNS over QUIC with one query each, with our own client. */
export function quicHandshakes(options: EncryptedLoadOptions, ca: string): Promise<EncryptedLoad> {
  return ofOurs(options, ca, "new");
}

function ofOurs(options: EncryptedLoadOptions, ca: string, kind: string): Promise<EncryptedLoad> {
  const { port, seconds, connections, each } = options;
  const args = [kind, `${port}`, ca, `${seconds}`, `${connections}`, `${each}`];
  const program = [
    Deno.execPath(),
    "run",
    "-A",
    "--unstable-net",
    `${ROOT}tests/bench/quic_load.ts`,
  ];
  return run(options, [...program, ...args], (output) => figureOf(output, /(\d+) answered/));
}

/** Full TLS handshakes, one after another, with openssl; each connection is closed at once. */
export function handshakes(options: EncryptedLoadOptions): Promise<EncryptedLoad> {
  const { port, seconds } = options;
  const args = ["s_time", "-connect", `127.0.0.1:${port}`, "-new", "-time", `${seconds}`];
  return run(
    options,
    ["openssl", ...args],
    (output) => figureOf(output, /(\d+) connections in \d+ real seconds/),
  );
}

async function run(
  { pid, seconds }: EncryptedLoadOptions,
  command: readonly string[],
  counted: (output: string) => number,
): Promise<EncryptedLoad> {
  const before = cpuSeconds(pid);
  const { stdout, stderr } = await new Deno.Command("taskset", {
    args: ["-c", "1", ...command],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: loadLimit(seconds),
  }).output();
  const used = cpuSeconds(pid) - before;
  const count = counted(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  return { perSecond: count / seconds, cpu: used / count * 1e6 };
}

function figureOf(output: string, figure: RegExp): number {
  const text = figure.exec(output)?.[1];
  if (text === undefined) throw new Error(`A load says nothing of ${figure.source}: ${output}`);
  return Number(text);
}
