/**
 * What holds for a scope, out of what it and the scopes around it chose: the narrowest choice of each line, the strictest of the
 * lines of a shared device (A 7.1.5, DESIGN 3). policy/snapshot makes the same of it for each class of devices.
 */
import type { ChoiceRow } from "../../../../policy/model/household.ts";

/** A choice that holds, and the scope that made it; "" = nobody did. */
export interface Effective {
  readonly value: string;
  readonly from: string;
  readonly schedule: string;
}

/** The choices of one key by scope. */
export type ChoicesByScope = ReadonlyMap<string, ChoiceRow>;

/** Choices by key, then by scope. */
export function byKey(rows: readonly ChoiceRow[]): ReadonlyMap<string, ChoicesByScope> {
  const found = new Map<string, Map<string, ChoiceRow>>();
  for (const row of rows) {
    const scopes = found.get(row.key);
    if (scopes === undefined) found.set(row.key, new Map([[row.scope, row]]));
    else scopes.set(row.scope, row);
  }
  return found;
}

/** The choice of the narrowest scope of a line; `otherwise` holds where none chose. */
export function narrowest(line: readonly string[], choices: ChoicesByScope | undefined, otherwise: string): Effective {
  for (const scope of line) {
    const row = choices?.get(scope);
    if (row !== undefined) return { value: row.value, from: scope, schedule: row.schedule };
  }
  return { value: otherwise, from: "", schedule: "" };
}

/** The strictest of what holds for each line, by the order of `values`, the strictest last; what holds always beats what holds at times. */
export function strictest(held: readonly Effective[], values: readonly string[]): Effective {
  const rank = ({ value, schedule }: Effective) => 2 * values.indexOf(value) + (schedule === "" ? 1 : 0);
  const [first, ...rest] = held.toSorted((a, b) => rank(b) - rank(a));
  if (first.schedule === "") return first;
  const timed = rest.filter(({ value, schedule }) => value === first.value && schedule !== "");
  const schedule = timed.reduce((all, other) => together(all, other.schedule), first.schedule);
  return { ...first, schedule: schedule.includes("0") ? schedule : "" };
}

/** The grid that is set wherever one of two is. */
function together(one: string, other: string): string {
  return one.replace(/0/g, (_, at) => other[at] === "1" ? "1" : "0");
}
