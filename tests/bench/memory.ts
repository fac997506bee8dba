/**
 * `deno run -A tests/bench/memory.ts`: the peak memory of the box in each phase of its life, with
 * all features on and 1,000,000 blocked names. Options: `--names 1000000`, `--rest 62` (seconds
 * until unused code is released), `--programs
 * source,executable=dist/box-0.9.0-linux-amd64,other=/a/main.ts`, `--runs 1` (of each, alternating),
 * `--where` (print the composition), `--loads 6` (seconds of each load, 0 = none), `--most 180`
 * (fails above).
 */
import { parseArgs } from "node:util";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { type ServiceClient, socketClient } from "../../cli/socket.ts";
import { askOnce, freePort } from "../support/box_process.ts";
import { ROOT } from "../support/source_files.ts";
import { pause, within } from "../support/whole_box.ts";
import { compileProgram } from "./c_program.ts";
import { forgetPeak, makeupOf, peakMegabytes } from "./mappings.ts";
import { load, residentMegabytes } from "./measure.ts";
import { nameOf, spread, times, writeLines } from "./names.ts";
import { startUpstream } from "./upstream.ts";
import { visit, type Visited } from "./visit.ts";

const PASSWORD = "gravel ocean tulip";
const PAGES = [
  "/",
  "/queries",
  "/lists",
  "/rules",
  "/devices",
  "/people",
  "/services",
  "/settings",
  "/alerts",
  "/system",
  "/me",
];

interface Options {
  readonly folder: string;
  readonly upstream: number;
  readonly names: number;
  /** Seconds of rest, and of each load. */
  readonly rest: number;
  readonly loads: number;
  readonly where: boolean;
}

/** The command that runs a program: a file of TypeScript from source, anything else as it is. */
function commandOf(program: string): string[] {
  if (!program.endsWith(".ts")) return [program];
  return [
    "env",
    "MALLOC_ARENA_MAX=2",
    Deno.execPath(),
    "run",
    "-A",
    "--no-prompt",
    RUNTIME_FLAGS,
    program,
  ];
}

/** A box and its memory in each phase. */
class Watched {
  readonly figures = new Map<string, number>();
  readonly #options: Options;
  readonly #program: string;
  readonly #data: string;
  readonly port = freePort();
  readonly #https = freePort();
  #child!: Deno.ChildProcess;

  constructor(program: string, data: string, options: Options) {
    [this.#program, this.#data, this.#options] = [program, data, options];
  }

  get pid(): number {
    return this.#child.pid;
  }

  get service(): ServiceClient {
    return socketClient(`${this.#data}/box.sock`);
  }

  async start(): Promise<void> {
    const local = (port: number) => `127.0.0.1:${port}`;
    const encrypted = local(freePort());
    const args = [
      "serve",
      `--data-dir=${this.#data}`,
      `--upstreams=${local(this.#options.upstream)}`,
      "--fallback-upstreams=",
      `--dns-listen=${local(this.port)}`,
      `--http-listen=${local(freePort())}`,
      "--hosts-file=",
      `--https-listen=${local(this.#https)}`,
      `--dot-listen=${encrypted}`,
      `--doq-listen=${encrypted}`,
    ];
    const output = Deno.env.has("SHOWN") ? "inherit" : "null";
    this.#child = new Deno.Command("taskset", {
      args: ["-c", "0", ...commandOf(this.#program), ...args],
      stdout: output,
      stderr: output,
      stdin: "null",
    }).spawn();
    if (
      !await within(
        60_000,
        async () => await askOnce(this.port, "first.example", 200) !== undefined,
      )
    ) {
      throw new Error("The box does not answer");
    }
    if (
      !await within(60_000, () => this.#ask("GET", "/healthz", "").then(() => true, () => false))
    ) {
      throw new Error("The box does not answer over HTTPS");
    }
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }

  /** Runs a function and records the peak memory until 300 ms after it. */
  async during(what: string, work: () => Promise<unknown>): Promise<void> {
    forgetPeak(this.pid);
    const made = this.#options.where ? this.#watch() : undefined;
    await work();
    await pause(300);
    this.#keep(what, peakMegabytes(this.pid), await made?.());
  }

  /** Its current memory. */
  now(what: string): void {
    this.#keep(
      what,
      residentMegabytes(this.pid),
      this.#options.where ? makeupOf(this.pid) : undefined,
    );
  }

  #keep(what: string, megabytes: number, makeup?: ReadonlyMap<string, number>): void {
    this.figures.set(what, megabytes);
    const parts = [...makeup ?? []].filter(([, size]) => size >= 0.5).map(([kind, size]) =>
      `${kind} ${size.toFixed(1)}`
    );
    if (makeup !== undefined) {
      console.log(`  ${megabytes.toFixed(1).padStart(6)} ${what}: ${parts.join(", ")}`);
    }
  }

  /** Samples repeatedly; returns the composition at the peak. */
  #watch(): () => Promise<ReadonlyMap<string, number>> {
    let ended = false;
    let largest = 0;
    let makeup: ReadonlyMap<string, number> = new Map();
    const looking = (async () => {
      for (; !ended; await pause(5)) {
        const now = residentMegabytes(this.pid);
        if (now < largest + 1) continue;
        makeup = makeupOf(this.pid);
        largest = Math.max(now, ...[[...makeup.values()].reduce((sum, size) => sum + size, 0)]);
      }
    })();
    return async () => {
      ended = true;
      await looking;
      return makeup;
    };
  }

  #ask(method: string, path: string, cookie: string, body?: unknown): Promise<Visited> {
    return visit(this.#https, method, path, cookie, body);
  }

  async signIn(): Promise<string> {
    const { status, cookie } = await this.#ask("POST", "/api/v1/session", "", {
      account: "mum",
      password: PASSWORD,
    });
    if (status !== 200) throw new Error(`The sign-in is refused: ${status}`);
    return cookie;
  }

  async openPages(cookie: string): Promise<void> {
    for (const path of PAGES) {
      const { status } = await this.#ask("GET", path, cookie);
      if (status !== 200) throw new Error(`The page is refused: ${path} ${status}`);
    }
  }

  /** Changes a line of the list and waits until it is compiled. */
  async compile(): Promise<void> {
    await Deno.writeTextFile(
      `${this.#data}.list`,
      `again${performance.now() * 1000 | 0}.example\n`,
      { append: true },
    );
    await this.service.call("POST", "/api/v1/lists/refresh", { body: {} });
  }

  async load(file: string, once = false): Promise<void> {
    const { pid, port } = this;
    const queries = `${this.#options.folder}/${file}`;
    await load({
      pid,
      port,
      queries,
      seconds: this.#options.loads,
      once,
      outstanding: once ? 200 : 400,
    });
  }
}

/** A data directory with an account and a compiled list, created by the program. */
async function prepare(program: string, data: string, options: Options): Promise<void> {
  await writeLines(`${data}.list`, times(options.names, (i) => nameOf("b", i)));
  const box = new Watched(program, data, options);
  await box.start();
  const body = { name: "mum", password: PASSWORD, kind: "administrator", role: "full" };
  await box.service.call("POST", "/api/v1/accounts", { body });
  await box.service.call("POST", "/api/v1/lists", {
    body: { path: `${data}.list`, name: "bench" },
  });
  await box.stop();
}

/** A life of the box: all phases in order. */
async function live(program: string, data: string, options: Options): Promise<Watched> {
  const box = new Watched(program, data, options);
  const began = performance.now();
  await box.start();
  try {
    await pause(4000);
    box.figures.set("most of the start", peakMegabytes(box.pid));
    box.now("five seconds after the start");
    await box.during("most at a password soon after the start", () => box.signIn());
    await box.during("most while the list compiles soon after the start", () => box.compile());
    await pause(Math.max(0, options.rest * 1000 - (performance.now() - began)));
    box.now("at rest, after a minute");
    await box.during("most while the list compiles", () => box.compile());
    let cookie = "";
    await box.during("most at a password", async () => void (cookie = await box.signIn()));
    await box.during("most at eleven pages", () => box.openPages(cookie));
    if (options.loads > 0) {
      await box.during("most at answers from cache", () => box.load("cached"));
      await box.during("most at blocked names", () => box.load("blocked"));
      for (const round of [1, 2, 3]) {
        await box.during(`most at new names, ${round}`, () => box.load(`new${round}`, true));
      }
      box.now("after loads");
      await box.during("most while the list compiles after loads", () => box.compile());
      await box.during("most at a password after loads", () => box.signIn());
    }
    await pause(options.rest * 1000);
    box.now("a minute after all of it");
  } finally {
    await box.stop();
  }
  return box;
}

function print(
  programs: readonly string[],
  lives: ReadonlyMap<string, readonly ReadonlyMap<string, number>[]>,
): void {
  console.log(
    `\n| resident (MB) | ${programs.join(" | ")} |\n|---|${"---:|".repeat(programs.length)}`,
  );
  for (const what of lives.get(programs[0])![0].keys()) {
    const shown = programs.map((program) => {
      const sizes = lives.get(program)!.map((life) => Math.round(life.get(what)!)).sort((a, b) =>
        a - b
      );
      return sizes[0] === sizes.at(-1) ? sizes[0] : `${sizes[0]}-${sizes.at(-1)}`;
    });
    console.log(`| ${what} | ${shown.join(" | ")} |`);
  }
}

/** Throws an Error that names each phase above the limit. */
function refuseAbove(
  most: number,
  lives: ReadonlyMap<string, readonly ReadonlyMap<string, number>[]>,
): void {
  const above = [...lives].flatMap(([name, all]) =>
    all.flatMap((life) =>
      [...life].filter(([, size]) => size >= most).map(([what, size]) =>
        `${name}: ${what} ${size.toFixed(0)} MB`
      )
    )
  );
  if (above.length > 0) {
    throw new Error(`The box may hold less than ${most} MB: ${above.join("; ")}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      names: { type: "string", default: "1000000" },
      rest: { type: "string", default: "62" },
      loads: { type: "string", default: "6" },
      programs: { type: "string", default: "source" },
      runs: { type: "string", default: "1" },
      where: { type: "boolean", default: false },
      most: { type: "string" },
    },
  });
  const folder = await Deno.makeTempDir({ prefix: "memory-" });
  const upstream = startUpstream(await compileProgram(folder, "answerer"));
  const { where } = values;
  const names = Number(values.names);
  const loads = Number(values.loads);
  const rest = Number(values.rest);
  const options: Options = { folder, upstream: upstream.port, names, rest, loads, where };
  const programs = new Map(
    values.programs.split(",").map((each): [string, string | undefined] => {
      const [name, path] = each.split("=");
      return [name, path];
    }),
  );
  const lives = new Map(
    [...programs.keys()].map((name) => [name, [] as ReadonlyMap<string, number>[]]),
  );
  try {
    await writeLines(`${folder}/cached`, times(5000, (i) => `${nameOf("c", i)} A`));
    await writeLines(`${folder}/blocked`, spread(200_000, names).map((i) => `${nameOf("b", i)} A`));
    for (const round of [1, 2, 3]) {
      await writeLines(
        `${folder}/new${round}`,
        times(400_000, (i) => `${nameOf(`n${round}x`, i)} A`),
      );
    }
    for (let run = 0; run < Number(values.runs); run++) {
      for (const [name, path] of programs) {
        const data = `${folder}/${name}${run}`;
        const program = path ?? `${ROOT}main.ts`;
        await prepare(program, data, options);
        if (where) console.log(`${name}:`);
        lives.get(name)!.push((await live(program, data, options)).figures);
        await Deno.remove(data, { recursive: true });
        await Deno.remove(`${data}.list`);
      }
    }
    print([...programs.keys()], lives);
    if (values.most !== undefined) refuseAbove(Number(values.most), lives);
  } finally {
    upstream.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
