/**
 * The observer of journal and statistics: each batch of the resolver goes to both, in its stored
 * form.
 */
import type { Observation } from "../../../resolver/protocol.ts";
import { isOwnQuestion } from "../network/clients/service.ts";
import type { Journal } from "./journal/service.ts";
import { type StorageRules, type StoredQuery, storedQuery } from "./stored_query.ts";
import type { Statistics } from "./statistics/service.ts";

/** Creates the callback for the batches of the resolver. */
export function insightObserver(
  journal: Journal,
  statistics: Statistics,
  keeping: StorageRules,
): (batch: readonly Observation[]) => void {
  return (batch) => {
    const all: StoredQuery[] = [];
    for (const seen of batch) if (!isOwnQuestion(seen)) all.push(storedQuery(seen, keeping));
    journal.record(all);
    statistics.observe(all);
  };
}
