/**
 * Questions over connections that carry many at once, each on a stream of its own: DNS over QUIC and over HTTP. One connection is
 * kept; another takes its place once it is lost, or the server will take no more on it.
 */
import { isTruncated } from "../wire/message.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "./message.ts";
import { errorText, type Transport, type TransportDeps, type Try } from "./transport.ts";
import { UnderWay } from "./under_way.ts";

/** Reconnects that one question may cause. */
const MAX_RECONNECTS = 2;
/** Milliseconds that an idle connection is kept: a handshake is worth a wait (RFC 9250 5.5.2). */
const IDLE = 30_000;

/** Why nobody waits: making an error to say so takes longer than all else. */
const ENDED = "the question has ended";

/** One connection. */
export interface Session {
  /** Whether it takes no question any more: it is lost, or the server is about to close it. */
  readonly isOver: boolean;
  /**
   * Puts a query, whose id is 0; the response. Rejects with ConnectionLost when another connection may answer it, else with an error
   * of this answer. `givenUp` tells that nobody waits any more.
   */
  ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array>;
  /** Ends it: whatever is under way rejects with ConnectionLost. */
  close(): void;
}

/** The connection ended before it brought an answer. */
export class ConnectionLost extends Error {}

class Kept {
  session: Session | undefined;
  pending = 0;
  /** Monotonic milliseconds. */
  heardAt = 0;
  readonly opened: Promise<Session>;
  constructor(opened: Promise<Session>) {
    this.opened = opened;
  }
}

class Question {
  kept: Kept | undefined;
  sentAt = Infinity;
  readonly abort = new AbortController();
  readonly attempt: Try;
  constructor(attempt: Try) {
    this.attempt = attempt;
  }
}

/** Kept connections to one upstream. */
export class SessionTransport implements Transport {
  readonly #dial: () => Promise<Session>;
  readonly #deps: Pick<TransportDeps, "clock" | "timers">;
  readonly #idle: number;
  readonly #under: UnderWay<Question>;
  readonly #all = new Set<Kept>();
  #current: Kept | undefined;

  /**
   * `dial` opens a connection, with its own time limit, and rejects with a readable error; `idle` is how many milliseconds one is
   * kept that nothing is asked over.
   */
  constructor(
    dial: () => Promise<Session>,
    deps: Pick<TransportDeps, "clock" | "timers">,
    idle: number = IDLE,
  ) {
    this.#dial = dial;
    this.#deps = deps;
    this.#idle = idle;
    this.#under = new UnderWay({
      timers: deps.timers,
      left: ({ abort }) => abort.abort(ENDED),
      expired: (question) => this.#expired(question),
    });
  }

  ask(attempt: Try): void {
    const question = new Question(attempt);
    this.#under.begin(question);
    void this.#put(question);
  }

  sweep(): void {
    for (const kept of this.#all) {
      if (kept.session === undefined || kept.pending > 0) continue;
      if (kept.session.isOver || this.#deps.clock.ms - kept.heardAt >= this.#idle) this.#drop(kept);
    }
  }

  close(): void {
    this.#under.close();
    for (const kept of [...this.#all]) this.#drop(kept);
  }

  async #put(question: Question): Promise<void> {
    const query = new Uint8Array(QUERY_ROOM);
    // Id 0 lets caches on the way work (RFC 8484 4.1), and nothing else may come over QUIC (RFC 9250 4.2.1).
    const form = { id: 0, caseBits: 0, edns: true, padded: true };
    const octets = query.subarray(0, writeQuery(query, 0, question.attempt.question, form));
    for (let left = MAX_RECONNECTS; this.#under.has(question); left--) {
      const kept = question.kept = this.#connection();
      kept.pending++;
      try {
        const session = await kept.opened;
        question.sentAt = this.#deps.clock.ms;
        if (this.#under.has(question)) {
          this.#answered(question, kept, await session.ask(octets, question.abort.signal));
        }
      } catch (error) {
        if (error instanceof ConnectionLost && left > 0) continue;
        this.#under.fail(question, "network", errorText(error));
      } finally {
        kept.pending--;
        if (kept.pending === 0 && kept.session?.isOver === true) this.#drop(kept);
      }
    }
  }

  #connection(): Kept {
    const current = this.#current;
    if (current !== undefined && current.session?.isOver !== true) return current;
    const kept: Kept = new Kept(this.#dial());
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
    const { attempt } = question, length = bytes.length;
    this.#deps.clock.refresh();
    kept.heardAt = this.#deps.clock.ms;
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

  #expired({ kept, sentAt }: Question): void {
    // Silent since the question went out: the path is gone though the connection looks open.
    if (kept?.session !== undefined && kept.heardAt <= sentAt) this.#drop(kept);
  }

  /** What it left unanswered goes over another one. */
  #drop(kept: Kept): void {
    if (!this.#all.delete(kept)) return;
    if (this.#current === kept) this.#current = undefined;
    kept.session?.close();
  }
}
