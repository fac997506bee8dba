/** A query on its way through the resolver, from its parsing to its response. */
import type { Explained, RuleMatch } from "../policy/model/decision.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import type { Reason } from "../policy/reasons.ts";
import type { Client, Clients } from "./clients/clients.ts";
import type { Reply } from "./listeners/reply.ts";
import type { Status } from "./protocol.ts";
import { ParsedQuery } from "./wire/query.ts";

/** The policy in force: the snapshot with what the resolver derives from it, replaced as one. */
export interface Policy {
  readonly snapshot: Snapshot;
  readonly clients: Clients;
}

/** What the journal says of an answer; kept with it in the memo. */
export interface Facts {
  readonly status: Status;
  readonly reason: Reason | "";
  readonly origin: string;
  readonly match: RuleMatch | undefined;
  /** Identifier of the deciding list, -1 = none. */
  readonly list: number;
  readonly upstream: string;
}

/** The query at hand, with all that is known of it. The snapshot is read once: a new one never changes it midway. */
export class Asked {
  readonly query: ParsedQuery = new ParsedQuery();
  /** Its name has an array of its very length, which the next query uses again. */
  readonly question: { name: Uint8Array; type: number; class: number } = {
    name: this.query.name,
    type: 0,
    class: 0,
  };
  client!: Client;
  policy!: Policy;
  reply!: Reply;
  /** Monotonic milliseconds at which it came. */
  received = 0;
  /** Its number in the memo of finished answers. */
  hash = 0;
  /** The rule that lets it through, when one does. */
  match: RuleMatch | undefined;
  /** Where the steps of each protection are put for `--explain`. */
  explained: Explained[] | undefined;
}
