-- The schema of the box: equal to the sum of migrations.ts, proved by migrations_test.ts.

-- box.db
create table settings (key text primary key, value text not null, changed integer not null,
  changed_by text not null default '') strict, without rowid;
create table "lists" (
  id integer primary key autoincrement, name text not null, source text not null, url text not null,
  format text not null, kind text not null, category text not null, enabled integer not null, created integer not null,
  etag text not null default '', last_modified text not null default '', last_attempt integer not null default 0,
  last_success integer not null default 0, next_attempt integer not null default 0, failures integer not null default 0,
  last_error text not null default '', bytes integer not null default 0, lines integer not null default 0,
  sha256 text not null default '', held text, counts text, confirmed text, inspected text, schedule text not null default '', unique (kind, url)
) strict;
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
create index tokens_account on tokens (account_id);
create table invitations (
  account_id integer primary key references accounts (id) on delete cascade, secret text not null, created integer not null,
  created_by text not null, expires integer not null, accepted integer not null, withdrawn integer not null
) strict;
create table account_notices (
  id integer primary key autoincrement, account_id integer not null references accounts (id) on delete cascade,
  time integer not null, kind text not null, by_name text not null, subject text not null, consent_ended integer not null
) strict;
create index account_notices_account on account_notices (account_id);
create table spyware_seen (
  account_id integer primary key references accounts (id) on delete cascade, up_to integer not null
, until integer not null default 0) strict;
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
) strict, without rowid;
create table terms (version text primary key, accepted integer not null, account text not null) strict, without rowid;
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
create index alerts_person on alerts (person_id, id);
create index alerts_open on alerts (id) where acknowledged = 0;
create table alerts_told (
  kind text not null, subject text not null, time integer not null, day text not null, device_id integer not null,
  person_id integer not null, detail text not null, alert integer not null, primary key (kind, subject)
) strict, without rowid;
create table exports (
  id integer primary key autoincrement, name text not null, enabled integer not null, config text not null,
  secret text not null default '', kinds text, audit integer not null, alert_cursor integer not null,
  audit_cursor integer not null, last_ok integer not null default 0, last_error text not null default '',
  last_error_at integer not null default 0, dropped integer not null default 0
) strict;
create table rules (
  id integer primary key autoincrement, scope text not null, domain text not null, action text not null,
  kind text not null, types text not null, target text not null, until integer not null, created integer not null,
  changed integer not null, changed_by text not null, except_names text not null default '[]', unique (scope, domain)
) strict;
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
, follows text not null default '') strict;
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
create index device_macs_device on device_macs (device_id);
create table private_names (
  device_id integer primary key, log_until integer not null, reports_until integer not null
) strict;
create table learning (
  id integer primary key check (id = 1), started integer not null, until integer not null, done integer not null
) strict;
create table machines (
  mac text primary key, first_seen integer not null, seen_at integer not null, present_since integer not null,
  last_query integer not null default 0, addresses text not null, names text not null, kind text not null default '',
  system text not null default '', sources text not null
) strict, without rowid;
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
) strict, without rowid;
create table dns_records (
  id integer primary key autoincrement, name text not null, type text not null, value text not null, ttl integer not null,
  enabled integer not null default 1, comment text not null default '', created integer not null, changed integer not null,
  changed_by text not null, unique (name, type, value)
) strict;
create table tunnels (
  who text not null, domain text not null, score integer not null, found integer not null, last integer not null,
  detail text not null, allowed integer not null default 0, primary key (who, domain)
) strict, without rowid;
create table scope_upstreams (
  scope text primary key, lines text not null, changed integer not null, changed_by text not null
) strict, without rowid;
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
create table mode_changes (
  person_id integer primary key references people (id) on delete cascade, before text not null,
  changed integer not null, changed_by text not null
) strict;
create table household_cuts (
  whom text primary key, "from" integer not null, "to" integer not null, begun_by text not null
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
) strict;
create table category_usage (
  person_id integer not null references people (id) on delete cascade, day text not null, category text not null,
  step integer not null, primary key (person_id, day, category, step)
) strict, without rowid;
create table shared_usage (
  device_id integer not null references devices (id) on delete cascade, day text not null, category text not null,
  step integer not null, primary key (device_id, day, category, step)
) strict, without rowid;
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
) strict;
create table time_requests (
  id integer primary key autoincrement, person_id integer not null references people (id) on delete cascade,
  device_id integer not null, category text not null, minutes integer not null, message text not null,
  created integer not null, status text not null, answered integer not null, answered_by text not null,
  given integer not null
) strict;
create index time_requests_created on time_requests (created);
create table dns_certificate (
  id integer primary key check (id = 1), mode text not null, name text not null, provider text not null,
  credentials text not null, email text not null, chosen_at integer not null, chosen_by text not null,
  state text not null, step text not null, error text not null, tried integer not null, tries integer not null,
  remade_at integer not null, told integer not null
) strict;
create table old_addresses (file text primary key) strict, without rowid;
create table list_scopes (
  list_id integer not null references lists (id) on delete cascade, scope text not null, excluded integer not null,
  primary key (list_id, scope)
) strict, without rowid;
create table domain_ages (
  domain text primary key, created integer not null, asked integer not null, purpose text not null
) strict, without rowid;
create index domain_ages_asked on domain_ages (asked);
create table visited_domains (place integer primary key, domain text not null) strict;
create table backup_targets (
  id integer primary key autoincrement, name text not null, enabled integer not null, config text not null,
  secret text not null default '', last_ok integer not null default 0, last_name text not null default '',
  last_bytes integer not null default 0, last_error text not null default '', last_error_at integer not null default 0,
  checked integer not null default 0, check_error text not null default ''
) strict;
create table backup_key (
  id integer primary key check (id = 1), recipient text not null, made integer not null, made_by text not null
) strict;
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
) strict;
create table restores (
  id integer primary key autoincrement, time integer not null, by_name text not null, box text not null,
  version text not null, made integer not null, done integer not null
, is_return integer not null default 0) strict;
create table backup_outcomes (
  place text primary key, last_ok integer not null, last_name text not null, last_bytes integer not null,
  last_error text not null, last_error_at integer not null, checked integer not null, check_error text not null
) strict, without rowid;
create table restrict_modes (
  scope text primary key, mode text not null, days integer not null, started integer not null,
  ends integer not null, stopped text not null
, undo_ends integer not null default 0) strict;
create table restrict_names (
  scope text not null, domain text not null, source text not null, first_seen integer not null,
  last_seen integer not null, hits integer not null, primary key (scope, domain)
) strict, without rowid;
create table restrict_blocked (
  scope text not null, day integer not null, domain text not null, hits integer not null,
  last integer not null, primary key (scope, day, domain)
) strict, without rowid;
create table restrict_before (
  scope text primary key, mode text not null, days integer not null, started integer not null,
  ends integer not null, stopped text not null, undo_ends integer not null, until integer not null
) strict;
create table restrict_forgotten (
  scope text not null, cause text not null, domain text not null, source text not null,
  first_seen integer not null, last_seen integer not null, hits integer not null,
  removed integer not null, primary key (scope, cause, domain)
) strict, without rowid;

-- journal.db
create table names (id integer primary key, name text not null unique) strict;
create table texts (id integer primary key, text text not null unique, day integer not null) strict;
create table queries (
  id integer primary key, time integer not null, duration integer not null, client integer not null,
  transport integer not null, name integer not null, type integer not null, rcode integer not null,
  status integer not null, reason integer, origin integer, list integer, rule integer, upstream integer,
  size integer not null, answer text
, device integer) strict;
create index queries_name on queries (name);
create index queries_reason on queries (reason) where reason is not null;
create index queries_device on queries (device) where device is not null;
create table hours (hour integer primary key, first integer not null, last integer not null) strict;

-- stats.db
create table counters (
  step integer not null, at integer not null, dimension text not null, key text not null, count integer not null,
  primary key (step, at, dimension, key)
) strict, without rowid;
create table tops (
  step integer not null, at integer not null, kind text not null, key text not null, count integer not null,
  error integer not null, primary key (step, at, kind, key)
) strict, without rowid;
create table clients (address text primary key, first integer not null, last integer not null) strict, without rowid;
create table device_counters (
  device integer not null, step integer not null, at integer not null, key text not null, count integer not null,
  primary key (device, step, at, key)
) strict, without rowid;
create table time_spent (
  subject text not null, day text not null, key text not null, minutes integer not null, primary key (subject, day, key)
) strict, without rowid;
