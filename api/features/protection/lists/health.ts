/** How a subscription is, in a word and in a sentence for a person: what its download said, and whether the policy took it up. */
import { type ListRow, STARTER_LIST_ID } from "./table.ts";
import { heldText, notTakenText, stillHeldText, troubleText, unreadText } from "./wording.ts";

/** `waiting` for its first copy, `held` = a new copy waits for a person, `failing` = an old copy is used or none. */
export type ListHealth = "ok" | "off" | "waiting" | "held" | "failing";

/** What the policy in force has of the lists. */
export interface ListsInForce {
  /** Why it is not made of the lists as they are subscribed, in lower case and without a final dot; "" = it is. */
  readonly problem: string;
  /** SHA-256 of the lines by identifier; undefined = of a start before, the lines are not known. */
  readonly contents: ReadonlyMap<number, string | undefined>;
}

/** The health of a list with what to tell of it, "" when all is well. */
export function healthOf(
  row: ListRow,
  inForce: ListsInForce,
  now: number,
): { health: ListHealth; message: string } {
  const { name, lastError: why, nextAttempt: nextTry, lastSuccess } = row, { problem } = inForce;
  if (!row.enabled) {
    return { health: "off", message: isHeld(row, inForce) ? stillHeldText(name, problem) : "" };
  }
  if (isMissing(row, inForce)) return { health: "failing", message: notTakenText(name, problem) };
  if (why !== "") {
    const copyFrom = row.sha256 === "" ? 0 : lastSuccess;
    return { health: "failing", message: troubleText({ name, why, copyFrom, nextTry, now }) };
  }
  if (row.held !== undefined) {
    return { health: "held", message: heldText(name, row.lines, row.held.lines) };
  }
  if (row.id !== STARTER_LIST_ID && row.sha256 === "") return { health: "waiting", message: "" };
  const unread = row.counts?.error;
  return unread === undefined
    ? { health: "ok", message: "" }
    : { health: "failing", message: unreadText(name, unread) };
}

/** Whether the policy in force goes on with a list that it should let go. */
export function isHeld({ id }: Pick<ListRow, "id">, { problem, contents }: ListsInForce): boolean {
  return problem !== "" && contents.has(id);
}

/** Whether the policy in force lacks the copy of a list. */
function isMissing({ id, sha256 }: ListRow, { problem, contents }: ListsInForce): boolean {
  if (problem === "" || sha256 === "" && id !== STARTER_LIST_ID) return false;
  const taken = contents.get(id);
  return !contents.has(id) || taken !== undefined && taken !== sha256;
}
