/**
 * Names that are never shown. The queries of a shared device are private while one of its users
 * is an adult who did not agree to detailed reports (A 4.4, 7.1.5). A change of consent applies
 * at once: rows store the queried name, and each read leaves it out.
 */
import { type ClientDirectory, isPrivate } from "./client_directory.ts";
import { HIDDEN } from "./stored_query.ts";

/**
 * Whether a query of a device at a time in Unix milliseconds is hidden from every user. A device
 * with a single owner is that person's responsibility, so the log shows its queries.
 */
export function storesNames(
  askers: Pick<ClientDirectory, "device" | "person" | "privateUntil">,
  id: number,
  time: number,
): boolean {
  if (id === 0) return false;
  if (time < askers.privateUntil(id).log * 1000) return true;
  const device = askers.device(id);
  return device !== undefined && device.people.length > 0 && isPrivate(askers, device);
}

/** The numbers of the devices whose queries since a time in Unix milliseconds are private. */
export function storingNames(askers: ClientDirectory, since = 0): number[] {
  const now = [...askers.devices()].filter(({ people, id }) =>
    people.length > 0 && storesNames(askers, id, Infinity)
  ).map(({ id }) => id);
  const before = [...askers.privateDevices()].filter((id) => storesNames(askers, id, since));
  return [...new Set([...now, ...before])];
}

/** The fields of a journal entry that reveal a name. */
interface Telling {
  readonly name: string;
  readonly answer: string;
  readonly rule: string;
  readonly origin: string;
  readonly list: number;
  readonly upstream: string;
}

/**
 * The entry without the name and without what would reveal it: the list of one subject, the
 * service, the resolver of one domain.
 */
export function withoutName<T extends Telling>(entry: T): T {
  return { ...entry, name: HIDDEN, answer: "", rule: "", origin: "", list: -1, upstream: "" };
}
