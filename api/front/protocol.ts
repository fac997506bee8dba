/** What the front thread and the main thread tell each other. */
import type { Level } from "../log.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { FrontLimits } from "./limits.ts";

/** Who asks: the client's own address and port, the name it asked for in TLS ("" = none) and what it speaks. */
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

/** The certificate of encrypted DNS, for each of its names; `*.example` stands for all names one label below. */
export interface EncryptedPem extends Pem {
  readonly names: readonly string[];
}

/** What the front listens for. */
export type FrontProtocol = "https" | "tls" | "quic";

/** What people call the protocols. */
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

/** Where a UDP socket is bound: an address, `::` for all of the machine. */
export interface BoundSocket {
  readonly address: string;
  readonly port: number;
}

/** A part of a body on its way, in either direction; `more` gives the sender leave to send so many octets again. */
export type BodyPart =
  | { readonly kind: "octets"; readonly id: number; readonly octets: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "broken"; readonly id: number }
  | { readonly kind: "more"; readonly id: number; readonly count: number };

/** Names and values of a head, in order. */
export type HeadFields = readonly (readonly [name: string, value: string])[];

/** A part of a request, by the number of the request. `left` = the client is gone, nobody waits for the answer. */
export type RequestPart = BodyPart | { readonly kind: "left"; readonly id: number } | {
  readonly kind: "request";
  readonly id: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly fields: HeadFields;
  readonly peer: FrontPeer;
  /** Whether parts of a body follow. */
  readonly body: boolean;
};

/** A part of an answer, by the number of its request; every head is followed by `end` or `broken`. `enough` = the body of the
 * request is not wanted any more. */
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

/** What a thread is given when it starts, and what may change while it runs. */
export interface FrontGiven {
  readonly listen: FrontListen;
  /** That of the interface; absent = there is none. */
  readonly certificate?: Pem;
  /** That of encrypted DNS; absent = there is none. */
  readonly encrypted?: EncryptedPem;
  /** The authority whose certificates names blocked lately are shown (A 7.7); absent = there is none. */
  readonly authority?: Pem;
  /** Names of the box in small letters, which are never taken for blocked ones. */
  readonly own: readonly string[];
  /** Networks that may connect, `private` for the private ones. */
  readonly ranges: readonly string[];
}

/** To the thread. */
export type ToFront =
  | {
    readonly kind: "start";
    readonly given: FrontGiven;
    /** Names blocked lately (resolver/block_memory.ts); absent = none are remembered. */
    readonly blocked?: SharedArrayBuffer;
    readonly limits: FrontLimits;
  }
  /** Opens and closes what changed; answered by `open` with the same number. */
  | { readonly kind: "listen"; readonly id: number; readonly listen: FrontListen }
  | { readonly kind: "certificate"; readonly certificate?: Pem }
  | { readonly kind: "encrypted"; readonly encrypted?: EncryptedPem }
  | { readonly kind: "authority"; readonly authority?: Pem }
  /** Ends of channels to the resolver's threads, which replace those before (resolver/handed_batch.ts). */
  | { readonly kind: "resolvers"; readonly ports: readonly MessagePort[] }
  | { readonly kind: "own"; readonly names: readonly string[] }
  | { readonly kind: "ranges"; readonly ranges: readonly string[] }
  /** The socket that was `bound` first, of those that nothing was said of yet, has its filter in the kernel, or can have none. */
  | { readonly kind: "filtered" }
  | { readonly kind: "answers"; readonly parts: readonly AnswerPart[] }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

/** From the thread. */
export type FromFront =
  /** What is listened on by now, after the message of this number; 0 = after the start, or a change of certificates. */
  | {
    readonly kind: "open";
    readonly id: number;
    readonly listeners: readonly string[];
    readonly failures: readonly ListenFailure[];
  }
  /** A UDP socket, which takes no client before it is `filtered`: the thread may call nothing of the kernel. */
  | { readonly kind: "bound"; readonly socket: BoundSocket }
  | { readonly kind: "requests"; readonly parts: readonly RequestPart[] }
  | { readonly kind: "told"; readonly level: Level; readonly text: string }
  | { readonly kind: "alive" }
  | { readonly kind: "closed" };
