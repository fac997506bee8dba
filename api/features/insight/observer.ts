/** The observer of journal and statistics: each batch of the resolver goes to both, with clients as they may be kept. */
import type { Observation } from "../../../resolver/protocol.ts";
import { isOwnQuestion } from "../network/clients/service.ts";
import { type Anonymization, anonymized } from "./anonymize.ts";
import type { Journal } from "./journal/service.ts";
import type { Statistics } from "./statistics/service.ts";

/** Makes the function that takes the batches of the resolver. */
export function insightObserver(
  journal: Journal,
  statistics: Statistics,
  anonymization: () => Anonymization,
): (batch: readonly Observation[]) => void {
  return (batch) => {
    const kept = anonymized(
      batch.some(isOwnQuestion) ? batch.filter((seen) => !isOwnQuestion(seen)) : batch,
      anonymization(),
    );
    journal.record(kept);
    statistics.observe(kept);
  };
}
