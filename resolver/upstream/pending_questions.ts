/**
 * Queries in flight on connection-based transports: each ends once, answered or failed, by its late
 * window at the latest.
 */
import { Timer, type Timers } from "./timers.ts";
import {
  type AttemptFailure,
  LATE_WINDOW,
  REMOVED_TEXT,
  TIMEOUT_TEXT,
  type UpstreamAttempt,
} from "./transport.ts";

/** Callbacks about queries in flight. */
export interface PendingQuestionsDeps<Question> {
  readonly timers: Timers;
  /** A query is about to end, with any result: the transport drops its state. */
  readonly onEnd: (question: Question) => void;
  /** The timeout of a query has passed: it has failed, or its late response is still accepted. */
  readonly onTimeout: (question: Question) => void;
  /** Whether there is room to wait for the late response of a query; absent = always. */
  readonly hasRoom?: (question: Question) => boolean;
}

/** The queries in flight of one transport. */
export class PendingQuestions<Question extends { readonly attempt: UpstreamAttempt }> {
  readonly #deps: PendingQuestionsDeps<Question>;
  readonly #limits = new Map<Question, Timer>();

  constructor(deps: PendingQuestionsDeps<Question>) {
    this.#deps = deps;
  }

  /** Adds a query and starts its timeout. */
  begin(question: Question): void {
    let isLate = false;
    const limit = new Timer(() => {
      if (isLate) return this.fail(question, "timeout", TIMEOUT_TEXT);
      isLate = true;
      this.#deps.onTimeout(question);
      if (!this.has(question)) return;
      const { attempt } = question;
      const { timers, hasRoom } = this.#deps;
      if (hasRoom?.(question) === false || attempt.onTimeout?.() !== true) {
        this.fail(question, "timeout", TIMEOUT_TEXT);
      } else if (this.has(question)) timers.start(limit, LATE_WINDOW);
    });
    this.#limits.set(question, limit);
    this.#deps.timers.start(limit, question.attempt.timeout);
  }

  /** Whether its response is still awaited. */
  has(question: Question): boolean {
    return this.#limits.has(question);
  }

  /** Ends a query; one that has already ended is ignored. */
  answer(question: Question, response: Uint8Array): void {
    if (this.#end(question)) question.attempt.onAnswer(response);
  }

  /** Fails a query; one that has already ended is ignored. */
  fail(question: Question, why: AttemptFailure, detail: string): void {
    if (this.#end(question)) question.attempt.onFailure(why, detail);
  }

  /** Ends all of them, because the upstream is no longer used. */
  close(): void {
    for (const question of [...this.#limits.keys()]) this.fail(question, "network", REMOVED_TEXT);
  }

  #end(question: Question): boolean {
    const limit = this.#limits.get(question);
    if (limit === undefined) return false;
    this.#limits.delete(question);
    this.#deps.timers.stop(limit);
    this.#deps.onEnd(question);
    return true;
  }
}
