/**
 * Typed messages between the main thread and a resolver worker, and the handle that the main thread
 * uses.
 */

import type { Address } from "../policy/model/address.ts";
import type { ExplainedStep } from "../policy/model/decision.ts";
import type { Sentence } from "../policy/model/sentence.ts";
import type { UpstreamTarget } from "../policy/model/upstream_line.ts";
import type { EncodedSnapshot } from "../policy/snapshot/sections.ts";

/** A listening socket opened by the main thread. The worker takes it over by its descriptor. */
export interface ListeningSocket {
  readonly fd: number;
  readonly transport: "udp" | "tcp";
  /** Address it is bound to: an IP, `0.0.0.0` or `::`. */
  readonly address: string;
  readonly port: number;
}

/**
 * A snapshot sent to a worker: the encoded snapshot and its table of names, a mapped file that
 * threads share.
 */
export interface SnapshotMessage {
  readonly version: number;
  /** Encoded by policy/snapshot/snapshot_file.ts in shared memory, table left out. */
  readonly sections: EncodedSnapshot;
  /** Bytes of the table of names (api/system/mapped_file.ts); absent without names. */
  readonly table?: Uint8Array<SharedArrayBuffer>;
  /** Whether a worker then collects garbage, to free the sections that were replaced. */
  readonly collects?: boolean;
}

/**
 * Totals of one upstream since the box started; they survive a restart of the resolver (A 7.11).
 */
export interface UpstreamStatistics {
  /** Its masked address, with a number appended where another upstream has the same one. */
  upstream: string;
  queries: number;
  /** Queries that failed, timeouts among them. Probes of an upstream that is down do not count. */
  failures: number;
  timeouts: number;
  /** Answers that came after the timeout or the deadline of their query, and were used all the same. */
  late: number;
  /** Smoothed round trip in milliseconds, 0 = not known yet. */
  latency: number;
  /** Unix milliseconds of the last answer, 0 = never. */
  lastAnswer: number;
  /** Unix milliseconds until which it is skipped, 0 = in use. */
  downUntil: number;
  /** The last failure, described as by a probe; "" = none yet. */
  lastError: Sentence | "";
}

/** The result of probing an upstream. */
export interface UpstreamProbe {
  /** `refuses` = it answers with an error (REFUSED, SERVFAIL). */
  readonly state: "answers" | "refuses" | "fails";
  /** Milliseconds to the first answer, including the connection; 0 = no answer. */
  readonly connectLatency: number;
  /** Milliseconds to an answer over an open connection; 0 = no answer. */
  readonly latency: number;
  /** What a query with DO returned: the AD bit, signatures (RRSIG), or neither. */
  readonly dnssec: "validated" | "signed" | "none";
  /** Whether it also answers over TCP; present only for an upstream that is queried over UDP. */
  readonly tcp?: boolean;
  /**
   * Certificate of an encrypted upstream: its names, and the Unix milliseconds at which it expires,
   * 0 = unknown.
   */
  readonly certificate?: { readonly names: readonly string[]; readonly ends: number };
  /** A sentence for a person: what happened, why, and what to do; "" = no error. */
  readonly error: Sentence | "";
}

/** The message ports between two workers, as one of them uses them. */
export interface PeerPorts {
  readonly queries: MessagePort;
  readonly responses: MessagePort;
}

/** Messages from the main thread to a worker. */
export type ToResolver =
  | {
    readonly kind: "start";
    readonly sockets: readonly ListeningSocket[];
    readonly snapshot: SnapshotMessage;
    /** The journal ring (resolver/journal/journal.ts). */
    readonly ring: SharedArrayBuffer;
    /** The resolver's counters (resolver/journal/journal.ts). */
    readonly counters: SharedArrayBuffer;
    /** Token buckets of clients, one memory for all workers (resolver/listeners/rate_limiter.ts). */
    readonly rates: SharedArrayBuffer;
    /** Recently blocked names, one memory for all workers (resolver/memory/block_memory.ts). */
    readonly blocked: SharedArrayBuffer;
    /**
     * Descriptors that the worker has open. The main thread closes them if the worker dies
     * (resolver/net/descriptor_registry.ts).
     */
    readonly descriptors: SharedArrayBuffer;
    /** 16 bytes: server cookies (RFC 9018) and hashes of the worker. */
    readonly secret: Uint8Array;
    /** Statistics before a restart. */
    readonly upstreams: readonly UpstreamStatistics[];
    /** CIDR of the interfaces of this machine. */
    readonly interfaces: readonly string[];
    /** Number of this worker, from 0, and the number of workers. */
    readonly worker: number;
    readonly workers: number;
  }
  | { readonly kind: "snapshot"; readonly snapshot: SnapshotMessage }
  | { readonly kind: "interfaces"; readonly interfaces: readonly string[] }
  /**
   * Takes queries from the front over this port (resolver/threads/forwarded_batch.ts) instead of the
   * previous port.
   */
  | { readonly kind: "handed"; readonly port: MessagePort }
  /**
   * Ports to and from another worker (resolver/listeners/query_router.ts); without ports, that worker is
   * gone. Queries that it did not answer are then answered here.
   */
  | { readonly kind: "other"; readonly worker: number; readonly ports?: PeerPorts }
  /** The neighbour at each address from now on (resolver/clients/neighbor_table.ts). */
  | { readonly kind: "neighbours"; readonly entries: Uint8Array }
  /** Whether a domain is young (A 7.5.5), valid for some milliseconds. */
  | {
    readonly kind: "age";
    readonly domain: string;
    readonly young: boolean;
    readonly milliseconds: number;
  }
  | { readonly kind: "flush"; readonly id: number; readonly name?: string }
  | {
    readonly kind: "ask";
    readonly id: number;
    readonly wire: Uint8Array;
    readonly from: string;
    readonly explain: boolean;
  }
  | { readonly kind: "local"; readonly id: number; readonly names: readonly string[] }
  | {
    readonly kind: "choices";
    readonly id: number;
    readonly name: string;
    readonly type: number;
    readonly scopes: readonly string[];
  }
  | { readonly kind: "statistics"; readonly id: number }
  /** Requests what devices learned at once, before the answer `drained`. */
  | { readonly kind: "drain"; readonly id: number }
  /** Probes an upstream with a query for a domain; "" = the root. */
  | {
    readonly kind: "probe";
    readonly id: number;
    readonly target: UpstreamTarget;
    readonly domain: string;
  }
  | { readonly kind: "stop" };

/** The rule or origin that decided a query, as the journal records it. */
export interface DecisionSource {
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

/** A domain that devices asked for since the last message. Times are Unix milliseconds. */
export interface LearnedName {
  readonly domain: string;
  readonly hits: number;
  readonly first: number;
  readonly last: number;
}

/** What a device or a group in learning mode asked for since the last message. */
export interface Learned {
  readonly scope: string;
  readonly names: readonly LearnedName[];
  /** Whether there were more domains than a scope can have. */
  readonly isOver: boolean;
}

/** Messages from a worker to the main thread. */
export type FromResolver =
  | { readonly kind: "ready" }
  /**
   * The worker applies this snapshot. Queries already in progress are answered under the snapshot
   * they began with.
   */
  | { readonly kind: "holds"; readonly version: number }
  /** The snapshot could not be opened; the worker keeps the previous one. */
  | { readonly kind: "refused"; readonly version: number; readonly why: string }
  /** A query depends on the age of this domain. The answer is `age`, soon or never. */
  | { readonly kind: "age_wanted"; readonly domain: string }
  /** What devices learned since the last such message; sent every second while there is something. */
  | { readonly kind: "learned"; readonly learned: readonly Learned[] }
  | { readonly kind: "drained"; readonly id: number }
  | { readonly kind: "flushed"; readonly id: number; readonly entries: number }
  | {
    readonly kind: "answer";
    readonly id: number;
    readonly wire: Uint8Array;
    readonly explained: readonly ExplainedStep[];
    readonly status: string;
    readonly reason: string;
    readonly upstream: string;
    /** The rule or origin that decided; absent when none did. */
    readonly by?: DecisionSource;
    /** Microseconds. */
    readonly duration: number;
  }
  | { readonly kind: "local"; readonly id: number; readonly answered: readonly boolean[] }
  | {
    readonly kind: "choices";
    readonly id: number;
    readonly steps: readonly (readonly ExplainedStep[])[];
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

/** An address of the network and the neighbour that uses it. */
export interface NeighborChange {
  /** 4 or 16 bytes. */
  readonly address: Address;
  /** 6 bytes, undefined = no neighbour any more. */
  readonly mac: Uint8Array | undefined;
}

/** The operations of the resolver for the rest of the box; main.ts creates one over the workers. */
export interface ResolverHandle {
  /**
   * Replaces the policy in every worker. Resolves when all have applied it, rejects when one cannot
   * open it.
   */
  publish(snapshot: SnapshotMessage): Promise<void>;
  /** Passes the hardware addresses of neighbours; undefined = no neighbour any more. */
  updateNeighbors(changed: readonly NeighborChange[]): void;
  /**
   * Opens new ports over which queries are forwarded to workers (resolver/threads/forwarded_batch.ts):
   * one per worker, to be transferred. Previous ports stop working.
   */
  openQueryPorts(): MessagePort[];
  /** Calls the listener after each restart of a worker; its port from `openQueryPorts` is then dead. */
  onRestart(listener: () => void): void;
  /** Calls the listener with a domain when a query depends on its age (A 7.5.5). */
  onAgeWanted(listener: (domain: string) => void): void;
  /** Calls the listener with the domains that devices in learning mode asked for (A 7.2.1). */
  onLearned(listener: (learned: readonly Learned[]) => void): void;
  /** Resolves once the listener of `onLearned` has everything that was learned before. */
  drainLearned(): Promise<void>;
  /** Tells every worker whether a domain is young, for some milliseconds. */
  tellAge(domain: string, isYoung: boolean, milliseconds: number): void;
  /**
   * Removes a name and all names below it, or everything, from the answer cache. Returns the number
   * of entries removed.
   */
  flush(name?: string): Promise<number>;
  /**
   * Answers one query in wire format as if it came from `from`: an IP, `device:3`, `person:2`,
   * `group:1` or `all`.
   */
  ask(
    wire: Uint8Array,
    from: string,
    explain: boolean,
  ): Promise<Extract<FromResolver, { kind: "answer" }>>;
  /**
   * What rules and choices say of a name for each of some scopes, in their order. Nothing is
   * resolved, and what ends by itself is left out. No steps = none has an effect, or the scope is
   * unknown.
   */
  explainChoices(
    name: string,
    type: number,
    scopes: readonly string[],
  ): Promise<readonly (readonly ExplainedStep[])[]>;
  /** Whether the box answers each name itself, before any protection. */
  answersItself(names: readonly string[]): Promise<readonly boolean[]>;
  statistics(): Promise<Extract<FromResolver, { kind: "statistics" }>>;
  /**
   * Probes an upstream with a query for a domain ("" = the root). At most 16 run at once; the
   * others wait.
   */
  probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe>;
}

/** The transport of a query; `ask` = from the command line or a page of the box itself. */
export type QueryTransport = "udp" | "tcp" | "tls" | "https" | "quic" | "relay" | "ask";

/** The source of an answer; the reason of a block is a separate field. */
export type QueryStatus = "answered" | "cached" | "stale" | "local" | "blocked" | "failed";

/** One answered question, as recorded in the journal and passed to observers. */
export interface Observation {
  /** Unix milliseconds at which the query came. */
  readonly time: number;
  /** Microseconds from query to response. */
  readonly duration: number;
  /** IP text of the client. */
  readonly client: string;
  readonly transport: QueryTransport;
  /** Presentation form, lower case, without final dot. */
  readonly name: string;
  readonly type: number;
  readonly rcode: number;
  readonly status: QueryStatus;
  /** A reason of policy/reasons.ts, or "" when the question was not blocked. */
  readonly reason: string;
  /** Documented origin of the decision (`list:3`, `rebinding:192.168.1.1`), or "". */
  readonly origin: string;
  /** The server of spyware that the answer, sent or withheld, leads to; "" = none. */
  readonly spyware: string;
  /** Identifier of the deciding list, -1 = none. */
  readonly list: number;
  /** Text of the deciding rule, or "". */
  readonly rule: string;
  /** The upstream line that answered, or "". */
  readonly upstream: string;
  /** Bytes of the response. */
  readonly size: number;
  /** First records of the answer in short (`93.184.216.34`, `CNAME a.example`), or "". */
  readonly answer: string;
}
