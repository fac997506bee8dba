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
  /** `[::]:443` */
  readonly shown: string;
  readonly port: number;
  /** EADDRINUSE and the like, "" = none. */
  readonly code: string;
  readonly message: string;
}

/** To the thread. */
export type ToFront =
  | {
    readonly kind: "start";
    readonly addresses: readonly ListenAddress[];
    readonly certificate: Pem;
    /** Certificates of further names. */
    readonly named: readonly NamedPem[];
    readonly ranges: readonly string[];
    readonly limits: FrontLimits;
  }
  | { readonly kind: "certificate"; readonly certificate: Pem }
  | { readonly kind: "named"; readonly named: NamedPem }
  | { readonly kind: "ranges"; readonly ranges: readonly string[] }
  | { readonly kind: "answers"; readonly parts: readonly AnswerPart[] }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

/** The certificate of a name, or of the names one label below it (`*.example`). */
export interface NamedPem extends Pem {
  readonly name: string;
}

/** From the thread. */
export type FromFront =
  | { readonly kind: "open"; readonly listeners: readonly string[]; readonly failures: readonly ListenFailure[] }
  | { readonly kind: "requests"; readonly parts: readonly RequestPart[] }
  | { readonly kind: "told"; readonly level: Level; readonly text: string }
  | { readonly kind: "alive" }
  | { readonly kind: "closed" };
