/**
 * The initial content of the databases of a test: a household, with names that an attacker wrote.
 */
import { ALERT_KINDS } from "../../api/events/alert_kinds.ts";
import type { Statement } from "../../api/store/database.ts";
import { PROPOSED_HOURS } from "../../policy/catalogue/hours.ts";
import { gridOf } from "../../policy/model/week.ts";
import { HOSTILE, NOW } from "./facts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CREATED = (NOW - DAY) / SECOND;
const CHANGED = (NOW - HOUR) / SECOND;
/** Minutes of a usage step (A 7.1.3). */
const STEP_MINUTES = 5;
/** Evidence of a tunnel. */
const EVIDENCE = { names: 42, length: 118, seconds: 21, type: 16, sent: 4956, received: 9100 };

/** The device table that is previewed as an import. */
export const IMPORTED = "mac,name,person\n02:00:5e:00:00:09,Tablet,Lea\n";
/** The hardware addresses of the devices 1 to 3. */
export const MACS = ["02:00:5e:00:00:01", "02:00:5e:00:00:02", "02:00:5e:00:00:03"];

/** A UTC day relative to today. */
export function day(days: number): string {
  return new Date(NOW + days * DAY).toISOString().slice(0, 10);
}

function row(table: string, values: Readonly<Record<string, string | number | null>>): Statement {
  const columns = Object.keys(values).map((column) => `"${column}"`).join(", ");
  const marks = Object.keys(values).map(() => "?").join(", ");
  return {
    sql: `insert or replace into ${table} (${columns}) values (${marks})`,
    args: Object.values(values),
  };
}

function person(id: number, name: string, profile: string, reports: number): Statement {
  const times = { created: CREATED, changed: CHANGED };
  return row("people", { id, name, profile, detailed_reports: reports, ...times });
}

function device(
  id: number,
  values: Readonly<Record<string, string | number | null>>,
  mac = MACS[id - 1],
): Statement[] {
  const times = { created: CREATED, changed: CHANGED };
  return [
    row("devices", { id, known: 1, ...times, ...values }),
    row("device_macs", { mac, device_id: id, created: CREATED }),
  ];
}

/**
 * A child with a tablet, an adult with a hostile name who agreed to reports, a shared device, and
 * one without an owner.
 */
const HOUSEHOLD: readonly Statement[] = [
  person(1, "Emma", "child", 0),
  person(2, HOSTILE, "adult", 1),
  row("groups", { id: 1, name: "Office", kind: "printer", created: CREATED, changed: CHANGED }),
  ...device(1, { name: "Emma’s tablet", kind: "tablet", person_id: 1 }),
  ...device(2, { name: HOSTILE, quarantined: 1 }),
  ...device(3, { known: 0 }),
  row("device_people", { device_id: 2, person_id: 1 }),
  row("device_people", { device_id: 2, person_id: 2 }),
];

function machine(mac: string, values: Readonly<Record<string, string | number>>): Statement {
  return row("machines", {
    mac,
    first_seen: NOW - 2 * HOUR,
    seen_at: NOW - MINUTE,
    present_since: NOW - 2 * HOUR,
    last_query: 0,
    addresses: "[]",
    names: "{}",
    sources: "[]",
    ...values,
  });
}

/** When a machine that has left was last seen. */
const AWAY = { first_seen: NOW - DAY, seen_at: NOW - DAY, present_since: 0 };

/**
 * The tablet is present; an unknown device announces a hostile name; a machine without a device is
 * absent.
 */
const MACHINES: readonly Statement[] = [
  machine(MACS[0], {
    last_query: NOW - MINUTE,
    addresses: JSON.stringify([["192.168.1.20", NOW - MINUTE], ["fd00::20", NOW - MINUTE]]),
    sources: JSON.stringify(["query", "neighbour"]),
  }),
  machine(MACS[1], {
    ...AWAY,
    kind: "iot",
    names: JSON.stringify({ mdns: HOSTILE }),
  }),
  machine(MACS[2], {
    ...AWAY,
    kind: "iot",
    system: "linux",
    names: JSON.stringify({ mdns: HOSTILE }),
    sources: JSON.stringify(["mdns"]),
  }),
  machine("00:1b:63:00:00:09", {
    ...AWAY,
    kind: "tv",
    names: JSON.stringify({ mdns: HOSTILE }),
    sources: JSON.stringify(["mdns"]),
  }),
];

/** Hours of the child, with active extra time and homework, and a games limit reached today. */
const HOURS: readonly Statement[] = [
  row("person_hours", {
    person_id: 1,
    enabled: 1,
    grid: gridOf(PROPOSED_HOURS.child) ?? "",
    changed: 0,
    changed_by: "anna",
  }),
  row("extra_time", {
    person_id: 1,
    kind: "bonus",
    from: NOW - MINUTE,
    to: NOW + 29 * MINUTE,
    given: NOW - MINUTE,
    given_by: "anna",
  }),
  row("person_modes", {
    person_id: 1,
    mode: "homework",
    from: NOW - MINUTE,
    to: NOW + 59 * MINUTE,
    duration: "60",
    begun_by: "anna",
  }),
  row("mode_changes", {
    person_id: 1,
    before: '{"extra":{}}',
    changed: NOW - MINUTE,
    changed_by: "box",
  }),
  row("time_limits", {
    person_id: 1,
    category: "games",
    minutes: 60,
    changed: 0,
    changed_by: "anna",
  }),
  ...Array.from({ length: 60 / STEP_MINUTES }, (_, at) =>
    row("category_usage", {
      person_id: 1,
      day: day(0),
      category: "games",
      step: (Math.floor(NOW / (STEP_MINUTES * MINUTE)) - 2 - at) * STEP_MINUTES * 60,
    })),
];

/** One request is pending, one was accepted. */
const REQUESTS: readonly Statement[] = [
  row("time_requests", {
    id: 1,
    person_id: 1,
    device_id: 1,
    category: "games",
    minutes: 15,
    message: "",
    created: NOW - 2 * HOUR,
    status: "accepted",
    answered: NOW - 7_000_000,
    answered_by: HOSTILE,
    given: 30,
  }),
  row("time_requests", {
    id: 2,
    person_id: 1,
    device_id: 1,
    category: "",
    minutes: 30,
    message: HOSTILE,
    created: NOW - MINUTE,
    status: "waiting",
    answered: 0,
    answered_by: "",
    given: 0,
  }),
];

function vacation(id: number, first: number, last: number, name: string, source: string) {
  return row("vacations", {
    id,
    first_day: day(first),
    last_day: day(last),
    name,
    source,
    key: source === "hand" ? "" : `${source}:${id}`,
    created: NOW - DAY,
    created_by: "anna",
  });
}

/**
 * One manual vacation that includes today, one from the service, one from a file; a weekly import
 * that failed last time.
 */
const VACATIONS: readonly Statement[] = [
  vacation(1, -1, 3, "Autumn", "hand"),
  vacation(2, 60, 75, HOSTILE, "service"),
  vacation(3, 120, 120, "", "file"),
  row("holiday_import", {
    id: 1,
    country: "FR",
    region: "FR-ZA",
    name: "Zone A",
    lang: "en",
    tried: NOW - HOUR,
    done: NOW - 8 * DAY,
    error:
      "The holiday service holidays.example cannot be used now: it answered nothing in place of a list of holidays",
  }),
];

/** An address of the hostile person with a hostile breach, and one of the child without any. */
const BREACHES: readonly Statement[] = [
  row("breach_addresses", {
    id: 1,
    address: "Max@example.com",
    key: "max@example.com",
    person_id: 2,
    created: NOW - DAY,
    checked: NOW - HOUR,
  }),
  row("breach_addresses", {
    id: 2,
    address: "a|b@example.com",
    key: "a|b@example.com",
    person_id: 1,
    created: NOW - DAY,
    checked: 0,
  }),
  row("breaches", { address_id: 1, name: HOSTILE, found: day(-1) }),
  row("breach_checks", {
    id: 1,
    status: "busy",
    at: NOW - HOUR,
    last_ok: NOW - HOUR,
    last_full: 0,
    retry_at: NOW + HOUR,
    failures: 0,
  }),
];

const WRITTEN = { created: NOW - MINUTE, changed: NOW - MINUTE, changed_by: HOSTILE };

function restricted(scope: string, mode: string, ends: number, undo_ends = 0): Statement {
  const started = (NOW - HOUR) / SECOND;
  return row("restrict_modes", { scope, mode, days: 7, started, ends, stopped: "", undo_ends });
}

/**
 * A restricted device with a blocked domain and a removed one, whose learning was ended early; a
 * group that learns again, a device that an adult shares, and a name for all.
 */
const RESTRICTED: readonly Statement[] = [
  restricted("device:3", "restricted", 0, (NOW + 6 * DAY) / SECOND),
  restricted("device:2", "restricted", 0),
  restricted("group:1", "learning", (NOW + 6 * DAY) / SECOND),
  ...[["device:3", "vendor.com", "learned"], ["device:3", "example.com", "admin"], [
    "group:1",
    "printer.com",
    "learned",
  ], ["all", "ntp.org", "admin"]].map(([scope, domain, source]) =>
    row("restrict_names", {
      scope,
      domain,
      source,
      first_seen: source === "admin" ? 0 : (NOW - HOUR) / SECOND,
      last_seen: source === "admin" ? 0 : (NOW - MINUTE) / SECOND,
      hits: source === "admin" ? 0 : 12,
    })
  ),
  row("restrict_before", {
    scope: "group:1",
    mode: "restricted",
    days: 7,
    started: (NOW - DAY) / SECOND,
    ends: 0,
    stopped: "",
    undo_ends: 0,
    until: (NOW + HOUR) / SECOND,
  }),
  row("restrict_forgotten", {
    scope: "device:3",
    cause: "person",
    domain: "removed.com",
    source: "learned",
    first_seen: (NOW - DAY) / SECOND,
    last_seen: (NOW - HOUR) / SECOND,
    hits: 3,
    removed: (NOW - MINUTE) / SECOND,
  }),
  row("restrict_blocked", {
    scope: "device:3",
    day: Math.floor(NOW / DAY),
    domain: "outside.com",
    hits: 4,
    last: (NOW - MINUTE) / SECOND,
  }),
];

/**
 * A rule, a choice, a service and a pause of a person with a hostile name; two tunnels, one of them
 * allowed.
 */
const PROTECTION: readonly Statement[] = [
  row("rules", {
    id: 1,
    scope: "all",
    domain: "shop.example",
    action: "allow",
    kind: "subdomains",
    types: "[]",
    target: "[]",
    until: (NOW + HOUR) / SECOND,
    ...WRITTEN,
  }),
  row("choices", {
    scope: "profile:child",
    kind: "service",
    key: "tiktok",
    value: "block",
    changed: NOW - MINUTE,
    changed_by: HOSTILE,
  }),
  row("services", {
    id: "custom-club",
    name: HOSTILE,
    group: "social",
    domains: '["club.example"]',
    ...WRITTEN,
  }),
  row("pauses", {
    scope: "person:1",
    until: NOW + 10 * MINUTE,
    started: NOW - MINUTE,
    started_by: HOSTILE,
  }),
  row("tunnels", {
    who: "device:3",
    domain: "tunnel.example",
    score: 97,
    found: NOW - HOUR,
    last: NOW - MINUTE,
    detail: JSON.stringify(EVIDENCE),
    allowed: 0,
  }),
  row("tunnels", {
    who: "192.168.1.9",
    domain: "antivirus.example",
    score: 71,
    found: NOW - HOUR,
    last: NOW - 2 * MINUTE,
    detail: JSON.stringify(EVIDENCE),
    allowed: 1,
  }),
  ...RESTRICTED,
  row("scope_upstreams", {
    scope: "person:1",
    lines: '["192.0.2.53", "[/school.example/]192.0.2.54"]',
    changed: NOW - MINUTE,
    changed_by: HOSTILE,
  }),
  row("dns_records", {
    id: 1,
    name: "nas.example",
    type: "A",
    value: "192.168.1.5",
    ttl: 60,
    enabled: 1,
    comment: HOSTILE,
    ...WRITTEN,
  }),
];

const SYSLOG = {
  kind: "syslog",
  host: "siem.example",
  port: 6514,
  transport: "tls",
  format: "rfc5424",
  ca: "",
};

/**
 * An entry of the administration log, an open alert and an export target, each with a hostile text.
 */
const EVENTS: readonly Statement[] = [
  row("audit", {
    id: 1,
    time: NOW - MINUTE,
    action: "task.run",
    kind: "session",
    name: HOSTILE,
    account_id: 7,
    address: "192.168.1.9",
    detail: JSON.stringify({ task: HOSTILE }),
  }),
  row("alerts", {
    id: 1,
    time: NOW - MINUTE,
    kind: "restricted",
    group: ALERT_KINDS.restricted.group,
    severity: ALERT_KINDS.restricted.severity,
    audience: "administrators",
    device_id: 2,
    person_id: 0,
    name: HOSTILE,
    detail: HOSTILE,
    count: 3,
    last: NOW - SECOND,
  }),
  row("backup_targets", {
    id: 1,
    name: "Disk",
    enabled: 1,
    config: JSON.stringify({ kind: "folder", path: "/nowhere/backups", mounted: false }),
    last_error: HOSTILE,
    last_error_at: NOW - HOUR,
  }),
  row("backup_key", {
    id: 1,
    recipient: "age1nrqwsv7l0x08ng70cahedhq3wdw6gsk9y2lzmcgtxq2q2e2vyudsa0g2lm",
    made: NOW - DAY,
    made_by: "full",
  }),
  row("exports", {
    id: 1,
    name: "Office",
    // Off, so that a test sends nothing.
    enabled: 0,
    config: JSON.stringify(SYSLOG),
    kinds: '["tunnel"]',
    audit: 1,
    alert_cursor: 0,
    audit_cursor: 0,
    last_ok: NOW - SECOND,
    last_error: HOSTILE,
    last_error_at: NOW - 5 * SECOND,
  }),
];

/** Statements for box.db. */
const BOX_ROWS: readonly Statement[] = [
  ...HOUSEHOLD,
  ...MACHINES,
  ...HOURS,
  ...REQUESTS,
  ...VACATIONS,
  ...BREACHES,
  ...PROTECTION,
  ...EVENTS,
];

function spent(subject: string, ago: number, key: string, minutes: number): Statement {
  return row("time_spent", { subject, day: day(-ago), key, minutes });
}

/** Statements for stats.db: the same usage today and eight days ago. */
const STATS_ROWS: readonly Statement[] = [0, 8].flatMap((ago) => [
  ...["person:1", "device:1", "person:2"].flatMap((subject) => [
    spent(subject, ago, "", 60 + ago),
    spent(subject, ago, "category:games", 40 + ago),
    spent(subject, ago, "service:roblox", 35),
  ]),
  spent("device:2", ago, "", 120),
  spent("device:2", ago, "category:videos", 90),
  spent("person:1", ago, `service:${HOSTILE}`, 5),
]);

/**
 * A child with a tablet, two adults of whom one agreed to reports, a television that both share.
 */
const FAMILY_ROWS: readonly Statement[] = [
  person(1, "Anna", "adult", 1),
  person(2, HOSTILE, "adult", 0),
  person(3, "Lina", "child", 0),
  row("groups", { id: 1, name: "Play room", kind: "", created: CREATED, changed: CHANGED }),
  ...device(3, { name: "Tablet", person_id: 3, group_id: 1 }, "02:00:5e:00:00:01"),
  ...device(4, { name: HOSTILE, person_id: 2 }, "02:00:5e:00:00:04"),
  ...device(5, { name: "Television" }, "02:00:5e:00:00:05"),
  ...device(6, { group_id: 1 }, "02:00:5e:00:00:06"),
  row("device_people", { device_id: 5, person_id: 1 }),
  row("device_people", { device_id: 5, person_id: 2 }),
  ...PROTECTION,
  ...EVENTS,
];

/**
 * A child with a hostile name, an adult, a group, a tablet that both share and a laptop of the
 * adult.
 */
const OFFICE_ROWS: readonly Statement[] = [
  person(1, HOSTILE, "child", 0),
  person(2, "Anna", "adult", 0),
  row("groups", { id: 1, name: "Office", kind: "", created: CREATED, changed: CHANGED }),
  ...device(1, { name: "Tablet" }),
  ...device(2, { name: "Laptop", person_id: 2, group_id: 1 }),
  row("device_people", { device_id: 1, person_id: 1 }),
  row("device_people", { device_id: 1, person_id: 2 }),
  ...PROTECTION,
  ...EVENTS,
];

/** The usage of the family, the same today and eight days ago. */
const FAMILY_STATS: readonly Statement[] = [0, 8].flatMap((ago) => [
  ...["person:3", "device:3", "person:2", "person:1"].flatMap((subject) => [
    spent(subject, ago, "", 60 + ago),
    spent(subject, ago, "category:games", 40 + ago),
    spent(subject, ago, "service:roblox", 35),
  ]),
  spent("device:5", ago, "", 120),
  spent("device:5", ago, "category:videos", 90),
  spent("person:3", ago, `service:${HOSTILE}`, 5),
]).concat(spent("device:6", 20, "", 1));

/**
 * People agree to reports after they got their account, because getting one ends earlier consent.
 */
function agrees(id: number): Statement {
  return { sql: "update people set detailed_reports = 1 where id = ?", args: [id] };
}

/** The database content for each kind of box. */
export const ROWS = {
  household: { boxRows: BOX_ROWS, statsRows: STATS_ROWS, consents: [agrees(2)] },
  family: { boxRows: FAMILY_ROWS, statsRows: FAMILY_STATS, consents: [agrees(1)] },
  office: { boxRows: OFFICE_ROWS, statsRows: STATS_ROWS, consents: [] },
  setup: { boxRows: BOX_ROWS, statsRows: STATS_ROWS, consents: [] },
} as const;
