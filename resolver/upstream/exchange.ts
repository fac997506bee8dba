/** What the resolver asks of its upstreams; the pool is one implementation, a script of a scenario another. */

/** A question to put to upstreams. */
export interface ForwardQuestion {
  /** Holds the name in lower-case wire format from its first octet. */
  readonly name: Uint8Array;
  /** Octets of the name, at most 255. */
  readonly nameLength: number;
  readonly type: number;
  readonly class: number;
  /** The DO and CD bits that the client set (RFC 4035). */
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}

/** Why no upstream answered: `unreachable` = EDE 22 (none reachable), `network` = EDE 23 (an error on the way; RFC 8914). */
export type Unanswered = "unreachable" | "network";

/** Is told once what came of a question, possibly before `forward` returns. */
export interface Inquirer {
  /**
   * A response in wire format, matched to the question, id as the upstream sent it, question name in lower case. It belongs to
   * whoever is told, during the call only. `upstream` is the line as configured, `duration` in milliseconds.
   */
  answered(response: Uint8Array, upstream: string, duration: number): void;
  failed(why: Unanswered, text: string): void;
}

/** Sends questions to upstreams and gives back matched responses. */
export interface Upstreams {
  /** Puts a question, which is copied, to upstreams; they must answer within `deadline` milliseconds from now. */
  forward(question: ForwardQuestion, deadline: number, inquirer: Inquirer): void;
}

/** A finished exchange with an upstream. */
export interface Exchange {
  /** A response of its own, else as `Inquirer.answered` is given it. */
  readonly response: Uint8Array;
  readonly upstream: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** No upstream answered. */
export class UpstreamError extends Error {
  readonly code: Unanswered;
  constructor(code: Unanswered, message: string) {
    super(message);
    this.name = "UpstreamError";
    this.code = code;
  }
}

/** `forward` for those who wait by a promise; rejects with an UpstreamError. */
export function exchange(
  upstreams: Upstreams,
  question: ForwardQuestion,
  deadline: number,
): Promise<Exchange> {
  return new Promise((resolve, reject) =>
    upstreams.forward(question, deadline, {
      answered: (response, upstream, duration) =>
        resolve({ response: response.slice(), upstream, duration }),
      failed: (why, text) => reject(new UpstreamError(why, text)),
    })
  );
}
