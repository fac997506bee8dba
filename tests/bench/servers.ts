/** The servers under test, each configured for the same work. */
import { freePort } from "../support/box_process.ts";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";

/** The options of a server. */
export interface Place {
  readonly folder: string;
  /** Port of the upstream on 127.0.0.1. */
  readonly upstream: number;
  /** Blocked names, one a line; absent = none. */
  readonly blocked?: string;
  /** Port to use. */
  readonly port: number;
}

/** A server of the benchmark. */
export interface Server {
  readonly name: string;
  /**
   * Creates its configuration before the measurement; returns the command that runs it in the
   * foreground.
   */
  prepare(place: Place): Promise<readonly string[]>;
  /** Work after the first start that the configuration cannot express; resolves when it is done. */
  settle?(place: Place): Promise<void>;
  /** Whether it answers at once with its own data, without an upstream. */
  readonly echoes?: true;
}

async function eachLine(from: string, to: string, write: (name: string) => string): Promise<void> {
  const names = (await Deno.readTextFile(from)).split("\n").filter((name) => name !== "");
  await Deno.writeTextFile(to, names.map(write).join("\n") + "\n");
}

/** dnsmasq 2.90 of Debian: `address=/name/0.0.0.0` covers the name and its subdomains. */
export const DNSMASQ: Server = {
  name: "dnsmasq",
  async prepare({ folder, upstream, blocked, port }) {
    const list = `${folder}/dnsmasq.blocked`;
    if (blocked !== undefined) await eachLine(blocked, list, (name) => `address=/${name}/0.0.0.0`);
    const options = [
      "--no-resolv",
      "--no-hosts",
      "--bind-interfaces",
      "--listen-address=127.0.0.1",
      "--user=root",
      "--pid-file=",
    ];
    return [
      "dnsmasq",
      "--keep-in-foreground",
      `--conf-file=${blocked === undefined ? "/dev/null" : list}`,
      ...options,
      `--port=${port}`,
      `--server=127.0.0.1#${upstream}`,
      "--cache-size=10000",
      "--dns-forward-max=2000",
    ];
  },
};

/** Unbound 1.17 of Debian, one thread, as a forwarder without validation. */
export const UNBOUND: Server = {
  name: "Unbound",
  async prepare({ folder, upstream, blocked, port }) {
    const config = `${folder}/unbound.conf`;
    const list = `${folder}/unbound.blocked`;
    if (blocked !== undefined) {
      await eachLine(blocked, list, (name) => `local-zone: "${name}" always_null`);
    }
    const server = [
      "server:",
      ` interface: 127.0.0.1@${port}`,
      " do-daemonize: no",
      ' chroot: ""',
      ' username: ""',
      ' pidfile: ""',
    ];
    server.push(
      " use-syslog: no",
      ` logfile: "${folder}/unbound.log"`,
      " num-threads: 1",
      ' module-config: "iterator"',
    );
    server.push(
      " msg-cache-size: 64m",
      " rrset-cache-size: 128m",
      " do-not-query-localhost: no",
      " outgoing-range: 4096",
    );
    server.push(
      " num-queries-per-thread: 2048",
      " so-rcvbuf: 4m",
      ...blocked === undefined ? [] : [` include: ${list}`],
    );
    server.push("forward-zone:", ' name: "."', ` forward-addr: 127.0.0.1@${upstream}`, "");
    await Deno.writeTextFile(config, server.join("\n"));
    return ["unbound", "-d", "-c", config];
  },
};

/**
 * The kernel only: every query is answered with the same record, in batches as large as those of
 * the box, in C.
 */
export function bareEcho(program: string): Server {
  return {
    name: "bare echo",
    echoes: true,
    prepare: ({ port }) => Promise.resolve([program, String(port)]),
  };
}

/** Started as by the tasks of deno.json and the executable. */
const BOX_COMMAND = [
  "env",
  "MALLOC_ARENA_MAX=2",
  Deno.execPath(),
  "run",
  "-A",
  "--no-prompt",
  RUNTIME_FLAGS,
];

/** The box from source, with one resolver worker and all features on. */
export function box(main: string): Server {
  return {
    name: "box",
    prepare({ folder, upstream, port }) {
      const flags = [
        `--dns-listen=127.0.0.1:${port}`,
        `--http-listen=127.0.0.1:${freePort()}`,
        "--https-listen=",
      ];
      return Promise.resolve([
        ...BOX_COMMAND,
        main,
        "serve",
        ...flags,
        `--data-dir=${folder}/data`,
        `--upstreams=127.0.0.1:${upstream}`,
      ]);
    },
    async settle({ folder, blocked }) {
      if (blocked === undefined) return;
      const body = JSON.stringify({ path: blocked, name: "bench" });
      await askLists(folder, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    },
  };
}

/** The lists of the box, requested over its local socket. */
async function askLists(folder: string, request: RequestInit): Promise<string> {
  const client = Deno.createHttpClient({
    proxy: { transport: "unix", path: `${folder}/data/box.sock` },
  });
  try {
    const response = await fetch("http://localhost/api/v1/lists", { ...request, client });
    const body = await response.text();
    if (!response.ok) throw new Error(`The lists are refused: ${body}`);
    return body;
  } finally {
    client.close();
  }
}
