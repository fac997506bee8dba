/** What of a subscribed list is in force, and whether it has any effect. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";

/** Whether entries of a list are in force for somebody: a copy that is not known to be empty. */
export function hasEntries({ counts, in_force, scopes }: ListResponse): boolean {
  return in_force !== "" && scopes.length > 0 &&
    (counts === null || counts.names + counts.rules > 0);
}

/** Whether a disabled list is still active because the policy could not be built without it. */
export function isStillActive({ health, message }: ListResponse): boolean {
  return health === "off" && message !== "";
}

/** Whether a list blocks something. */
export function isBlocking(list: ListResponse): boolean {
  return list.kind === "block" && (list.enabled || isStillActive(list)) && hasEntries(list);
}
