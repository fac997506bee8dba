/**
 * The interface through which the resolver queries its upstreams. The pool implements it, and so
 * does a script in scenarios.
 */

/** A question to send to upstreams. */
export interface ForwardQuestion {
  /** Holds the name in lower-case wire format from its first byte. */
  readonly name: Uint8Array;
  /** Bytes of the name, at most 255. */
  readonly nameLength: number;
  readonly type: number;
  readonly class: number;
  /** The DO and CD bits that the client set (RFC 4035). */
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
  /** The set of upstreams to use (upstream_sets.ts); absent or 0 = those of the settings. */
  readonly route?: number;
}

/**
 * Why no upstream answered: `unreachable` = EDE 22 (none reachable), `network` = EDE 23 (an error
 * on the way; RFC 8914).
 */
export type ForwardFailure = "unreachable" | "network";

/**
 * Receives the result of a question: `onAnswer` or `onFailure` once, possibly before `forward`
 * returns. When the result is `pending`, some upstream may still respond within its late window.
 * Then either `onLateAnswer` or `onAbandoned` follows, once.
 */
export interface ForwardListener {
  /**
   * A response in wire format that matches the question, with the id as the upstream sent it and
   * the question name in lower case. The callee may use it during the call only. `upstream` is the
   * line as configured, `duration` in milliseconds. A `pending` response is an error that a late
   * response may replace.
   */
  onAnswer(response: Uint8Array, upstream: string, duration: number, pending: boolean): void;
  onFailure(why: ForwardFailure, text: string, pending: boolean): void;
  /** A useful response that arrived after the result. */
  onLateAnswer(response: Uint8Array, upstream: string, duration: number): void;
  /** No useful response arrived late. */
  onAbandoned(): void;
}

/** Sends questions to upstreams and returns matched responses. */
export interface Upstreams {
  /**
   * Sends a question, which is copied, to upstreams; they must respond within `deadline`
   * milliseconds from now.
   */
  forward(question: ForwardQuestion, deadline: number, inquirer: ForwardListener): void;
  /**
   * Whether all upstreams of a name are dead and were queried within the last second, so that
   * another query would be in vain. Then this call also has them probed each second for a while.
   */
  areDead(question: Pick<ForwardQuestion, "name" | "nameLength" | "route">): boolean;
  /** How often an upstream that was skipped recovered: earlier failures may no longer apply. */
  readonly recoveries: number;
}

/** A finished exchange with an upstream. */
export interface Exchange {
  /** A response of its own, otherwise as `Inquirer.answered` receives it. */
  readonly response: Uint8Array;
  readonly upstream: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** No upstream answered. */
export class UpstreamError extends Error {
  readonly code: ForwardFailure;
  constructor(code: ForwardFailure, message: string) {
    super(message);
    this.name = "UpstreamError";
    this.code = code;
  }
}

/**
 * `forward` as a promise; rejects with an UpstreamError. `onLate` receives a response that arrives
 * after that.
 */
export function exchange(
  upstreams: Pick<Upstreams, "forward">,
  question: ForwardQuestion,
  deadline: number,
  onLate: (exchange: Exchange) => void = () => {},
): Promise<Exchange> {
  return new Promise((resolve, reject) =>
    upstreams.forward(question, deadline, {
      onAnswer: (response, upstream, duration) =>
        resolve({ response: response.slice(), upstream, duration }),
      onFailure: (why, text) => reject(new UpstreamError(why, text)),
      onLateAnswer: (response, upstream, duration) =>
        onLate({ response: response.slice(), upstream, duration }),
      onAbandoned: () => {},
    })
  );
}
