/**
 * A box on its own home network, whose machines it knows by their queries, with the API on its
 * local socket.
 */
import assert from "node:assert/strict";
import { socketClient } from "../../cli/socket.ts";
import { freePort, FROM_SOURCE, outputWithoutRuntime, withoutBoxVariables } from "./box_process.ts";
import { type FakeScript, FakeUpstream, respond } from "./fake_upstream.ts";
import { BOX_V4, type HomeMachine, HomeNetwork } from "./home_network.ts";
import { runText, WAIT, within } from "./whole_box.ts";

/** The upstream's address for every name; no rule blocks it. */
export const OPEN = "192.0.2.9";

/** An address for each question of one. */
const openAlways: FakeScript = (
  query,
) => [respond(query, query.type === 1 ? { address: OPEN } : {})];

/** A child's tablet and an adult's laptop, on one network. */
export const TABLET_AND_LAPTOP = [
  { name: "tablet", mac: "8c:79:f5:00:0e:05", addresses: ["192.168.77.15/24"] },
  { name: "laptop", mac: "f4:30:b9:00:1b:08", addresses: ["192.168.77.18/24"] },
] as const satisfies readonly HomeMachine[];

/** How a box differs from a plain one. */
export interface HomeBoxOptions {
  readonly env?: Record<string, string>;
  readonly flags?: readonly string[];
  /** What the upstream answers; absent = `OPEN` for every name. */
  readonly script?: FakeScript;
  /** Whether it also serves plain HTTP to its machines, on port 80 of its IPv4 address. */
  readonly lan?: boolean;
}

/** The box, its machines and the ways to reach it. */
export class HomeBox<Name extends string> {
  readonly home: HomeNetwork;
  readonly folder: string;
  /** Port of plain HTTP on the loopback of its namespace; it stays the same through restarts. */
  readonly http: number = freePort();
  readonly #machines: readonly HomeMachine[];
  readonly #upstream: FakeUpstream;
  readonly #options: HomeBoxOptions;
  #box!: Deno.ChildProcess;
  #output!: Promise<string>;

  private constructor(
    home: HomeNetwork,
    folder: string,
    machines: readonly HomeMachine[],
    upstream: FakeUpstream,
    options: HomeBoxOptions,
  ) {
    this.#options = options;
    this.home = home;
    this.folder = folder;
    this.#machines = machines;
    this.#upstream = upstream;
  }

  /** Creates the home, starts the box, runs a test and cleans up. */
  static async run<Name extends string>(
    machines: readonly (HomeMachine & { readonly name: Name })[],
    test: (box: HomeBox<Name>) => Promise<void>,
    options: HomeBoxOptions = {},
  ): Promise<void> {
    await HomeNetwork.run(machines, async (home) => {
      const folder = await Deno.makeTempDir();
      const { script = openAlways } = options;
      const upstream = await home.box.enter(() => new FakeUpstream(script));
      const box = new HomeBox<Name>(home, folder, machines, upstream, options);
      try {
        await box.start();
        await test(box);
      } finally {
        await box.end("SIGKILL");
        await upstream.close();
        await Deno.remove(folder, { recursive: true });
      }
    });
  }

  /** Starts it, also after an end, and waits until its API answers. */
  async start(): Promise<void> {
    const flags = [
      "--https-listen=",
      "--hosts-file=",
      "--fallback-upstreams=",
      "--dns-listen=:5300",
    ];
    const args = [
      ...this.home.box.inside,
      ...FROM_SOURCE,
      "serve",
      "--dev",
      `--data-dir=${this.folder}/data`,
    ];
    const { env = {}, flags: more = [], lan = false } = this.#options;
    const http = [`127.0.0.1:${this.http}`, ...(lan ? [`${BOX_V4}:80`] : [])].join(",");
    args.push(
      ...flags,
      `--http-listen=${http}`,
      `--upstreams=127.0.0.1:${this.#upstream.port}`,
      ...more,
    );
    this.#box = new Deno.Command(args[0], {
      args: args.slice(1),
      env: { ...withoutBoxVariables(Deno.env.toObject()), NO_COLOR: "1", ...env },
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#output = new Response(this.#box.stderr).text().then(outputWithoutRuntime);
    const runs = () => this.call("GET", "/api/v1/status").then(() => true, () => false);
    if (!await within(WAIT, runs)) {
      this.#box.kill("SIGKILL");
      throw new Error(`The box does not run: ${await this.#output}`);
    }
    // The certificate is created after the API answers.
    const [, https] = /^--https-listen=.*:(\d+)$/m.exec(more.join("\n")) ?? [];
    if (https !== undefined) assert.ok(await within(WAIT, () => this.#listensAt(https)), "HTTPS");
  }

  async #listensAt(port: string): Promise<boolean> {
    const { text } = await runText([...this.home.box.inside, "ss", "-Hltn", `sport = :${port}`]);
    return text.includes("LISTEN");
  }

  /** Stops it with a signal and waits for its end. */
  async end(signal: Deno.Signal): Promise<void> {
    try {
      this.#box.kill(signal);
    } catch {
      // It ended by itself.
    }
    await this.#box.status;
    await this.#output;
  }

  /** Sends a request to its API over the local socket. */
  async call<T>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<T> {
    const client = socketClient(`${this.folder}/data/box.sock`, WAIT);
    return await client.call<T>(method, path, body === undefined ? {} : { body });
  }

  /** Runs a command of the box. Returns exit code and output. */
  async command(...args: string[]): Promise<{ code: number; text: string }> {
    const data = `--data-dir=${this.folder}/data`;
    return await runText([...this.home.box.inside, ...FROM_SOURCE, ...args, data], {
      NO_COLOR: "1",
    });
  }

  /** The id of the device of a machine, once a query made the box know it. */
  async device(name: Name): Promise<number> {
    const { mac } = this.#machines.find((machine) => machine.name === name)!;
    let id = 0;
    await this.home.dig(name, "first.example");
    const known = await within(WAIT, async () => {
      const { devices } = await this.call<{ devices: { id: number; macs: string[] }[] }>(
        "GET",
        "/api/v1/devices",
      );
      id = devices.find(({ macs }) => macs.includes(mac))?.id ?? 0;
      return id !== 0;
    });
    assert.ok(known, `the box does not know the ${name}`);
    return id;
  }

  /** The answer to a machine for a name: an address, `blocked`, `NXDOMAIN`, or the CNAME target. */
  async ask(machine: Name, name: string, ...options: string[]): Promise<string> {
    const text = await this.home.dig(machine, name, ...options);
    const status = /status: (\w+)/.exec(text)?.[1] ?? text;
    if (status !== "NOERROR") return status;
    const cname = /\sCNAME\s+(\S+?)\.?\n/.exec(text)?.[1];
    const address = /\sA\s+(\S+)\n/.exec(text)?.[1] ?? "nothing";
    return cname ?? (address === "0.0.0.0" ? "blocked" : address);
  }
}
