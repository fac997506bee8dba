/**
 * What a person spends time on, computed from the counted minutes, with shared devices listed
 * separately (A 4.4, 7.1.5).
 */
import { findService } from "../../../../policy/catalogue/services.ts";
import type { ChoiceService } from "../../protection/choices/service.ts";
import { peopleOf } from "../client_response.ts";
import { type ClientDirectory, isPrivate, isReserved } from "../client_directory.ts";
import {
  ANYTHING,
  CATEGORY,
  type Days,
  SERVICE,
  type SpentMinutes,
  type TimeSpent,
} from "./service.ts";

/** Limits of what queries can show, as codes that the pages translate. */
export const NOTES = [
  /** Only names are visible: not the activity, nor its duration without queries. */
  "dns_only",
  /** Apps also send queries automatically. */
  "background",
  /** Mobile data, other networks and tunnels are not visible. */
  "other_network",
  /**
   * The time of devices is not counted, because clients are left out (the setting
   * `anonymize_clients`).
   */
  "clients_left_out",
] as const;
/** A code of `NOTES`. */
export type ReportNote = (typeof NOTES)[number];

/** Minutes of a category. */
export interface CategoryMinutes {
  readonly category: string;
  readonly minutes: number;
}

/** Minutes of a service, with what it is called. */
export interface ServiceMinutes {
  readonly service: string;
  readonly name: string;
  readonly minutes: number;
}

/** Minutes in total and by category and service, with the most first. */
export interface SpentTotals {
  readonly minutes: number;
  readonly categories: CategoryMinutes[];
  readonly services: ServiceMinutes[];
}

/** The person of a report. */
export interface Person {
  readonly id: number;
  readonly name: string;
  /** Whether only totals are shown. */
  readonly private: boolean;
  /** Their own devices, and those that they share. */
  readonly own: readonly PersonDevice[];
  readonly shared: readonly PersonDevice[];
}

/** A device of a person. */
export interface PersonDevice {
  readonly id: number;
  readonly label: string;
  readonly private: boolean;
  /** The people who share it; none = it belongs to one. */
  readonly sharedBy: readonly { readonly id: number; readonly name: string }[];
}

/**
 * A person with their present devices; `byThemselves` = this person makes the request. Undefined
 * = no such person.
 */
export function personOf(
  askers: ClientDirectory,
  id: number,
  byThemselves = false,
): Person | undefined {
  const person = askers.person(id);
  if (person === undefined) return undefined;
  const own: PersonDevice[] = [];
  const shared: PersonDevice[] = [];
  for (const device of askers.devices()) {
    const { id: number, label, people, personId } = device;
    if (personId === id) own.push({ id: number, label, private: false, sharedBy: [] });
    if (!people.includes(id)) continue;
    shared.push({
      id: number,
      label,
      private: isPrivate(askers, device),
      sharedBy: peopleOf(askers, people),
    });
  }
  return { id, name: person.name, private: !byThemselves && isReserved(person), own, shared };
}

/** The services that reports are read from. */
export interface ReportServices {
  readonly timeSpent: Pick<TimeSpent, "spent">;
  readonly choices: Pick<ChoiceService, "services">;
}

/** The time that a person and their devices spent on days. */
export class PersonSpent {
  readonly person: Person;
  readonly #rows: readonly SpentMinutes[];
  readonly #names: ReadonlyMap<string, string>;

  private constructor(
    person: Person,
    rows: readonly SpentMinutes[],
    names: ReadonlyMap<string, string>,
  ) {
    this.person = person;
    this.#rows = rows;
    this.#names = names;
  }

  /** Reads it. */
  static async read(
    { timeSpent, choices }: ReportServices,
    person: Person,
    days: Days,
  ): Promise<PersonSpent> {
    const devices = [...person.own, ...person.shared].map(({ id }) => `device:${id}`);
    const rows = await timeSpent.spent([`person:${person.id}`, ...devices], days);
    const isNamed = rows.some(({ key }) => key.startsWith(SERVICE));
    // A failure to read service names is ignored: without box.db services are shown by their
    // identifier.
    const own = isNamed ? await choices.services().catch(() => []) : [];
    return new PersonSpent(person, rows, new Map(own.map(({ id, name }) => [id, name])));
  }

  /** The time that the person spent on days, both inclusive. */
  ofPerson(days: Days): SpentTotals {
    return this.#spent(`person:${this.person.id}`, days, this.person.private);
  }

  /** The time that a device was used on days, both inclusive. */
  ofDevice(device: PersonDevice, days: Days): SpentTotals {
    return this.#spent(`device:${device.id}`, days, this.person.private || device.private);
  }

  #spent(subject: string, { first, last }: Days, isTotal: boolean): SpentTotals {
    let minutes = 0;
    const categories = new Map<string, number>();
    const services = new Map<string, number>();
    const add = (to: Map<string, number>, word: string, more: number) =>
      to.set(word, (to.get(word) ?? 0) + more);
    for (const row of this.#rows) {
      if (row.subject !== subject || row.day < first || row.day > last) continue;
      if (row.key === ANYTHING) minutes += row.minutes;
      else if (isTotal) continue;
      else if (row.key.startsWith(CATEGORY)) {
        add(categories, row.key.slice(CATEGORY.length), row.minutes);
      } else if (row.key.startsWith(SERVICE)) {
        add(services, row.key.slice(SERVICE.length), row.minutes);
      }
    }
    const most = (from: Map<string, number>) =>
      [...from].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return {
      minutes,
      categories: most(categories).map(([category, minutes]) => ({ category, minutes })),
      services: most(services).map(([service, minutes]) => ({
        service,
        name: this.#nameOf(service),
        minutes,
      })),
    };
  }

  #nameOf(service: string): string {
    return findService(service)?.name ?? this.#names.get(service) ?? service;
  }
}
