/**
 * Until when the queries of a device stay private, regardless of its present users. The reason is
 * that an adult who had not agreed to detailed reports no longer uses it. So giving a device
 * away, merging, forgetting it, or changing a person to a child reveals no earlier queries (A
 * 4.4, 7.1.5).
 */
import type { Statement } from "../../store/database.ts";
import type { Device, HouseholdChange, Person } from "./members.ts";
import { peopleOf } from "./owner.ts";

/** Times in Unix seconds, 0 = nothing is private for this reason. */
export interface PrivacyEnds {
  /** For a device that was shared: the log and the alerts hide its names. */
  readonly log: number;
  /** For any device: reports about it hide its names. */
  readonly reports: number;
}

/** No earlier query is private. */
export const NOT_PRIVATE: PrivacyEnds = { log: 0, reports: 0 };

/** The household before a change. */
export interface PreviousHousehold {
  readonly people: ReadonlyMap<number, Person>;
  readonly devices: ReadonlyMap<number, Device>;
  readonly privateUntil: ReadonlyMap<number, PrivacyEnds>;
}

/** Returns what becomes private by a change, by device. */
export function privateAfter(
  before: PreviousHousehold,
  { people = [], devices = [], gone = {}, moved }: HouseholdChange,
  now: number,
): Map<number, PrivacyEnds> {
  const changedPeople = new Map(people.map((person) => [person.id, person]));
  const changedDevices = new Map(devices.map((device) => [device.id, device]));
  const goneDevices = new Set(gone.devices);
  const gonePeople = new Set(gone.people);
  const isReserved = (person: Person | undefined) =>
    person?.profile === "adult" && !person.detailedReports;
  const found = new Map<number, PrivacyEnds>();
  const keep = (id: number, { log, reports }: PrivacyEnds) => {
    const known = found.get(id) ?? before.privateUntil.get(id) ?? NOT_PRIVATE;
    const after = { log: Math.max(known.log, log), reports: Math.max(known.reports, reports) };
    if (after.log !== known.log || after.reports !== known.reports) found.set(id, after);
  };
  const isLooked = devices.length > 0 || goneDevices.size > 0 || gonePeople.size > 0 ||
    people.some(({ id, profile }) => isReserved(before.people.get(id)) && profile !== "adult");
  if (!isLooked) return found;
  // While no person changes, only the devices that change have other users than before.
  const isOfPeople = people.length > 0 || gonePeople.size > 0;
  const touched = new Set([...changedDevices.keys(), ...goneDevices]);
  if (moved !== undefined) touched.add(moved.from);
  for (const id of isOfPeople ? before.devices.keys() : touched) {
    const device = before.devices.get(id);
    if (device === undefined) continue;
    const into = moved?.from === device.id ? moved.into : device.id;
    const after = goneDevices.has(device.id) && into === device.id
      ? undefined
      : changedDevices.get(into) ?? before.devices.get(into);
    const users = after === undefined ? [] : peopleOf(after);
    // A person who agrees now decides for the past too. A person who became a child no longer
    // decides, and their earlier queries stay private.
    const left = peopleOf(device).some((id) =>
      isReserved(before.people.get(id)) &&
      (!users.includes(id) || gonePeople.has(id) || changedPeople.get(id)?.profile === "child" ||
        changedPeople.get(id)?.profile === "teen")
    );
    if (left) keep(into, { log: device.people.length > 0 ? now : 0, reports: now });
    const earlier = before.privateUntil.get(device.id);
    if (into !== device.id && earlier !== undefined) keep(into, earlier);
  }
  return found;
}

/** The statements that store it. */
export function privateStatements(changes: ReadonlyMap<number, PrivacyEnds>): Statement[] {
  return [...changes].map(([id, { log, reports }]) => ({
    sql: `insert or replace into private_names (device_id, log_until, reports_until)
      values (?, ?, ?)`,
    args: [id, log, reports],
  }));
}
