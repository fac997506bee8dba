/**
 * `deno task bench`: the box beside dnsmasq and Unbound of Debian, one after the other on the same names, server on core 0,
 * load and upstream on core 1. Prints a table with ratios; only ratios of one run mean something.
 * Options: `--names 1000000`, `--seconds 2`, `--only box,Unbound`.
 */
import { parseArgs } from "node:util";
import { askOnce, freePort } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { ROOT } from "../support/source_files.ts";
import { hasTool } from "../support/tool.ts";
import { bestLoad, cpuSeconds, type Load, load, residentMegabytes } from "./measure.ts";
import { nameOf, spread, times, writeLines } from "./names.ts";
import { box, DNSMASQ, type Place, type Server, UNBOUND } from "./servers.ts";
import { type Figures, printTable } from "./table.ts";

/** Names that are asked again and again for answers from the cache; dnsmasq keeps 10,000. */
const CACHED_NAMES = 5000;
/** Loads of which the best counts. */
const ROUNDS = 3;

interface Files {
  readonly blocked: string;
  readonly askCached: string;
  readonly askBlocked: string;
  readonly askNew: string;
}

async function writeFiles(folder: string, names: number): Promise<Files> {
  const files = ["blocked", "askCached", "askBlocked", "askNew"].map((name) => [name, `${folder}/${name}.txt`]);
  const paths = Object.fromEntries(files) as unknown as Files;
  await writeLines(paths.blocked, times(names, (i) => nameOf("b", i)));
  await writeLines(paths.askCached, times(CACHED_NAMES, (i) => `${nameOf("c", i)} A`));
  await writeLines(paths.askBlocked, spread(200_000, names).map((i) => `${nameOf("b", i)} A`));
  await writeLines(paths.askNew, times(1_000_000, (i) => `${nameOf("n", i)} A`));
  return paths;
}

async function startUpstream(folder: string): Promise<{ port: number; stop: () => void }> {
  const port = freePort(), program = `${folder}/answerer`;
  const source = new URL("answerer.c", import.meta.url).pathname;
  const compiled = await new Deno.Command("gcc", { args: ["-O2", "-o", program, source] }).output();
  if (compiled.code !== 0) {
    throw new Error(`The upstream does not compile: ${new TextDecoder().decode(compiled.stderr)}`);
  }
  const child = new Deno.Command("taskset", { args: ["-c", "1", program, String(port)], stdout: "null" }).spawn();
  return { port, stop: () => child.kill("SIGKILL") };
}

/** A started server, pinned to core 0. */
interface Running {
  readonly pid: number;
  /** Milliseconds to the first answer. */
  readonly started: number;
  stop(): Promise<void>;
}

/** The HTTP side of the box comes up after its first answers. */
const LATER = 1500;

async function start(server: Server, place: Place): Promise<Running> {
  const command = await server.prepare(place);
  const env = { PATH: `${Deno.env.get("PATH")}:/usr/sbin` };
  const began = performance.now();
  const log = { stdout: "null", stderr: "null", stdin: "null" } as const;
  const child = new Deno.Command("taskset", { args: ["-c", "0", ...command], env, ...log }).spawn();
  while (await askOnce(place.port, nameOf("first", 0), 20) === undefined) {
    if (performance.now() - began > 120_000) throw new Error(`${server.name} does not answer: ${command.join(" ")}`);
  }
  const started = performance.now() - began;
  return {
    pid: child.pid,
    started,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Waits until a blocked name is answered with the null address; milliseconds, and the longest answer of another name meanwhile. */
async function untilBlocked(place: Place, name: string): Promise<{ took: number; longest: number }> {
  const began = performance.now();
  let longest = 0;
  for (;;) {
    const asked = performance.now();
    await askOnce(place.port, nameOf("c", 1), 1000);
    longest = Math.max(longest, performance.now() - asked);
    const response = await askOnce(place.port, name, 1000);
    if (response !== undefined && readMessage(response).answer.some(({ data }) => data === "0.0.0.0")) break;
    if (performance.now() - began > 120_000) throw new Error(`The name is not blocked after two minutes: ${name}`);
  }
  return { took: performance.now() - began, longest };
}

/** Throws when a server gained its figures by failing. */
function trusted(server: Server, what: string, result: Load): Load {
  if (result.good < 0.99) throw new Error(`${server.name} fails ${what}: ${(result.good * 100).toFixed(1)} % NOERROR`);
  return result;
}

/** A server that can be loaded. */
interface Target {
  readonly pid: number;
  readonly port: number;
  readonly seconds: number;
}

async function measureLoads(
  server: Server,
  files: Files,
  { pid, port, seconds }: Target,
  withNames: boolean,
  figures: Figures,
): Promise<void> {
  figures["resident after start (MB)"] = residentMegabytes(pid);
  await load({ pid, port, queries: files.askCached, seconds: 1 });
  const cached = trusted(
    server,
    "from cache",
    await bestLoad({ pid, port, queries: files.askCached, seconds }, ROUNDS),
  );
  figures["from cache (queries/s)"] = cached.queriesPerSecond;
  figures["from cache (CPU µs/query)"] = cached.cpuPerQuery;
  if (withNames) {
    await load({ pid, port, queries: files.askBlocked, seconds: 1 });
    const blocked = trusted(
      server,
      "blocked",
      await bestLoad({ pid, port, queries: files.askBlocked, seconds }, ROUNDS),
    );
    figures["blocked (queries/s)"] = blocked.queriesPerSecond;
    figures["blocked (CPU µs/query)"] = blocked.cpuPerQuery;
  }
  const asked = { pid, port, queries: files.askNew, seconds, once: true, outstanding: 200 };
  const forwarded = trusted(server, "forwarded", await load(asked));
  figures["forwarded (queries/s)"] = forwarded.queriesPerSecond;
  figures["forwarded (CPU µs/query)"] = forwarded.cpuPerQuery;
  figures["resident after load (MB)"] = residentMegabytes(pid);
  const idle = cpuSeconds(pid);
  await new Promise((later) => setTimeout(later, 1000));
  figures["idle (CPU ms/s)"] = (cpuSeconds(pid) - idle) * 1000;
}

async function measure(
  server: Server,
  files: Files,
  upstream: number,
  seconds: number,
  withNames: boolean,
): Promise<Figures> {
  const folder = await Deno.makeTempDir({ prefix: `bench-${server.name}-` });
  const place: Place = { folder, upstream, port: freePort(), ...withNames ? { blocked: files.blocked } : {} };
  const figures: Figures = {};
  let running = await start(server, place);
  try {
    if (withNames && server.settle !== undefined) {
      await new Promise((later) => setTimeout(later, LATER));
      const settling = server.settle(place);
      const blocked = untilBlocked(place, nameOf("b", 0));
      await settling;
      const { took, longest } = await blocked;
      figures["list taken, from the command to the first block (ms)"] = took;
      figures["longest answer meanwhile (ms)"] = longest;
      await running.stop();
      running = await start(server, place);
    }
    figures["start to first answer (ms)"] = running.started;
    await new Promise((later) => setTimeout(later, LATER));
    await measureLoads(server, files, { pid: running.pid, port: place.port, seconds }, withNames, figures);
  } finally {
    await running.stop();
    await Deno.remove(folder, { recursive: true });
  }
  return figures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      names: { type: "string", default: "1000000" },
      seconds: { type: "string", default: "2" },
      only: { type: "string" },
    },
  });
  const missing = ["dnsperf", "dnsmasq", "unbound", "gcc", "taskset"].filter((tool) => !hasTool(tool));
  if (missing.length > 0) throw new Error(`Programs are missing, install them first: ${missing.join(" ")}`);
  const servers = [box(`${ROOT}main.ts`), DNSMASQ, UNBOUND].filter(({ name }) =>
    values.only?.split(",").includes(name) ?? true
  );
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  const upstream = await startUpstream(folder);
  try {
    const files = await writeFiles(folder, Number(values.names));
    for (const withNames of [true, false]) {
      const results = new Map<string, Figures>();
      for (const server of servers) {
        results.set(server.name, await measure(server, files, upstream.port, Number(values.seconds), withNames));
      }
      printTable(withNames ? `${values.names} names blocked` : "no names blocked", results);
    }
  } finally {
    upstream.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

await main();
