/**
 * `deno run -A tests/bench/small.ts`: the box in 512 MB, the whole memory of its control group, with
 * 1,000,000 names, every kind of encrypted DNS and the journal of a month: whether the kernel ends
 * it, what it holds, and how late answers are while the list compiles. Needs root. Options:
 * `--program dist/box-…`, `--megabytes 512`, `--names 1000000`, `--rows 1500000`.
 */
import { parseArgs } from "node:util";
import { openDatabase } from "../../api/store/open.ts";
import { socketClient } from "../../cli/socket.ts";
import { executableName, findTarget } from "../../packaging/target.ts";
import { BoxProcess, freePort } from "../support/box_process.ts";
import { fillJournal } from "../support/long_journal.ts";
import { ROOT } from "../support/source_files.ts";
import { compileProgram } from "./c_program.ts";
import { type Delays, delaysDuring } from "./delays.ts";
import { nameOf, times, writeLines } from "./names.ts";
import { startUpstream } from "./upstream.ts";

/** Seconds in which the list is compiled. */
const COMPILED = 30;

/** A control group that limits the memory of what joins it. */
class MemoryGroup {
  readonly #folder: string;
  readonly #isUnified: boolean;

  private constructor(folder: string, isUnified: boolean) {
    this.#folder = folder;
    this.#isUnified = isUnified;
  }

  /** Makes one; the machine has one hierarchy of control groups, or one for each controller. */
  static async create(megabytes: number): Promise<MemoryGroup> {
    const root = "/sys/fs/cgroup";
    const controllers = await Deno.readTextFile(`${root}/cgroup.controllers`).catch(() => "");
    const isUnified = controllers.split(/\s/).includes("memory");
    const folder = `${root}${isUnified ? "" : "/memory"}/box-small-${Deno.pid}`;
    await Deno.mkdir(folder);
    const group = new MemoryGroup(folder, isUnified);
    const bytes = String(megabytes * 1024 * 1024);
    await group.#write(isUnified ? "memory.max" : "memory.limit_in_bytes", bytes);
    return group;
  }

  /** The command that runs a program in the group. */
  around(command: readonly string[]): string[] {
    const join = `echo $$ > ${this.#folder}/cgroup.procs; exec "$@"`;
    return ["sh", "-c", join, "sh", ...command];
  }

  /** Processes that the kernel ended because the memory was used up. */
  async killed(): Promise<number> {
    const file = this.#isUnified ? "memory.events" : "memory.oom_control";
    const text = await Deno.readTextFile(`${this.#folder}/${file}`);
    return Number(/^oom_kill (\d+)$/m.exec(text)?.[1]);
  }

  async remove(): Promise<void> {
    await Deno.remove(this.#folder);
  }

  async #write(file: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.#folder}/${file}`, text);
  }
}

/** Peak resident megabytes of a process. */
async function peakOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

function print(what: string, { p99, longest, late }: Delays): void {
  const shown = `p99 ${p99.toFixed(2)} ms, longest ${longest.toFixed(1)} ms`;
  console.log(`${what}: ${shown}, ${late.toFixed(2)} % later than 5 ms`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      program: { type: "string", default: `${ROOT}dist/${executableName(findTarget(undefined))}` },
      megabytes: { type: "string", default: "512" },
      names: { type: "string", default: "1000000" },
      rows: { type: "string", default: "1500000" },
    },
  });
  const folder = await Deno.makeTempDir({ prefix: "box-small-" });
  const upstream = startUpstream(await compileProgram(folder, "answerer"));
  const group = await MemoryGroup.create(Number(values.megabytes));
  const start = () => {
    const encrypted = `127.0.0.1:${freePort()}`;
    return new BoxProcess({
      command: group.around([values.program]),
      folder,
      https: freePort(),
      upstream: `127.0.0.1:${upstream.port}`,
      flags: [
        `--dot-listen=${encrypted}`,
        `--doq-listen=${encrypted}`,
        ...["tls", "https", "quic"].map((kind) => `--dns-over-${kind}=on`),
      ],
      env: { BOX_UNPACK_DIR: `${folder}/unpacked`, HOME: folder },
    });
  };
  let box = start();
  try {
    await box.answers("first.example");
    await box.runs();
    const service = socketClient(`${folder}/data/box.sock`);
    const list = `${folder}/list`;
    await writeLines(list, times(Number(values.names), (at) => nameOf("b", at)));
    await service.call("POST", "/api/v1/lists", { body: { path: list, name: "million" } });
    const body = { mode: "self", name: "dns.example" };
    await service.call("PUT", "/api/v1/dns-services/certificate", { body });
    await box.end("SIGTERM");

    const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
    const path = `${folder}/data/journal.db`;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
    const journal = await openDatabase({ name: "journal", path, workerUrl });
    await fillJournal(journal, { rows: Number(values.rows), now: Date.now() });
    await journal.close();

    box = start();
    await box.answers("second.example");
    await box.runs();
    const { before, during } = await delaysDuring(
      box.port,
      "second.example",
      COMPILED,
      async () => {
        await Deno.writeTextFile(list, "one-more.example\n", { append: true });
        await service.call("POST", "/api/v1/lists/refresh", { body: {} });
      },
    );
    print("at rest", before);
    print("while the list compiles", during);
    const { size } = await Deno.stat(path);
    console.log(`peak resident memory: ${(await peakOf(box.pid)).toFixed(0)} MB`);
    console.log(`journal: ${(size / 1_000_000).toFixed(0)} MB`);
    const killed = await group.killed();
    console.log(`processes ended by the kernel: ${killed}`);
    if (killed > 0) throw new Error(`${values.megabytes} MB are not enough`);
  } finally {
    await box.end("SIGTERM").catch(() => {});
    upstream.stop();
    await group.remove().catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
