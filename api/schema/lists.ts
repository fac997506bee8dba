/** Types of lists that their feature, the compiler of snapshots and the health check share. */
import type { ListReach } from "../../policy/model/list_reach.ts";
import type { ListFormat } from "../../policy/model/rule.ts";

/** Identifier of the starter list that is part of the program; its row always exists. */
export const STARTER_LIST_ID = 0;

/**
 * A list and the location of its lines: a file of the data directory, or the program (starter
 * list).
 */
export interface ListContent extends ListReach {
  readonly id: number;
  readonly name: string;
  readonly kind: "block" | "allow";
  readonly category: string;
  readonly format: ListFormat;
  /** Absent for the starter list. */
  readonly path?: string;
  /** SHA-256 of the lines; "" for the starter list, whose lines are part of the program. */
  readonly sha256: string;
}

/** The lists in the active policy. */
export interface AppliedLists {
  /**
   * Why the policy lacks the subscribed lists, in lower case without a final dot; "" = it includes
   * them.
   */
  readonly problem: string;
  /**
   * SHA-256 of the lines by identifier; undefined = from an earlier start, the lines are not known.
   */
  readonly contents: ReadonlyMap<number, string | undefined>;
}

/**
 * Which copy of a list is in the active policy: its last good one, an older one, or none (""), as
 * before the first download and while it is off.
 */
export type ListInForce = "" | "copy" | "older";

/**
 * The health of a list: `waiting` = no copy yet, `held` = a new copy that lost most of its lines
 * waits for a decision, `doubtful` = a copy with concerns waits for a decision, `failing` = an old
 * copy or none is used, `for_no_one` = all whom it was for were removed, so it has no effect.
 */
export type ListHealth =
  | "ok"
  | "off"
  | "waiting"
  | "held"
  | "doubtful"
  | "failing"
  | "for_no_one";
