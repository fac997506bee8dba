/** The whole box as a separate process, on free ports of the loopback, with a fake upstream. */
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { wireQuery } from "./query.ts";
import { ROOT } from "./source_files.ts";

/**
 * The command line from the source tree, without the flag that makes the box return memory three
 * seconds after its start: that costs a fifth of the time of a test box. The executable and the
 * long run use the flag.
 */
export const FROM_SOURCE: readonly string[] = [
  Deno.execPath(),
  "run",
  "-A",
  "--no-prompt",
  Deno.env.get("BOX_LONG") === "1" ? RUNTIME_FLAGS : RUNTIME_FLAGS.replace(",--expose-gc", ""),
  `${ROOT}main.ts`,
];

/**
 * The ports of this process: all ports for tests, or the part that the gate assigns to the process.
 */
const [firstPort, portCount] = (Deno.env.get("TEST_PORTS") ?? "20000+12000").split("+").map(Number);
let nextPort = Math.floor(Math.random() * portCount);

/**
 * A port that was free a moment ago for TCP and UDP, never the same twice. It lies below the
 * kernel's ephemeral ports, so that nothing takes it before the box does.
 */
export function freePort(): number {
  for (let left = 1000; left > 0; left--) {
    const port = firstPort + nextPort++ % portCount;
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error(`None of a thousand ports is free from ${firstPort} on`);
}

/**
 * The environment of a test without the BOX_* variables that steer tests, because the box refuses
 * unknown ones.
 */
export function withoutBoxVariables(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("BOX_")));
}

/** The output of a program, without what the runtime prints while it prepares packages. */
export function outputWithoutRuntime(output: string): string {
  const ofRuntime = /(Initialize|Download)\b.* \S+$|Blocking\b.* waiting for file lock/;
  return output.split("\n").filter((line) => !ofRuntime.test(line)).join("\n");
}

/** The options with which a box starts. */
export interface BoxOptions {
  /** Program and first arguments. */
  readonly command: readonly string[];
  /** Working folder; also contains `data`. */
  readonly folder: string;
  /** `address:port` of its one upstream. */
  readonly upstream: string;
  readonly env?: Record<string, string>;
  readonly flags?: readonly string[];
  /** A port used before, for a box that restarts. */
  readonly port?: number;
  /** Port of plain HTTP used before; absent = any free port. */
  readonly http?: number;
  /** Port of HTTPS; absent = none. */
  readonly https?: number;
}

/** A running box. */
export class BoxProcess {
  readonly port: number;
  /** Port of plain HTTP. */
  readonly http: number;
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;
  /** Exit status, once it has ended. */
  #over: Deno.CommandStatus | undefined;
  /** Whether the test ended it. */
  #ending = false;

  constructor(options: BoxOptions) {
    this.port = options.port ?? freePort();
    this.http = options.http ?? freePort();
    const args = [
      ...options.command.slice(1),
      "serve",
      `--dns-listen=127.0.0.1:${this.port}`,
      `--http-listen=127.0.0.1:${this.http}`,
      `--https-listen=${options.https === undefined ? "" : `127.0.0.1:${options.https}`}`,
      `--data-dir=${options.folder}/data`,
      `--upstreams=${options.upstream}`,
      ...options.flags ?? [],
    ];
    const env = { ...withoutBoxVariables(Deno.env.toObject()), ...options.env };
    const settings = {
      args,
      cwd: options.folder,
      env,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    } as const;
    this.#child = new Deno.Command(options.command[0]!, settings).spawn();
    this.#output = Promise.all([
      new Response(this.#child.stdout).text(),
      new Response(this.#child.stderr).text(),
    ])
      .then((texts) => outputWithoutRuntime(texts.join("")));
    void this.#child.status.then((status) => this.#over = status);
  }

  /** The process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /**
   * Waits until it answers a query. Returns the milliseconds that took; throws with its output
   * after `limit` ms.
   */
  async answers(name: string, limit = 120_000): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < limit && this.#over === undefined) {
      if (await askOnce(this.port, name, 100) !== undefined) return performance.now() - began;
    }
    throw await this.#failure("The box does not answer");
  }

  async #failure(what: string): Promise<Error> {
    const over = this.#over;
    this.#ending = true;
    if (over === undefined) this.#child.kill("SIGKILL");
    const how = over === undefined ? "it runs" : `it ended with ${over.signal ?? over.code}`;
    return new Error(`${what} (${how}): ${await this.#output}`);
  }

  /**
   * The error that fails a test. If the box ended unexpectedly, its exit status and output come
   * first.
   */
  async explains(failure: unknown): Promise<unknown> {
    // A test may fail a moment before the end of the box is known.
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, 300, undefined));
    const over = this.#ending ? undefined : await Promise.race([this.#child.status, late]);
    if (over === undefined) return failure;
    const ended = `The box ended by itself with ${over.signal ?? over.code}: ${await this.#output}`;
    return new Error(`${ended}\n${failure instanceof Error ? failure.message : failure}`, {
      cause: failure,
    });
  }

  /**
   * Waits until everything runs, including HTTP. Throws with the output of the box after `limit`
   * ms.
   */
  async runs(limit = 120_000): Promise<void> {
    const began = performance.now();
    while (performance.now() - began < limit && this.#over === undefined) {
      const response = await fetch(`http://127.0.0.1:${this.http}/healthz`).catch(() => undefined);
      await response?.body?.cancel();
      if (response !== undefined) return;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw await this.#failure("The box answers names but not HTTP");
  }

  /** Waits at most `limit` ms until it ends by itself, then kills it. */
  async ended(limit: number): Promise<{ code: number; output: string }> {
    this.#ending = true;
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), limit);
    const { code } = await this.#child.status;
    clearTimeout(timer);
    return { code, output: await this.#output };
  }

  /**
   * Sends a signal and waits for the end. Returns exit code, signal and output; throws with the
   * output if it has already ended by itself.
   */
  async end(signal: Deno.Signal): Promise<{ code: number; signal: string | null; output: string }> {
    if (this.#over !== undefined) throw await this.explains(`It was to end with ${signal}`);
    this.#ending = true;
    this.#child.kill(signal);
    const status = await this.#child.status;
    return { code: status.code, signal: status.signal, output: await this.#output };
  }
}

/**
 * Queries the A record of a name over UDP. Returns the response, or undefined after `wait`
 * milliseconds, which are enough for a box on a busy machine.
 */
export async function askOnce(
  port: number,
  name: string,
  wait = 10_000,
): Promise<Uint8Array | undefined> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const options = {
    from: "",
    over: "udp",
    class: "IN",
    flags: new Set<string>(),
    size: 1232,
    opcode: 0,
  } as const;
  const query = wireQuery({ id: 4711, name, type: "A", options });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await socket.send(query, { transport: "udp", hostname: "127.0.0.1", port });
    const late = new Promise<undefined>((resolve) =>
      timer = setTimeout(() => resolve(undefined), wait)
    );
    const got = await Promise.race([
      socket.receive().then(([bytes]) => bytes, () => undefined),
      late,
    ]);
    if (got === undefined) await late;
    return got;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}
