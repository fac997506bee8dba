/** What carries one question to one upstream and its response back: every protocol behind one contract. */
import type { Clock } from "../clock.ts";
import type { Poller } from "../net/poller.ts";
import type { ConnectHop } from "./connect_hop.ts";
import type { ForwardQuestion } from "./exchange.ts";
import type { QuicEndpoints } from "./quic/endpoints.ts";
import type { RandomNumbers } from "./random_numbers.ts";
import type { Timers } from "./timers.ts";

/**
 * How a try failed: nothing came in time, something on the way broke, or the upstream was heard and cannot answer this question,
 * so that asking it again would be in vain (it truncates, and closes TCP).
 */
export type Failure = "timeout" | "network" | "final";

/** One try at one upstream; a transport ends it exactly once, and looks at it no more then. */
export interface Try {
  readonly question: ForwardQuestion;
  /** Milliseconds from `ask`. */
  readonly timeout: number;
  /** Whether the question was put to this upstream before, in vain. */
  readonly again?: boolean;
  /** A response matched to the question, id as sent, question name in lower case; whoever is told may write to it during the call. */
  answered(response: Uint8Array): void;
  /** `detail` is a sentence part for statistics and log. */
  failed(why: Failure, detail: string): void;
}

/** A way to one upstream. */
export interface Transport {
  ask(attempt: Try): void;
  /** Gives back what has been idle for long; called every few seconds. */
  sweep(): void;
  /** Fails what is under way and closes every socket. */
  close(): void;
}

/** Why what is under way fails at an upstream that is used no more. */
export const REMOVED = "the upstream was removed";

/** What transports share in a thread. */
export interface TransportDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: RandomNumbers;
  readonly poller: Poller;
  /** Where connections of HTTPS, and of everything over QUIC, leave from. */
  readonly hop: ConnectHop;
  readonly quic: QuicEndpoints;
  /** Certificates (PEM) trusted beside those of the runtime. */
  readonly caCerts?: readonly string[];
}

/** Words for an error of the runtime, without its class name; what `fetch` says is in its cause, after the address. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.replace(/^error sending request for url \([^)]*\): /, "");
}
