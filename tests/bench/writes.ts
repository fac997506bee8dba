/**
 * `deno run -A tests/bench/writes.ts`: what the box writes to its disk in an hour at the pace of a
 * household. Options: `--program dist/box-…`, `--queries 50000` (in a day), `--minutes 10`,
 * `--devices 12`, `--journal-flush 0`, `--most 0` (fails above, in MB an hour; 0 = never).
 */
import { parseArgs } from "node:util";
import { executableName, findTarget } from "../../packaging/target.ts";
import { askOnce, BoxProcess } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { ROOT } from "../support/source_files.ts";
import { pause } from "../support/whole_box.ts";

/** Names that a household asks; every third is advertising, every tenth is new. */
const KNOWN = 400;
const DAY = 24 * 3600;
/** Seconds from the start until the box is at rest. */
const SETTLED = 75;

/** Bytes that a process has written to disks (proc_pid_io(5)). */
export async function bytesWritten(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/io`);
  return Number(/^write_bytes: (\d+)$/m.exec(text)?.[1]);
}

function nameOf(at: number): string {
  if (at % 10 === 0) return `n${at}.new.example`;
  const known = (at * 7919) % KNOWN;
  return known % 3 === 0 ? `ad${known}.doubleclick.net` : `www${known}.example`;
}

/** Asks at an even pace until the time is over; resolves with the number of queries. */
async function askEvenly(port: number, seconds: number, perDay: number): Promise<number> {
  const interval = DAY * 1000 / perDay;
  const began = performance.now();
  let asked = 0;
  while (performance.now() - began < seconds * 1000) {
    void askOnce(port, nameOf(asked), 2000);
    asked++;
    await pause(Math.max(0, began + asked * interval - performance.now()));
  }
  return asked;
}

/** The size of the files of a folder by name, in bytes. */
async function sizes(folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) found.set(name, (await Deno.stat(`${folder}/${name}`)).size);
  }
  return found;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      program: { type: "string", default: `${ROOT}dist/${executableName(findTarget(undefined))}` },
      queries: { type: "string", default: "50000" },
      minutes: { type: "string", default: "10" },
      "journal-flush": { type: "string", default: "0" },
      most: { type: "string", default: "0" },
    },
  });
  const perDay = Number(values.queries);
  const seconds = Number(values.minutes) * 60;
  // Not in memory: the kernel counts only what goes to a disk.
  const folder = await Deno.makeTempDir({ dir: `${ROOT}dist`, prefix: "writes-" });
  const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
  const box = new BoxProcess({
    command: [values.program],
    folder,
    upstream: `127.0.0.1:${upstream.port}`,
    flags: [`--journal-flush=${values["journal-flush"]}`],
    env: { BOX_UNPACK_DIR: `${folder}/unpacked`, HOME: folder },
  });
  try {
    await box.answers("first.example");
    await box.runs();
    await askEvenly(box.port, SETTLED, perDay);
    const before = await bytesWritten(box.pid);
    const asked = await askEvenly(box.port, seconds, perDay);
    const hourly = (await bytesWritten(box.pid) - before) / 1_000_000 * 3600 / seconds;
    console.log(`${asked} queries in ${seconds} s: ${hourly.toFixed(1)} MB an hour`);
    for (const [name, size] of await sizes(`${folder}/data`)) console.log(`${size}\t${name}`);
    const most = Number(values.most);
    if (most > 0 && hourly > most) throw new Error(`More than ${most} MB an hour`);
  } finally {
    await box.end("SIGTERM").catch(() => {});
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
