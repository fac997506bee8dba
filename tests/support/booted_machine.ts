/**
 * A Debian system that boots with its own systemd, in a network of a test. systemd-nspawn starts
 * it; the machine of the test needs no systemd of its own.
 */
import { runTool, type ToolResult } from "../../packaging/tools.ts";
import type { NetworkNamespace } from "./network_namespace.ts";
import { MAY_MAKE_NAMESPACES } from "./network_namespace.ts";
import { needsTool } from "./tool.ts";
import { within } from "./whole_box.ts";

/** Milliseconds in which a system starts and stops. */
const BOOT_LIMIT = 60_000;
/** Seconds that a command inside may take, unless the caller says otherwise. */
const COMMAND_LIMIT = 120;
/** Where control groups are, by the layout of the machine. */
const GROUPS = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup"];
/** The unit that is active once a system has started. Requests may be carried out after it. */
const STARTED = "multi-user.target";

/** Whether tests may boot systems here. In a strict run a missing program is an error. */
export function mayBoot(): boolean {
  return MAY_MAKE_NAMESPACES && !needsTool("systemd-nspawn", "nsenter");
}

/** A running system. */
export class BootedMachine {
  readonly root: string;
  readonly #process: Deno.ChildProcess;
  readonly #init: number;

  private constructor(root: string, process: Deno.ChildProcess, init: number) {
    this.root = root;
    this.#process = process;
    this.#init = init;
  }

  /**
   * Boots the system in a folder for a test, and ends it afterwards. `binds` are folders of this
   * machine by the paths where the system reads them.
   */
  static async run(
    root: string,
    network: Pick<NetworkNamespace, "name">,
    binds: Readonly<Record<string, string>>,
    test: (machine: BootedMachine) => Promise<void>,
  ): Promise<void> {
    const name = `box-test-${crypto.randomUUID().slice(0, 8)}`;
    const groups = await makeGroups(name);
    const process = spawn({ root, name, network: network.name, groups, binds });
    try {
      const init = await waitForInit(process.pid);
      const machine = new BootedMachine(root, process, init);
      const runs = () => machine.isActive(STARTED);
      if (!await within(BOOT_LIMIT, runs)) throw new Error("The system does not start");
      await test(machine);
    } finally {
      // All processes of the system end with its init; they would outlive systemd-nspawn.
      const init = await initOf(process.pid);
      if (init !== undefined) kill(init);
      kill(process.pid);
      await process.status;
      await removeGroups(groups);
    }
  }

  /** Runs a command inside as root, in the system's own environment. */
  async run(command: readonly string[], limit = COMMAND_LIMIT): Promise<ToolResult> {
    const enter = ["nsenter", "--target", `${this.#init}`, "--mount", "--uts", "--ipc", "--net"];
    const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const clean = ["env", "-i", path, "LC_ALL=C.UTF-8", "TERM=dumb", "HOME=/root"];
    const quiet = ["DEBIAN_FRONTEND=noninteractive"];
    return await runTool([...enter, "--pid", "--cgroup", ...clean, ...quiet, ...command], {
      limit,
    });
  }

  /** Runs a command inside; returns all that it writes. Throws when it fails. */
  async must(...command: readonly string[]): Promise<string> {
    const { code, transcript } = await this.run(command);
    if (code !== 0) throw new Error(`${command.join(" ")} ends with ${code}: ${transcript}`);
    return transcript;
  }

  /** Runs a line of shell inside; returns all that it writes. Throws when it fails. */
  async shell(line: string): Promise<string> {
    return await this.must("sh", "-c", line);
  }

  /** Whether a unit is active. */
  async isActive(unit: string): Promise<boolean> {
    return (await this.run(["systemctl", "--quiet", "is-active", unit])).code === 0;
  }

  /** A property of a unit. */
  async property(unit: string, name: string): Promise<string> {
    return (await this.must("systemctl", "show", "--property", name, "--value", unit)).trim();
  }

  /** Ends all processes at once, as a power cut does; what they wrote stays. */
  async cutPower(): Promise<void> {
    kill(this.#init);
    kill(this.#process.pid);
    await this.#process.status;
  }

  /** Resolves with whether the system powered itself off within the limit. */
  async ends(): Promise<boolean> {
    let ended = false;
    this.#process.status.then(() => ended = true);
    return await within(BOOT_LIMIT, () => ended);
  }
}

function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The control groups of a system that no systemd of the machine manages. */
async function makeGroups(name: string): Promise<string[]> {
  const made: string[] = [];
  if (await Deno.stat("/run/systemd/system").then(() => true, () => false)) return made;
  for (const folder of GROUPS) {
    const isGroup = await Deno.stat(`${folder}/cgroup.procs`).then(() => true, () => false);
    if (!isGroup) continue;
    await Deno.mkdir(`${folder}/${name}`);
    made.push(`${folder}/${name}`);
  }
  return made;
}

/** Removes control groups with those below, which systemd left. */
async function removeGroups(groups: readonly string[]): Promise<void> {
  const remove = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await remove(`${folder}/${name}`);
    }
    await within(5000, () => Deno.remove(folder).then(() => true, () => false));
  };
  for (const group of groups) await remove(group);
}

function spawn(
  { root, name, network, groups, binds }: {
    readonly root: string;
    readonly name: string;
    readonly network: string;
    readonly groups: readonly string[];
    readonly binds: Readonly<Record<string, string>>;
  },
): Deno.ChildProcess {
  const alone = groups.length > 0 ? ["--register=no", "--keep-unit"] : [];
  const nspawn = [
    "systemd-nspawn",
    ...alone,
    "--quiet",
    `--machine=${name}`,
    `--directory=${root}`,
    `--network-namespace-path=/run/netns/${network}`,
    "--resolv-conf=off",
    "--timezone=off",
    "--console=pipe",
    ...Object.entries(binds).map(([path, folder]) => `--bind-ro=${folder}:${path}`),
    "--boot",
  ];
  const join = groups.map((group) => `echo $$ > ${group}/cgroup.procs; `).join("");
  return new Deno.Command("sh", {
    args: ["-c", `${join}exec "$@"`, "sh", ...nspawn],
    // systemd of Debian 13 starts only with one hierarchy of control groups.
    env: { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** The process number of the init that systemd-nspawn started; undefined = there is none. */
async function initOf(pid: number): Promise<number | undefined> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`).catch(() => "");
  for (const child of children.trim().split(" ")) {
    const name = await Deno.readTextFile(`/proc/${child}/comm`).catch(() => "");
    if (/^(systemd|init)\n$/.test(name)) return Number(child);
  }
  return undefined;
}

async function waitForInit(pid: number): Promise<number> {
  let init: number | undefined;
  const isThere = async () => (init = await initOf(pid)) !== undefined;
  if (!await within(BOOT_LIMIT, isThere)) throw new Error("systemd-nspawn starts no init");
  return init!;
}
