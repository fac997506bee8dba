/** A query that waits for upstreams. */
import type { Explained, RuleMatch } from "../policy/model/decision.ts";
import type { Client } from "./clients/clients.ts";
import type { Asked, Policy } from "./asked.ts";
import { copyOctets } from "./exact.ts";
import type { Waiter } from "./inquiry.ts";
import type { Reply } from "./listeners/reply.ts";
import type { Outcome } from "./outcome.ts";

/** How a query goes on when its answer is there. */
export type Continuation = (asked: Asked, outcome: Outcome) => void;

/** Octets that nearly every query fits in. */
const ROOM = 320;

/** The octets of a query with what cannot be read from them; the record serves one query after the other. */
export class Waiting implements Waiter {
  bytes: Uint8Array = new Uint8Array(ROOM);
  length = 0;
  client: Client | undefined;
  policy: Policy | undefined;
  reply: Reply | undefined;
  received = 0;
  hash = 0;
  match: RuleMatch | undefined;
  explained: Explained[] | undefined;
  then: Continuation | undefined;
  behind: Waiter | undefined;
  readonly #resume: (waiting: Waiting, outcome: Outcome) => void;

  /** `resume` goes on with the query. */
  constructor(resume: (waiting: Waiting, outcome: Outcome) => void) {
    this.#resume = resume;
  }

  /** Keeps the query at hand. */
  keep(asked: Asked, then: Continuation): void {
    const { bytes, start, end } = asked.query;
    this.length = end - start;
    if (this.length > this.bytes.length) this.bytes = new Uint8Array(this.length);
    copyOctets(bytes, start, end, this.bytes, 0);
    this.client = asked.client;
    this.policy = asked.policy;
    this.reply = asked.reply.detach();
    this.received = asked.received;
    this.hash = asked.hash;
    // The text of the rule is made now: the name that it is made from belongs to the query at hand.
    this.match = asked.match === undefined || asked.match.personal !== undefined
      ? asked.match
      : { ...asked.match, list: asked.match.list, rule: asked.match.rule };
    this.explained = asked.explained;
    this.then = then;
  }

  /** Lets go of what a record that lies ready must not hold in memory, an old policy above all. */
  forget(): void {
    this.client =
      this.policy =
      this.reply =
      this.match =
      this.explained =
      this.then =
        undefined;
    if (this.bytes.length > ROOM) this.bytes = new Uint8Array(ROOM);
  }

  arrived(outcome: Outcome): void {
    this.#resume(this, outcome);
  }
}
