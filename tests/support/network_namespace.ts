/**
 * A network of a test: a namespace with a pair of interfaces, so that addresses may come and go
 * (needs root and `ip`).
 */
import { checkResult, encodeCString, libc, O_CLOEXEC, O_RDONLY } from "../../resolver/net/libc.ts";
import { runText } from "./whole_box.ts";

const CLONE_NEWNET = 0x40000000;

/** Whether this process may create namespaces. */
export const MAY_MAKE_NAMESPACES = Deno.uid() === 0 &&
  (await new Deno.Command("unshare", { args: ["--net", "true"] }).output().catch(() => undefined))
      ?.success === true;

/**
 * A namespace whose `box0` faces `home0`, both up, with link-local addresses that are usable at
 * once.
 */
export class NetworkNamespace {
  readonly name: string;
  /** The command prefix that runs a program inside. */
  readonly inside: readonly string[];

  private constructor(name: string) {
    this.name = name;
    this.inside = ["ip", "netns", "exec", name];
  }

  /** Makes one for a test and removes it afterwards. */
  static async run(test: (network: NetworkNamespace) => Promise<void>): Promise<void> {
    const network = new NetworkNamespace(`box-test-${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`);
    await mustRun("ip", "netns", "add", network.name);
    try {
      await network.ip("link", "set", "lo", "up");
      await network.ip("link", "add", "box0", "type", "veth", "peer", "name", "home0");
      for (const link of ["box0", "home0"]) {
        await runText([...network.inside, "sysctl", "-qw", `net.ipv6.conf.${link}.accept_dad=0`]);
        await network.ip("link", "set", link, "up");
      }
      await test(network);
    } finally {
      await mustRun("ip", "netns", "delete", network.name);
    }
  }

  /**
   * Runs a function with this thread inside the namespace: sockets that it opens and programs that
   * it starts belong to the namespace.
   */
  async enter<T>(run: () => T | Promise<T>): Promise<T> {
    const library = Deno.dlopen("libc.so.6", {
      setns: { parameters: ["i32", "i32"], result: "i32" },
    });
    const outside = openNamespace("/proc/thread-self/ns/net");
    const within = openNamespace(`/run/netns/${this.name}`);
    const move = (fd: number) => {
      if (library.symbols.setns(fd, CLONE_NEWNET) !== 0) {
        throw new Error(`Enter a network: ${this.name}`);
      }
    };
    try {
      move(within);
      return await run();
    } finally {
      move(outside);
      [outside, within].forEach((fd) => libc.close(fd));
      library.close();
    }
  }

  /** Runs `ip` inside. Throws when it fails. */
  async ip(...args: string[]): Promise<string> {
    return await mustRun("ip", "-n", this.name, ...args);
  }
}

function openNamespace(path: string): number {
  return checkResult(libc.open(encodeCString(path), O_RDONLY | O_CLOEXEC, 0), `open ${path}`);
}

async function mustRun(...args: string[]): Promise<string> {
  const { code, text } = await runText(args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${text}`);
  return text;
}
