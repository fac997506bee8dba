/** The state of a query from parsing to response. */
import type { ExplainedStep, RuleMatch } from "../policy/model/decision.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import type { Reason } from "../policy/reasons.ts";
import type { BogusAddresses } from "./answers/bogus_addresses.ts";
import type { Client, ClientLookup } from "./clients/client_lookup.ts";
import type { Reply } from "./listeners/reply.ts";
import type { QueryStatus } from "./protocol.ts";
import { ParsedQuery } from "./wire/query.ts";

/**
 * The active policy: the snapshot and the data that the resolver derives from it, replaced
 * together.
 */
export interface ActivePolicy {
  readonly snapshot: Snapshot;
  readonly clients: ClientLookup;
  readonly bogus: BogusAddresses;
}

/** What the journal records of an answer; stored with it in the response cache. */
export interface AnswerMetadata {
  readonly status: QueryStatus;
  readonly reason: Reason | "";
  readonly origin: string;
  readonly match: RuleMatch | undefined;
  /** Identifier of the deciding list, -1 = none. */
  readonly list: number;
  readonly upstream: string;
  /** The server of spyware that the answer, sent or withheld, leads to; "" = none. */
  readonly spyware: string;
  /** The RCODE with upper bits of an upstream that failed; 0 = the RCODE of the response. */
  readonly extendedRcode: number;
}

/**
 * The current query and all that is known of it. The snapshot is read once, so a new one never
 * changes it midway.
 */
export class QueryContext {
  readonly query: ParsedQuery = new ParsedQuery();
  /** The array of the name has its exact length and is reused for the next query. */
  readonly question: { name: Uint8Array; type: number; class: number } = {
    name: this.query.name,
    type: 0,
    class: 0,
  };
  client!: Client;
  policy!: ActivePolicy;
  reply!: Reply;
  /** Monotonic milliseconds at which it arrived. */
  received = 0;
  /** Its hash in the response cache. */
  hash = 0;
  /** The rule that allows it, if any. */
  match: RuleMatch | undefined;
  /** The domain that its device learns if nothing blocks the query, "" = none. */
  learned = "";
  /** The server of spyware that the name leads to, as far as its chain is known; "" = none. */
  spyware = "";
  /** Receives the steps of each protection for `--explain`. */
  explained: ExplainedStep[] | undefined;
}
