/**
 * Pebble, the ACME test authority: short-lived, strict where real ones are lenient, with faults on
 * request.
 */
import { makeAuthority, type TestAuthority } from "./authority.ts";
import { freePort, withoutBoxVariables } from "./box_process.ts";
import { toolPath } from "./tool.ts";
import { WAIT, within } from "./whole_box.ts";

/** The options with which it starts. */
export interface PebbleOptions {
  /** `address:port` of the name server that it queries. */
  readonly dns: string;
  /** A folder for its files. */
  readonly folder: string;
  /** Percentage of valid nonces that it refuses. */
  readonly refusedNonces?: number;
  /** Validity of its certificates in seconds; absent = five years. */
  readonly holds?: number;
  /**
   * Accounts created on its pages: keys in base64url by identifier. If given, it accepts no others
   * (RFC 8555 7.3.4).
   */
  readonly accounts?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running Pebble. */
export class Pebble {
  /** The authority of its own HTTPS certificate; its clients must trust it. */
  readonly web: TestAuthority;
  readonly port: number = freePort();
  readonly #management: number = freePort();
  readonly #options: PebbleOptions;
  #child!: Deno.ChildProcess;
  #output: Promise<string>[] = [];

  private constructor(web: TestAuthority, options: PebbleOptions) {
    this.web = web;
    this.#options = options;
  }

  /** Starts one and waits until it answers. */
  static async start(options: PebbleOptions): Promise<Pebble> {
    const folder = `${options.folder}/pebble`;
    await Deno.mkdir(folder, { recursive: true });
    const pebble = new Pebble(await makeAuthority(folder), options);
    await pebble.begin();
    return pebble;
  }

  /** The URL of its directory. */
  get directory(): string {
    return `https://localhost:${this.port}/dir`;
  }

  /** Restarts it on the same ports; it has lost all its state, including accounts and root. */
  async begin(): Promise<void> {
    const { folder, cert, key } = {
      ...this.web,
      cert: `${this.web.folder}/cert.pem`,
      key: `${this.web.folder}/key.pem`,
    };
    const { dns, refusedNonces = 0, holds, accounts, env = {} } = this.#options;
    const config = {
      pebble: {
        listenAddress: `127.0.0.1:${this.port}`,
        managementListenAddress: `127.0.0.1:${this.#management}`,
        certificate: cert,
        privateKey: key,
        httpPort: 5002,
        tlsPort: 5001,
        ...(holds === undefined ? {} : { certificateValidityPeriod: holds }),
        ...(accounts === undefined
          ? {}
          : { externalAccountBindingRequired: true, externalAccountMACKeys: accounts }),
      },
    };
    await Deno.writeTextFile(`${folder}/config.json`, JSON.stringify(config));
    this.#child = new Deno.Command(toolPath("pebble")!, {
      args: ["-strict", "-config", `${folder}/config.json`, "-dnsserver", dns],
      env: {
        ...withoutBoxVariables(Deno.env.toObject()),
        PEBBLE_VA_NOSLEEP: "1",
        PEBBLE_AUTHZREUSE: "0",
        PEBBLE_WFE_NONCEREJECT: String(refusedNonces),
        ...env,
      },
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#output = [
      new Response(this.#child.stdout).text(),
      new Response(this.#child.stderr).text(),
    ];
    await this.#answers();
  }

  /** Its root certificate in PEM. */
  async root(): Promise<string> {
    using client = Deno.createHttpClient({ caCerts: [this.web.ca] });
    return await (await fetch(`https://localhost:${this.#management}/roots/0`, { client })).text();
  }

  /** Stops it; returns its output. */
  async end(): Promise<string> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    return (await Promise.all(this.#output)).join("");
  }

  async #answers(): Promise<void> {
    using client = Deno.createHttpClient({ caCerts: [this.web.ca] });
    const answers = async () => {
      const response = await fetch(this.directory, { client }).catch(() => undefined);
      await response?.body?.cancel();
      return response?.ok === true;
    };
    if (!await within(WAIT, answers)) {
      throw new Error(`Pebble does not answer: ${await this.end()}`);
    }
  }
}
