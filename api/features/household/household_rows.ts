/** People, groups and devices as rows of box.db, and the statements that write a change of them. */
import type { Profile } from "../../../policy/model/household.ts";
import type { Row, Statement } from "../../store/database.ts";
import type { Device, Group, HouseholdChange, Person } from "./members.ts";

/** The tables whose rows have a number of their own. */
export type NumberedTable = "people" | "groups" | "devices";

/**
 * The statements of a change. Removals come first, so that their hardware addresses are free for
 * the added rows.
 */
export function statementsOf(
  { people = [], groups = [], devices = [], gone = {}, with: more = [], before = [] }:
    HouseholdChange,
): Statement[] {
  const remove = (table: NumberedTable, ids: readonly number[] = []): Statement[] =>
    ids.length === 0 ? [] : [{
      sql: `delete from ${table} where id in (select value from json_each(?))`,
      args: [JSON.stringify(ids)],
    }];
  return [
    ...before,
    ...remove("people", gone.people),
    ...remove("groups", gone.groups),
    ...remove("devices", gone.devices),
    ...people.map(personStatement),
    ...groups.map(groupStatement),
    ...devices.flatMap(deviceStatements),
    ...more,
  ];
}

function upsert(
  table: NumberedTable,
  values: Readonly<Record<string, string | number | null>>,
): Statement {
  const names = Object.keys(values);
  const sets = names.slice(1).map((name) => `${name} = excluded.${name}`);
  const places = names.map(() => "?").join(", ");
  return {
    sql: `insert into ${table} (${
      names.join(", ")
    }) values (${places}) on conflict (id) do update set ${sets.join(", ")}`,
    args: Object.values(values),
  };
}

function personStatement(
  { id, name, profile, detailedReports, created, changed }: Person,
): Statement {
  return upsert("people", {
    id,
    name,
    profile,
    detailed_reports: detailedReports ? 1 : 0,
    created,
    changed,
  });
}

function groupStatement({ id, name, kind, created, changed }: Group): Statement {
  return upsert("groups", { id, name, kind, created, changed });
}

function deviceStatements(device: Device): Statement[] {
  const {
    id,
    name,
    kind,
    system,
    personId,
    groupId,
    quarantined,
    known,
    follows,
    created,
    changed,
    people,
    macs,
  } = device;
  const values = {
    id,
    name,
    kind,
    system,
    person_id: personId || null,
    group_id: groupId || null,
    quarantined: quarantined ? 1 : 0,
    known: known ? 1 : 0,
    follows,
    created,
    changed,
  };
  return [
    upsert("devices", values),
    { sql: "delete from device_people where device_id = ?", args: [id] },
    {
      sql: "insert into device_people (device_id, person_id) select ?, value from json_each(?)",
      args: [id, JSON.stringify(people)],
    },
    {
      sql:
        "delete from device_macs where device_id = ? and mac not in (select value from json_each(?))",
      args: [id, JSON.stringify(macs)],
    },
    {
      sql:
        "insert or ignore into device_macs (mac, device_id, created) select value, ?, ? from json_each(?)",
      args: [id, changed, JSON.stringify(macs)],
    },
  ];
}

/** Converts a row to a person. */
export function toPerson(row: Row): Person {
  return {
    id: Number(row.id),
    name: String(row.name),
    profile: row.profile as Profile,
    detailedReports: row.detailed_reports === 1,
    created: Number(row.created),
    changed: Number(row.changed),
  };
}

/** Converts a row to a group. */
export function toGroup(row: Row): Group {
  const { id, name, kind, created, changed } = row;
  return {
    id: Number(id),
    name: String(name),
    kind: String(kind),
    created: Number(created),
    changed: Number(changed),
  };
}

/** Converts a row to a device, with the people who share it and its hardware addresses, sorted. */
export function toDevice(row: Row, people: readonly number[], macs: readonly string[]): Device {
  return {
    id: Number(row.id),
    name: String(row.name),
    kind: String(row.kind),
    system: String(row.system),
    personId: people.length > 1 ? 0 : Number(row.person_id ?? people[0] ?? 0),
    people: people.length > 1 ? people : [],
    groupId: people.length > 1 ? 0 : Number(row.group_id ?? 0),
    quarantined: row.quarantined === 1,
    known: row.known === 1,
    follows: String(row.follows) as Device["follows"],
    created: Number(row.created),
    changed: Number(row.changed),
    macs,
  };
}
