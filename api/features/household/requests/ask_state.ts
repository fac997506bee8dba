/** What a child or teenager is told of their own time, and what they can ask for now (A 2.2, 4.2). Instants are Unix seconds. */
import { LIMITS } from "../../../../policy/limits.ts";
import type { PersonState, SharedState } from "../hours/service.ts";
import type { AskerFound, RefusedDevice } from "./asker.ts";
import type { StoredRequest } from "./stored.ts";

/** The limit of a category today, as far as those who ask are concerned. */
export type AskedLimit = Pick<
  PersonState["limits"][number],
  "category" | "allowed" | "used" | "left" | "blocked_until"
>;

/** Whether a person or a device is open. */
export type Standing = Pick<SharedState, "open_now" | "why" | "next_change">;

/** How the time of a person stands, as far as those who ask are concerned. */
export interface AskedState extends Standing {
  readonly mode: Pick<PersonState["mode"], "mode" | "until">;
  readonly limits: readonly AskedLimit[];
}

/** Why nothing can be asked for with a device of a child or teenager: one request waits, six were made, nothing is closed. */
export type RefusedNow = "waiting" | "too_many" | "nothing";

/** What is told. */
export interface AskState {
  /** As the device is called, "" = it is not known. */
  readonly device: string;
  /** Name and profile of the child or teenager whose device it is, "" = it is of none. */
  readonly person: string;
  readonly profile: "" | "child" | "teen";
  readonly refusal: "" | RefusedDevice | RefusedNow;
  readonly open: boolean;
  readonly why: Standing["why"];
  readonly nextChange: number;
  readonly homeworkUntil: number;
  /** Whether Internet can be asked for: it is closed, or closes within the hours ahead. */
  readonly internet: boolean;
  readonly limits: readonly (AskedLimit & { readonly askable: boolean })[];
  /** When what was used of categories counts anew. */
  readonly midnight: number;
  /** Requests of today that are left. */
  readonly left: number;
  /** Those of today and the one that waits, the newest first. */
  readonly requests: readonly StoredRequest[];
  readonly timeKnown: boolean;
}

/** What it is made of. */
export interface AskFacts {
  readonly asker: AskerFound;
  readonly label: string;
  readonly time: AskedState | undefined;
  /** How a device stands that children or teenagers share. */
  readonly shared: Standing | undefined;
  readonly requests: readonly StoredRequest[];
  readonly left: number;
  /** Unix milliseconds, as `now`. */
  readonly midnight: number;
  readonly timeKnown: boolean;
  readonly now: number;
}

const AHEAD = LIMITS.hours.extraAheadHours * 3600;

/** Whether Internet can be asked for: extra time would open something. */
export function mayAskInternet(time: AskedState | undefined, now: number): boolean {
  if (time === undefined) return false;
  return !time.open_now || (time.next_change > 0 && time.next_change <= now / 1000 + AHEAD);
}

/** Whether the time of a category is used up now. */
export function isUsedUp({ blocked_until }: AskedLimit, now: number): boolean {
  return blocked_until > now / 1000;
}

/** What somebody is told. */
export function stateOf(
  { asker, label, time, shared, requests, left, midnight, timeKnown, now }: AskFacts,
): AskState {
  const limits = (time?.limits ?? []).filter(({ allowed }) => allowed > 0)
    .map((limit) => ({ ...limit, askable: isUsedUp(limit, now) }));
  const internet = mayAskInternet(time, now);
  const nothing = !internet && !limits.some(({ askable }) => askable);
  const waits = requests.some(({ status }) => status === "waiting");
  const refusedNow = waits ? "waiting" : left === 0 ? "too_many" : nothing ? "nothing" : "";
  const young = "refusal" in asker ? undefined : asker.person, { profile } = young ?? {};
  const standing: Standing = time ?? shared ?? { open_now: true, why: "", next_change: 0 };
  const homework = time?.mode.mode === "homework" && time.mode.until > now / 1000;
  return {
    ...{
      device: label,
      person: young?.name ?? "",
      profile: profile === undefined || profile === "adult" ? "" : profile,
    },
    refusal: "refusal" in asker ? asker.refusal : refusedNow,
    ...{ open: standing.open_now, why: standing.why, nextChange: standing.next_change },
    homeworkUntil: homework ? time.mode.until : 0,
    ...{ internet, limits, midnight: Math.ceil(midnight / 1000), left, requests, timeKnown },
  };
}
