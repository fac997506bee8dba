/** The messages between the front thread and the main thread. */
import type { ClientFaultCounts } from "../http/client_faults.ts";
import type { Level } from "../system/runtime.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { FrontLimits } from "./limits.ts";

/**
 * The client: its address and port, the server name in its ClientHello ("" = none) and its
 * protocol.
 */
export interface FrontPeer {
  readonly address: string;
  readonly port: number;
  readonly servername: string;
  readonly protocol: "h2" | "http/1.1";
}

/** A certificate chain and its private key as PEM. */
export interface Pem {
  readonly cert: string;
  readonly key: string;
}

/**
 * The certificate of encrypted DNS, for each of its names; `*.example` matches all names one label
 * below.
 */
export interface EncryptedPem extends Pem {
  readonly names: readonly string[];
}

/** The protocols of listeners of the front. */
export type FrontProtocol = "https" | "tls" | "quic";

/** Display names of the protocols. */
export const PROTOCOL_NAMES: Readonly<Record<FrontProtocol, string>> = {
  https: "HTTPS",
  tls: "DNS over TLS",
  quic: "DNS over QUIC",
};

/** Addresses by protocol: HTTPS, DNS over TLS (RFC 7858) and DNS over QUIC (RFC 9250). */
export interface FrontListen extends Readonly<Record<FrontProtocol, readonly ListenAddress[]>> {
  /** Whether HTTPS answers DNS queries too, at `/dns-query` (RFC 8484). */
  readonly dnsOverHttps: boolean;
}

/** The address of a UDP socket; `::` for all addresses of the machine. */
export interface BoundSocket {
  readonly address: string;
  readonly port: number;
}

/** A part of a body, in either direction; `more` allows the sender to send that many more bytes. */
export type BodyPart =
  | { readonly kind: "bytes"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "broken"; readonly id: number }
  | { readonly kind: "more"; readonly id: number; readonly count: number };

/** Names and values of a head, in order. */
export type HeadFields = readonly (readonly [name: string, value: string])[];

/**
 * A part of a request, by the number of the request. `left` = the client is gone, and the response
 * is no longer needed.
 */
export type RequestPart = BodyPart | { readonly kind: "left"; readonly id: number } | {
  readonly kind: "request";
  readonly id: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly fields: HeadFields;
  readonly peer: FrontPeer;
  /** Whether parts of a body follow. */
  readonly body: boolean;
};

/**
 * A part of a response, by the number of its request; every head is followed by `end` or `broken`.
 * `enough` = the rest of the request's body is not needed.
 */
export type AnswerPart = BodyPart | { readonly kind: "enough"; readonly id: number } | {
  readonly kind: "head";
  readonly id: number;
  readonly status: number;
  readonly fields: HeadFields;
};

/** A listener that could not be opened. */
export interface ListenFailure {
  readonly protocol: FrontProtocol;
  /** `[::]:443` */
  readonly shown: string;
  readonly port: number;
  /** EADDRINUSE and the like, "" = none. */
  readonly code: string;
  readonly message: string;
}

/** The configuration of a thread at its start, which may change while it runs. */
export interface FrontConfig {
  readonly listen: FrontListen;
  /** The certificate of the interface; absent = none. */
  readonly certificate?: Pem;
  /** The certificate of encrypted DNS; absent = none. */
  readonly encrypted?: EncryptedPem;
  /** The authority for the certificates of recently blocked names (A 7.7); absent = none. */
  readonly authority?: Pem;
  /** Names of the box in lower case, which are never treated as blocked ones. */
  readonly own: readonly string[];
  /** Networks that may connect; `private` for the private ones. */
  readonly ranges: readonly string[];
}

/** Messages to the thread. */
export type ToFront =
  | {
    readonly kind: "start";
    readonly given: FrontConfig;
    /** Recently blocked names (resolver/memory/block_memory.ts); absent = none are remembered. */
    readonly blocked?: SharedArrayBuffer;
    readonly limits: FrontLimits;
  }
  /** Opens and closes what changed; answered by `open` with the same number. */
  | { readonly kind: "listen"; readonly id: number; readonly listen: FrontListen }
  | { readonly kind: "certificate"; readonly certificate?: Pem }
  | { readonly kind: "encrypted"; readonly encrypted?: EncryptedPem }
  | { readonly kind: "authority"; readonly authority?: Pem }
  /**
   * Ports of channels to the resolver's threads, which replace the previous ones
   * (resolver/threads/forwarded_batch.ts).
   */
  | { readonly kind: "resolvers"; readonly ports: readonly MessagePort[] }
  | { readonly kind: "own"; readonly names: readonly string[] }
  | { readonly kind: "ranges"; readonly ranges: readonly string[] }
  /**
   * The oldest `bound` socket without a reply now has its filter in the kernel, or cannot have one.
   */
  | { readonly kind: "filtered" }
  | { readonly kind: "answers"; readonly parts: readonly AnswerPart[] }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

/** Messages from the thread. */
export type FromFront =
  /**
   * The listeners that are open after the message of this number; 0 = after the start, or a change
   * of certificates.
   */
  | {
    readonly kind: "open";
    readonly id: number;
    readonly listeners: readonly string[];
    readonly failures: readonly ListenFailure[];
  }
  /**
   * A UDP socket, which accepts no client before it is `filtered`: the thread cannot call the
   * kernel directly.
   */
  | { readonly kind: "bound"; readonly socket: BoundSocket }
  | { readonly kind: "requests"; readonly parts: readonly RequestPart[] }
  | { readonly kind: "log"; readonly level: Level; readonly text: string }
  /** Client errors and abandoned requests since the last message. */
  | { readonly kind: "faults"; readonly counts: ClientFaultCounts }
  | { readonly kind: "alive" }
  | { readonly kind: "closed" };
