/**
 * Starts a demonstration: lists, upstreams, a seeded box started as its user would, and the devices
 * that query it.
 */
import { freePort, FROM_SOURCE, outputWithoutRuntime } from "../support/box_process.ts";
import { Chance } from "./chance.ts";
import { ACCOUNT, PASSWORD } from "./events.ts";
import { HOSTILE } from "./hostile.ts";
import { DEMO_LISTS, DemoListServer } from "./lists.ts";
import { LiveTraffic } from "./live.ts";
import { seed } from "./seed.ts";
import { DemoUpstream } from "./upstream.ts";

/** Options of the demonstration. */
export interface DemoOptions {
  /** Plain HTTP on this port of 127.0.0.1, DNS and the others on the following ports; 0 = any. */
  readonly port: number;
  /** The data folder, new or of an earlier demonstration; "" = a temporary one. */
  readonly dataDir: string;
  readonly days: number;
  /** Queries a second while it runs; 0 = none. */
  readonly rate: number;
  readonly hostile: boolean;
  /** The setup is not finished either. */
  readonly unfinished: boolean;
  readonly seed: string;
  readonly progress: (part: number) => void;
  /** Where the box prints its greeting and its log; `piped` = nowhere, unless it fails to start. */
  readonly output: "inherit" | "piped";
}

/** A complete household, without live queries, on free ports. */
export const QUIET_DEMO: DemoOptions = {
  port: 0,
  dataDir: "",
  days: 30,
  rate: 0,
  hostile: false,
  unfinished: false,
  seed: "household",
  progress: () => {},
  output: "piped",
};

/** A running demonstration. */
export interface Demo {
  /** The URL of the interface, without a final slash. */
  readonly url: string;
  readonly account: string;
  readonly password: string;
  readonly dataDir: string;
  /** UDP port of the box on 127.0.0.1. */
  readonly dnsPort: number;
  /** Duration of the seeding in milliseconds. */
  readonly seeded: number;
  /** Resolves with the exit code when the box has ended by itself. */
  readonly ended: Promise<number>;
  /** Restarts the box with the current code. Rejects when it does not come up. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const MARK = "demonstration";
/** Upstreams on the loopback, in the style of well-known ones. */
const UPSTREAMS = ["127.9.9.9", "127.1.1.1"] as const;

/** Starts one; after a failure nothing of it keeps running. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { port, rate, hostile } = options;
  const chance = new Chance(options.seed, "delay");
  const at = (offset: number) => port === 0 ? freePort() : port + offset;
  const http = at(0);
  const dnsPort = at(1);
  const encrypted = options.days > 0 ? { https: at(4), tls: at(5) } : undefined;
  const subscribed = hostile ? [...DEMO_LISTS, HOSTILE.list] : DEMO_LISTS;
  const lists = new DemoListServer(at(2), subscribed);
  const dataDir = await emptyFolder(options.dataDir);
  const ends: (() => void | Promise<void>)[] = [() => lists.close()];
  if (options.dataDir === "") ends.push(() => Deno.remove(dataDir, { recursive: true }));
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const upstreams = UPSTREAMS.map((address, slower) =>
      new DemoUpstream(address, at(3), () => 6 + slower * 9 + chance.next() ** 3 * 60)
    );
    ends.push(...upstreams.map((upstream) => () => upstream.close()));
    const began = performance.now();
    if (!options.unfinished) {
      const lines = [upstreams[0].line, upstreams[1].line] as const;
      await seed({ ...options, dataDir, lists, upstreams: lines, until: Date.now() - 4000 });
    }
    const seeded = performance.now() - began;
    const url = `http://127.0.0.1:${http}`;
    const box = new BoxChild({ dataDir, http, dnsPort, encrypted, output: options.output });
    ends.push(() => box.stop());
    await box.start();
    if (rate > 0) {
      const live = new LiveTraffic({
        seed: options.seed,
        port: dnsPort,
        rate,
        more: hostile ? HOSTILE.names : [],
      });
      ends.push(() => live.close());
    }
    const restart = async () => {
      await box.stop();
      await box.start();
    };
    const [account, password] = options.unfinished ? ["admin", "admin"] : [ACCOUNT, PASSWORD];
    return { url, account, password, dataDir, dnsPort, seeded, ended: box.ended, restart, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The folder, emptied if it contains an earlier demonstration. Throws when it contains anything
 * else.
 */
async function emptyFolder(path: string): Promise<string> {
  if (path === "") return await Deno.makeTempDir({ prefix: "box-demo-" });
  await Deno.mkdir(path, { recursive: true });
  const found = [...Deno.readDirSync(path)].map(({ name }) => name);
  if (found.length > 0 && !found.includes(MARK)) {
    throw new Error(
      `This folder holds something else than a demonstration, and is left as it is: ${path}`,
    );
  }
  for (const name of found) await Deno.remove(`${path}/${name}`, { recursive: true });
  await Deno.writeTextFile(`${path}/${MARK}`, "");
  return await Deno.realPath(path);
}

interface BoxStart {
  readonly dataDir: string;
  readonly http: number;
  readonly dnsPort: number;
  /** Ports of HTTPS, and of DNS over TLS and over QUIC; undefined = encryption is unavailable. */
  readonly encrypted: { readonly https: number; readonly tls: number } | undefined;
  readonly output: DemoOptions["output"];
}

/** The box as a process, which may be started more than once. */
class BoxChild {
  readonly #start: BoxStart;
  readonly #ended = Promise.withResolvers<number>();
  #child: Deno.ChildProcess | undefined;

  constructor(start: BoxStart) {
    this.#start = start;
  }

  /** Resolves with the exit code when it ended unexpectedly. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  /** Starts it. Rejects when it does not answer. */
  async start(): Promise<void> {
    const { dataDir, http, dnsPort, encrypted, output } = this.#start;
    const at = (name: string, port: number | undefined) =>
      `--${name}-listen=${port ? `127.0.0.1:${port}` : ""}`;
    const { https, tls } = encrypted ?? {};
    const listen = [
      at("dns", dnsPort),
      at("http", http),
      at("https", https),
      at("dot", tls),
      at("doq", tls),
    ];
    const args = [
      ...FROM_SOURCE.slice(1),
      "serve",
      ...listen,
      "--hosts-file=",
      `--data-dir=${dataDir}`,
    ];
    const env = Object.fromEntries(
      Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("BOX_")),
    );
    const streams = { stdin: "null", stdout: output, stderr: output } as const;
    const child = this.#child = new Deno.Command(FROM_SOURCE[0], {
      args,
      env,
      clearEnv: true,
      ...streams,
    }).spawn();
    const ended = child.status.then(({ code }) => code);
    const written = output === "inherit"
      ? []
      : [child.stdout, child.stderr].map((stream) => new Response(stream).text());
    const url = `http://127.0.0.1:${http}`;
    await running(url, ended).catch(async ({ message }) => {
      await this.stop();
      throw new Error(`${message}: ${outputWithoutRuntime((await Promise.all(written)).join(""))}`);
    });
    void ended.then((code) => this.#child === child && this.#ended.resolve(code));
  }

  /** Stops it if it runs. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    await Promise.resolve().then(() => child?.kill("SIGTERM")).catch(() => {});
    await child?.status;
  }
}

/** Waits until the interface answers. Throws when the box ended, or after 90 seconds. */
async function running(url: string, ended: Promise<number>): Promise<void> {
  let code: number | undefined;
  void ended.then((exit) => code = exit);
  for (const began = performance.now(); performance.now() - began < 90_000 && code === undefined;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(
    code === undefined ? "The box does not answer" : `The box ended with the code: ${code}`,
  );
}
