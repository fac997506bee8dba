/** What the pages of hours read. */
import type { TimedCategory } from "../../../policy/model/person_time.ts";

/** A stretch in Unix seconds, zeros = none. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}
/** A limit. */
export interface ShownLimit {
  readonly category: TimedCategory;
  readonly minutes: number;
  readonly extra: number;
  readonly allowed: number;
  readonly used: number;
  readonly left: number;
  readonly blocked_until: number;
}
/** A person. */
export interface PersonHours {
  readonly person_id: number;
  readonly name: string;
  readonly profile: "child" | "teen";
  readonly enabled: boolean;
  readonly grid: string;
  readonly proposed: string;
  readonly open_now: boolean;
  readonly why: "" | "hours" | "cut";
  readonly next_change: number;
  readonly bonus: Stretch;
  readonly extra: Stretch;
  readonly mode: Stretch & { readonly mode: "" | "cut" | "homework" };
  readonly limits: readonly ShownLimit[];
  readonly vacation: boolean;
}
/** A shared device. */
export interface SharedHours {
  readonly device_id: number;
  readonly label: string;
  readonly people: readonly number[];
  readonly follows: string;
  readonly open_now: boolean;
  readonly why: "" | "hours" | "cut";
  readonly next_change: number;
  readonly homework: boolean;
  readonly limits: readonly Pick<ShownLimit, "category" | "minutes" | "used" | "left">[];
}
/** All. */
export interface Schedules {
  readonly people: readonly PersonHours[];
  readonly shared: readonly SharedHours[];
  readonly allow: readonly string[];
  readonly allow_default: boolean;
  readonly answers_kept: number;
  readonly zone: string;
  readonly now: number;
  readonly time_known: boolean;
}
