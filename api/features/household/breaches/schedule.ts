/** When watched addresses are due, computed from times alone (A 7.3.2, docs/decisions/0166). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { WatchedAddress } from "./table.ts";

const { checkEvery, checkAfterFirstAdded, checkNowPerAddress } = LIMITS.breaches;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Milliseconds between two regular checks of an address. */
export const CHECK_INTERVAL = checkEvery * SECOND;

/** The minute of the week for a number that is random for each box. */
export function minuteOfWeek(random: number): number {
  return random % (CHECK_INTERVAL / MINUTE);
}

/** The last time at or before `now` at which a box with this minute of the week checks. */
export function lastSlot(now: number, minute: number): number {
  const offset = minute * MINUTE;
  return Math.floor((now - offset) / CHECK_INTERVAL) * CHECK_INTERVAL + offset;
}

/** Whether an address was never checked. */
export function isNew({ checked }: WatchedAddress): boolean {
  return checked === 0;
}

/** Unix milliseconds at which the first regular check of a new address is due. */
export function newDueAt({ created }: WatchedAddress): number {
  return created + checkAfterFirstAdded * SECOND;
}

/**
 * The addresses to check: those that were last checked before `slot`, and all new ones once the
 * first of them is a minute old. `withNew` = new ones are due at once.
 */
export function dueAddresses(
  all: readonly WatchedAddress[],
  { now, slot, withNew }: {
    readonly now: number;
    readonly slot: number;
    readonly withNew: boolean;
  },
): readonly WatchedAddress[] {
  const first = Math.min(...all.filter(isNew).map(newDueAt));
  // A clock that was ahead stored times that are now in the future.
  const isNewDue = withNew || first <= now || first > now + checkAfterFirstAdded * SECOND;
  return all.filter((one) => {
    if (isNew(one)) return isNewDue;
    return one.checked < slot || one.checked > now;
  });
}

/**
 * When an address may be checked by hand again; 0 = now, also when a clock that was ahead stored a
 * time in the future.
 */
export function nextManual({ manual }: WatchedAddress, now: number): number {
  return manual === 0 || manual > now ? 0 : manual + checkNowPerAddress * SECOND;
}
