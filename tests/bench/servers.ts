/** The servers that are measured, each with the configuration that does the same work. */
import { freePort } from "../support/box_process.ts";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";

/** What a server is started for. */
export interface Place {
  readonly folder: string;
  /** Port of the upstream on 127.0.0.1. */
  readonly upstream: number;
  /** Names that are blocked, one a line; absent = none. */
  readonly blocked?: string;
  /** Port to use. */
  readonly port: number;
}

/** A server of the bench. */
export interface Server {
  readonly name: string;
  /** Makes its configuration before the clock starts; the command that runs it in the foreground. */
  prepare(place: Place): Promise<readonly string[]>;
  /** Work after the first start that the configuration cannot hold; resolves when it is done. */
  settle?(place: Place): Promise<void>;
  /** Whether it sends back what it has at once: it asks no upstream. */
  readonly echoes?: true;
}

async function eachLine(from: string, to: string, write: (name: string) => string): Promise<void> {
  const names = (await Deno.readTextFile(from)).split("\n").filter((name) => name !== "");
  await Deno.writeTextFile(to, names.map(write).join("\n") + "\n");
}

/** dnsmasq 2.90 of Debian: `address=/name/0.0.0.0` covers the name and what lies below. */
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

/** The kernel alone: every query is answered with the same record, in batches as large as those of the box, in C. */
export function bareEcho(program: string): Server {
  return {
    name: "bare echo",
    echoes: true,
    prepare: ({ port }) => Promise.resolve([program, String(port)]),
  };
}

/** As the tasks of deno.json and the executable start it. */
const BOX_COMMAND = [
  "env",
  "MALLOC_ARENA_MAX=2",
  Deno.execPath(),
  "run",
  "-A",
  "--no-prompt",
  RUNTIME_FLAGS,
];

/** The box from source, one resolver worker, everything on. */
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

/** The answer of the box's lists over its local socket. */
async function askLists(folder: string, request: RequestInit): Promise<string> {
  const client = Deno.createHttpClient({
    proxy: { transport: "unix", path: `${folder}/data/box.sock` },
  });
  try {
    const response = await fetch("http://localhost/api/v1/lists", { ...request, client });
    const said = await response.text();
    if (!response.ok) throw new Error(`The lists are refused: ${said}`);
    return said;
  } finally {
    client.close();
  }
}
