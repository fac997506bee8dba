/**
 * Queries over connections that carry many at once, each on a stream of its own: DNS over QUIC and
 * over HTTP. One connection is kept. Another replaces it once it is lost, or the server accepts no
 * more queries on it.
 */
import { isTruncated } from "../wire/message.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "./message.ts";
import {
  errorText,
  type Transport,
  type TransportDeps,
  type UpstreamAttempt,
} from "./transport.ts";
import { PendingQuestions } from "./pending_questions.ts";

/** Reconnects that one query may cause. */
const MAX_RECONNECTS = 2;
/**
 * Milliseconds that an idle connection is kept, because a handshake is expensive (RFC 9250 5.5.2).
 */
const IDLE = 30_000;

/** Connections that accept no more queries and are kept for late responses. */
const MAX_RETIRED = 4;
/**
 * Milliseconds after which a query no longer waits for a connection that is still being opened: a
 * lost packet is repeated late.
 */
const DIAL_PATIENCE = 1000;

/** Reasons to abort a query, as strings: creating an Error takes longer than everything else. */
const ENDED = "the question has ended";
const MOVED = "the question goes over another connection";

/** One connection. */
export interface Session {
  /** Whether it accepts no more queries: it is lost, or the server is about to close it. */
  readonly isOver: boolean;
  /**
   * Sends a query, whose id is 0, and returns the response. Rejects with ConnectionLostError when
   * another connection may answer it, otherwise with the error of this response. `givenUp` aborts
   * when the response is no longer needed.
   */
  ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array>;
  /** Closes it: all queries in flight reject with ConnectionLostError. */
  close(): void;
}

/** The connection ended before it delivered a response. */
export class ConnectionLostError extends Error {}

class Kept {
  session: Session | undefined;
  readonly questions = new Set<Question>();
  /** Monotonic milliseconds. */
  heardAt = 0;
  readonly startedAt: number;
  readonly opened: Promise<Session>;
  constructor(opened: Promise<Session>, startedAt: number) {
    this.opened = opened;
    this.startedAt = startedAt;
  }
}

class Question {
  kept: Kept | undefined;
  sentAt = Infinity;
  /** Whether its timeout has passed. */
  isLate = false;
  /** Aborts the query on its connection. */
  abort: AbortController | undefined;
  readonly attempt: UpstreamAttempt;
  constructor(attempt: UpstreamAttempt) {
    this.attempt = attempt;
  }
}

/** Kept connections to one upstream. */
export class SessionTransport implements Transport {
  readonly #dial: () => Promise<Session>;
  readonly #deps: Pick<TransportDeps, "clock" | "timers">;
  readonly #idle: number;
  readonly #under: PendingQuestions<Question>;
  readonly #all = new Set<Kept>();
  /**
   * Unresponsive connections: they get no new query, but queries already sent may still be answered
   * late.
   */
  readonly #retired = new Set<Kept>();
  #current: Kept | undefined;

  /**
   * `dial` opens a connection, with its own time limit, and rejects with a readable error. `idle`
   * is how many milliseconds an idle connection is kept.
   */
  constructor(
    dial: () => Promise<Session>,
    deps: Pick<TransportDeps, "clock" | "timers">,
    idle: number = IDLE,
  ) {
    this.#dial = dial;
    this.#deps = deps;
    this.#idle = idle;
    this.#under = new PendingQuestions({
      timers: deps.timers,
      onEnd: ({ abort }) => abort?.abort(ENDED),
      onTimeout: (question) => this.#expired(question),
    });
  }

  ask(attempt: UpstreamAttempt): void {
    const question = new Question(attempt);
    this.#under.begin(question);
    void this.#put(question);
  }

  sweep(): void {
    for (const kept of this.#all) {
      if (kept.session === undefined || kept.questions.size > 0) continue;
      if (kept.session.isOver || this.#deps.clock.ms - kept.heardAt >= this.#idle) this.#drop(kept);
    }
  }

  close(): void {
    this.#under.close();
    for (const kept of [...this.#all]) this.#drop(kept);
  }

  async #put(question: Question): Promise<void> {
    const query = new Uint8Array(QUERY_ROOM);
    // Id 0 lets HTTP caches work (RFC 8484 4.1), and QUIC requires it (RFC 9250 4.2.1).
    const form = { id: 0, caseBits: 0, edns: true, padded: true };
    const bytes = query.subarray(0, writeQuery(query, 0, question.attempt.question, form));
    for (let left = MAX_RECONNECTS; this.#under.has(question); left--) {
      const kept = question.kept = this.#connection();
      kept.questions.add(question);
      const { signal } = question.abort = new AbortController();
      try {
        const session = await kept.opened;
        question.sentAt = this.#deps.clock.ms;
        if (this.#under.has(question)) {
          this.#answered(question, kept, await session.ask(bytes, signal));
        }
      } catch (error) {
        if ((error instanceof ConnectionLostError || signal.reason === MOVED) && left > 0) continue;
        this.#under.fail(question, "network", errorText(error));
      } finally {
        kept.questions.delete(question);
        const isOver = kept.session?.isOver === true || this.#retired.has(kept);
        if (kept.questions.size === 0 && isOver) this.#drop(kept);
      }
    }
  }

  #connection(): Kept {
    const current = this.#current;
    const { ms } = this.#deps.clock;
    const isStuck = current?.session === undefined && current !== undefined &&
      ms - current.startedAt >= DIAL_PATIENCE;
    if (isStuck) this.#retire(current);
    else if (current !== undefined && current.session?.isOver !== true) return current;
    const kept: Kept = new Kept(this.#dial(), ms);
    this.#all.add(kept);
    this.#current = kept;
    kept.opened.then((session) => {
      kept.session = session;
      kept.heardAt = this.#deps.clock.ms;
      if (!this.#all.has(kept)) session.close();
    }, () => this.#drop(kept));
    return kept;
  }

  #answered(question: Question, kept: Kept, bytes: Uint8Array): void {
    if (!this.#under.has(question)) return;
    const { attempt } = question;
    const length = bytes.length;
    this.#deps.clock.refresh();
    kept.heardAt = this.#deps.clock.ms;
    this.#revive(kept);
    const likeness = compareResponse(bytes, 0, length, attempt.question, 0);
    const isForeign = likeness === "other" || likeness === "headless" || bytes[0] !== 0 ||
      bytes[1] !== 0;
    if (isForeign) {
      return this.#under.fail(question, "network", "the response does not match the question");
    }
    if (isTruncated(bytes)) {
      return this.#under.fail(question, "network", "a truncated response over a stream");
    }
    this.#under.answer(question, copyResponse(bytes, 0, length, attempt.question));
  }

  #expired(question: Question): void {
    const { kept, sentAt } = question;
    question.isLate = true;
    // Nothing was received since the query was sent. Either the path is gone though the connection
    // looks open, or the upstream is slow.
    if (kept?.session !== undefined && kept.heardAt <= sentAt) this.#retire(kept);
  }

  /**
   * Keeps a connection only for its late responses; queries that are not late move to another one.
   */
  #retire(kept: Kept): void {
    if (!this.#all.has(kept) || this.#retired.has(kept)) return;
    if (this.#current === kept) this.#current = undefined;
    this.#retired.add(kept);
    if (kept.session !== undefined) {
      for (const { isLate, abort } of kept.questions) if (!isLate) abort?.abort(MOVED);
    }
    if (this.#retired.size <= MAX_RETIRED) return;
    const [oldest] = this.#retired;
    this.#drop(oldest);
  }

  /** Reuses a connection that proved slow rather than dead. */
  #revive(kept: Kept): void {
    if (kept.session?.isOver === true || this.#current?.session !== undefined) return;
    if (!this.#retired.delete(kept)) return;
    const dialing = this.#current;
    this.#current = kept;
    if (dialing !== undefined) this.#retired.add(dialing);
  }

  /** Its unanswered queries move to another one. */
  #drop(kept: Kept): void {
    if (!this.#all.delete(kept)) return;
    this.#retired.delete(kept);
    if (this.#current === kept) this.#current = undefined;
    kept.session?.close();
  }
}
