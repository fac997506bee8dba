/** Sentences for a person about a list: the event, the current state, and the next step. */
import type { ListReport } from "../../../../policy/snapshot/report.ts";

import type { ListInForce } from "../../../schema/lists.ts";
import type { Concern, ConcernKind } from "../../../../policy/lists/concerns.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** "2 days", "an hour", "a moment": a duration in its largest unit. */
export function durationText(milliseconds: number): string {
  const units: readonly (readonly [size: number, one: string, many: string])[] = [
    [86_400_000, "a day", "days"],
    [3_600_000, "an hour", "hours"],
    [60_000, "a minute", "minutes"],
  ];
  for (const [size, one, many] of units) {
    const count = Math.round(milliseconds / size);
    if (count >= 1) return count === 1 ? one : `${count} ${many}`;
  }
  return "a moment";
}

/** The facts about a failed refresh. */
export interface RefreshFailure {
  readonly name: string;
  /** The reason, in lower case and without a final period. */
  readonly why: string;
  /** Unix milliseconds of the good copy, 0 = there is none. */
  readonly copyFrom: number;
  /** Whether its copy is missing. */
  readonly lost?: boolean;
  /** Unix milliseconds of the next attempt. */
  readonly nextTry: number;
  /** Unix milliseconds now. */
  readonly now: number;
}

/**
 * "List 'X' kept its copy of 2 days ago: the server answered 503. It is tried again in 2 hours."
 */
export function troubleText(
  { name, why, copyFrom, lost, nextTry, now }: RefreshFailure,
): Sentence {
  const wait = durationText(nextTry - now);
  if (copyFrom !== 0) {
    const age = durationText(now - copyFrom);
    return sentence`List '${name}' kept its copy of ${age} ago: ${why}. It is tried again in ${wait}.`;
  }
  return lost === true
    ? sentence`List '${name}' has no copy any more: ${why}. It is tried again in ${wait}.`
    : sentence`List '${name}' has no copy yet: ${why}. It is tried again in ${wait}.`;
}

/** A new copy lost so many lines that a person must decide. */
export function heldText(name: string, linesBefore: number, linesNow: number): Sentence {
  return sentence`List '${name}' kept its copy: the new one has ${linesNow} lines instead of ${linesBefore}. Look at the list, then accept the new copy or remove the list.`;
}

/** The concerns about a list, as parts of a sentence. */
const CONCERNS: Readonly<Record<ConcernKind, (concern: Concern) => string>> = {
  refused: ({ count, of }) => `${count} of its ${of} lines are refused`,
  unused: () => "no line of it is used",
  popular: ({ count, of, examples }) =>
    `it would block ${count} of ${of} popular names${suchAs(examples)}`,
  widespread: ({ count, of, examples }) =>
    `it would block ${count} of ${of} popular names${
      suchAs(examples)
    }, as a list for everything does`,
};

function suchAs(examples: readonly string[]): string {
  return examples.length === 0 ? "" : `, such as ${examples.slice(0, 3).join(", ")}`;
}

/** The state in the policy of a list whose copy is doubtful. */
export type DoubtfulState = "not in force" | "older in force" | "in force";

const DOUBTFUL: Readonly<Record<DoubtfulState, string>> = {
  "not in force": "is doubtful and has no effect yet",
  "older in force": "kept its copy: the new one is doubtful",
  "in force": "is in force, but doubtful",
};

/** A copy is doubtful and waits for a person. */
export function doubtfulText(
  name: string,
  concerns: readonly Concern[],
  state: DoubtfulState,
): Sentence {
  const why = concerns.map((concern) => CONCERNS[concern.kind](concern)).join("; ");
  return sentence`List '${name}' ${
    DOUBTFUL[state]
  }: ${why}. Look at the list, then confirm it or remove it.`;
}

/** The policy does not contain the copy of a list; `older` = it contains an older one. */
export function notTakenText(name: string, problem: string, older: boolean): Sentence {
  return older
    ? sentence`List '${name}' does not hold as it is: ${problem}. An older copy of it stays in force; it is tried again within minutes.`
    : sentence`List '${name}' does not hold as it is: ${problem}. It has no effect yet; it is tried again within minutes.`;
}

/** The copy of a list is missing in the data directory. */
export function lostText(name: string): Sentence {
  return sentence`List '${name}' has lost its copy and has no effect. Refresh it, or remove it.`;
}

/** All scopes of a list were removed from the household. */
export function forNoOneText(name: string): Sentence {
  return programSentence`List '${name}' has no effect: all whom it was for have been removed. Choose whom it is for, or remove it.`;
}

/** A list that was turned off or removed is still in the policy. */
export function stillHeldText(name: string, problem: string): Sentence {
  return sentence`List '${name}' is still in use: ${problem}. The box tries again within minutes.`;
}

/** A list whose copy was not read completely. */
export function unreadText(name: string, why: string): Sentence {
  return sentence`List '${name}' was not read to its end: ${why}. What was read of it holds. Refresh it, or remove it.`;
}

/**
 * Returns why a response policy zone has no used rule, in lower case and without a final period.
 */
export function emptyZoneReason(
  { ignored, refused }: Pick<ListReport, "ignored" | "refused">,
): Sentence {
  const others = Object.keys(refused).some((why) => why !== "out-of-zone");
  if (others) {
    return sentence`the box can use no record of the zone; the list may be written in another format`;
  }
  if ((ignored["unsupported-trigger"] ?? 0) > 0) {
    return sentence`all records of the zone are about name servers, which the box never sees`;
  }
  return sentence`no record of the zone lies below its apex, the owner of its SOA record; check $ORIGIN and the final dots of names`;
}

/** Why a list fails, with the copy of it that is in force, for an alert. */
export function withHold(why: string, inForce: ListInForce): Sentence {
  switch (inForce) {
    case "copy":
      return sentence`${why}; its last copy stays in force`;
    case "older":
      return sentence`${why}; an older copy stays in force`;
    default:
      return sentence`${why}; it has no effect`;
  }
}

/** A response policy zone without any used rule. */
export function emptyZoneText(name: string, why: string): Sentence {
  return sentence`List '${name}' blocks nothing: ${why}. Correct the zone and refresh the list, or remove it.`;
}

/** Returns a text without control and direction characters, shortened. */
export function cleanText(text: string, max: number): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "").trim().slice(0, max);
}
