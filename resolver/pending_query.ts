/** A query that waits for upstreams. */
import type { ExplainedStep, RuleMatch } from "../policy/model/decision.ts";
import type { Client } from "./clients/client_lookup.ts";
import type { ActivePolicy, QueryContext } from "./query_context.ts";
import { copyBytes } from "./memory/exact_arrays.ts";
import type { Waiter } from "./in_flight_question.ts";
import type { Reply } from "./listeners/reply.ts";
import type { Resolution } from "./resolution.ts";

/** Continues a query when its outcome is available. */
export type Continuation = (context: QueryContext, outcome: Resolution) => void;

/** Bytes that suffice for nearly every query. */
const ROOM = 320;

/**
 * The bytes of a query, and the state that cannot be parsed from them. The record is reused for
 * later queries.
 */
export class PendingQuery implements Waiter {
  bytes: Uint8Array = new Uint8Array(ROOM);
  length = 0;
  client: Client | undefined;
  policy: ActivePolicy | undefined;
  reply: Reply | undefined;
  received = 0;
  hash = 0;
  match: RuleMatch | undefined;
  learned = "";
  spyware = "";
  explained: ExplainedStep[] | undefined;
  then: Continuation | undefined;
  nextWaiter: Waiter | undefined;
  readonly #resume: (waiting: PendingQuery, outcome: Resolution) => void;

  /** `resume` continues the query. */
  constructor(resume: (waiting: PendingQuery, outcome: Resolution) => void) {
    this.#resume = resume;
  }

  /** Copies the current query. */
  capture(context: QueryContext, then: Continuation): void {
    const { bytes, start, end } = context.query;
    this.length = end - start;
    if (this.length > this.bytes.length) this.bytes = new Uint8Array(this.length);
    copyBytes(bytes, start, end, this.bytes, 0);
    this.client = context.client;
    this.policy = context.policy;
    this.reply = context.reply.detach();
    this.received = context.received;
    this.hash = context.hash;
    // The rule text is made now, because the name it depends on belongs to the current query.
    this.match = context.match === undefined || context.match.personal !== undefined
      ? context.match
      : { ...context.match, list: context.match.list, rule: context.match.rule };
    this.learned = context.learned;
    this.spyware = context.spyware;
    this.explained = context.explained;
    this.then = then;
  }

  /** Drops references that an idle record must not keep in memory, above all an old policy. */
  clear(): void {
    this.client =
      this.policy =
      this.reply =
      this.match =
      this.explained =
      this.then =
        undefined;
    if (this.bytes.length > ROOM) this.bytes = new Uint8Array(ROOM);
  }

  onResolved(outcome: Resolution): void {
    this.#resume(this, outcome);
  }
}
