/**
 * `deno run -A tests/bench/scale.ts`: what the largest household costs: pages, routes and changes
 * of a box with 1,000 people, 10,000 devices and 20,000 rules. Processor time of the whole
 * process counts, because it depends least on other work of the machine. Options: `--data DIR` (made
 * by company.ts, and kept), `--only pages,routes,changes,rest`, `--match TEXT` (part of the
 * path), `--rounds 5`.
 */
import { request } from "node:http";
import { parseArgs } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { PAGES } from "../../ui/list.ts";
import { askOnce, freePort } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { ROOT } from "../support/source_files.ts";
import { pause, within } from "../support/whole_box.ts";
import { COMPANY_ACCOUNT, writeCompany } from "./company.ts";
import { residentMegabytes } from "./measure.ts";

/** One measured thing. */
interface Measured {
  readonly name: string;
  /** Milliseconds until the response: the median, and the least, for a busy machine. */
  readonly wall: number;
  readonly least: number;
  /** Milliseconds of processor time: of all threads, and of the main thread alone. */
  readonly cpu: number;
  readonly main: number;
  /** Bytes of the response, compressed as browsers get it, and plain. */
  readonly bytes: number;
  readonly plain: number;
  readonly status: number;
}

interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly bytes: number;
  readonly text: string;
}

/** Values for parameters in paths of pages and routes. */
const SAMPLES: Readonly<Record<string, string>> = {
  "/{name}": "/nowhere",
  "/queries/{id}": "/queries/5",
  "/people/{id}": "/people/3",
  "/people/{id}/hours": "/people/3/hours",
  "/people/{id}/time": "/people/3/time",
  "/groups/{id}": "/groups/1",
  "/devices/{id}": "/devices/9000",
  "/devices/{id}/behaviour": "/devices/9000/behaviour",
  "/services/{id}": "/services/youtube",
  "/accounts/{id}": "/accounts/1",
};

/** GET routes with parameters, and those that require some. */
const ROUTE_SAMPLES: Readonly<Record<string, string>> = {
  "/api/v1/devices/{id}": "/api/v1/devices/9000",
  "/api/v1/devices/{id}/behaviour": "/api/v1/devices/9000/behaviour",
  "/api/v1/groups/{id}": "/api/v1/groups/1",
  "/api/v1/people/{id}/time": "/api/v1/people/3/time",
  "/api/v1/people/{id}/report": "/api/v1/people/5/report",
  "/api/v1/queries/{id}": "/api/v1/queries/5",
  "/api/v1/activity": "/api/v1/activity?scope=person:5",
  "/api/v1/activity/names": "/api/v1/activity/names?scope=person:5",
  "/api/v1/top": "/api/v1/top?kind=clients&period=month",
  "/api/v1/explain": "/api/v1/explain?name=example.com",
  "/api/v1/choices": "/api/v1/choices?scope=all",
};

/** Changes of the household; each of several steps is made in turn, and the last one counts. */
const CHANGES: readonly (readonly [name: string, ...steps: readonly Step[]])[] = [
  ["rename a device", ["PUT", "/api/v1/devices/9000", { name: "Renamed {n}" }]],
  ["give a device to a person", ["PUT", "/api/v1/devices/9000/person", { person_id: "{n}" }]],
  ["quarantine", ["PUT", "/api/v1/devices/9000/quarantine", { on: "{even}" }]],
  ["add a person", ["POST", "/api/v1/people", { name: "New {n}", profile: "child" }]],
  ["rename a group", ["PUT", "/api/v1/groups/1", { name: "Room {n}" }]],
  ["hours of a person", ["PUT", "/api/v1/people/3/schedule", { enabled: true, grid: "{grid}" }]],
  ["cut of a person", ["PUT", "/api/v1/people/3/mode", { mode: "cut", duration: "{length}" }]],
  ["a rule", ["PUT", "/api/v1/rules/rule{n}.example?scope=all", { action: "block" }]],
  ["a rule of a person", ["PUT", "/api/v1/rules/rule{n}.example?scope=person:3", {
    action: "block",
  }]],
  ["remove a rule", ["PUT", "/api/v1/rules/gone{n}.example?scope=all", { action: "block" }], [
    "DELETE",
    "/api/v1/rules/gone{n}.example?scope=all",
  ]],
  ["pause a group of 1,000 devices", ["PUT", "/api/v1/pauses?scope=group:1", { minutes: "{n}" }]],
  ["services of a group of 1,000 devices", ["PUT", "/api/v1/blocked-services?scope=group:1", {
    services: { tiktok: "{choice}" },
  }]],
  ["categories of everyone", ["PUT", "/api/v1/categories?scope=all", {
    categories: { dating: "{choice}" },
  }]],
  ["a local record", ["POST", "/api/v1/dns-records", {
    name: "host{n}.example",
    type: "A",
    value: "192.0.2.7",
  }]],
  ["1,000 rules at once", ["POST", "/api/v1/rules?scope=all", {
    lines: "{lines}",
    action: "{choice}",
  }]],
];
type Step = readonly [method: string, path: string, body?: unknown];

class ScaleBox {
  readonly #data: string;
  readonly #http = freePort();
  readonly #dns = freePort();
  readonly #upstream: FakeUpstream = new FakeUpstream((query) => [
    respond(query, { address: "192.0.2.9" }),
  ]);
  #child!: Deno.ChildProcess;
  #cookie = "";
  firstAnswer = 0;

  constructor(data: string) {
    this.#data = data;
  }

  get pid(): number {
    return this.#child.pid;
  }

  async start(): Promise<void> {
    const at = (port: number) => `127.0.0.1:${port}`;
    const args = [
      "run",
      "-A",
      "--no-prompt",
      RUNTIME_FLAGS,
      ...Deno.env.has("PROFILE") ? [`--cpu-prof`, `--cpu-prof-dir=${Deno.env.get("PROFILE")}`] : [],
      `${ROOT}main.ts`,
      "serve",
      `--data-dir=${this.#data}`,
      `--dns-listen=${at(this.#dns)}`,
      `--http-listen=${at(this.#http)}`,
      "--https-listen=",
      "--hosts-file=",
      `--upstreams=${at(this.#upstream.port)}`,
      "--fallback-upstreams=",
    ];
    const output = Deno.env.has("SHOWN") ? "inherit" : "null";
    const began = performance.now();
    this.#child = new Deno.Command(Deno.execPath(), {
      args,
      env: { MALLOC_ARENA_MAX: "2" },
      stdin: "null",
      stdout: output,
      stderr: output,
    }).spawn();
    const answers = async () => await askOnce(this.#dns, "first.example", 50) !== undefined;
    while (!await answers()) {
      if (performance.now() - began > 60_000) throw new Error("The box does not answer");
    }
    this.firstAnswer = performance.now() - began;
    if (!await within(60_000, () => this.ask("GET", "/healthz").then(() => true, () => false))) {
      throw new Error("The box does not serve");
    }
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
    await this.#upstream.close();
  }

  async signIn(): Promise<void> {
    const { name, password } = COMPANY_ACCOUNT;
    const answer = await this.ask("POST", "/api/v1/session", { account: name, password });
    if (answer.status !== 200) throw new Error(`The sign-in is refused: ${answer.text}`);
    this.#cookie = answer.cookie;
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const headers = {
      host: `localhost:${this.#http}`,
      "accept-encoding": "br, gzip",
      "accept-language": "en",
      ...(this.#cookie === "" ? {} : { cookie: this.#cookie }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const options = { host: "127.0.0.1", port: this.#http, method, path, headers, agent: false };
    request({ ...options, timeout: 30_000 }, (response) => {
      const cookie = (response.headers["set-cookie"] ?? [""])[0].split(";")[0];
      const parts: Uint8Array[] = [];
      response.on("data", (part: Uint8Array) => void parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const received = Buffer.concat(parts);
        const encoding = response.headers["content-encoding"];
        const text = plainText(received, encoding);
        resolve({ status: response.statusCode!, cookie, bytes: received.length, text });
      });
    }).on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  /** Asks several times; the figures are the medians. */
  async measure(
    name: string,
    rounds: number,
    once: (round: number) => Promise<Answer>,
    prepare: (round: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<Measured> {
    await prepare(0);
    await once(0);
    const all: Measured[] = [];
    for (let round = 1; round <= rounds;) {
      await prepare(round);
      await pause(5);
      const before = this.#times();
      const began = performance.now();
      const { status, bytes, text } = await once(round);
      const wall = performance.now() - began;
      const after = this.#times();
      // A refusal by the limit of requests is no measurement of the page.
      if (status === 429) {
        await pause(1000);
        continue;
      }
      round++;
      const cpu = after.all - before.all;
      const main = after.main - before.main;
      all.push({ name, wall, least: wall, cpu, main, status, bytes, plain: text.length });
    }
    const middle = (of: (each: Measured) => number) =>
      all.map(of).sort((a, b) => a - b)[all.length >> 1];
    return {
      ...all.at(-1)!,
      wall: middle(({ wall }) => wall),
      least: Math.min(...all.map(({ wall }) => wall)),
      cpu: middle(({ cpu }) => cpu),
      main: middle(({ main }) => main),
    };
  }

  /** Milliseconds of processor time of all threads, and of the main one. */
  #times(): { all: number; main: number } {
    return threadTimes(this.pid);
  }

  /** Resolves when the work after a start is done, or after a minute. */
  async settled(): Promise<void> {
    await within(60_000, async () => (await this.rest(2)).all < 100);
  }

  /** Main-thread milliseconds of processor time during some seconds of rest. */
  async rest(seconds: number): Promise<{ all: number; main: number }> {
    const before = this.#times();
    await pause(seconds * 1000);
    const after = this.#times();
    return { all: after.all - before.all, main: after.main - before.main };
  }
}

/** Milliseconds of processor time of all threads of a process, and of its main thread. */
function threadTimes(pid: number): { all: number; main: number } {
  let all = 0;
  let main = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    try {
      const spent =
        Number(Deno.readTextFileSync(`/proc/${pid}/task/${name}/schedstat`).split(" ")[0]) /
        1e6;
      all += spent;
      if (name === String(pid)) main = spent;
    } catch {
      // The thread has ended.
    }
  }
  return { all, main };
}

function plainText(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return encoding === "gzip" ? gunzipSync(bytes).toString() : bytes.toString();
}

function line({ name, wall, least, cpu, main, bytes, plain, status }: Measured): string {
  const kilobytes = (count: number) => (count / 1024).toFixed(1).padStart(7);
  const time = (value: number) => value.toFixed(1).padStart(7);
  const times = `${time(wall)} ${time(least)} ${time(cpu)} ${time(main)}`;
  return `${name.padEnd(48)} ${status} ${times} ${kilobytes(bytes)} ${kilobytes(plain)}`;
}

/** The addresses of pages with a session. */
function pagePaths(): string[] {
  return PAGES.filter(({ access, bare }) => {
    const all = [access].flat();
    return !all.includes("setup") && !(bare === true && all.includes("open"));
  }).map(({ path }) => path.includes("{") ? SAMPLES[path] : path).filter((path) =>
    path !== undefined
  );
}

/** The addresses of GET routes that end by themselves and whose parameters are known. */
function routePaths(): string[] {
  return ROUTES.filter(({ method, lines, access }) =>
    method === "get" && lines !== true && ![access].flat().includes("setup")
  ).map(({ path }) => ROUTE_SAMPLES[path] ?? path).filter((path) =>
    !path.includes("{") && !path.endsWith("/stream")
  );
}

async function measureChanges(
  box: ScaleBox,
  rounds: number,
  matches: (name: string) => boolean,
): Promise<void> {
  for (const [name, ...steps] of CHANGES.filter(([name]) => matches(name))) {
    const last = steps.at(-1)!;
    const ask = ([method, path, body]: Step, round: number) =>
      box.ask(method, filledText(path, round), filled(body, round));
    const prepare = async (round: number) => {
      for (const step of steps.slice(0, -1)) await ask(step, round);
    };
    const measured = await box.measure(name, rounds, (round) => ask(last, round), prepare);
    console.log(line(measured));
    if (measured.status >= 400) console.log((await ask(last, 0)).text);
  }
}

function filledText(text: string, round: number): string {
  return text.replaceAll("{n}", String(round + 1));
}

/** Fills the number of the round into a body, so that each change changes something. */
function filled(body: unknown, round: number): unknown {
  if (body === undefined) return undefined;
  const values: Readonly<Record<string, unknown>> = {
    "{n}": round + 1,
    "{even}": round % 2 === 0,
    "{length}": round % 2 === 0 ? "30" : "60",
    "{choice}": round % 2 === 0 ? "block" : "allow",
    "{grid}": gridOfRound(round),
    "{lines}": Array.from({ length: 1000 }, (_, at) => `pasted${at}.example`),
  };
  return JSON.parse(
    JSON.stringify(body),
    (_key, value) => typeof value === "string" ? values[value] ?? filledText(value, round) : value,
  );
}

function gridOfRound(round: number): string {
  return Array.from({ length: 672 }, (_, slot) => (slot + round) % 96 < 40 ? "1" : "0").join("");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      data: { type: "string" },
      only: { type: "string", default: "pages,routes,changes,rest" },
      match: { type: "string", default: "" },
      rounds: { type: "string", default: "5" },
    },
  });
  const folder = values.data ?? await Deno.makeTempDir({ prefix: "scale-" });
  if (values.data === undefined) await writeCompany(folder);
  const rounds = Number(values.rounds);
  const parts = values.only.split(",");
  const matches = (name: string) => name.includes(values.match);
  const box = new ScaleBox(folder);
  await box.start();
  try {
    await box.signIn();
    await box.settled();
    console.log(
      `first answer ${box.firstAnswer.toFixed(0)} ms, ${residentMegabytes(box.pid).toFixed(0)} MB`,
    );
    console.log(`${"".padEnd(52)}    wall   least     cpu    main  kB sent   plain`);
    if (parts.includes("pages")) {
      for (const path of pagePaths().filter(matches)) {
        console.log(line(await box.measure(path, rounds, () => box.ask("GET", path))));
      }
    }
    if (parts.includes("routes")) {
      for (const path of routePaths().filter(matches)) {
        console.log(line(await box.measure(path, rounds, () => box.ask("GET", path))));
      }
    }
    if (parts.includes("changes")) await measureChanges(box, rounds, matches);
    if (parts.includes("rest")) {
      const { all, main } = await box.rest(65);
      console.log(`a minute at rest: ${all.toFixed(0)} ms, main thread ${main.toFixed(0)} ms`);
    }
    console.log(`${residentMegabytes(box.pid).toFixed(0)} MB`);
  } finally {
    await box.stop();
    if (values.data === undefined) await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
