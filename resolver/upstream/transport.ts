/**
 * Carries one question to one upstream and its response back: the common interface of all
 * protocols.
 */
import type { Clock } from "../clock.ts";
import type { Poller } from "../net/poller.ts";
import type { LoopbackProxy } from "./loopback_proxy.ts";
import type { ForwardQuestion } from "./exchange.ts";
import type { QuicEndpoints } from "./quic/endpoints.ts";
import type { RandomNumbers } from "./random_numbers.ts";
import type { Timers } from "./timers.ts";

/**
 * How an attempt failed: nothing arrived in time, a network error occurred, or the upstream
 * responded but cannot answer this question. In the last case another query would be in vain (it
 * truncates, and closes TCP).
 */
export type AttemptFailure = "timeout" | "network" | "final";

/** Milliseconds after its timeout during which the response to a query is still accepted. */
export const LATE_WINDOW = 10_000;

/** The error of an attempt that timed out. */
export const TIMEOUT_TEXT = "no answer in time";

/**
 * One attempt at one upstream. A transport ends it exactly once, and does not use it afterwards.
 */
export interface UpstreamAttempt {
  readonly question: ForwardQuestion;
  /** Milliseconds from `ask`. */
  readonly timeout: number;
  /** Whether an earlier attempt at this upstream failed. */
  readonly again?: boolean;
  /**
   * Called once, when the timeout has passed without a response. True = a late response is still
   * useful: the attempt then ends within LATE_WINDOW more. False, or without this method, it ends
   * now as failed.
   */
  onTimeout?(): boolean;
  /**
   * A response that matches the question, id as sent, question name in lower case. The callee may
   * write to it during the call.
   */
  onAnswer(response: Uint8Array): void;
  /** `detail` is part of a sentence for statistics and log. */
  onFailure(why: AttemptFailure, detail: string): void;
}

/** A connection or socket to one upstream. */
export interface Transport {
  ask(attempt: UpstreamAttempt): void;
  /** Releases resources that were idle for long; called every few seconds. */
  sweep(): void;
  /** Fails all queries in flight and closes every socket. */
  close(): void;
}

/** Why queries in flight fail at an upstream that was removed. */
export const REMOVED_TEXT = "the upstream was removed";

/** Shared objects of the transports of a thread. */
export interface TransportDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: RandomNumbers;
  readonly poller: Poller;
  /** The origin of HTTPS connections and of all QUIC connections. */
  readonly proxy: LoopbackProxy;
  readonly quic: QuicEndpoints;
  /** Certificates (PEM) trusted in addition to those of the runtime. */
  readonly caCerts?: readonly string[];
}

/**
 * The text of a runtime error, without its class name; the text of `fetch` is in its cause, after
 * the address.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.replace(/^error sending request for url \([^)]*\): /, "");
}
