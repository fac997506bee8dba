/** Lists, as their feature, the compiler of snapshots and the health check share them. */
import type { ListFormat } from "../../policy/model/rule.ts";

/** Identifier of the starter list that is part of the program; its row always exists. */
export const STARTER_LIST_ID = 0;

/** Where the lines of a list are: in a file of the data directory, or in the program (starter list). */
export interface ListContent {
  readonly id: number;
  readonly name: string;
  readonly kind: "block" | "allow";
  readonly category: string;
  readonly format: ListFormat;
  /** Absent for the starter list. */
  readonly path?: string;
  /** SHA-256 of the lines; "" for the starter list, whose lines come with the version of the program. */
  readonly sha256: string;
}

/** The lists in the policy in force. */
export interface AppliedLists {
  /**
   * Why it lacks the subscribed lists, in lower case, without a final dot; "" = it includes them.
   */
  readonly problem: string;
  /**
   * SHA-256 of the lines by identifier; undefined = from an earlier start, the lines are not known.
   */
  readonly contents: ReadonlyMap<number, string | undefined>;
}

/**
 * What of a list is in the policy in force: its last good copy, an older copy, or nothing (""), as
 * before the first download and while it is off.
 */
export type ListInForce = "" | "copy" | "older";

/**
 * `waiting` for its first copy, `held` = a new copy that lost most of its lines waits for a person,
 * `doubtful` = a copy with concerns waits for a person, `failing` = an old copy is used or none.
 */
export type ListHealth = "ok" | "off" | "waiting" | "held" | "doubtful" | "failing";
