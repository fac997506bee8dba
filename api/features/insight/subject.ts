/**
 * The subject of a query, independent of its client and its result: the service and the category
 * of its name.
 */
import type { ServiceNames } from "../../../policy/snapshot/service_names.ts";
import type { Observation } from "../../../resolver/protocol.ts";
import { reportedChoice, type StorageRules } from "./stored_query.ts";

/** The service and the category of a name. */
export interface NameSubject {
  /** "" = none. */
  readonly service: string;
  /** "" = none. */
  readonly category: string;
}

/**
 * Creates the function that determines the subject: by the services that use the name, else by
 * what a list or a protection reported.
 */
export function subjectOf(
  services: Pick<ServiceNames, "of">,
  options: Pick<StorageRules, "categoryOfList" | "categoryOfService">,
): (seen: Observation) => NameSubject {
  return (seen) => {
    const named = services.of(seen.name);
    if (seen.list < 0 && seen.origin === "" && seen.rule === "") {
      return named === undefined ? NOTHING : { service: named.id, category: named.category };
    }
    const reported = reportedChoice(seen, options);
    if (named === undefined) return reported;
    return { service: named.id, category: named.category || reported.category };
  };
}

const NOTHING: NameSubject = { service: "", category: "" };
