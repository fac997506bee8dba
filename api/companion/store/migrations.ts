/** All migrations of the online service's database, oldest first. Append only. */

/** A change of the schema, applied in one transaction. */
export interface CompanionMigration {
  readonly id: number;
  readonly name: string;
  readonly sql: readonly string[];
}

/** The migrations in the order in which they are applied. */
export const COMPANION_MIGRATIONS: readonly CompanionMigration[] = [
  {
    id: 1,
    name: "names, challenges and their serial",
    sql: [
      `create table names (
  name text primary key, key text not null unique, given integer not null
) strict, without rowid`,
      `create table challenges (
  name text not null references names (name), value text not null, until integer not null, primary key (name, value)
) strict, without rowid`,
      `create index challenges_until on challenges (until)`,
      `create table zone (id integer primary key check (id = 1), serial integer not null) strict`,
      `insert into zone (id, serial) values (1, 1)`,
    ],
  },
  {
    id: 2,
    name: "signatures seen",
    sql: [
      `create table signatures (signature text primary key, until integer not null) strict, without rowid`,
      `create index signatures_until on signatures (until)`,
    ],
  },
  {
    id: 3,
    name: "counts of the statistics",
    sql: [
      `create table telemetry_ids (id text primary key, until integer not null) strict, without rowid`,
      `create index telemetry_ids_until on telemetry_ids (until)`,
      `create table telemetry_counts (
  day text not null, version text not null, install text not null, country text not null, arch text not null,
  count integer not null, primary key (day, version, install, country, arch)
) strict, without rowid`,
    ],
  },
  {
    id: 4,
    name: "when a box called last, and names that are freed",
    sql: [
      `alter table names add column seen integer not null default 0`,
      // The time of their last call is unknown, so it is set to now.
      `update names set seen = unixepoch()`,
      `create index names_seen on names (seen)`,
      `create table freed_names (
  key text primary key, name text not null, until integer not null
) strict, without rowid`,
      `create index freed_names_until on freed_names (until)`,
    ],
  },
  {
    id: 5,
    name: "names that the operator released",
    sql: [
      `create table released_names (
  key text primary key, name text not null, until integer not null
) strict, without rowid`,
      `create index released_names_until on released_names (until)`,
    ],
  },
  {
    id: 6,
    name: "processes that use a key",
    sql: [
      `create table instances (
  key text primary key, instance text not null, since integer not null, earlier text not null,
  seen integer not null, copied integer not null
) strict, without rowid`,
      `create index instances_seen on instances (seen)`,
    ],
  },
];
