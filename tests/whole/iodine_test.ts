/**
 * A real tunnel with Debian's iodine from a laptop at home through the box: detected, reported,
 * blocked, and allowed by a rule.
 */
import assert from "node:assert/strict";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { Tunnels } from "../../api/features/protection/tunnels/routes.ts";
import { socketClient } from "../../cli/socket.ts";
import { freePort, FROM_SOURCE } from "../support/box_process.ts";
import { BOX_V4, type HomeMachine, HomeNetwork } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || !mayMakeTunnels() || needsTool("ip", "iodine");

const DOMAIN = "cdn-sync.co.uk";
const PASSWORD = "correct horse";
const FAR_END = "192.168.77.9";
const INNER = "10.99.0.1";
const MACHINES: readonly HomeMachine[] = [
  { name: "laptop", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.11/24"] },
  { name: "far", mac: "5c:ad:ba:00:01:02", addresses: [`${FAR_END}/24`] },
];

/** Whether this process may open the device for tunnel interfaces. */
function mayMakeTunnels(): boolean {
  try {
    Deno.openSync("/dev/net/tun", { read: true, write: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** A program of the scene, ended with it. */
class Program {
  readonly #child: Deno.ChildProcess;
  readonly #errors: Promise<string>;

  constructor(command: readonly string[]) {
    this.#child = new Deno.Command(command[0], {
      args: command.slice(1),
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#errors = new Response(this.#child.stderr).text();
  }

  /** Ends it; returns its output. */
  async end(signal: Deno.Signal = "SIGTERM"): Promise<string> {
    try {
      this.#child.kill(signal);
    } catch {
      // It ended by itself.
    }
    return await this.#errors;
  }
}

/** A box whose laptop keeps a tunnel open. */
class TunnelScene {
  readonly #home: HomeNetwork;
  readonly #folder: string;
  readonly #programs: Program[] = [];

  private constructor(home: HomeNetwork, folder: string) {
    this.#home = home;
    this.#folder = folder;
  }

  static async run(test: (scene: TunnelScene) => Promise<void>): Promise<void> {
    await HomeNetwork.run(MACHINES, async (home) => {
      const folder = await Deno.makeTempDir();
      const scene = new TunnelScene(home, folder);
      try {
        scene.#start(
          "far",
          "iodined",
          "-f",
          "-c",
          "-P",
          PASSWORD,
          "-l",
          FAR_END,
          `${INNER}/27`,
          DOMAIN,
        );
        await scene.#startBox();
        await test(scene);
      } finally {
        for (const program of scene.#programs.toReversed()) await program.end("SIGKILL");
        await Deno.remove(folder, { recursive: true });
      }
    });
  }

  #start(machine: string, ...command: string[]): Program {
    const program = new Program([...this.#home.on(machine), ...command]);
    this.#programs.push(program);
    return program;
  }

  async #startBox(): Promise<void> {
    const flags = [
      "--https-listen=",
      "--hosts-file=",
      "--fallback-upstreams=",
      `--dns-listen=${BOX_V4}:53`,
    ];
    flags.push(
      `--http-listen=127.0.0.1:${freePort()}`,
      `--upstreams=${FAR_END}:53`,
      `--data-dir=${this.#folder}/data`,
    );
    const box = new Program([...this.#home.box.inside, ...FROM_SOURCE, "serve", "--dev", ...flags]);
    this.#programs.push(box);
    const runs = () => this.call("GET", "/api/v1/status").then(() => true, () => false);
    if (!await within(WAIT, runs)) {
      assert.fail(`The box does not run: ${await box.end("SIGKILL")}`);
    }
  }

  async call<T>(method: "GET" | "PUT", path: string, options: object = {}): Promise<T> {
    return await socketClient(`${this.#folder}/data/box.sock`, WAIT).call<T>(method, path, options);
  }

  /** Opens a tunnel on the laptop with one record type, through the box only. */
  open(type: string): Program {
    return this.#start("laptop", "iodine", "-f", "-r", "-T", type, "-P", PASSWORD, BOX_V4, DOMAIN);
  }

  /** Sends 500 bytes into the tunnel every 20 ms until ended. */
  upload(): Program {
    const send = `head -c 500 /dev/urandom > /dev/udp/${INNER}/9`;
    return this.#start("laptop", "bash", "-c", `while :; do ${send}; sleep 0.02; done`);
  }

  /** The number of bytes that arrived at the far end. */
  async arrived(): Promise<number> {
    const { code, text } = await runText([
      ...this.#home.on("far"),
      "cat",
      "/sys/class/net/dns0/statistics/rx_bytes",
    ]);
    if (code === 0) return Number(text);
    const shown =
      (await runText([...this.#home.on("far"), "ip", "-s", "-j", "link", "show", "dns0"])).text;
    return JSON.parse(shown)[0].stats64.rx.bytes;
  }

  /** Whether anything arrives at the far end within the given number of milliseconds. */
  async passes(milliseconds: number): Promise<boolean> {
    const before = await this.arrived();
    return await within(milliseconds, async () => await this.arrived() > before + 2000);
  }

  async tunnels(): Promise<Tunnels["tunnels"]> {
    return (await this.call<Tunnels>("GET", "/api/v1/tunnels")).tunnels;
  }
}

/**
 * Milliseconds within which a tunnel is detected; 0.1 to 0.3 seconds on an idle machine, before its
 * setup ends.
 */
const CAUGHT = 60_000;

Deno.test({
  name: "iodine is detected at its start, reported, blocked, and works again when a rule allows it",
  ignore: CANNOT,
}, () =>
  TunnelScene.run(async (scene) => {
    const iodine = scene.open("NULL");
    const upload = scene.upload();
    const blocked = async () => (await scene.tunnels()).some((tunnel) => tunnel.blocked);
    if (!await within(CAUGHT, blocked)) assert.fail(`Not caught: ${await iodine.end()}`);
    const [tunnel] = await scene.tunnels();
    assert.deepEqual([tunnel.domain, tunnel.blocked], [DOMAIN, true]);
    assert.ok(tunnel.score >= 90);

    const alerts = async () =>
      (await scene.call<AlertPage>("GET", "/api/v1/alerts", { query: { kind: "tunnel" } })).alerts;
    assert.ok(await within(WAIT, async () => (await alerts()).length === 1));
    assert.equal((await alerts())[0].name, DOMAIN);
    assert.equal(await scene.passes(3000), false);
    await Promise.all([upload.end(), iodine.end()]);

    const again = scene.open("TXT");
    const more = scene.upload();
    assert.equal(await scene.passes(5000), false);
    await Promise.all([more.end(), again.end()]);

    await scene.call("PUT", `/api/v1/rules/${DOMAIN}`, { body: { action: "allow" } });
    const allowed = scene.open("NULL");
    scene.upload();
    if (!await scene.passes(30_000)) {
      assert.fail(`A rule does not let it pass: ${await allowed.end()}`);
    }
  }));
