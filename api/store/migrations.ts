/**
 * All migrations of the schema, oldest first. Append only: a released migration is never edited,
 * removed or reordered; `user_version` of each file is the id of the last applied one.
 */
import type { DatabaseName } from "./protocol.ts";

/** A change of the schema of one database, applied in one transaction. */
export interface Migration {
  /** Increases along the list, over all databases. */
  readonly id: number;
  readonly database: DatabaseName;
  readonly name: string;
  readonly sql: string;
}

/** The migrations in the order in which they are applied. */
export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    database: "box",
    name: "settings",
    sql:
      `create table settings (key text primary key, value text not null, changed integer not null) strict, without rowid;`,
  },
  {
    id: 2,
    database: "journal",
    name: "queries with a dictionary",
    sql: `
create table names (id integer primary key, name text not null unique) strict;
create table texts (id integer primary key, text text not null unique, day integer not null) strict;
create table queries (
  id integer primary key, time integer not null, duration integer not null, client integer not null,
  transport integer not null, name integer not null, type integer not null, rcode integer not null,
  status integer not null, reason integer, origin integer, list integer, rule integer, upstream integer,
  size integer not null, answer text
) strict;
create index queries_name on queries (name);`,
  },
  {
    id: 3,
    database: "stats",
    name: "counters and tops",
    sql: `
create table counters (
  step integer not null, at integer not null, dimension text not null, key text not null, count integer not null,
  primary key (step, at, dimension, key)
) strict, without rowid;
create table tops (
  step integer not null, at integer not null, kind text not null, key text not null, count integer not null,
  error integer not null, primary key (step, at, kind, key)
) strict, without rowid;`,
  },
  {
    id: 4,
    database: "box",
    name: "lists, with the starter list",
    sql: `
create table lists (
  id integer primary key, name text not null, source text not null, url text not null, format text not null,
  kind text not null, category text not null, enabled integer not null, created integer not null,
  etag text not null default '', last_modified text not null default '', last_attempt integer not null default 0,
  last_success integer not null default 0, next_attempt integer not null default 0, failures integer not null default 0,
  last_error text not null default '', bytes integer not null default 0, lines integer not null default 0,
  sha256 text not null default '', held text, counts text, unique (kind, url)
) strict;
insert into lists (id, name, source, url, format, kind, category, enabled, created)
  values (0, 'Starter list', 'embedded', '', 'auto', 'block', '', 1, 0);`,
  },
  {
    // Rows of the journal refer to lists by id: the id of a removed list must never be reused.
    id: 5,
    database: "box",
    name: "ids of lists are given once",
    sql: `
create table lists_once (
  id integer primary key autoincrement, name text not null, source text not null, url text not null,
  format text not null, kind text not null, category text not null, enabled integer not null, created integer not null,
  etag text not null default '', last_modified text not null default '', last_attempt integer not null default 0,
  last_success integer not null default 0, next_attempt integer not null default 0, failures integer not null default 0,
  last_error text not null default '', bytes integer not null default 0, lines integer not null default 0,
  sha256 text not null default '', held text, counts text, unique (kind, url)
) strict;
insert into lists_once select * from lists;
drop table lists;
alter table lists_once rename to lists;`,
  },
  {
    // Secrets of sessions and tokens are stored as SHA-256; "changed" grows with each change, so it
    // also serves as the version.
    id: 10,
    database: "box",
    name: "accounts, sessions and tokens",
    sql: `
create table accounts (
  id integer primary key autoincrement, name text not null, name_key text not null unique, kind text not null,
  role text not null, rights text not null default '[]', person_id integer not null default 0,
  language text not null default '', email text not null default '', password text not null,
  disabled integer not null default 0, created integer not null, changed integer not null, changed_by text not null,
  last_sign_in integer not null default 0, last_address text not null default ''
) strict;
create table sessions (
  id integer primary key autoincrement, account_id integer not null references accounts (id) on delete cascade,
  secret text not null unique, host text not null, address text not null, user_agent text not null,
  created integer not null, seen integer not null, remembered integer not null
) strict;
create index sessions_account on sessions (account_id);
create table tokens (
  id integer primary key autoincrement, account_id integer not null references accounts (id) on delete cascade,
  name text not null, secret text not null unique, rights text not null, created integer not null,
  expires integer not null, last_use integer not null default 0, last_address text not null default ''
) strict;
create index tokens_account on tokens (account_id);`,
  },
  {
    // The secret of an authenticator is sealed, a recovery code stored as SHA-256 and deleted when
    // it is used.
    id: 15,
    database: "box",
    name: "second factors of accounts",
    sql: `
create table totp (
  account_id integer primary key references accounts (id) on delete cascade, secret text not null,
  last_step integer not null, created integer not null
) strict;
create table passkeys (
  id integer primary key autoincrement, account_id integer not null references accounts (id) on delete cascade,
  credential text not null unique, public_key blob not null, counter integer not null, handle text not null,
  host text not null, transports text not null, synced integer not null, name text not null, created integer not null,
  last_use integer not null default 0
) strict;
create index passkeys_account on passkeys (account_id);
create table recovery_codes (
  account_id integer not null references accounts (id) on delete cascade, hash text not null,
  primary key (account_id, hash)
) strict, without rowid;`,
  },
  {
    id: 20,
    database: "box",
    name: "administration log and alerts",
    sql: `
create table audit (
  id integer primary key autoincrement, time integer not null, action text not null, kind text not null,
  name text not null, account_id integer not null, address text not null, detail text not null
) strict;
create index audit_time on audit (time);
create trigger audit_append_only before update on audit begin
  select raise(abort, 'the administration log is never rewritten');
end;
create table alerts (
  id integer primary key autoincrement, time integer not null, kind text not null, "group" text not null,
  severity integer not null, audience text not null, device_id integer not null, person_id integer not null,
  name text not null, detail text not null, count integer not null default 1, last integer not null,
  acknowledged integer not null default 0, acknowledged_by text not null default ''
) strict;
create index alerts_time on alerts (time);
create index alerts_open on alerts (id) where acknowledged = 0;
create table alerts_told (
  kind text not null, subject text not null, time integer not null, day text not null, device_id integer not null,
  person_id integer not null, detail text not null, alert integer not null, primary key (kind, subject)
) strict, without rowid;`,
  },
  {
    id: 25,
    database: "box",
    name: "targets of the export",
    sql: `
create table exports (
  id integer primary key autoincrement, name text not null, enabled integer not null, config text not null,
  secret text not null default '', kinds text, audit integer not null, alert_cursor integer not null,
  audit_cursor integer not null, last_ok integer not null default 0, last_error text not null default '',
  last_error_at integer not null default 0, dropped integer not null default 0
) strict;`,
  },
  {
    id: 30,
    database: "box",
    name: "who changed a setting",
    sql: `alter table settings add column changed_by text not null default '';`,
  },
  {
    id: 31,
    database: "box",
    name: "terms of use",
    sql: `
create table terms (version text primary key, accepted integer not null, account text not null) strict, without rowid;`,
  },
  {
    // A scope is "all" or the people or devices it covers; types and target are JSON; "until" is
    // Unix seconds, the other times milliseconds.
    id: 35,
    database: "box",
    name: "rules of the household",
    sql: `
create table rules (
  id integer primary key autoincrement, scope text not null, domain text not null, action text not null,
  kind text not null, types text not null, target text not null, until integer not null, created integer not null,
  changed integer not null, changed_by text not null, unique (scope, domain)
) strict;`,
  },
  {
    id: 40,
    database: "stats",
    name: "when clients were seen",
    sql: `
create table clients (address text primary key, first integer not null, last integer not null) strict, without rowid;`,
  },
  {
    // On ten million rows: 2.3 s and 0.9 s, 23 MB.
    id: 41,
    database: "journal",
    name: "where each hour begins, and reasons by an index",
    sql: `
create table hours (hour integer primary key, first integer not null, last integer not null) strict;
insert into hours select time / 3600000, min(id), max(id) from queries group by 1;
create index queries_reason on queries (reason) where reason is not null;`,
  },
  {
    // A device may have a group besides its person; a device that several people share has neither.
    // "kind" and "system" contain what a person chose, '' = guessed. Times are Unix milliseconds in
    // all tables of the household.
    id: 50,
    database: "box",
    name: "people, groups and devices",
    sql: `
create table people (
  id integer primary key autoincrement, name text not null, profile text not null, detailed_reports integer not null default 0,
  created integer not null, changed integer not null
) strict;
create table groups (
  id integer primary key autoincrement, name text not null, kind text not null default '', created integer not null,
  changed integer not null
) strict;
create table devices (
  id integer primary key autoincrement, name text not null default '', kind text not null default '',
  system text not null default '', person_id integer references people (id) on delete set null,
  group_id integer references groups (id) on delete set null, quarantined integer not null default 0,
  known integer not null default 0, created integer not null, changed integer not null
) strict;
create index devices_person on devices (person_id) where person_id is not null;
create index devices_group on devices (group_id) where group_id is not null;
create table device_people (
  device_id integer not null references devices (id) on delete cascade,
  person_id integer not null references people (id) on delete cascade, primary key (device_id, person_id)
) strict, without rowid;
create index device_people_person on device_people (person_id);
create table device_macs (
  mac text primary key, device_id integer not null references devices (id) on delete cascade, created integer not null
) strict, without rowid;
create index device_macs_device on device_macs (device_id);`,
  },
  {
    // Machines found on the network by hardware address. "addresses" and "names" are JSON:
    // [{address, seen}], {mdns, netbios, …}.
    id: 51,
    database: "box",
    name: "machines of the network",
    sql: `
create table machines (
  mac text primary key, first_seen integer not null, seen_at integer not null, present_since integer not null,
  last_query integer not null default 0, addresses text not null, names text not null, kind text not null default '',
  system text not null default '', sources text not null
) strict, without rowid;`,
  },
  {
    // A scope is all, group:ID, profile:NAME, person:ID or device:ID. "schedule" is a grid of 672
    // slots or ''.
    id: 52,
    database: "box",
    name: "choices by scope, services of the household, pauses",
    sql: `
create table choices (
  scope text not null, kind text not null, key text not null, value text not null, schedule text not null default '',
  changed integer not null, changed_by text not null, primary key (scope, kind, key)
) strict, without rowid;
create table services (
  id text primary key, name text not null, "group" text not null, domains text not null, created integer not null,
  changed integer not null, changed_by text not null
) strict, without rowid;
create table pauses (
  scope text primary key, until integer not null, started integer not null, started_by text not null
) strict, without rowid;`,
  },
  {
    id: 53,
    database: "box",
    name: "local records",
    sql: `
create table dns_records (
  id integer primary key autoincrement, name text not null, type text not null, value text not null, ttl integer not null,
  enabled integer not null default 1, comment text not null default '', created integer not null, changed integer not null,
  changed_by text not null, unique (name, type, value)
) strict;`,
  },
  {
    // "who" is device:ID, or the address of an unknown device.
    id: 54,
    database: "box",
    name: "tunnels that were caught",
    sql: `
create table tunnels (
  who text not null, domain text not null, score integer not null, found integer not null, last integer not null,
  detail text not null, allowed integer not null default 0, primary key (who, domain)
) strict, without rowid;`,
  },
  {
    id: 55,
    database: "journal",
    name: "the device that asked",
    sql: `
alter table queries add column device integer;
create index queries_device on queries (device) where device is not null;`,
  },
  {
    // "device" 0 = an unknown device. "key" is queries, blocked, category:NAME or service:ID; steps
    // are hours and days.
    id: 56,
    database: "stats",
    name: "what each device asked",
    sql: `
create table device_counters (
  device integer not null, step integer not null, at integer not null, key text not null, count integer not null,
  primary key (device, step, at, key)
) strict, without rowid;`,
  },
  {
    id: 57,
    database: "box",
    name: "the first days, in which the box learns the household",
    sql: `
create table learning (
  id integer primary key check (id = 1), started integer not null, until integer not null, done integer not null
) strict;`,
  },
  {
    // A grid is 672 slots of 15 minutes from Monday 00:00, '' = never set. Instants are Unix
    // milliseconds.
    id: 58,
    database: "box",
    name: "hours, extra time, cuts and limits of people",
    sql: `
create table person_hours (
  person_id integer primary key references people (id) on delete cascade, enabled integer not null, grid text not null,
  changed integer not null, changed_by text not null
) strict;
create table extra_time (
  person_id integer not null references people (id) on delete cascade, kind text not null check (kind in ('bonus', 'grant')),
  "from" integer not null, "to" integer not null, given integer not null, given_by text not null,
  primary key (person_id, kind)
) strict, without rowid;
create table person_modes (
  person_id integer primary key references people (id) on delete cascade, mode text not null check (mode in ('cut', 'homework')),
  "from" integer not null, "to" integer not null, duration text not null, begun_by text not null
) strict;
create table time_limits (
  person_id integer not null references people (id) on delete cascade, category text not null, minutes integer not null,
  changed integer not null, changed_by text not null, primary key (person_id, category)
) strict, without rowid;
create table extra_minutes (
  person_id integer not null references people (id) on delete cascade, day text not null, category text not null,
  minutes integer not null, primary key (person_id, day, category)
) strict, without rowid;
create table schedule_allow (
  id integer primary key check (id = 1), domains text not null, changed integer not null, changed_by text not null
) strict;`,
  },
  {
    // A step is five minutes, identified by the Unix seconds at which it begins; a day is a
    // calendar day of the box, YYYY-MM-DD.
    id: 59,
    database: "box",
    name: "the time that people and shared devices used of a category",
    sql: `
create table category_usage (
  person_id integer not null references people (id) on delete cascade, day text not null, category text not null,
  step integer not null, primary key (person_id, day, category, step)
) strict, without rowid;
create table shared_usage (
  device_id integer not null references devices (id) on delete cascade, day text not null, category text not null,
  step integer not null, primary key (device_id, day, category, step)
) strict, without rowid;`,
  },
  {
    // source: hand, service or file. "key" identifies an imported vacation, so that one removed by
    // hand is not imported again.
    id: 60,
    database: "box",
    name: "vacations and where they come from",
    sql: `
create table vacations (
  id integer primary key autoincrement, first_day text not null, last_day text not null, name text not null,
  source text not null check (source in ('hand', 'service', 'file')), key text not null, created integer not null,
  created_by text not null
) strict;
create unique index vacations_key on vacations (key) where key <> '';
create table vacations_removed (
  key text primary key, last_day text not null
) strict, without rowid;
create table holiday_import (
  id integer primary key check (id = 1), country text not null, region text not null, name text not null, lang text not null,
  tried integer not null, done integer not null, error text not null
) strict;`,
  },
  {
    // category '' = Internet. status: waiting, accepted, refused or expired; given = granted
    // minutes.
    id: 61,
    database: "box",
    name: "requests for more time",
    sql: `
create table time_requests (
  id integer primary key autoincrement, person_id integer not null references people (id) on delete cascade,
  device_id integer not null, category text not null, minutes integer not null, message text not null,
  created integer not null, status text not null, answered integer not null, answered_by text not null,
  given integer not null
) strict;
create index time_requests_created on time_requests (created);`,
  },
  {
    // subject: person:2 or device:3. "key": '' = anything, category:NAME, service:ID. minutes =
    // minutes of counted steps.
    id: 62,
    database: "stats",
    name: "the time that people and devices spend, by day",
    sql: `
create table time_spent (
  subject text not null, day text not null, key text not null, minutes integer not null, primary key (subject, day, key)
) strict, without rowid;`,
  },
  {
    // mode: '' = no certificate is wanted. state: none, obtaining, ready or failed; told = days
    // before expiry, as last reported.
    id: 63,
    database: "box",
    name: "the certificate of encrypted DNS",
    sql: `
create table dns_certificate (
  id integer primary key check (id = 1), mode text not null, name text not null, provider text not null,
  credentials text not null, email text not null, chosen_at integer not null, chosen_by text not null,
  state text not null, step text not null, error text not null, tried integer not null, tries integer not null,
  remade_at integer not null, told integer not null
) strict;`,
  },
  {
    // before: JSON of the mode and the extra time. A cut ends extra time that was given before it,
    // also in existing data.
    id: 64,
    database: "box",
    name: "what the last change of a cut or homework ended",
    sql: `
create table mode_changes (
  person_id integer primary key references people (id) on delete cascade, before text not null,
  changed integer not null, changed_by text not null
) strict;
delete from extra_time where exists (
  select 1 from person_modes where person_modes.person_id = extra_time.person_id and mode = 'cut' and given < person_modes."from"
);`,
  },
  {
    // The kinds of concerns that a person confirmed for a list, as JSON; null = none.
    id: 65,
    database: "box",
    name: "confirmed concerns of lists",
    sql: "alter table lists add column confirmed text;",
  },
  {
    // secret: SHA-256, '' = no longer valid. Times are Unix seconds, 0 = never.
    id: 66,
    database: "box",
    name:
      "invitations of people to their accounts, and what accounts are told at their next sign-in",
    sql: `
create table invitations (
  account_id integer primary key references accounts (id) on delete cascade, secret text not null, created integer not null,
  created_by text not null, expires integer not null, accepted integer not null, withdrawn integer not null
) strict;
create table account_notices (
  id integer primary key autoincrement, account_id integer not null references accounts (id) on delete cascade,
  time integer not null, kind text not null, by_name text not null, subject text not null, consent_ended integer not null
) strict;
create index account_notices_account on account_notices (account_id);`,
  },
  {
    // Times are Unix seconds. The device may be removed: its journal entries keep its number.
    id: 67,
    database: "box",
    name: "until when what devices asked stays private",
    sql: `
create table private_names (
  device_id integer primary key, log_until integer not null, reports_until integer not null
) strict;`,
  },
  {
    // One row for each file in which addresses that older versions stored with secrets are masked.
    id: 68,
    database: "box",
    name: "in which files old addresses are masked",
    sql: "create table old_addresses (file text primary key) strict, without rowid;",
  },
  {
    // The inspected copy of a list, and what hashing its lines left out, as JSON; null = none.
    id: 69,
    database: "box",
    name: "inspected copies of lists",
    sql: "alter table lists add column inspected text;",
  },
  {
    // excluded: 1 = the list is not for the scope. A list without a row of 0 is for no one.
    // schedule: '' = always.
    id: 70,
    database: "box",
    name: "whom lists are for, and when",
    sql: `
create table list_scopes (
  list_id integer not null references lists (id) on delete cascade, scope text not null, excluded integer not null,
  primary key (list_id, scope)
) strict, without rowid;
insert into list_scopes select id, 'all', 0 from lists;
alter table lists add column schedule text not null default '';`,
  },
  {
    // Upstream lines as a JSON list. changed: Unix milliseconds.
    id: 75,
    database: "box",
    name: "upstreams of groups, ages, people and devices",
    sql: `
create table scope_upstreams (
  scope text primary key, lines text not null, changed integer not null, changed_by text not null
) strict, without rowid;`,
  },
  {
    // Old alerts keep their history under the new name; a target of the export that named a removed
    // kind no longer does.
    id: 80,
    database: "box",
    name: "the task certificate, and kinds of alerts that nothing raised",
    sql: `
update alerts set name = 'certificate' where kind = 'task.failing' and name = 'certificate.renew';
update alerts_told set subject = '["certificate"]' where kind = 'task.failing' and subject = '["certificate.renew"]';
update exports set kinds = (
  select json_group_array(value) from json_each(exports.kinds)
  where value not in ('device.quarantined', 'clock.wrong', 'terms.new')
) where kinds is not null;`,
  },
  {
    // whom: children, all. Times are Unix milliseconds.
    id: 82,
    database: "box",
    name: "Internet off for all children, or for everyone",
    sql: `
create table household_cuts (
  whom text primary key, "from" integer not null, "to" integer not null, begun_by text not null
) strict;`,
  },
  {
    // follows: the profile of a device without a person, '' = none. Values of settings are JSON.
    id: 83,
    database: "box",
    name: "new devices as a child's, and names that a rule leaves alone",
    sql: `
alter table rules add column except_names text not null default '[]';
alter table devices add column follows text not null default '';
insert or ignore into settings (key, value, changed, changed_by)
  select 'new_devices', '"held"', changed, changed_by from settings
  where key = 'quarantine_new_devices' and value = 'true';
delete from settings where key = 'quarantine_new_devices';`,
  },
  {
    // Times are Unix milliseconds, created Unix seconds, 0 = unknown.
    id: 84,
    database: "box",
    name: "ages of domains, and the domains asked most",
    sql: `
create table domain_ages (
  domain text primary key, created integer not null, asked integer not null, purpose text not null
) strict, without rowid;
create index domain_ages_asked on domain_ages (asked);
create table visited_domains (place integer primary key, domain text not null) strict;`,
  },
  {
    // Values of settings are JSON.
    id: 85,
    database: "box",
    name: "what is done with a new version",
    sql: `
insert or ignore into settings (key, value, changed, changed_by)
  select 'automatic_updates', '"off"', changed, changed_by from settings
  where key = 'update_check' and value = 'false';
delete from settings where key = 'update_check';`,
  },
  {
    // Times are Unix milliseconds, 0 = never. config is JSON without the secret, which is sealed.
    id: 86,
    database: "box",
    name: "backups: their targets, their key, and restores",
    sql: `
create table backup_targets (
  id integer primary key autoincrement, name text not null, enabled integer not null, config text not null,
  secret text not null default '', last_ok integer not null default 0, last_name text not null default '',
  last_bytes integer not null default 0, last_error text not null default '', last_error_at integer not null default 0,
  checked integer not null default 0, check_error text not null default ''
) strict;
create table backup_key (
  id integer primary key check (id = 1), recipient text not null, made integer not null, made_by text not null
) strict;
create table restores (
  id integer primary key autoincrement, time integer not null, by_name text not null, box text not null,
  version text not null, made integer not null, done integer not null
) strict;`,
  },
  {
    // Times are Unix seconds, days counted from 1970 in local time. domain '' = further domains.
    id: 87,
    database: "box",
    name: "restricted mode: modes, names, and what was blocked",
    sql: `
create table restrict_modes (
  scope text primary key, mode text not null, days integer not null, started integer not null,
  ends integer not null, stopped text not null
) strict;
create table restrict_names (
  scope text not null, domain text not null, source text not null, first_seen integer not null,
  last_seen integer not null, hits integer not null, primary key (scope, domain)
) strict, without rowid;
create table restrict_blocked (
  scope text not null, day integer not null, domain text not null, hits integer not null,
  last integer not null, primary key (scope, day, domain)
) strict, without rowid;`,
  },
  {
    // Times are Unix milliseconds, 0 = never. key: the address in lower case. found: YYYY-MM-DD.
    id: 88,
    database: "box",
    name: "addresses that are watched for data breaches",
    sql: `
create table breach_addresses (
  id integer primary key autoincrement, address text not null, key text not null unique,
  person_id integer references people (id) on delete cascade, created integer not null,
  checked integer not null default 0, manual integer not null default 0
) strict;
create index breach_addresses_person on breach_addresses (person_id);
create table breaches (
  address_id integer not null references breach_addresses (id) on delete cascade, name text not null,
  found text not null, primary key (address_id, name)
) strict, without rowid;
create table breach_checks (
  id integer primary key check (id = 1), status text not null, at integer not null, last_ok integer not null,
  last_full integer not null, retry_at integer not null, failures integer not null
) strict;`,
  },
  {
    // Unix seconds, 0 = no learning can go on.
    id: 89,
    database: "box",
    name: "when a learning would end that was ended early",
    sql: "alter table restrict_modes add column undo_ends integer not null default 0;",
  },
  {
    // place: JSON of what identifies it. Times are Unix milliseconds, 0 = never.
    id: 90,
    database: "box",
    name: "the state of places of backups, which outlives a restore",
    sql: `
create table backup_outcomes (
  place text primary key, last_ok integer not null, last_name text not null, last_bytes integer not null,
  last_error text not null, last_error_at integer not null, checked integer not null, check_error text not null
) strict, without rowid;
alter table restores add column is_return integer not null default 0;`,
  },
  {
    // up_to: the id of an alert.
    id: 91,
    database: "box",
    name: "the notices of spyware that accounts have seen",
    sql: `
create table spyware_seen (
  account_id integer primary key references accounts (id) on delete cascade, up_to integer not null
) strict;`,
  },
  {
    id: 92,
    database: "box",
    name: "alerts of a person, which each of their pages reads",
    sql: "create index alerts_person on alerts (person_id, id);",
  },
  {
    // Unix milliseconds. What was seen before stays seen.
    id: 93,
    database: "box",
    name: "until when accounts have seen the contacts with spyware",
    sql: `
alter table spyware_seen add column until integer not null default 0;
update spyware_seen set until = unixepoch() * 1000;`,
  },
  {
    // cause: learning, person. Times are Unix seconds, 0 = never.
    id: 94,
    database: "box",
    name: "what was before a new learning of restricted mode, and names that were removed",
    sql: `
create table restrict_before (
  scope text primary key, mode text not null, days integer not null, started integer not null,
  ends integer not null, stopped text not null, undo_ends integer not null, until integer not null
) strict;
create table restrict_forgotten (
  scope text not null, cause text not null, domain text not null, source text not null,
  first_seen integer not null, last_seen integer not null, hits integer not null,
  removed integer not null, primary key (scope, cause, domain)
) strict, without rowid;`,
  },
];
