/** The local copy of a subscribed list, and whether it has any effect. */
import type { ShownList } from "../../../api/features/protection/lists/routes.ts";

/** Whether the box has a copy of a list; the one that comes with the box always has. */
export function hasCopy({ source, last_success, bytes }: ShownList): boolean {
  return source === "embedded" || (last_success > 0 && bytes > 0);
}

/** Whether a list has entries: it has a copy that is not known to be empty. */
export function isFilled(list: ShownList): boolean {
  const { counts } = list;
  return hasCopy(list) && (counts === null || counts.names + counts.rules > 0);
}

/** Whether a disabled list is still active because the policy could not be built without it. */
export function isStillInForce({ health, message }: ShownList): boolean {
  return health === "off" && message !== "";
}

/** Whether a list blocks something. */
export function isBlocking(list: ShownList): boolean {
  return list.kind === "block" && (list.enabled || isStillInForce(list)) && isFilled(list);
}
