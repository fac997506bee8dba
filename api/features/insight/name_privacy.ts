/**
 * Whose queried names are shown to whom: one decision for the log, reports, alerts, previews and
 * exports. Names that a device queried are private while an adult who uses it did not agree to
 * detailed reports (A 4.4, 7.1.5). A change of consent applies at once: rows store the queried
 * name, and each read leaves it out.
 */
import { personIdOf, type Principal } from "../../http/principal.ts";
import { type ClientDirectory, isPrivate } from "./client_directory.ts";
import { HIDDEN } from "./stored_query.ts";

/** The parts of the household that the decision needs. */
type Household = Pick<
  ClientDirectory,
  "device" | "devices" | "person" | "privateUntil" | "privateDevices"
>;

/** What one viewer is shown of queried names. */
export class NamePrivacy {
  readonly #household: Household;
  readonly #viewer: number;

  /** `viewer` = the person who reads, 0 = an account without a person, or data that leaves the box. */
  constructor(household: Household, viewer = 0) {
    this.#household = household;
    this.#viewer = viewer;
  }

  /** For the principal of a request. */
  static of(household: Household, by: Principal): NamePrivacy {
    return new NamePrivacy(household, personIdOf(by));
  }

  /** Whether the name of a query is hidden: of a device, at a time in Unix milliseconds. */
  hides(id: number, time: number): boolean {
    if (id === 0) return false;
    if (time < this.#household.privateUntil(id).reports * 1000) return true;
    const device = this.#household.device(id);
    // The only user of a device sees its names.
    const isOwn = this.#viewer !== 0 && device?.personId === this.#viewer;
    return device !== undefined && !isOwn && isPrivate(this.#household, device);
  }

  /** The devices with hidden names since a time in Unix milliseconds. */
  hiding(since = 0): number[] {
    const now = [...this.#household.devices()].filter(({ id }) => this.hides(id, Infinity));
    const before = [...this.#household.privateDevices()].filter((id) => this.hides(id, since));
    return [...new Set([...now.map(({ id }) => id), ...before])];
  }
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
