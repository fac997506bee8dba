/**
 * People, groups and devices in memory, as stored in box.db. They are loaded completely at
 * startup because device look-ups cannot wait. Changes are written one after another; each is one
 * transaction, and memory is updated after it.
 */
import { Mutex } from "../../async/mutex.ts";
import { LazyValue } from "../../async/lazy_value.ts";
import { DomainError } from "../../schema/errors.ts";
import type { Database, Row } from "../../store/database.ts";
import type { Device, Group, HouseholdChange, Person } from "./members.ts";
import { NOT_PRIVATE, type PrivacyEnds, privateAfter, privateStatements } from "./private_names.ts";
import { type NumberedTable, statementsOf, toDevice, toGroup, toPerson } from "./household_rows.ts";
import type { Runtime } from "../../system/runtime.ts";
import { sentence } from "../../../policy/model/sentence.ts";

export type { Device, Group, HouseholdChange, Person } from "./members.ts";

/**
 * The register. Methods reject with DomainError (a refusal) or DatabaseUnavailableError, and then change
 * nothing.
 */
export class HouseholdRepository {
  readonly #db: Database;
  readonly #now: Runtime["now"];
  #people = new Map<number, Person>();
  #groups = new Map<number, Group>();
  #devices = new Map<number, Device>();
  #byMac = new Map<string, Device>();
  #privateUntil = new Map<number, PrivacyEnds>();
  #last: Record<NumberedTable, number> = { people: 0, groups: 0, devices: 0 };
  #revision = 0;
  readonly #loading = new LazyValue(() => this.#load());
  readonly #changes = new Mutex();
  readonly #listeners = new Set<(change: HouseholdChange) => void>();

  /** `now` in Unix milliseconds. */
  constructor(db: Database, now: Runtime["now"]) {
    this.#db = db;
    this.#now = now;
  }

  /** Resolves when everything is in memory. A failed load is retried by the next call. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reloads everything after the database was replaced. */
  reload(): Promise<void> {
    return this.#loading.again();
  }

  /** Another number after each change and each load: what was computed before is outdated. */
  get revision(): number {
    return this.#revision;
  }

  /** People by id. */
  get people(): ReadonlyMap<number, Person> {
    return this.#people;
  }

  /** Groups by id. */
  get groups(): ReadonlyMap<number, Group> {
    return this.#groups;
  }

  /** Devices by id. */
  get devices(): ReadonlyMap<number, Device> {
    return this.#devices;
  }

  /** The device of a hardware address. */
  byMac(mac: string): Device | undefined {
    return this.#byMac.get(mac);
  }

  /**
   * Until when the queries of a device stay private, regardless of its present users. The device
   * may no longer exist.
   */
  privateUntil(device: number): PrivacyEnds {
    return this.#privateUntil.get(device) ?? NOT_PRIVATE;
  }

  /** Devices with queries that stay private. */
  privateDevices(): Iterable<number> {
    return this.#privateUntil.keys();
  }

  /** The person, or a refusal if it does not exist. */
  person(id: number): Person {
    return this.#people.get(id) ?? missing("person", id);
  }

  /** The group, or a refusal if it does not exist. */
  group(id: number): Group {
    return this.#groups.get(id) ?? missing("group", id);
  }

  /** The device, or a refusal if it does not exist. */
  device(id: number): Device {
    return this.#devices.get(id) ?? missing("device", id);
  }

  /** A number that has never been used before. */
  newId(of: NumberedTable): number {
    return ++this.#last[of];
  }

  /** Runs reads and changes under the mutex, without a change in between. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.take(() => this.ready().then(work));
  }

  /** Writes a change as one transaction. Call it only within `alone`. */
  async write(change: HouseholdChange): Promise<void> {
    const household = {
      people: this.#people,
      devices: this.#devices,
      privateUntil: this.#privateUntil,
    };
    const hidden = privateAfter(household, change, Math.ceil(this.#now() / 1000));
    await this.#db.batch([...statementsOf(change), ...privateStatements(hidden)]);
    this.#follow(change);
    for (const [id, until] of hidden) this.#privateUntil.set(id, until);
    for (const listener of this.#listeners) listener(change);
  }

  /** Registers a listener for every change; the returned function removes it. */
  onChange(listener: (change: HouseholdChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #follow({ people = [], groups = [], devices = [], gone = {} }: HouseholdChange): void {
    gone.people?.forEach((id) => this.#people.delete(id));
    gone.groups?.forEach((id) => this.#groups.delete(id));
    gone.devices?.forEach((id) => this.#drop(id));
    for (const person of people) this.#people.set(person.id, person);
    for (const group of groups) this.#groups.set(group.id, group);
    for (const device of devices) this.#keep(device);
    this.#revision++;
  }

  #drop(id: number): void {
    this.#devices.get(id)?.macs.forEach((mac) => this.#byMac.delete(mac));
    this.#devices.delete(id);
  }

  #keep(device: Device): void {
    this.#devices.get(device.id)?.macs.forEach((mac) => this.#byMac.delete(mac));
    this.#devices.set(device.id, device);
    for (const mac of device.macs) this.#byMac.set(mac, device);
  }

  async #load(): Promise<void> {
    const all = (sql: string) => this.#db.all(sql);
    const [people, groups, devices, sharing, macs, hidden, last] = await Promise.all([
      all("select * from people order by id"),
      all("select * from groups order by id"),
      all("select * from devices order by id"),
      all("select device_id, person_id as value from device_people order by person_id"),
      all("select device_id, mac as value from device_macs order by mac"),
      all("select device_id, log_until, reports_until from private_names"),
      all("select name, seq from sqlite_sequence where name in ('people', 'groups', 'devices')"),
    ]);
    const peopleOf = gathered<number>(sharing);
    const macsOf = gathered<string>(macs);
    this.#people = new Map(people.map((row) => [Number(row.id), toPerson(row)]));
    this.#groups = new Map(groups.map((row) => [Number(row.id), toGroup(row)]));
    this.#privateUntil = new Map(
      hidden.map(({ device_id, log_until, reports_until }) => [
        Number(device_id),
        { log: Number(log_until), reports: Number(reports_until) },
      ]),
    );
    this.#devices = new Map();
    this.#byMac = new Map();
    for (const row of devices) {
      const id = Number(row.id);
      this.#keep(toDevice(row, peopleOf.get(id) ?? [], macsOf.get(id) ?? []));
    }
    this.#last = {
      people: 0,
      groups: 0,
      devices: 0,
      ...Object.fromEntries(last.map(({ name, seq }) => [name, seq])),
    };
    this.#revision++;
  }
}

function missing(what: string, id: number): never {
  throw new DomainError("not_found", sentence`There is no ${what} with the number: ${id}`);
}

/** Values by device. */
function gathered<T>(rows: readonly Row[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const id = Number(row.device_id);
    const values = found.get(id);
    if (values === undefined) found.set(id, [row.value as T]);
    else values.push(row.value as T);
  }
  return found;
}
