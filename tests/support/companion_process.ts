/** The online service as a separate process, on free ports of the loopback. */
import { freePort, FROM_SOURCE, withoutBoxVariables } from "./box_process.ts";
import { WAIT } from "./whole_box.ts";

/** The options with which it starts. */
export interface CompanionProcessOptions {
  /** Folder of its database; several services may share it. */
  readonly folder: string;
  /** Address of its DNS; absent = the loopback. */
  readonly address?: string;
  /** Port of its DNS; absent = any free port. */
  readonly dnsPort?: number;
  /** HTTP port used before; absent = any free port. */
  readonly http?: number;
  readonly command?: readonly string[];
  readonly flags?: readonly string[];
}

/** The domain under which boxes get their names. */
export const DNS_DOMAIN = "names.example";

/** A running service. */
export class CompanionProcess {
  readonly http: number;
  readonly dnsPort: number;
  readonly #options: CompanionProcessOptions;
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;

  private constructor(options: CompanionProcessOptions) {
    const { folder, address = "127.0.0.1", command = FROM_SOURCE, flags = [] } = options;
    this.#options = options;
    this.http = options.http ?? freePort();
    this.dnsPort = options.dnsPort ?? freePort();
    this.#child = new Deno.Command(command[0], {
      args: [
        ...command.slice(1),
        "companion",
        `--listen=127.0.0.1:${this.http}`,
        `--hosts=127.0.0.1:${this.http}`,
        `--dns-listen=${address}:${this.dnsPort}`,
        `--dns-domain=${DNS_DOMAIN}`,
        `--dns-address=${address}`,
        `--data-dir=${folder}`,
        ...flags,
      ],
      cwd: folder.slice(0, folder.lastIndexOf("/")),
      env: withoutBoxVariables(Deno.env.toObject()),
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const { stdout, stderr } = this.#child;
    this.#output = Promise.all([new Response(stdout).text(), new Response(stderr).text()]).then((
      texts,
    ) => texts.join(""));
  }

  /** Starts one and waits until it is healthy. Throws with its output when it never is. */
  static async start(options: CompanionProcessOptions): Promise<CompanionProcess> {
    const companion = new CompanionProcess(options);
    const began = performance.now();
    let over: Deno.CommandStatus | undefined;
    companion.#child.status.then((status) => over = status);
    while (performance.now() - began < WAIT && over === undefined) {
      const response = await fetch(`${companion.url}/healthz`).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return companion;
      await new Promise((later) => setTimeout(later, 50));
    }
    if (over === undefined) companion.#child.kill("SIGKILL");
    throw new Error(`The online service does not run: ${await companion.#output}`);
  }

  /** Its URL for boxes. */
  get url(): string {
    return `http://127.0.0.1:${this.http}`;
  }

  /** Starts a replacement on the same ports after it ended. */
  again(): Promise<CompanionProcess> {
    return CompanionProcess.start({ ...this.#options, http: this.http, dnsPort: this.dnsPort });
  }

  /** Sends a signal and waits for the end. Returns exit code, signal and output. */
  async end(signal: Deno.Signal): Promise<{ code: number; signal: string | null; output: string }> {
    try {
      this.#child.kill(signal);
    } catch { /* It ended before. */ }
    const status = await this.#child.status;
    return { code: status.code, signal: status.signal, output: await this.#output };
  }
}
