/** Questions that transports over connections have under way: each ends once, answered or failed, by its time limit at the latest. */
import { Timer, type Timers } from "./timers.ts";
import { type Failure, REMOVED, type Try } from "./transport.ts";

/** What is told of questions under way. */
export interface UnderWayDeps<Question> {
  readonly timers: Timers;
  /** A question is about to end, however: what is kept for it goes. */
  readonly left: (question: Question) => void;
  /** A question has failed for its time was over. */
  readonly expired: (question: Question) => void;
}

/** The questions under way of one transport. */
export class UnderWay<Question extends { readonly attempt: Try }> {
  readonly #deps: UnderWayDeps<Question>;
  readonly #limits = new Map<Question, Timer>();

  constructor(deps: UnderWayDeps<Question>) {
    this.#deps = deps;
  }

  /** Takes a question in; its time begins. */
  begin(question: Question): void {
    const limit = new Timer(() => {
      this.fail(question, "timeout", "no answer in time");
      this.#deps.expired(question);
    });
    this.#limits.set(question, limit);
    this.#deps.timers.start(limit, question.attempt.timeout);
  }

  /** Whether somebody waits for it still. */
  has(question: Question): boolean {
    return this.#limits.has(question);
  }

  /** Ends a question; what has ended before is left as it is. */
  answer(question: Question, response: Uint8Array): void {
    if (this.#end(question)) question.attempt.answered(response);
  }

  /** Ends a question, as `answer` does. */
  fail(question: Question, why: Failure, detail: string): void {
    if (this.#end(question)) question.attempt.failed(why, detail);
  }

  /** Ends all of them, for the upstream is used no more. */
  close(): void {
    for (const question of [...this.#limits.keys()]) this.fail(question, "network", REMOVED);
  }

  #end(question: Question): boolean {
    const limit = this.#limits.get(question);
    if (limit === undefined) return false;
    this.#limits.delete(question);
    this.#deps.timers.stop(limit);
    this.#deps.left(question);
    return true;
  }
}
