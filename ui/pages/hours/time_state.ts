/** Sentences about the time state of people, and tests of time ranges. */
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html } from "../../html.ts";
import { nowSeconds, untilText } from "../../parts/times.ts";
import type { Ui } from "../../ui.ts";

/** Maximum number of people with a sentence each, and of people whose names are listed. */
const NAMED = 3;
const LISTED = 20;

/** A range in Unix seconds, zeros = none. */
export type TimeRange = PersonState["bonus"];

/** Whether the current time is within a range. */
export function isCurrent(ui: Ui, { from, until }: TimeRange): boolean {
  const now = nowSeconds(ui);
  return from <= now && now < until;
}

/** Whether a range is current or in the future. */
export function isCurrentOrFuture(ui: Ui, { until }: TimeRange): boolean {
  return until > nowSeconds(ui);
}

/**
 * Whether hours, a cut or homework are set for a person without known devices: they apply to
 * nothing.
 */
export function hasNoDevice({ devices, enabled, mode, limits }: PersonState): boolean {
  const isSet = enabled || mode.mode !== "" || limits.some(({ minutes }) => minutes > 0);
  return devices === 0 && isSet;
}

/** The time state. */
export type TimeState = "cut" | "closed" | "extra" | "homework" | "open" | "free" | "no_device";

/**
 * The time state of a person. Extra time that expires before anything closes does not determine the
 * state.
 */
export function timeStateOf(ui: Ui, person: PersonState): TimeState {
  const { devices, open_now, why, mode, bonus, extra, enabled, next_change } = person;
  if (devices === 0) return "no_device";
  if (!open_now) return why === "cut" ? "cut" : "closed";
  if (mode.mode === "homework" && isCurrent(ui, mode)) return "homework";

  const isExtra = isCurrent(ui, extra) || enabled && isCurrent(ui, bonus);
  if (isExtra && next_change <= Math.max(bonus.until, extra.until)) return "extra";
  return enabled ? "open" : "free";
}

/** A sentence about one person: whether they have Internet, and until when that stays so. */
export function sentenceOf(ui: Ui, person: PersonState): Child {
  const standing = timeStateOf(ui, person);
  // If the hours close when the cut ends, there is no Internet for longer than the cut.
  const isCutAlone = person.cut_until === 0 || person.next_change <= person.cut_until;
  const ends = person.next_change > 0;
  const name = html`<bdi>${person.name}</bdi>`;
  const until = ends ? untilText(ui, person.next_change) : "";

  if (standing === "no_device") {
    return ui.tRich(hasNoDevice(person) ? "home.problem_no_device" : "hours.lead_no_device", {
      name,
    });
  }
  if (standing === "homework") {
    return ui.tRich("hours.lead_homework", { name, until: untilText(ui, person.mode.until) });
  }
  if (standing === "free") return ui.tRich("hours.lead_free", { name });
  if (standing === "cut" && isCutAlone) {
    return ui.tRich(ends ? "hours.lead_cut_until" : "hours.lead_cut", { name, until });
  }
  if (standing === "cut" || standing === "closed") {
    return ui.tRich(ends ? "hours.lead_closed_until" : "hours.lead_closed", { name, until });
  }
  return ui.tRich(ends ? "hours.lead_open_until" : "hours.lead_open", { name, until });
}

/**
 * The state of everyone: a sentence for each person, or, for many people, who is open and who is
 * closed. `counts` tells how many there are if `people` are one page of them.
 */
export function sentenceOfAll(
  ui: Ui,
  people: readonly PersonState[],
  counts?: Schedules["counts"],
): Child {
  if (counts !== undefined && counts.people > LISTED) return sentenceOfCounts(ui, counts);
  if (people.length <= NAMED) {
    return people.map((person, at) => html`${at > 0 && " "}${sentenceOf(ui, person)}`);
  }
  const partOf = (person: PersonState) => PARTS[timeStateOf(ui, person)] ?? "hours.lead_are_open";
  const part = (key: SentencePart) => {
    const names = people.filter((person) => partOf(person) === key).map(({ name }) => name);
    return names.length > 0 &&
      ui.tRich(key, { names: html`<bdi>${ui.list(names)}</bdi>` }, names.length);
  };
  const parts = SENTENCE_PARTS.map(part).filter((one) => one !== false);
  return parts.map((one, at) => html`${at > 0 && " "}${one}`);
}

/** How many people are open and closed, where their names would fill the page. */
function sentenceOfCounts(ui: Ui, { open, closed, without }: Schedules["counts"]): Child {
  const parts = ([
    ["hours.lead_are_open", open],
    ["hours.lead_are_closed", closed],
    ["hours.lead_are_without", without],
  ] as const).filter(([, count]) => count > 0);
  return parts.map(([key, count], at) => {
    const names = ui.t("people.count_people", { count });
    return html`${at > 0 && " "}${ui.tRich(key, { names }, count)}`;
  });
}

const SENTENCE_PARTS = [
  "hours.lead_are_open",
  "hours.lead_are_closed",
  "hours.lead_are_without",
] as const;
type SentencePart = typeof SENTENCE_PARTS[number];

/** The sentence parts for people who are not open. */
const PARTS: Readonly<Partial<Record<TimeState, SentencePart>>> = {
  cut: "hours.lead_are_closed",
  closed: "hours.lead_are_closed",
  no_device: "hours.lead_are_without",
};
