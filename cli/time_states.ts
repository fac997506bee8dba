/** The time state of a person, as commands print it. */
import type { PersonState, Schedules } from "../api/features/household/hours/schedules.ts";
import type { Call } from "./command.ts";
import { clean } from "./terminal.ts";
import { timeText } from "./times.ts";

/** From one instant to another in Unix seconds; both 0 = there is none. */
type Bounds = PersonState["bonus"];

/** The time states of all people. */
export async function readSchedules(service: Call["service"]): Promise<Schedules> {
  return await service.call<Schedules>("GET", "/api/v1/schedules");
}

/** `open`, `closed (hours)`, `closed (cut)`; for a person without devices, that nothing applies. */
export function stateText(
  { open_now, why, devices }:
    & Pick<PersonState, "open_now" | "why">
    & Partial<Pick<PersonState, "devices">>,
): string {
  if (devices === 0) return "no device yet: nothing applies";
  return open_now ? "open" : `closed (${why})`;
}

/** What follows a change for a person without devices: it applies to nothing yet; "" = it applies. */
export function withoutDevice({ people }: Pick<Schedules, "people">, id: number): string {
  const person = people.find(({ person_id }) => person_id === id);
  return person?.devices === 0
    ? ` ${clean(person.name)} has no device yet, so it applies to nothing.`
    : "";
}

/** Unix seconds in the household's time zone, in which its hours apply; "" = none. */
export function householdTime(unix: number, { zone }: Pick<Schedules, "zone">): string {
  return unix === 0 ? "" : timeText(unix, zone);
}

/** Extra time of both kinds; "" = none. */
export function extraTimeText(
  bonus: Bounds,
  grant: Bounds,
  { zone }: Pick<Schedules, "zone">,
): string {
  return [bonus, grant].filter(({ until }) => until > 0)
    .map(({ from, until }) => `${timeText(from, zone)} to ${timeText(until, zone).slice(11)}`).join(
      ", ",
    );
}

/** `cut until 2026-11-21 19:00:00`; "" = none. */
export function modeText(
  { mode, until }: PersonState["mode"],
  { zone }: Pick<Schedules, "zone">,
): string {
  return mode === "" ? "" : `${mode} until ${timeText(until, zone)}`;
}
