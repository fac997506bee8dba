/** Knot DNS, the name server of tests: serves a zone and accepts updates signed with a key. */
import { freePort } from "./box_process.ts";
import { runText, WAIT, within } from "./whole_box.ts";
import { toolPath } from "./tool.ts";

/** A TSIG key. */
export interface KnotKey {
  readonly name: string;
  readonly algorithm: "hmac-sha256" | "hmac-sha512";
  /** Base64. */
  readonly secret: string;
}

/** The options with which it starts. */
export interface KnotOptions {
  /** Its own folder for its files. */
  readonly folder: string;
  /** The address on which it listens. */
  readonly address?: string;
  readonly port?: number;
  /**
   * Zones, each with its lines besides SOA. Without NS lines, `ns1.<zone>` at this address serves
   * it.
   */
  readonly zones: Readonly<Record<string, readonly string[]>>;
  /** Keys that may change the zones; the first is the default. */
  readonly keys?: readonly KnotKey[];
  /** A known key without the right to change anything. */
  readonly stranger?: KnotKey;
}

/** A key for tests. */
export const KNOT_KEY: KnotKey = {
  name: "box.key.example",
  algorithm: "hmac-sha256",
  secret: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
};

/** A running Knot. */
export class Knot {
  readonly address: string;
  readonly port: number;
  readonly #folder: string;
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>[];

  private constructor(options: KnotOptions, port: number) {
    this.address = options.address ?? "127.0.0.1";
    this.port = port;
    this.#folder = options.folder;
    const args = ["-c", `${options.folder}/knot.conf`];
    this.#child = new Deno.Command(toolPath("knotd")!, {
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    })
      .spawn();
    this.#output = [
      new Response(this.#child.stdout).text(),
      new Response(this.#child.stderr).text(),
    ];
  }

  /** Starts one and waits until it answers. */
  static async start(options: KnotOptions): Promise<Knot> {
    const { folder, port = freePort() } = options;
    await Deno.mkdir(`${folder}/db`, { recursive: true });
    await Deno.writeTextFile(`${folder}/knot.conf`, configuration({ ...options, port }));
    for (const [zone, lines] of Object.entries(options.zones)) {
      await Deno.writeTextFile(
        `${folder}/${zone}.zone`,
        zoneFile(zone, lines, options.address ?? "127.0.0.1"),
      );
    }
    const knot = new Knot(options, port);
    const { address: hostname } = knot;
    const answers = async () => {
      const connection = await Deno.connect({ hostname, port }).catch(() => undefined);
      connection?.close();
      return connection !== undefined &&
        (await knot.ask(Object.keys(options.zones)[0]!, "SOA")).includes("SOA");
    };
    if (!await within(WAIT, answers)) {
      throw new Error(`Knot does not answer: ${await knot.end()}`);
    }
    return knot;
  }

  /** The answer section as kdig prints it. */
  async ask(name: string, type: string): Promise<string> {
    const at = [`@${this.address}`, "-p", String(this.port), "+retry=0", "+time=1", "+norec"];
    return (await runText(["kdig", ...at, "+noall", "+answer", name, type])).text;
  }

  /** Adds a record to a zone, as its owner would. */
  async add(zone: string, line: string): Promise<void> {
    await this.control("zone-begin", zone);
    await this.control("zone-set", zone, ...line.split(" "));
    await this.control("zone-commit", zone);
  }

  /** Runs a command of knotc. */
  async control(...args: string[]): Promise<string> {
    const { code, text } = await runText([
      toolPath("knotc")!,
      "-s",
      `${this.#folder}/knot.sock`,
      ...args,
    ]);
    if (code !== 0) throw new Error(`knotc ${args.join(" ")}: ${text}`);
    return text;
  }

  /** Stops it; returns its output. */
  async end(): Promise<string> {
    try {
      this.#child.kill("SIGKILL");
    } catch { /* It ended before. */ }
    await this.#child.status;
    return (await Promise.all(this.#output)).join("");
  }
}

function configuration(
  { folder, address = "127.0.0.1", port, zones, keys = [KNOT_KEY], stranger }: KnotOptions,
): string {
  const known = [...keys, ...(stranger === undefined ? [] : [stranger])];
  return [
    "server:",
    `    rundir: ${folder}`,
    `    pidfile: ${folder}/knot.pid`,
    `    listen: ${address}@${port}`,
    "    udp-workers: 1",
    "    tcp-workers: 1",
    "    background-workers: 1",
    "control:",
    `    listen: ${folder}/knot.sock`,
    "log:",
    "  - target: stderr",
    "    any: info",
    "database:",
    `    storage: ${folder}/db`,
    "    journal-db-max-size: 8M",
    "    kasp-db-max-size: 5M",
    "    timer-db-max-size: 1M",
    "    catalog-db-max-size: 5M",
    "key:",
    ...known.flatMap(({ name, algorithm, secret }) => [
      `  - id: ${name}`,
      `    algorithm: ${algorithm}`,
      `    secret: ${secret}`,
    ]),
    "acl:",
    "  - id: update",
    `    key: [${keys.map(({ name }) => name).join(", ")}]`,
    "    action: update",
    "zone:",
    ...Object.keys(zones).flatMap((zone) => [
      `  - domain: ${zone}`,
      `    file: ${folder}/${zone}.zone`,
      "    acl: update",
    ]),
    "",
  ].join("\n");
}

function zoneFile(zone: string, lines: readonly string[], address: string): string {
  const isServed = lines.some((line) => /^@?\s.*\bNS\b/.test(line));
  return [
    `$ORIGIN ${zone}.`,
    "$TTL 60",
    `@ SOA ns1.${zone}. hostmaster.${zone}. 1 3600 600 86400 5`,
    ...(isServed ? [] : ["@ NS ns1", `ns1 A ${address}`]),
    ...lines,
    "",
  ].join("\n");
}
