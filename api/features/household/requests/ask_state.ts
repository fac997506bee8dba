/**
 * The state that a child or teenager sees of their own time, and what they can request now (A 2.2,
 * 4.2). Instants are Unix seconds.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import type { PersonState, SharedState } from "../hours/service.ts";
import type { Requester, RequesterRefusal } from "./requester.ts";
import type { StoredRequest } from "./request_rows.ts";

/** The limit of a category today, reduced to what requests need. */
export type LimitState = Pick<
  PersonState["limits"][number],
  "category" | "allowed" | "used" | "left" | "blocked_until"
>;

/** Whether a person or a device is open. */
export type OpenState = Pick<SharedState, "open_now" | "why" | "next_change" | "cut_until">;

/** The time state of a person, reduced to what requests need. */
export interface PersonTimeState extends OpenState {
  readonly mode: PersonState["mode"];
  readonly bonus: PersonState["bonus"];
  readonly extra: PersonState["extra"];
  readonly limits: readonly LimitState[];
}

/**
 * Why a device of a child or teenager cannot send a request: one request is waiting, six were
 * made, or nothing is closed.
 */
export type AskRefusal = "waiting" | "too_many" | "nothing";

/** The state shown to the child or teenager. */
export interface AskState {
  /** The name of the device, "" = unknown. */
  readonly device: string;
  /** Name and profile of the child or teenager who owns the device, "" = no such owner. */
  readonly person: string;
  readonly profile: "" | "child" | "teen";
  readonly refusal: "" | RequesterRefusal | AskRefusal;
  readonly open: boolean;
  readonly why: OpenState["why"];
  readonly nextChange: number;
  /** When the cut ends that closes it; 0 = no cut. */
  readonly cutUntil: number;
  readonly homeworkUntil: number;
  /** When the present cut began, even if an accepted request opens it; 0 = no cut. */
  readonly cutFrom: number;
  /** Extra time that begins later, at the end of the hours or of a cut; zeros = none. */
  readonly extra: PersonState["bonus"];
  /** Whether Internet can be requested: it is closed, or closes within the hours ahead. */
  readonly internet: boolean;
  /** `askable` = more can be requested; `blocked` = a choice blocks it, whatever the time left. */
  readonly limits: readonly (LimitState & {
    readonly askable: boolean;
    readonly blocked: boolean;
  })[];
  /** When the used time of categories is reset. */
  readonly midnight: number;
  /** Remaining requests of today. */
  readonly left: number;
  /** Requests of today and the waiting one, newest first. */
  readonly requests: readonly StoredRequest[];
  readonly timeKnown: boolean;
}

/** The input of `stateOf`. */
export interface AskFacts {
  readonly asker: Requester;
  readonly label: string;
  readonly time: PersonTimeState | undefined;
  /** The state of a device shared by children or teenagers. */
  readonly shared: OpenState | undefined;
  /** Categories blocked by choice on the device. */
  readonly blocked: ReadonlySet<TimedCategory>;
  readonly requests: readonly StoredRequest[];
  readonly left: number;
  /** Unix milliseconds, as `now`. */
  readonly midnight: number;
  readonly timeKnown: boolean;
  readonly now: number;
}

const AHEAD = LIMITS.hours.extraAheadHours * 3600;

/** Whether Internet can be requested: extra time would open something. */
export function mayAskInternet(time: PersonTimeState | undefined, now: number): boolean {
  if (time === undefined) return false;
  return !time.open_now || (time.next_change > 0 && time.next_change <= now / 1000 + AHEAD);
}

/** Whether the time of a category is used up now. */
export function isUsedUp({ blocked_until }: LimitState, now: number): boolean {
  return blocked_until > now / 1000;
}

/**
 * Whether more time of a category can be requested, "" = Internet. The request must be able to
 * open something that is closed: minutes of a category that a choice blocks do not.
 */
export function mayAskFor(
  category: string,
  { time, blocked, now }: Pick<AskFacts, "time" | "blocked" | "now">,
): boolean {
  if (category === "") return mayAskInternet(time, now);
  const limit = time?.limits.find((each) => each.category === category);
  return limit !== undefined && isUsedUp(limit, now) && !blocked.has(limit.category);
}

function refusalOf(
  { waits, left, nothing }: { waits: boolean; left: number; nothing: boolean },
): "" | AskRefusal {
  if (waits) return "waiting";
  if (left === 0) return "too_many";
  return nothing ? "nothing" : "";
}

/** Builds the state shown to the child or teenager. */
export function stateOf(
  { asker, label, time, shared, blocked, requests, left, midnight, timeKnown, now }: AskFacts,
): AskState {
  const limits = (time?.limits ?? []).filter(({ allowed }) => allowed > 0)
    .map((limit) => ({
      ...limit,
      askable: mayAskFor(limit.category, { time, blocked, now }),
      blocked: blocked.has(limit.category),
    }));
  const internet = mayAskInternet(time, now);
  const nothing = !internet && !limits.some(({ askable }) => askable);
  const waits = requests.some(({ status }) => status === "waiting");
  const refusedNow = refusalOf({ waits, left, nothing });
  const young = "refusal" in asker ? undefined : asker.person;
  const { profile } = young ?? {};
  const standing: OpenState = time ?? shared ??
    { open_now: true, why: "", next_change: 0, cut_until: 0 };
  const isCut = time?.mode.mode === "cut" && time.mode.until > now / 1000;
  const [extra = { from: 0, until: 0 }] = [time?.bonus, time?.extra]
    .filter((each) => each !== undefined && each.from > now / 1000);
  const homework = time?.mode.mode === "homework" && time.mode.until > now / 1000;
  return {
    device: label,
    person: young?.name ?? "",
    profile: profile === undefined || profile === "adult" ? "" : profile,
    refusal: "refusal" in asker ? asker.refusal : refusedNow,
    open: standing.open_now,
    why: standing.why,
    nextChange: standing.next_change,
    cutUntil: standing.cut_until,
    homeworkUntil: homework ? time.mode.until : 0,
    cutFrom: isCut ? time.mode.from : 0,
    extra,
    internet,
    limits,
    midnight: Math.ceil(midnight / 1000),
    left,
    requests,
    timeKnown,
  };
}
