/** How the pages of hours say how somebody stands, and whether a stretch of time holds. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html } from "../../html.ts";
import { nowOf, untilText } from "../../parts/times.ts";
import type { Ui } from "../../shown.ts";

/** People about whom there is one sentence each. */
const NAMED = 3;

/** A stretch in Unix seconds, zeros = none. */
export type Stretch = PersonState["bonus"];

/** Whether a stretch holds now. */
export function isNow(ui: Ui, { from, until }: Stretch): boolean {
  const now = nowOf(ui);
  return from <= now && now < until;
}

/** Whether a stretch holds now or later. */
export function isAhead(ui: Ui, { until }: Stretch): boolean {
  return until > nowOf(ui);
}

/** How somebody stands. */
export type Standing = "cut" | "closed" | "extra" | "open" | "free";

/** How a person stands. */
export function standingOf(ui: Ui, person: PersonState): Standing {
  const { open_now, why, bonus, extra, enabled } = person;
  if (!open_now) return why === "cut" ? "cut" : "closed";
  if (isNow(ui, extra) || enabled && isNow(ui, bonus)) return "extra";
  return enabled ? "open" : "free";
}

/** A sentence about one person: whether they have Internet, and until when that stays so. */
export function sentenceOf(ui: Ui, person: PersonState): Child {
  const { next_change } = person, standing = standingOf(ui, person), ends = next_change > 0;
  const name = html`<bdi>${person.name}</bdi>`, until = ends ? untilText(ui, next_change) : "";
  if (standing === "free") return ui.rich("hours.lead_free", { name });
  if (standing === "cut") {
    return ui.rich(ends ? "hours.lead_cut_until" : "hours.lead_cut", { name, until });
  }
  if (standing === "closed") {
    return ui.rich(ends ? "hours.lead_closed_until" : "hours.lead_closed", { name, until });
  }
  return ui.rich(ends ? "hours.lead_open_until" : "hours.lead_open", { name, until });
}

/** How everybody stands: a sentence about each, or who is open and who is closed where there are many. */
export function sentenceOfAll(ui: Ui, people: readonly PersonState[]): Child {
  if (people.length <= NAMED) {
    return people.map((person, at) => html`${at > 0 && " "}${sentenceOf(ui, person)}`);
  }
  const isOpen = (person: PersonState) => !["cut", "closed"].includes(standingOf(ui, person));
  const part = (open: boolean) => {
    const names = people.filter((person) => isOpen(person) === open).map(({ name }) => name);
    const key = open ? "hours.lead_are_open" : "hours.lead_are_closed";
    return names.length > 0 &&
      ui.rich(key, { names: html`<bdi>${ui.list(names)}</bdi>` }, names.length);
  };
  return html`${part(true)} ${part(false)}`;
}
