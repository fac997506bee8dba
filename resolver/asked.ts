/** A query on its way through the resolver, from its parsing to its response. */
import type { Explained, Question, RuleMatch } from "../policy/model/decision.ts";
import type { PolicyClient } from "../policy/decide/decide.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import type { Reason } from "../policy/reasons.ts";
import type { Clients } from "./clients/clients.ts";
import type { Reply } from "./listeners/reply.ts";
import type { Status } from "./protocol.ts";
import { keep } from "./slab.ts";
import type { ParsedQuery } from "./wire/query.ts";

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

/** A query that was parsed, with all that is known of it. The snapshot is read once: a new one never changes it midway. */
export interface Asked {
  readonly query: ParsedQuery;
  readonly question: Question;
  readonly client: PolicyClient;
  readonly policy: Policy;
  readonly reply: Reply;
  /** Monotonic milliseconds at which it came. */
  readonly received: number;
  /** Where the steps of each protection are put for `--explain`. */
  readonly explained?: Explained[];
}

/** The same query, able to outlive the call in which it came. */
export function retain(asked: Asked): Asked {
  const { client, policy, received, explained } = asked;
  const { type, class: class_, name } = asked.question, { bytes, start, end } = asked.query;
  const question = { name: keep(name), type, class: class_ };
  const query = asked.query.retained(keep(bytes, start, end), question.name), reply = asked.reply.detach();
  return { query, question, client, policy, reply, received, ...(explained === undefined ? {} : { explained }) };
}
