/**
 * People, groups and devices in memory, as box.db keeps them: read whole at the start, since whoever asks for a device cannot
 * wait, and written one change after another, each of them one transaction that memory follows.
 */
import { InTurn } from "../../in_turn.ts";
import { Loading } from "../../loading.ts";
import { ApiError } from "../../http/errors.ts";
import type { Database, Row } from "../../store/database.ts";
import type { Device, Group, HouseholdChange, Person } from "./members.ts";
import { type Kept, statementsOf, toDevice, toGroup, toPerson } from "./register_rows.ts";

export type { Device, Group, HouseholdChange, Person } from "./members.ts";

/** The register. Methods reject with ApiError (a refusal) or DatabaseUnavailable, and then change nothing. */
export class Register {
  readonly #db: Database;
  #people = new Map<number, Person>();
  #groups = new Map<number, Group>();
  #devices = new Map<number, Device>();
  #byMac = new Map<string, Device>();
  #last: Record<Kept, number> = { people: 0, groups: 0, devices: 0 };
  readonly #loading = new Loading(() => this.#load());
  readonly #changes = new InTurn();
  readonly #listeners = new Set<(change: HouseholdChange) => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when everything is in memory; what failed is tried again by the next who asks. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reads everything again: the database was replaced. */
  reload(): Promise<void> {
    return this.#loading.again();
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

  /** A person, or the refusal that there is none. */
  person(id: number): Person {
    return this.#people.get(id) ?? missing("person", id);
  }

  /** A group, or the refusal that there is none. */
  group(id: number): Group {
    return this.#groups.get(id) ?? missing("group", id);
  }

  /** A device, or the refusal that there is none. */
  device(id: number): Device {
    return this.#devices.get(id) ?? missing("device", id);
  }

  /** A number that nobody had before. */
  newId(of: Kept): number {
    return ++this.#last[of];
  }

  /** Looks and changes without anybody else in between. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.take(() => this.ready().then(work));
  }

  /** Makes a change: all of it or nothing. Called within `alone`. */
  async write(change: HouseholdChange): Promise<void> {
    await this.#db.batch(statementsOf(change));
    this.#follow(change);
    for (const listener of this.#listeners) listener(change);
  }

  /** Tells of every change that was made; the function given back ends it. */
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
    const [people, groups, devices, sharing, macs, last] = await Promise.all([
      all("select * from people order by id"),
      all("select * from groups order by id"),
      all("select * from devices order by id"),
      all("select device_id, person_id as value from device_people order by person_id"),
      all("select device_id, mac as value from device_macs order by mac"),
      all("select name, seq from sqlite_sequence where name in ('people', 'groups', 'devices')"),
    ]);
    const peopleOf = gathered<number>(sharing), macsOf = gathered<string>(macs);
    this.#people = new Map(people.map((row) => [Number(row.id), toPerson(row)]));
    this.#groups = new Map(groups.map((row) => [Number(row.id), toGroup(row)]));
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
  }
}

function missing(what: string, id: number): never {
  throw new ApiError("not_found", `There is no ${what} with the number: ${id}`);
}

/** Values by device. */
function gathered<T>(rows: readonly Row[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const id = Number(row.device_id), values = found.get(id);
    if (values === undefined) found.set(id, [row.value as T]);
    else values.push(row.value as T);
  }
  return found;
}
