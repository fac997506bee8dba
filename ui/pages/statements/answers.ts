/** Answers of the API that the states of several pages have in common. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import type { CategoryResponse } from "../../../api/features/protection/categories/routes.ts";
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import { type Answers, NOW } from "./state.ts";

/** An hour in seconds. */
export const HOUR = 3600;

/** A day in seconds. */
export const DAY = 86_400;

/** No bounds. */
export const NONE = { from: 0, until: 0 };

/** What reading a database that cannot be used gives. */
export const failing = Object.assign(new Error("gone"), { name: "DatabaseUnavailableError" });

/** The status of a box in which all is well. */
// What the box answers when all is well.

export const STATUS: BoxStatus = {
  version: "1.2.3",
  started: NOW - 600,
  uptime: 600,
  dns: true,
  time_known: true,
  filtering: true,
  checks_off: [],
  data_dir: "/data",
  encrypted_dns: "",
  listeners: ["udp 0.0.0.0:53"],
  addresses: ["192.168.1.2"],
  fingerprint: "",
  install: "deb",
  machine: {
    arch: "x86_64",
    processors: 4,
    load: [0, 0, 0],
    uptime: 1000,
    memory: { total: 8e9, available: 4e9, resident: 2e8 },
  },
  disk: null,
  policy: { version: 1, lists: 1, names: 1000, rules: 0 },
  queries: 10,
  by_status: {},
  cache: null,
  upstreams: { all: 2, down: 0 },
  journal: { written: 0, skipped: 0, lost: 0 },
  databases: { box: "ok", journal: "ok", stats: "ok" },
  warnings: [],
  copied: false,
  update: "",
};

/** The counts of a list with so many names. */
export function counted(names: number): NonNullable<ListResponse["counts"]> {
  const counts = { lines: names, used: names, names, rules: 0, duplicates: 0 };
  return { ...counts, ignored: {}, refused: {}, samples: [] };
}

/** A list that is fresh. */
export function list(over: Partial<ListResponse> = {}): ListResponse {
  return {
    id: 1,
    name: "Ads",
    source: "url",
    url: "https://lists.example/ads",
    format: "auto",
    kind: "block",
    category: "",
    enabled: true,
    scopes: ["all"],
    except: [],
    scope_names: {},
    hours: [],
    schedule: "",
    health: "ok",
    in_force: over.enabled === false ? "" : "copy",
    message: "",
    why: "",
    created: NOW - DAY,
    last_attempt: NOW - HOUR,
    last_success: NOW - HOUR,
    next_attempt: NOW + DAY,
    failures: 0,
    bytes: 20_000,
    lines: 1000,
    held_lines: 0,
    concerns: [],
    confirmed: [],
    counts: counted(1000),
    step: "",
    received: 0,
    ...over,
  };
}

/** A category of choice that is blocked. */
export function category(name: string, over: Partial<CategoryResponse> = {}): CategoryResponse {
  return {
    category: name,
    protects: "choice",
    sensitive: false,
    confidential: false,
    actions: ["allow", "monitor", "block"],
    here: "",
    effective: "block",
    from: "",
    follows: "block",
    default: "block",
    lists: [],
    services: 0,
    ...over,
  };
}

/** The list that comes with the box. */
export const STARTER = list({ id: 0, source: "embedded", bytes: 0, last_success: 0 });

/** A list that was never downloaded, and does not come. */
export const NEVER: Partial<ListResponse> = {
  health: "failing",
  in_force: "",
  why: "the server answered 503",
  message: "List 'Ads' has no copy yet: the server answered 503.",
  last_success: 0,
  bytes: 0,
  lines: 0,
  counts: null,
};

/** A list whose last copy goes on. */
export const KEPT: Partial<ListResponse> = {
  health: "failing",
  why: "the server answered 503",
  message: "List 'Ads' kept its copy of an hour ago: the server answered 503.",
};

/** A list whose first copy was downloaded and not taken up, and whose server fails since. */
export const UNTAKEN: Partial<ListResponse> = {
  ...KEPT,
  in_force: "",
  message: "List 'Ads' does not hold as it is: the disk is full. It has no effect yet.",
};
const DOUBT = { kind: "unused", count: 9, of: 9, examples: [] } as const;
/** A list that is doubtful. */
export const DOUBTFUL: Partial<ListResponse> = {
  health: "doubtful",
  message: "List 'Ads' is doubtful.",
  concerns: [{ ...DOUBT, examples: [] }],
};
/** A list that was turned off, and is still in force. */
export const LEFT: Partial<ListResponse> = {
  enabled: false,
  health: "off",
  in_force: "copy",
  message: "List 'Ads' still holds: the disk is full.",
};

/** The answer with these lists. */
export function lists(...all: readonly Partial<ListResponse>[]): Answers {
  return { "/api/v1/lists": { lists: all.map(list) }, "/api/v1/scopes": { scopes: [] } };
}

/** A person whose hours are open until 10:30. */
export function person(over: Partial<PersonState> = {}): PersonState {
  return {
    person_id: 1,
    name: "Emma",
    profile: "child",
    devices: 1,
    enabled: true,
    grid: "0".repeat(672),
    hours: [],
    proposed: "0".repeat(672),
    open_now: true,
    why: "",
    next_change: NOW + 2 * HOUR,
    cut_until: over.mode?.mode === "cut" ? over.mode.until : 0,
    bonus: NONE,
    extra: NONE,
    mode: { mode: "", ...NONE },
    limits: [],
    vacation: false,
    ...over,
  };
}

/** Closed by hours. */
export const CLOSED = { open_now: false, why: "hours" } as const;

/** Homework until 09:30. */
export const HOMEWORK = { mode: "homework", from: NOW - HOUR, until: NOW + HOUR } as const;

/** Extra time until 10:30. */
export const LONG = { from: NOW - HOUR, until: NOW + 2 * HOUR } as const;

/** A cut until 09:30. */
export const CUT = { mode: "cut", from: NOW - HOUR, until: NOW + HOUR } as const;

/** The answer with the time states of these people. */
export function schedules(...people: readonly PersonState[]) {
  const rest = { shared: [], allow: [], allow_default: true, answers_kept: 10, zone: "UTC" };
  const reach = { people: people.length, devices: people.length };
  const cuts = { cuts: [], cut_reach: { children: reach, all: reach } };
  return { ...rest, ...cuts, people, now: NOW, time_known: true };
}

const EMPTY_COUNTS = {
  transport: {},
  type: {},
  rcode: {},
  status: {},
  reason: {},
  list: {},
  category: {},
  service: {},
  upstream: {},
};

/** A day with 200 queries, 50 of them blocked. */
export const STATISTICS = {
  period: "day",
  from: NOW - DAY,
  to: NOW,
  queries: 200,
  blocked: 50,
  average_duration: 1000,
  by: EMPTY_COUNTS,
  series: [],
};

/** What the home page reads while all is well. */
export const HOME: Answers = {
  "/api/v1/statistics": STATISTICS,
  "/api/v1/top": { top: [] },
  "/api/v1/clients": { clients: [] },
  "/api/v1/queries": { entries: [], kept: true },
  "/api/v1/alerts": { alerts: [], next: "", open: 0 },
  "/api/v1/status": STATUS,
  "/api/v1/upstreams": { upstreams: [] },
  "/api/v1/lists": { lists: [STARTER] },
  "/api/v1/pauses": { pauses: [] },
  "/api/v1/schedules": schedules(),
  "/api/v1/requests": { requests: [], next: "", waiting: 0 },
  "/api/v1/stats": { queries: 100, share: 25 },
  "/api/v1/me/spyware": { notices: [], up_to: 0, until: 0 },
};

/** Notices of spyware for the signed-in person: one server was blocked, one was not. */
export const SPYWARE_NOTICES = {
  "/api/v1/me/spyware": {
    notices: [
      {
        time: NOW - 60,
        last: NOW - 60,
        count: 2,
        name: "spy.example",
        blocked: true,
        new: true,
        device: { id: 1, label: "My phone", shared: false, group_id: 0 },
      },
      {
        time: NOW - 60,
        last: NOW - 60,
        count: 1,
        name: "other.example",
        blocked: false,
        new: false,
      },
    ],
    up_to: 7,
    until: NOW,
  },
};

/** What the home page reads, with other answers and another status. */
export function home(more: Answers, status: Partial<BoxStatus> = {}): Answers {
  return { ...HOME, "/api/v1/status": { ...STATUS, ...status }, ...more };
}

/** The answer with these people, by path. */
export const hours = (...people: readonly PersonState[]) => ({
  "/api/v1/schedules": schedules(...people),
});

/** A device of nobody that is present. */
export function device(over: Record<string, unknown> = {}) {
  return {
    id: 5,
    label: "Tablet",
    name: "",
    kind: "tablet",
    system: "",
    person_id: 0,
    group_id: 0,
    kind_guessed: false,
    system_guessed: false,
    paused_until: 0,
    known: true,
    quarantined: false,
    vendor: "",
    macs: ["02:00:00:00:00:05"],
    addresses: [],
    present: true,
    present_since: NOW,
    first_seen: NOW,
    seen_at: NOW,
    last_query: NOW,
    random_mac: false,
    ...over,
  };
}

/** A page of devices of a household without people or groups. */
export function devices(next: string, count: number): Answers {
  const all = Array.from({ length: count }, (_, at) => device({ id: at + 1 }));
  return {
    "/api/v1/devices": { devices: all, next },
    "/api/v1/groups": { groups: [] },
    "/api/v1/new-devices": { mode: "open" },
    "/api/v1/people": { people: [] },
  };
}

/** A household of Emma with these devices. */
export function onePerson(devices: readonly number[], time: Partial<PersonState>): Answers {
  const emma = {
    id: 1,
    name: "Emma",
    profile: "child",
    devices,
    shared_devices: [],
    accounts: [],
    detailed_reports: false,
  };
  return {
    ...HOME,
    "/api/v1/people": { people: [emma] },
    "/api/v1/devices": { devices: [], next: "" },
    ...hours(person({ devices: devices.length, ...time })),
  };
}

/** A setting at its default. */
export function setting(over: Record<string, unknown> = {}) {
  return {
    key: "journal",
    section: "insight",
    type: "text",
    value: "",
    default: "",
    doc: "",
    source: "default",
    fixed_by: "",
    needs_restart: false,
    waits: false,
    changed: 0,
    changed_by: "",
    choices: [],
    ...over,
  };
}

/** The answer with these settings. */
export const settings = (...rows: readonly unknown[]) => ({
  "/api/v1/settings": { settings: rows },
});
