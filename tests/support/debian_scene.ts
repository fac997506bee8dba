/**
 * A home whose box is a booted Debian system: packages of two versions in a signed repository, a
 * router that answers DNS, and a laptop with a browser (needs root, systemd-nspawn, mmdebstrap).
 */
import { type Browser, type Page } from "playwright-core";
import { buildRepository } from "../../packaging/apt/build.ts";
import { buildArchive } from "../../packaging/archive/build.ts";
import { buildPackage } from "../../packaging/debian/build.ts";
import { BootedMachine, mayBoot } from "./booted_machine.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { type DebianRelease, mayMakeRoots, unpackRoot } from "./debian_root.ts";
import { EXECUTABLE, isBuilt } from "./executable.ts";
import { BOX_V4, HomeNetwork } from "./home_network.ts";
import { openPgpKey } from "./open_pgp.ts";
import { needsTool } from "./tool.ts";
import { runText, WAIT, within } from "./whole_box.ts";

/** Debian's name of this machine. */
export const ARCH = Deno.build.arch === "aarch64" ? "arm64" : "amd64";
/** Versions of the packages, the older one first. */
export const VERSIONS = ["1.2.3", "1.10.0"] as const;
/** The address of the router, which answers every name below `example`. */
export const ROUTER = "192.168.77.254";
/** Its answer. */
export const ROUTED = "192.0.2.77";
/** Where other machines of the home reach the web server of the router. */
export const WEBSITE = `http://${ROUTER}:8000`;
/** Where the system finds packages, archives, and a repository for each version. */
export const RELEASE = "/srv/release";
/** The date of the packages in seconds. */
export const EPOCH = 1_790_000_000;

const MACHINES = [
  { name: "laptop", mac: "02:00:00:00:77:02", addresses: ["192.168.77.2/24"] },
  { name: "router", mac: "02:00:00:00:77:fe", addresses: [`${ROUTER}/24`] },
];

/** Whether these tests are skipped here. They belong to the long run. */
export function isSkipped(): boolean {
  return Deno.env.get("BOX_LONG") !== "1" || !isBuilt() || !mayBoot() || !mayMakeRoots() ||
    needsTool("dpkg-deb", "gpg", "gpgconf", "dig", "dnsmasq", "chromium", "python3", "curl");
}

/** The scene of a test. */
export class DebianScene {
  readonly machine: BootedMachine;
  /** The router as an upstream of the box. */
  readonly router = `udp://${ROUTER}`;
  readonly #home: HomeNetwork;
  readonly #binds: Readonly<Record<string, string>>;

  private constructor(
    machine: BootedMachine,
    home: HomeNetwork,
    binds: Readonly<Record<string, string>>,
  ) {
    this.machine = machine;
    this.#home = home;
    this.#binds = binds;
  }

  /** Boots a clean release; `prepare` changes its root before it starts. */
  static async run(
    release: DebianRelease,
    options: {
      /** Debian packages beside those of every root. */
      readonly packages?: readonly string[];
      readonly prepare?: (root: string) => Promise<void>;
      /** The folder that the system finds at RELEASE; otherwise the packages of VERSIONS. */
      readonly files?: string;
      /** A folder that the router serves at WEBSITE. */
      readonly website?: string;
    },
    test: (scene: DebianScene) => Promise<void>,
  ): Promise<void> {
    const binds = { [RELEASE]: options.files ?? await releaseFolder() };
    const folder = await Deno.makeTempDir({ prefix: "box-debian-" });
    const root = `${folder}/root`;
    try {
      await unpackRoot(release, options.packages ?? [], root);
      await useRouter(root);
      await Deno.writeTextFile(`${root}/etc/hostname`, "debian\n");
      await options.prepare?.(root);
      await HomeNetwork.run(MACHINES, async (home) => {
        const servers = [startRouter(home)];
        if (options.website !== undefined) servers.push(startWebsite(home, options.website));
        try {
          if (options.website !== undefined) await waitForWebsite(home);
          await BootedMachine.run(
            root,
            home.box,
            binds,
            (machine) => test(new DebianScene(machine, home, binds)),
          );
        } finally {
          for (const server of servers) {
            server.kill("SIGKILL");
            await server.status;
          }
        }
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** Cuts the power of the machine and starts it again; `test` gets the scene from then on. */
  async afterPowerCut(test: (scene: DebianScene) => Promise<void>): Promise<void> {
    const { root } = this.machine;
    await this.machine.cutPower();
    const again = (machine: BootedMachine) =>
      test(new DebianScene(machine, this.#home, this.#binds));
    await BootedMachine.run(root, this.#home.box, this.#binds, again);
  }

  /** What a name answers on the laptop, from a server; "" = nothing. */
  async dig(name: string, server = BOX_V4): Promise<string> {
    const args = ["dig", `@${server}`, "+short", "+tries=1", "+time=2", name, "A"];
    const { code, text } = await runText([...this.#home.on("laptop"), ...args]);
    return code === 0 ? text.trim() : "";
  }

  /** Whether a name comes to get this answer. */
  async answers(name: string, address: string): Promise<boolean> {
    return await within(WAIT, async () => await this.dig(name) === address);
  }

  /** What programs of the machine itself find for a name, "" = nothing. */
  async ownLookup(name: string): Promise<string> {
    const { output } = await this.machine.run(["getent", "ahostsv4", name]);
    return output.split(/\s/)[0] ?? "";
  }

  /** The heading of the page that a browser on the laptop gets at an address. */
  async heading(address: string): Promise<string> {
    return await this.browse(async (page) => {
      await page.goto(address);
      await page.locator("h1").waitFor();
      return await page.locator("h1").innerText();
    });
  }

  /** Uses a browser on the laptop. */
  async browse<T>(look: (page: Page) => Promise<T>): Promise<T> {
    const browser = await this.#browser();
    try {
      return await look(await browser.newPage({ locale: "en", ignoreHTTPSErrors: true }));
    } finally {
      await browser.close();
    }
  }

  async #browser(): Promise<Browser> {
    const inside = await Deno.makeTempFile({ suffix: ".sh" });
    const start = `exec ${this.#home.on("laptop").join(" ")} ${chromiumPath()} "$@"`;
    await Deno.writeTextFile(inside, `#!/bin/sh\nrm -f "$0"\n${start}\n`);
    await Deno.chmod(inside, 0o755);
    return await launchChromium({ executablePath: inside });
  }
}

let made: Promise<string> | undefined;

/** The folder with packages, archives and a signed repository of each version, made once. */
export function releaseFolder(): Promise<string> {
  return made ??= writeRelease();
}

async function writeRelease(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "box-release-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const key = await openPgpKey(folder);
  for (const version of VERSIONS) {
    const release = { version, epoch: EPOCH, out: folder };
    const path = await buildPackage(ARCH, EXECUTABLE, release);
    await buildArchive(ARCH, EXECUTABLE, release);
    const artifact = { kind: "package", arch: ARCH, path } as const;
    await buildRepository([artifact], { ...release, out: `${folder}/${version}` }, key);
  }
  return folder;
}

/** Lets programs of the machine ask the router, as a lease of its network would. */
async function useRouter(root: string): Promise<void> {
  const path = `${root}/etc/resolv.conf`;
  // systemd-resolved made it a link to its own file.
  const isLink = await Deno.lstat(path).then(({ isSymlink }) => isSymlink, () => false);
  if (!isLink) return await Deno.writeTextFile(path, `nameserver ${ROUTER}\n`);
  await Deno.mkdir(`${root}/etc/systemd/resolved.conf.d`, { recursive: true });
  await Deno.writeTextFile(
    `${root}/etc/systemd/resolved.conf.d/router.conf`,
    `[Resolve]\nDNS=${ROUTER}\n`,
  );
}

/** A DNS server on the router. */
function startRouter(home: HomeNetwork): Deno.ChildProcess {
  const options = ["--conf-file=/dev/null", "--no-resolv", "--no-hosts", "--pid-file="];
  const answers = ["--user=root", `--address=/example/${ROUTED}`];
  return startOnRouter(home, ["dnsmasq", "--keep-in-foreground", ...options, ...answers]);
}

/** A web server on the router. */
function startWebsite(home: HomeNetwork, folder: string): Deno.ChildProcess {
  const { hostname, port } = new URL(WEBSITE);
  const place = ["--bind", hostname, "--directory", folder, port];
  return startOnRouter(home, ["python3", "-m", "http.server", ...place]);
}

async function waitForWebsite(home: HomeNetwork): Promise<void> {
  const look = [...home.on("laptop"), "curl", "--silent", "--output", "/dev/null", WEBSITE];
  const isServed = async () => (await runText(look)).code === 0;
  if (!await within(WAIT, isServed)) throw new Error("The web server of the router is missing");
}

function startOnRouter(home: HomeNetwork, command: readonly string[]): Deno.ChildProcess {
  const [program, ...args] = [...home.on("router"), ...command];
  return new Deno.Command(program!, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}
