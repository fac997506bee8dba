/** Opens the listening sockets that the settings name and starts the resolver's threads on them. */
import { ResolverThreads } from "../resolver_threads.ts";
import { createJournalCounters, createJournalRing } from "../journal/journal_layout.ts";
import { EACCES, EADDRINUSE, libc } from "../net/libc.ts";
import { type ListenAddress, type ListenFailure, openListeners } from "./open_listeners.ts";
import { steerByClient, steerByName } from "../net/steering.ts";
import type { ListeningSocket, SnapshotMessage } from "../protocol.ts";

/** Options of a resolver. */
export interface StartOptions {
  /** Addresses of DNS; an entry without address means every address of the machine. */
  readonly listen: readonly ListenAddress[];
  readonly workers: number;
  readonly workerUrl: URL;
  /** 16 bytes. */
  readonly secret: Uint8Array;
  /** Networks of the machine in CIDR. */
  readonly networks: readonly string[];
  readonly snapshot: SnapshotMessage;
  /**
   * Recently blocked names (resolver/memory/block_memory.ts); absent = the threads create a memory.
   */
  readonly blocked?: SharedArrayBuffer;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
  /** Called with the reason after a thread stopped because of a fault; the thread is restarted. */
  readonly faulted?: (why: string) => void;
  /**
   * Called before a thread starts. The function that it returns is called once the thread is ready.
   */
  readonly workerToCome?: () => () => void;
  /**
   * The process that uses a port, such as `held by dnsmasq (process 712)`; called when a port is in
   * use.
   */
  readonly holder: (transport: "udp" | "tcp", port: number) => string;
}

/** A running resolver. */
export interface RunningResolver {
  readonly resolver: ResolverThreads;
  /** Ring and counters of each worker. */
  readonly journals: readonly {
    readonly ring: SharedArrayBuffer;
    readonly counters: SharedArrayBuffer;
  }[];
  /** `udp 0.0.0.0:53` */
  readonly listening: readonly string[];
}

/** Error: no address could be opened. The message states the reason for each. */
export class ListenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ListenError";
  }
}

/**
 * Starts the threads; resolves when they are ready. Throws ListenError when no socket could
 * be opened.
 */
export async function startResolver(options: StartOptions): Promise<RunningResolver> {
  const { workers, log } = options;
  const everywhere = options.listen.flatMap(({ address, port }) =>
    address === "" ? [{ address: "0.0.0.0", port }, { address: "::", port }] : [{ address, port }]
  );
  const each = Array.from({ length: workers }, () => openListeners(everywhere, workers));
  const problems = [
    ...new Set(
      each[0].errors.map((problem) =>
        problem.message + describeListenFailure(problem, options.holder)
      ),
    ),
  ];
  for (const problem of problems) log("error", `DNS cannot ${problem}`);
  const sockets = each.map(({ sockets, awaited }) => [...sockets, ...awaited]);
  const [{ sockets: present, awaited }] = each;
  if (present.length === 0) {
    for (const { fd } of sockets.flat()) libc.close(fd);
    throw new ListenError(
      `No address can answer DNS. ${
        problems.join("; ")
      }. Choose another with --dns-listen, such as :5300.`,
    );
  }
  for (const endpoint of new Set(awaited.map(endpointOf))) {
    log("warn", `Waiting for an interface with the address of the DNS listener: ${endpoint}`);
  }
  const refused = attachSteering(sockets);
  if (refused !== undefined) {
    log(
      "warn",
      `Workers may query upstream for the same name, because the kernel cannot ${refused}`,
    );
  }
  const journals = sockets.map(() => ({
    ring: createJournalRing(),
    counters: createJournalCounters(),
  }));
  const resolver = new ResolverThreads(
    { ...options, journals, interfaces: options.networks },
    sockets,
    options.snapshot,
  );
  await resolver.start();
  return {
    resolver,
    journals,
    listening: present.map((socket) => `${socket.transport} ${endpointOf(socket)}`),
  };
}

function endpointOf({ address, port }: ListenAddress): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/**
 * Attaches the steering programs at every address: datagrams by question name, connections by
 * client address. Returns the error text if that fails. `sockets` has one array per worker, in the
 * order of opening.
 */
export function attachSteering(
  sockets: readonly (readonly ListeningSocket[])[],
): string | undefined {
  const groups = Map.groupBy(
    sockets.flat(),
    ({ transport, address, port }) => `${transport} ${address} ${port}`,
  );
  try {
    for (const [{ fd, transport, address }, ...others] of groups.values()) {
      if (others.length === 0) continue;
      if (transport === "udp") steerByName(fd, others.length + 1);
      else steerByClient(fd, others.length + 1, address.includes(":") ? 6 : 4);
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Advice for a person after the kernel's message, with a leading comma; "" = none. */
export function describeListenFailure(
  { errno, transport, port }: Omit<ListenFailure, "message">,
  holder: StartOptions["holder"],
): string {
  if (errno === EACCES && port < 1024) {
    return ", ports below 1024 need the capability CAP_NET_BIND_SERVICE";
  }
  const held = errno === EADDRINUSE ? holder(transport, port) : "";
  return held === "" ? "" : `, ${held}`;
}
