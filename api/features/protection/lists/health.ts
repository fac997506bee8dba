/** How a subscription is, in a word and in a sentence for a person: what its download said, and whether the policy took it up. */
import { type ListHealth, type ListsInForce, STARTER_LIST_ID } from "../../../schema/lists.ts";
import type { ListRow } from "./table.ts";
import {
  doubtfulText,
  emptyZoneReason,
  emptyZoneText,
  heldText,
  notTakenText,
  stillHeldText,
  troubleText,
  unreadText,
} from "./wording.ts";

/** The health of a list with its message, "" when all is well. */
export function healthOf(
  row: ListRow,
  inForce: ListsInForce,
  now: number,
): { health: ListHealth; message: string } {
  const { name, lastError: why, nextAttempt: nextTry, lastSuccess } = row;
  const { problem } = inForce;
  if (!row.enabled) {
    return { health: "off", message: isHeld(row, inForce) ? stillHeldText(name, problem) : "" };
  }
  if (isMissing(row, inForce)) return { health: "failing", message: notTakenText(name, problem) };
  const concerns = row.held?.concerns ?? [];
  if (concerns.length > 0) {
    return { health: "doubtful", message: doubtfulText(name, concerns, row.sha256 !== "") };
  }
  if (why !== "") {
    const copyFrom = row.sha256 === "" ? 0 : lastSuccess;
    return { health: "failing", message: troubleText({ name, why, copyFrom, nextTry, now }) };
  }
  if (row.held !== undefined) {
    return { health: "held", message: heldText(name, row.lines, row.held.lines) };
  }
  if (row.id !== STARTER_LIST_ID && row.sha256 === "") return { health: "waiting", message: "" };
  const { counts } = row;
  if (counts?.error !== undefined) {
    return { health: "failing", message: unreadText(name, counts.error) };
  }
  // A zone without any policy that was taken into use before its content was inspected.
  const isEmptyZone = row.format === "rpz" && counts !== undefined && counts.used === 0;
  if (isEmptyZone && row.confirmed?.includes("unused") !== true) {
    return { health: "failing", message: emptyZoneText(name, emptyZoneReason(counts)) };
  }
  return { health: "ok", message: "" };
}

/** Whether the policy in force still contains a list that it should drop. */
export function isHeld({ id }: Pick<ListRow, "id">, { problem, contents }: ListsInForce): boolean {
  return problem !== "" && contents.has(id);
}

/** Whether the policy in force lacks the copy of a list. */
function isMissing({ id, sha256 }: ListRow, { problem, contents }: ListsInForce): boolean {
  if (problem === "" || sha256 === "" && id !== STARTER_LIST_ID) return false;
  const taken = contents.get(id);
  return !contents.has(id) || taken !== undefined && taken !== sha256;
}
