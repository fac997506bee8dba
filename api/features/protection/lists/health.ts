/**
 * The state of a subscription, as a code and a sentence: the result of its download, and whether
 * the policy contains it.
 */
import {
  type AppliedLists,
  type ListHealth,
  type ListInForce,
  STARTER_LIST_ID,
} from "../../../schema/lists.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";
import { isDoubtfulInForce, type ListRow } from "./table.ts";
import {
  doubtfulText,
  emptyZoneReason,
  emptyZoneText,
  forNoOneText,
  heldText,
  lostText,
  notTakenText,
  stillHeldText,
  troubleText,
  unreadText,
  withHold,
} from "./wording.ts";

/** The facts besides the row of the list. */
export interface HealthFacts {
  /** The lists in the policy; undefined = not published yet. */
  readonly inForce: AppliedLists | undefined;
  /** Whether its good copy is in the data directory. */
  readonly hasCopy: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The state of a list. */
export interface HealthOfList {
  readonly health: ListHealth;
  /** A sentence for a person when something is wrong, or "". */
  readonly message: Sentence | "";
  /** The part of it that the current policy contains. */
  readonly inForce: ListInForce;
  /** The problem and the current state without times, for an alert; "" = no failure. */
  readonly trouble: Sentence | "";
}

/** The health of a list with its message, "" when all is well. */
export function healthOf(row: ListRow, facts: HealthFacts): HealthOfList {
  const inForce = inForceOf(row, facts);
  const state = stateOf(row, facts, inForce);
  return { trouble: "", ...state, inForce };
}

type State = Pick<HealthOfList, "health" | "message"> & { readonly trouble?: Sentence };

function stateOf(row: ListRow, facts: HealthFacts, inForce: ListInForce): State {
  const { name, lastError: why } = row;
  const problem = facts.inForce?.problem ?? "";
  const isHere = row.id === STARTER_LIST_ID || row.sha256 !== "";
  if (!row.enabled) {
    return { health: "off", message: inForce === "" ? "" : stillHeldText(name, problem) };
  }
  if (problem !== "" && isHere && inForce !== "copy") {
    const message = notTakenText(name, problem, inForce === "older");
    const trouble = withHold(sentence`the lists could not be applied: ${problem}`, inForce);
    return { health: "failing", message, trouble };
  }
  const concerns = row.held?.concerns ?? [];
  if (concerns.length > 0) {
    const holds = isDoubtfulInForce(row) ? "in force" : "older in force";
    const state = facts.hasCopy ? holds : "not in force";
    return { health: "doubtful", message: doubtfulText(name, concerns, state) };
  }
  if (why !== "") return failingDownload(row, facts);
  if (row.held !== undefined) {
    return { health: "held", message: heldText(name, row.lines, row.held.lines) };
  }
  if (!isHere) return { health: "waiting", message: "" };
  if (!facts.hasCopy) {
    return {
      health: "failing",
      message: lostText(name),
      trouble: withHold(sentence`its copy is gone`, ""),
    };
  }
  if (row.scopes.length === 0) return { health: "for_no_one", message: forNoOneText(name) };
  return stateOfLines(row);
}

function failingDownload(row: ListRow, { hasCopy, now }: HealthFacts): State {
  const { name, lastError: why, nextAttempt: nextTry } = row;
  const copyFrom = hasCopy ? row.lastSuccess : 0;
  const lost = row.sha256 !== "" && !hasCopy;
  return {
    health: "failing",
    message: troubleText({ name, why, copyFrom, lost, nextTry, now }),
    trouble: withHold(why, hasCopy ? "copy" : ""),
  };
}

/** Returns the state by the result of the last compilation. */
function stateOfLines({ name, format, counts, confirmed }: ListRow): State {
  if (counts?.error !== undefined) {
    const trouble = sentence`its copy was not read to its end: ${counts.error}`;
    return { health: "failing", message: unreadText(name, counts.error), trouble };
  }
  // A zone without any rule that was added before its content was inspected.
  const isEmptyZone = format === "rpz" && counts !== undefined && counts.used === 0;
  if (isEmptyZone && confirmed?.includes("unused") !== true) {
    const why = emptyZoneReason(counts);
    const trouble = sentence`it blocks nothing: ${why}`;
    return { health: "failing", message: emptyZoneText(name, why), trouble };
  }
  return { health: "ok", message: "" };
}

/**
 * Returns what the policy contains of a list. A copy from before this start counts as the present
 * one.
 */
function inForceOf(
  { id, enabled, sha256 }: ListRow,
  { inForce, hasCopy }: HealthFacts,
): ListInForce {
  if (inForce === undefined) return enabled && hasCopy ? "copy" : "";
  const { problem, contents } = inForce;
  if (!contents.has(id)) return "";
  // A list that was turned off is removed with the next publish, unless that fails.
  if (!enabled && problem === "") return "";
  const taken = contents.get(id);
  return taken === undefined || taken === sha256 ? "copy" : "older";
}

/** Whether the current policy still contains a list that it should not. */
export function isStillApplied(
  { id }: Pick<ListRow, "id">,
  inForce: AppliedLists | undefined,
): boolean {
  return inForce !== undefined && inForce.problem !== "" && inForce.contents.has(id);
}
