/**
 * A box as a process with everything it needs, for tests of the whole: upstream, folder, API
 * client, commands, load.
 */
import { type ServiceClient, socketClient } from "../../cli/socket.ts";
import { BoxProcess, freePort, FROM_SOURCE } from "./box_process.ts";
import { type FakeScript, FakeUpstream, respond } from "./fake_upstream.ts";

/**
 * Milliseconds after which something that a test waits for counts as missing. Many, because a busy
 * machine is slow; a test waits no longer than it must.
 */
export const WAIT = 60_000;

/** How a scene differs from the default. */
export interface SceneOptions {
  /** The program; absent = from the source tree. */
  readonly command?: readonly string[];
  readonly script?: FakeScript;
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
  /**
   * A command prefix, such as `prlimit --nofile=100`, that replaces itself by the program, so that
   * the process id stays.
   */
  readonly before?: readonly string[];
  /**
   * Whether it serves HTTPS, on a port that stays the same through restarts; `later` = from its
   * second start on.
   */
  readonly https?: boolean | "later";
  /**
   * A file system in memory of this size for the data directory, visible to the box only; needs
   * root.
   */
  readonly disk?: string;
}

/** Folder, upstream and the box of a test. */
export class Scene {
  readonly folder: string;
  readonly upstream: FakeUpstream;
  readonly #options: SceneOptions;
  /** Port of HTTPS, if served. */
  readonly https: number = freePort();
  box!: BoxProcess;

  private constructor(folder: string, upstream: FakeUpstream, options: SceneOptions) {
    this.folder = folder;
    this.upstream = upstream;
    this.#options = options;
  }

  /** Starts a box, runs a test and cleans up, also after a failure. */
  static async run(options: SceneOptions, test: (scene: Scene) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const script: FakeScript = options.script ??
      ((query) => [respond(query, { address: "192.0.2.9" })]);
    const scene = new Scene(folder, new FakeUpstream(script), options);
    try {
      await scene.start();
      await test(scene);
    } catch (failure) {
      throw await scene.box?.explains(failure) ?? failure;
    } finally {
      await scene.box.end("SIGKILL").catch(() => {});
      await scene.upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** Makes the data directory read-only for the box from the next start on. */
  readOnly = false;

  /**
   * Starts or restarts the box and waits until everything runs; returns the milliseconds to the
   * first answer.
   */
  async start(
    more: { flags?: readonly string[]; env?: Record<string, string> } = {},
  ): Promise<number> {
    const { flags = [], env = {}, command = FROM_SOURCE } = this.#options;
    const before = this.#before();
    const ports = this.box === undefined ? {} : { port: this.box.port, http: this.box.http };
    const https = this.#options.https === "later"
      ? this.box !== undefined
      : this.#options.https ?? false;
    this.box = new BoxProcess({
      command: [...before, ...command],
      folder: this.folder,
      upstream: `127.0.0.1:${this.upstream.port}`,
      flags: ["--hosts-file=", "--fallback-upstreams=", ...flags, ...more.flags ?? []],
      env: { NO_COLOR: "1", ...env, ...more.env },
      ...ports,
      ...(https ? { https: this.https } : {}),
    });
    const milliseconds = await this.box.answers("first.example");
    await this.box.runs();
    // The certificate is created after plain HTTP answers.
    if (https && !more.flags?.includes("--https-listen=")) {
      await within(WAIT, () => isOpen(this.https));
    }
    return milliseconds;
  }

  #before(): readonly string[] {
    const { before = [], disk } = this.#options;
    const data = `${this.folder}/data`;
    if (this.readOnly) {
      const mount = `mount --bind ${data} ${data} && mount -o remount,ro,bind ${data} && exec "$@"`;
      return ["unshare", "--mount", "sh", "-c", mount, "sh", ...before];
    }
    if (disk === undefined) return before;
    const mount = `mkdir -p ${data} && mount -t tmpfs -o size=${disk} box ${data} && exec "$@"`;
    return ["unshare", "--mount", "sh", "-c", mount, "sh", ...before];
  }

  /** The data directory, as visible to this process. */
  get data(): string {
    return this.#options.disk === undefined
      ? `${this.folder}/data`
      : `/proc/${this.box.pid}/root${this.folder}/data`;
  }

  /** The API over the local socket, as the commands use it. */
  get service(): ServiceClient {
    return socketClient(`${this.data}/box.sock`, WAIT);
  }

  /** Runs a command of the box. Returns exit code and output. */
  async command(...args: string[]): Promise<{ code: number; text: string }> {
    return await runBox([...args, `--data-dir=${this.data}`]);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
  connection?.close();
  return connection !== undefined;
}

/** Runs the program with these arguments. Returns exit code and output. */
export async function runBox(args: readonly string[], before: readonly string[] = []) {
  return await runText([...before, ...FROM_SOURCE, ...args], { NO_COLOR: "1" });
}

/** Runs a program to its end. Returns exit code and output. */
export async function runText(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(args[0], {
    args: args.slice(1),
    env,
    stdin: "null",
  })
    .output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/**
 * Checks a condition every 100 ms until it holds; returns whether it held within `limit`
 * milliseconds.
 */
export async function within(
  limit: number,
  holds: () => Promise<boolean> | boolean,
): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < limit; await pause(100)) {
    if (await holds()) return true;
  }
  return false;
}

/** Resolves after a number of milliseconds, so that the box can continue meanwhile. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;
}

/** Number of open descriptors of a process. */
export function openDescriptors(pid: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

/**
 * The process id of the program when `before` starts it as a child: the one whose parent is `pid`,
 * or `pid` itself.
 */
export function programOf(pid: number): number {
  const children = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim().split(" ")
    .filter(Boolean);
  return children.length === 0 ? pid : programOf(Number(children[0]));
}
