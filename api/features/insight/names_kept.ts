/**
 * The names that nobody is shown: a device that several people share keeps what it asked to itself while one of them is an adult
 * who did not agree to detailed reports (A 4.4, 7.1.5). A change of consent applies at once, so that rows hold what was asked and
 * each reading leaves it out.
 */
import { type Askers, isPrivate } from "./askers.ts";
import { HIDDEN } from "./kept.ts";

/** Whether what a device asked is shown to nobody; the device of one person alone is theirs to account for, and the log shows it. */
export function keepsNames(askers: Pick<Askers, "device" | "person">, id: number): boolean {
  const device = id === 0 ? undefined : askers.device(id);
  return device !== undefined && device.people.length > 0 && isPrivate(askers, device);
}

/** The numbers of the devices that keep their names to themselves. */
export function keepingNames(askers: Askers): number[] {
  return [...askers.devices()].filter(({ people, id }) =>
    people.length > 0 && keepsNames(askers, id)
  ).map(({ id }) => id);
}

/** What tells of a name, in an entry of the journal. */
interface Telling {
  readonly name: string;
  readonly answer: string;
  readonly rule: string;
  readonly origin: string;
  readonly list: number;
  readonly upstream: string;
}

/** An entry without the name, and without what would tell it: the list of one subject, the service, the resolver of one domain. */
export function withoutName<T extends Telling>(entry: T): T {
  return { ...entry, name: HIDDEN, answer: "", rule: "", origin: "", list: -1, upstream: "" };
}
