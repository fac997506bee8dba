/**
 * `deno task bench`: the box compared with Debian's dnsmasq and Unbound and a bare echo server, one
 * after another on the same names, server on core 0, load and upstream on core 1; then encrypted
 * DNS compared with dnsdist and Knot Resolver. Prints a table with ratios; only ratios of one run
 * are meaningful. Options: `--names 1000000`, `--seconds 2`, `--only box,Unbound`, `--json FILE`
 * for the figures in a file.
 */
import { parseArgs } from "node:util";
import { askOnce, freePort } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { ROOT } from "../support/source_files.ts";
import { hasTool } from "../support/tool.ts";
import { compileProgram } from "./c_program.ts";
import { measureClasses } from "./classes.ts";
import { BUDGET, delaysDuring } from "./delays.ts";
import { measureEncrypted } from "./encrypted.ts";
import { measureHours } from "./hours.ts";
import { measureHouseholds } from "./households.ts";
import { measureLeaves } from "./leaf.ts";
import { bestLoad, cpuSeconds, type Load, load, residentMegabytes, stopServer } from "./measure.ts";
import { nameOf, spread, times, writeLines } from "./names.ts";
import { bareEcho, box, DNSMASQ, type Place, type Server, UNBOUND } from "./servers.ts";
import { type Figures, printTable } from "./table.ts";
import { startUpstream } from "./upstream.ts";

/** Names queried repeatedly for answers from the cache; dnsmasq caches 10,000. */
const CACHED_NAMES = 5000;
/** Number of loads, of which the best counts. */
const ROUNDS = 3;

interface Files {
  readonly blocked: string;
  readonly askCached: string;
  readonly askBlocked: string;
  /** One for each load and one to warm up, with no name in common. */
  readonly askNew: readonly string[];
}

/** Names of each load of new ones: more than a server can answer in that time. */
const NEW_NAMES = 400_000;

async function writeFiles(folder: string, names: number): Promise<Files> {
  const path = (name: string) => `${folder}/${name}.txt`;
  const askNew = Array.from({ length: ROUNDS + 1 }, (_, round) => path(`askNew${round}`));
  const paths = {
    blocked: path("blocked"),
    askCached: path("askCached"),
    askBlocked: path("askBlocked"),
    askNew,
  };
  await writeLines(paths.blocked, times(names, (i) => nameOf("b", i)));
  await writeLines(paths.askCached, times(CACHED_NAMES, (i) => `${nameOf("c", i)} A`));
  await writeLines(paths.askBlocked, spread(200_000, names).map((i) => `${nameOf("b", i)} A`));
  for (const [round, file] of askNew.entries()) {
    await writeLines(file, times(NEW_NAMES, (i) => `${nameOf(`n${round}x`, i)} A`));
  }
  return paths;
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
/** Seconds within which a server must load its list. */
const SETTLING = 15;

async function start(server: Server, place: Place): Promise<Running> {
  const command = await server.prepare(place);
  const env = { PATH: `${Deno.env.get("PATH")}:/usr/sbin` };
  const began = performance.now();
  const log = { stdout: "null", stderr: "null", stdin: "null" } as const;
  const child = new Deno.Command("taskset", { args: ["-c", "0", ...command], env, ...log }).spawn();
  while (await askOnce(place.port, nameOf("first", 0), 20) === undefined) {
    if (performance.now() - began > 120_000) {
      await stopServer(child);
      throw new Error(`${server.name} does not answer: ${command.join(" ")}`);
    }
  }
  const started = performance.now() - began;
  return {
    pid: child.pid,
    started,
    stop: () => stopServer(child),
  };
}

/** Waits until a blocked name is answered with the null address; returns the milliseconds. */
async function untilBlocked(place: Place, name: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const response = await askOnce(place.port, name, 1000);
    if (
      response !== undefined && readMessage(response).answer.some(({ data }) => data === "0.0.0.0")
    ) break;
    if (performance.now() - began > 120_000) {
      throw new Error(`The name is not blocked after two minutes: ${name}`);
    }
    // The core is shared with the program that measures the delays of answers.
    await new Promise((later) => setTimeout(later, 10));
  }
  return performance.now() - began;
}

/** Loads the list into a server while it answers. */
async function settle(server: Server, place: Place, figures: Figures): Promise<void> {
  const taken = async () => {
    const settling = server.settle!(place);
    figures["list taken, from the command to the first block (ms)"] = await untilBlocked(
      place,
      nameOf("b", 0),
    );
    await settling;
  };
  const { before, during } = await delaysDuring(place.port, nameOf("c", 1), SETTLING, taken);
  figures["longest of 2,000 answers before (ms)"] = before.longest;
  figures["longest answer while the list compiles (ms)"] = during.longest;
  figures[`answers that take more than ${BUDGET} ms (%)`] = during.late;
}

/** Throws when a server gained its figures by failing. */
function trusted(server: Server, what: string, result: Load): Load {
  if (result.good < 0.99) {
    throw new Error(`${server.name} fails ${what}: ${(result.good * 100).toFixed(1)} % NOERROR`);
  }
  return result;
}

/** A server that can be loaded. */
interface Target {
  readonly pid: number;
  readonly port: number;
  readonly seconds: number;
}

/** The same file for each load. */
function again(file: string): string[] {
  return new Array(ROUNDS).fill(file);
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
    await bestLoad({ pid, port, seconds }, again(files.askCached)),
  );
  figures["from cache (queries/s)"] = cached.queriesPerSecond;
  figures["from cache (CPU µs/query)"] = cached.cpuPerQuery;
  if (withNames) {
    await load({ pid, port, queries: files.askBlocked, seconds: 1 });
    const blocked = trusted(
      server,
      "blocked",
      await bestLoad({ pid, port, seconds }, again(files.askBlocked)),
    );
    figures["blocked (queries/s)"] = blocked.queriesPerSecond;
    figures["blocked (CPU µs/query)"] = blocked.cpuPerQuery;
  }
  if (server.echoes) return;
  const asked = { pid, port, seconds, once: true, outstanding: 200 };
  const [warming, ...askNew] = files.askNew;
  await load({ ...asked, queries: warming!, seconds: 1 });
  const forwarded = trusted(server, "forwarded", await bestLoad(asked, askNew));
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
  const place: Place = {
    folder,
    upstream,
    port: freePort(),
    ...withNames ? { blocked: files.blocked } : {},
  };
  const figures: Figures = {};
  let running = await start(server, place);
  try {
    if (withNames && server.settle !== undefined) {
      await new Promise((later) => setTimeout(later, LATER));
      await settle(server, place, figures);
      await running.stop();
      running = await start(server, place);
    }
    figures["start to first answer (ms)"] = running.started;
    await new Promise((later) => setTimeout(later, LATER));
    await measureLoads(
      server,
      files,
      { pid: running.pid, port: place.port, seconds },
      withNames,
      figures,
    );
  } finally {
    await running.stop();
    await Deno.remove(folder, { recursive: true });
  }
  return figures;
}

/** Keeps the measuring processes off the server's core. */
async function pinToLoadCore(): Promise<void> {
  await new Deno.Command("taskset", {
    args: ["-a", "-c", "-p", "1", String(Deno.pid)],
    stdout: "null",
  }).output();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      names: { type: "string", default: "1000000" },
      seconds: { type: "string", default: "2" },
      only: { type: "string" },
      json: { type: "string" },
    },
  });
  const missing = ["dnsperf", "dnsmasq", "unbound", "gcc", "taskset"].filter((tool) =>
    !hasTool(tool)
  );
  if (missing.length > 0) {
    throw new Error(`Programs are missing, install them first: ${missing.join(" ")}`);
  }
  await pinToLoadCore();
  const tables: Record<string, Record<string, Figures>> = {};
  const show = (title: string, results: ReadonlyMap<string, Figures>) => {
    printTable(title, results);
    tables[title] = Object.fromEntries(results);
  };
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  const program = await compileProgram(folder, "answerer");
  const upstream = startUpstream(program);
  const servers = [box(`${ROOT}main.ts`), DNSMASQ, UNBOUND, bareEcho(program)].filter(({ name }) =>
    values.only?.split(",").includes(name) ?? true
  );
  try {
    const files = await writeFiles(folder, Number(values.names));
    for (const withNames of [true, false]) {
      const results = new Map<string, Figures>();
      for (const server of servers) {
        results.set(
          server.name,
          await measure(server, files, upstream.port, Number(values.seconds), withNames),
        );
      }
      show(withNames ? `${values.names} names blocked` : "no names blocked", results);
    }
    const encrypted = await measureEncrypted(Number(values.seconds) / 2);
    if (encrypted !== undefined) show("encrypted DNS, answers from cache", encrypted);
    show("certificates of the block page, client and front on one core", await measureLeaves());
    show(
      "policies, in one process: 200,000 names in 20 lists, 10,000 ranges of clients",
      measureClasses(),
    );
    show(
      "households, in one process: 2,000 rules, 40 lists of 25,000 names",
      await measureHouseholds(),
    );
    show("hours, in one process: 200,000 names in 10 lists, 100 always permitted", measureHours());
    if (values.json !== undefined) {
      await Deno.writeTextFile(values.json, `${JSON.stringify(tables, null, 2)}\n`);
    }
  } finally {
    upstream.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

await main();
