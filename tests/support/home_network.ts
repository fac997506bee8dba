/**
 * A home of a test: the box at a switch, and machines with a hardware address each in their own
 * namespaces (needs root and `ip`). The box learns about them from the kernel, as in a real home.
 */
import { NetworkNamespace } from "./network_namespace.ts";
import { runText } from "./whole_box.ts";

/** A machine of the home. */
export interface HomeMachine {
  readonly name: string;
  readonly mac: string;
  /** Addresses with their prefix length, IPv4 or IPv6. */
  readonly addresses: readonly string[];
}

/** The addresses of the box. */
export const BOX_V4 = "192.168.77.1";
export const BOX_V6 = "fd77::1";

/** The home with its machines. */
export class HomeNetwork {
  /** The namespace of the box. */
  readonly box: NetworkNamespace;
  readonly #names = new Map<string, string>();

  private constructor(box: NetworkNamespace) {
    this.box = box;
  }

  /** Creates a home for a test and removes it afterwards. */
  static async run(
    machines: readonly HomeMachine[],
    test: (home: HomeNetwork) => Promise<void>,
  ): Promise<void> {
    await NetworkNamespace.run(async (box) => {
      const home = new HomeNetwork(box);
      try {
        await box.ip("link", "add", "lan0", "type", "bridge");
        await box.ip("address", "add", `${BOX_V4}/24`, "dev", "lan0");
        await box.ip("address", "add", `${BOX_V6}/64`, "dev", "lan0", "nodad");
        await box.ip("link", "set", "lan0", "up");
        for (const machine of machines) await home.#plugIn(machine);
        await test(home);
      } finally {
        for (const name of home.#names.values()) await runText(["ip", "netns", "delete", name]);
      }
    });
  }

  /** The command prefix that runs a program on a machine. */
  on(machine: string): readonly string[] {
    return ["ip", "netns", "exec", this.#names.get(machine)!];
  }

  /** The output of dig on a machine, sent to the IPv4 address of the box unless `at` is given. */
  async dig(machine: string, name: string, ...options: readonly string[]): Promise<string> {
    const at = options.some((option) => option.startsWith("@")) ? [] : [`@${BOX_V4}`];
    const args = ["dig", ...at, "-p", "5300", "+tries=1", "+time=10", name, ...options];
    return (await runText([...this.on(machine), ...args])).text;
  }

  /** Adds an address to a machine. */
  async address(machine: string, address: string): Promise<void> {
    await runText([
      "ip",
      "-n",
      this.#names.get(machine)!,
      "address",
      "add",
      address,
      "dev",
      "eth0",
      "nodad",
    ]);
  }

  /** Removes an address from a machine. */
  async leave(machine: string, address: string): Promise<void> {
    await must("ip", "-n", this.#names.get(machine)!, "address", "del", address, "dev", "eth0");
  }

  async #plugIn({ name, mac, addresses }: HomeMachine): Promise<void> {
    const namespace = `${this.box.name}-${this.#names.size}`;
    const port = `port${this.#names.size}`;
    await must("ip", "netns", "add", namespace);
    this.#names.set(name, namespace);
    const ip = (...args: string[]) => must("ip", "-n", namespace, ...args);
    await this.box.ip(
      "link",
      "add",
      port,
      "type",
      "veth",
      "peer",
      "name",
      "eth0",
      "netns",
      namespace,
    );
    await this.box.ip("link", "set", port, "master", "lan0", "up");
    await ip("link", "set", "eth0", "address", mac);
    await ip("link", "set", "lo", "up");
    await ip("link", "set", "eth0", "up");
    for (const address of addresses) {
      await ip(
        "address",
        "add",
        address,
        "dev",
        "eth0",
        ...(address.includes(":") ? ["nodad"] : []),
      );
    }
  }
}

async function must(...args: string[]): Promise<void> {
  const { code, text } = await runText(args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${text}`);
}
