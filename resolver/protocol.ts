/** Typed messages between the main thread and a resolver worker, and the handle that main holds (DESIGN 3). */

import type { Address } from "../policy/model/address.ts";
import type { Explained } from "../policy/model/decision.ts";
import type { UpstreamTarget } from "../policy/model/upstream_line.ts";

/** A listening socket opened by main; the worker takes it over by its descriptor. */
export interface ListeningSocket {
  readonly fd: number;
  readonly transport: "udp" | "tcp";
  /** Address it is bound to: an IP, `0.0.0.0` or `::`. */
  readonly address: string;
  readonly port: number;
}

/** A snapshot on its way to a worker: the encoded snapshot, and its table of names, a mapped file that threads share. */
export interface SnapshotMessage {
  readonly version: number;
  /** Encoded by policy/snapshot/file.ts, table left out. */
  readonly bytes: Uint8Array;
  /** Octets of the table of names (api/mapped_file.ts); absent without names. */
  readonly table?: Uint8Array<SharedArrayBuffer>;
}

/** Totals of one upstream since the box started; they outlive a restart of the resolver (A 7.11). */
export interface UpstreamStatistics {
  /** The upstream line as configured. */
  readonly upstream: string;
  queries: number;
  failures: number;
  timeouts: number;
  /** Smoothed round trip in milliseconds, 0 = not known yet. */
  latency: number;
  /** Unix milliseconds of the last answer, 0 = never. */
  lastAnswer: number;
  /** Unix milliseconds until which it is passed over, 0 = in use. */
  downUntil: number;
  lastError: string;
}

/** What came of trying an upstream. */
export interface UpstreamProbe {
  /** `refuses` = it answers with an error (REFUSED, SERVFAIL). */
  readonly state: "answers" | "refuses" | "fails";
  /** Milliseconds to the first answer, connecting included; 0 = none came. */
  readonly connectLatency: number;
  /** Milliseconds to an answer over what is open already, 0 = none came. */
  readonly latency: number;
  /** What came back to DO: the AD bit, signatures (RRSIG), neither. */
  readonly dnssec: "validated" | "signed" | "none";
  /** Whether it answers over TCP too; absent unless it is asked over UDP. */
  readonly tcp?: boolean;
  /** That of an encrypted upstream: whom it is for, and Unix milliseconds at which it ends, 0 = not said. */
  readonly certificate?: { readonly names: readonly string[]; readonly ends: number };
  /** A sentence for a person: what happened, why, what to do; "" = all is well. */
  readonly error: string;
}

/** Ports between two workers, as one of them holds them. */
export interface OtherPorts {
  readonly asks: MessagePort;
  readonly answers: MessagePort;
}

/** What main asks of a worker. */
export type ToResolver =
  | {
    readonly kind: "start";
    readonly sockets: readonly ListeningSocket[];
    readonly snapshot: SnapshotMessage;
    /** The journal ring (resolver/journal.ts). */
    readonly ring: SharedArrayBuffer;
    /** The resolver's counters (resolver/journal.ts). */
    readonly counters: SharedArrayBuffer;
    /** Token buckets of clients, one memory for all workers (resolver/listeners/rate.ts). */
    readonly rates: SharedArrayBuffer;
    /** Names blocked lately, one memory for all workers (resolver/block_memory.ts). */
    readonly blocked: SharedArrayBuffer;
    /** What the worker holds open, for main to close should it die (resolver/net/descriptors.ts). */
    readonly descriptors: SharedArrayBuffer;
    /** 16 octets: server cookies (RFC 9018) and hashes of the worker. */
    readonly secret: Uint8Array;
    /** Statistics before a restart. */
    readonly upstreams: readonly UpstreamStatistics[];
    /** CIDR of the interfaces of this machine. */
    readonly interfaces: readonly string[];
    /** Which worker it is, from 0, and of how many. */
    readonly worker: number;
    readonly workers: number;
  }
  | { readonly kind: "snapshot"; readonly snapshot: SnapshotMessage }
  | { readonly kind: "interfaces"; readonly interfaces: readonly string[] }
  /** Takes queries from the front over this port (resolver/handed_batch.ts), and none any more over the one before. */
  | { readonly kind: "handed"; readonly port: MessagePort }
  /**
   * How another worker is asked what is its own (resolver/listeners/steered.ts), and asks; without ports it is gone. What it was
   * asked before and did not answer is answered here.
   */
  | { readonly kind: "other"; readonly worker: number; readonly ports?: OtherPorts }
  /** Who sits at which address from now on (resolver/clients/neighbours.ts). */
  | { readonly kind: "neighbours"; readonly entries: Uint8Array }
  | { readonly kind: "flush"; readonly id: number; readonly name?: string }
  | {
    readonly kind: "ask";
    readonly id: number;
    readonly wire: Uint8Array;
    readonly from: string;
    readonly explain: boolean;
  }
  | { readonly kind: "statistics"; readonly id: number }
  /** Tries an upstream, asked for a domain; "" = the root. */
  | {
    readonly kind: "probe";
    readonly id: number;
    readonly target: UpstreamTarget;
    readonly domain: string;
  }
  | { readonly kind: "stop" };

/** What decided about a query, in the words of the journal. */
export interface DecidedBy {
  /** As in an Observation. */
  readonly origin: string;
  /** Identifier of the list, -1 = none. */
  readonly list: number;
  /** Text of the rule, or "". */
  readonly rule: string;
}

/** Size and use of the answer cache. */
export interface CacheStatistics {
  readonly entries: number;
  readonly bytes: number;
  readonly capacity: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

/** What a worker tells main. */
export type FromResolver =
  | { readonly kind: "ready" }
  /** The worker holds this snapshot; what was under way before is answered under the one that it came under. */
  | { readonly kind: "holds"; readonly version: number }
  /** The snapshot could not be opened; the worker goes on with the one before. */
  | { readonly kind: "refused"; readonly version: number; readonly why: string }
  | { readonly kind: "flushed"; readonly id: number; readonly entries: number }
  | {
    readonly kind: "answer";
    readonly id: number;
    readonly wire: Uint8Array;
    readonly explained: readonly Explained[];
    readonly status: string;
    readonly reason: string;
    readonly upstream: string;
    /** What decided; absent when nothing did. */
    readonly by?: DecidedBy;
    /** Microseconds. */
    readonly duration: number;
  }
  | {
    readonly kind: "statistics";
    readonly id: number;
    readonly upstreams: readonly UpstreamStatistics[];
    readonly cache: CacheStatistics;
  }
  | { readonly kind: "probed"; readonly id: number; readonly probe: UpstreamProbe }
  | { readonly kind: "log"; readonly level: "info" | "warn" | "error"; readonly text: string }
  | { readonly kind: "stopped"; readonly upstreams: readonly UpstreamStatistics[] };

/** An address of the network and who sits at it. */
export interface NeighbourChange {
  /** 4 or 16 octets. */
  readonly address: Address;
  /** 6 octets, undefined = nobody any more. */
  readonly mac: Uint8Array | undefined;
}

/** What the rest of the box may ask of the resolver; main.ts makes one over the workers. */
export interface ResolverHandle {
  /** Replaces the policy in every worker; resolves when all hold it, rejects when one cannot open it. */
  publish(snapshot: SnapshotMessage): Promise<void>;
  /** Tells which hardware addresses sit at which addresses; undefined = nobody any more. */
  neighbours(changed: readonly NeighbourChange[]): void;
  /**
   * Connects every worker anew to whoever hands over queries (resolver/handed_batch.ts): one port a worker, to be transferred.
   * Those of before carry nothing any more.
   */
  handed(): MessagePort[];
  /** Calls the listener whenever a worker was started again, whose port of `handed` is dead. */
  whenRestarted(listener: () => void): void;
  /** Removes a name with everything below it, or everything, from the answer cache; the entries removed. */
  flush(name?: string): Promise<number>;
  /** Answers one query in wire format as if it came from `from`: an IP, `device:3`, `person:2`, `group:1` or `all`. */
  ask(
    wire: Uint8Array,
    from: string,
    explain: boolean,
  ): Promise<Extract<FromResolver, { kind: "answer" }>>;
  statistics(): Promise<Extract<FromResolver, { kind: "statistics" }>>;
  /** Tries an upstream beside those in use, asked for a domain ("" = the root); at most 16 at once, the others wait their turn. */
  probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe>;
}

/** How a query came in; `ask` = from the command line or a page of the box itself. */
export type Transport = "udp" | "tcp" | "tls" | "https" | "quic" | "relay" | "ask";

/** Where an answer came from; the reason of a block is a field apart (DESIGN 11). */
export type Status = "answered" | "cached" | "stale" | "local" | "blocked" | "failed";

/** One answered question, as the journal keeps it and observers see it. */
export interface Observation {
  /** Unix milliseconds at which the query came. */
  readonly time: number;
  /** Microseconds from query to response. */
  readonly duration: number;
  /** IP text of the client. */
  readonly client: string;
  readonly transport: Transport;
  /** Presentation form, lower case, without final dot. */
  readonly name: string;
  readonly type: number;
  readonly rcode: number;
  readonly status: Status;
  /** A reason of policy/reasons.ts, or "" when nothing decided against the question. */
  readonly reason: string;
  /** Documented origin of the decision (`list:3`, `rebinding:192.168.1.1`), or "". */
  readonly origin: string;
  /** Identifier of the deciding list, -1 = none. */
  readonly list: number;
  /** Text of the deciding rule, or "". */
  readonly rule: string;
  /** The upstream line that answered, or "". */
  readonly upstream: string;
  /** Octets of the response. */
  readonly size: number;
  /** First records of the answer in short (`93.184.216.34`, `CNAME a.example`), or "". */
  readonly answer: string;
}
