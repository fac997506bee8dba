/** What the resolver asks of its upstreams; the pool is one implementation, a script of a scenario another. */

/** A finished exchange with an upstream. */
export interface Exchange {
  /** The response in wire format, id and name case as the upstream sent them, already matched to the question. */
  readonly response: Uint8Array;
  /** The upstream line as configured. */
  readonly upstream: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** Why no upstream answered, for EDE 22 and 23 (RFC 8914). */
export class UpstreamError extends Error {
  /** `unreachable` = EDE 22 (none reachable), `network` = EDE 23 (an error on the way). */
  readonly code: "unreachable" | "network";
  constructor(code: "unreachable" | "network", message: string) {
    super(message);
    this.name = "UpstreamError";
    this.code = code;
  }
}

/** A question to put to upstreams. */
export interface ForwardQuestion {
  /** Lower-case wire format. */
  readonly name: Uint8Array;
  readonly type: number;
  readonly class: number;
  /** The DO and CD bits that the client set (RFC 4035). */
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}

/** Sends questions to upstreams and gives back matched responses. */
export interface Upstreams {
  /** Rejects with an UpstreamError when every upstream failed within the deadline (milliseconds from now). */
  forward(question: ForwardQuestion, deadline: number): Promise<Exchange>;
}
