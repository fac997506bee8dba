/** What pages claim: the sentence and the badges of each page in every state that it can be in are true. */
import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { PersonState } from "../../api/features/household/hours/schedules.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { ShownCategory } from "../../api/features/protection/categories/routes.ts";
import type { ShownList } from "../../api/features/protection/lists/routes.ts";
import type { ChosenService } from "../../api/features/protection/services/routes.ts";
import type { Principal } from "../../api/http/principal.ts";
import { type Right, RIGHTS } from "../../api/http/rights.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../html.ts";
import { PAGES } from "../list.ts";
import type { Ask, Page } from "../page.ts";
import { Ui } from "../shown.ts";

/** Saturday, 21 November 2026, 08:30 UTC. */
const NOW = Date.UTC(2026, 10, 21, 8, 30) / 1000;
const HOUR = 3600;
const DAY = 86_400;
const NONE = { from: 0, until: 0 };
const EVERYONE = { scope: "all", name: "", until: NOW + 2100, started: NOW - 60, by: "anna" };
const EMMA = { ...EVERYONE, scope: "person:1", name: "Emma" };

/** Answers of the API by path, or by path and kind; an error is thrown. */
type Answers = Readonly<Record<string, unknown>>;

/** A state of a page: what the API answers in it, and what the page says. */
interface State {
  readonly answers: Answers;
  /** What the sentence of the page says. */
  readonly lead?: RegExp;
  /** What the rest says. */
  readonly says?: RegExp;
  /** What nothing on the page says. */
  readonly never?: RegExp;
  readonly rights?: readonly Right[];
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
}

function textOf(markup: unknown): string {
  return render(html`<div>${markup}</div>`).replace(/<svg.*?<\/svg>|<template.*?<\/template>/gs, "")
    .replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").replace(/ ([.,;:])/g, "$1").trim();
}

/** What a page says in a state: its sentence, and the rest. */
async function said(page: Page, state: State, language: Language = "en") {
  const { answers, rights = RIGHTS, query = {}, params = {} } = state;
  const by = { kind: "device", rights: new Set(rights), address: "", name: "x" } as Principal;
  const read = (path: string, asked: { query?: { kind?: string; scope?: string } } = {}) => {
    const { kind, scope } = asked.query ?? {};
    const answer = answers[`${path} ${kind ?? scope}`] ?? answers[path];
    return answer === undefined || answer instanceof Error
      ? Promise.reject(answer ?? Object.assign(new Error(path), { code: "not_found" }))
      : Promise.resolve(answer);
  };
  const shown = { language, zone: "UTC", now: NOW * 1000, by, address: "/", box: "box" };
  const ui = new Ui({ ...shown, version: "1" });
  const ask = { by, read, query, params, now: NOW * 1000, language } as unknown as Ask;
  const { lead, body } = page.view(ui, await page.load(ask));
  return { lead: textOf(lead), body: textOf(body) };
}

const failing = Object.assign(new Error("gone"), { name: "DatabaseUnavailable" });

// What the box answers when all is well.

const STATUS: BoxStatus = {
  version: "1.2.3",
  started: NOW - 600,
  uptime: 600,
  dns: true,
  time_known: true,
  filtering: true,
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
};

function counted(names: number): NonNullable<ShownList["counts"]> {
  const counts = { lines: names, used: names, names, rules: 0, duplicates: 0 };
  return { ...counts, ignored: {}, refused: {}, samples: [] };
}

function list(over: Partial<ShownList> = {}): ShownList {
  return {
    id: 1,
    name: "Ads",
    source: "url",
    url: "https://lists.example/ads",
    format: "auto",
    kind: "block",
    category: "",
    enabled: true,
    health: "ok",
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

const STARTER = list({ id: 0, source: "embedded", bytes: 0, last_success: 0 });
/** A list that was never downloaded, and does not come. */
const NEVER: Partial<ShownList> = {
  health: "failing",
  why: "the server answered 503",
  message: "List 'Ads' has no copy yet: the server answered 503.",
  last_success: 0,
  bytes: 0,
  lines: 0,
  counts: null,
};
/** A list whose last copy goes on. */
const KEPT: Partial<ShownList> = {
  health: "failing",
  why: "the server answered 503",
  message: "List 'Ads' kept its copy of an hour ago: the server answered 503.",
};
/** A list that was turned off, and is still in force. */
const LEFT: Partial<ShownList> = {
  enabled: false,
  health: "off",
  message: "List 'Ads' still holds: the disk is full.",
};

function lists(...all: readonly Partial<ShownList>[]): Answers {
  return { "/api/v1/lists": { lists: all.map(list) } };
}

function person(over: Partial<PersonState> = {}): PersonState {
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

const CLOSED = { open_now: false, why: "hours" } as const;
const HOMEWORK = { mode: "homework", from: NOW - HOUR, until: NOW + HOUR } as const;
const LONG = { from: NOW - HOUR, until: NOW + 2 * HOUR } as const;
const CUT = { mode: "cut", from: NOW - HOUR, until: NOW + HOUR } as const;

function schedules(...people: readonly PersonState[]) {
  const rest = { shared: [], allow: [], allow_default: true, answers_kept: 10, zone: "UTC" };
  return { ...rest, people, now: NOW, time_known: true };
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
const STATISTICS = {
  period: "day",
  from: NOW - DAY,
  to: NOW,
  queries: 200,
  blocked: 50,
  average_duration: 1000,
  by: EMPTY_COUNTS,
  series: [],
};
const HOME: Answers = {
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
};

function home(more: Answers, status: Partial<BoxStatus> = {}): Answers {
  return { ...HOME, "/api/v1/status": { ...STATUS, ...status }, ...more };
}

const paused = (...pauses: readonly unknown[]) => ({ "/api/v1/pauses": { pauses } });
const hours = (...people: readonly PersonState[]) => ({
  "/api/v1/schedules": schedules(...people),
});
const NOTHING_ASKED = {
  "/api/v1/statistics": { ...STATISTICS, queries: 0, blocked: 0 },
};

function category(name: string, over: Partial<ShownCategory> = {}): ShownCategory {
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

const feeding = (names: number, enabled = true) => ({
  id: 3,
  name: "Casinos",
  enabled,
  names,
  in_use: enabled && names > 0,
});

function categories(...rows: readonly ShownCategory[]): Answers {
  const column = (scope: string) => ({ scope, name: "", categories: rows });
  const scopes = ["all", "profile:child", "profile:teen", "profile:adult"];
  return {
    "/api/v1/scopes": { scopes: [] },
    ...Object.fromEntries(scopes.map((scope) => [`/api/v1/categories ${scope}`, column(scope)])),
  };
}

function service(over: Partial<ChosenService> = {}): ChosenService {
  return {
    id: "tube",
    name: "Tube",
    letter: "T",
    group: "streaming",
    custom: false,
    here: "block",
    effective: "block",
    from: "all",
    follows: "allow",
    fixed: false,
    schedule: "",
    hours: [],
    ...over,
  };
}

const NIGHT: ChosenService["hours"] = [{ days: ["mon"], from: "20:00", to: "22:00" }];

function services(scope: string, ...all: readonly ChosenService[]): Answers {
  const name = scope === "all" ? "" : "Emma";
  const shown = { scope, name, groups: ["streaming"], services: all };
  const offered = { id: "tube", name: "Tube", letter: "T", group: "streaming", custom: false };
  return {
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/blocked-services": shown,
    "/api/v1/services": {
      groups: ["streaming"],
      services: [{ ...offered, domains: ["tube.example"], changed: 0, by: "" }],
    },
  };
}

function searches(scope: string, on: boolean): Answers {
  const value = on ? "on" : "off";
  const engine = { id: "x", name: "X", values: ["off", "on"], here: "", effective: value };
  const engines = [{ ...engine, from: "", follows: value, default: "off" }];
  return {
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/safe-search": { scope, name: scope === "all" ? "" : "Emma", engines },
  };
}

function target(over: Record<string, unknown> = {}) {
  const config = { kind: "webhook", url: "https://hook.example/x" };
  return {
    id: 1,
    name: "Home",
    enabled: true,
    config,
    kinds: null,
    audit: false,
    version: "1",
    password_set: false,
    waiting: 0,
    dropped: 0,
    last_ok: NOW,
    last_error: "",
    last_error_at: 0,
    ...over,
  };
}

const targets = (...exports: readonly unknown[]) => ({ "/api/v1/exports": { exports } });

function rule(domain: string) {
  return {
    domain,
    kind: "subdomains",
    action: "allow",
    scope: "all",
    scope_name: "",
    types: [],
    to: [],
    until: 0,
    created: NOW,
    changed: NOW,
    by: "anna",
  };
}

function rules(next: string, ...names: readonly string[]): Answers {
  return {
    "/api/v1/rules": { rules: names.map(rule), next },
    "/api/v1/scopes": { scopes: [] },
  };
}

function device(over: Record<string, unknown> = {}) {
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

function devices(next: string, count: number): Answers {
  const all = Array.from({ length: count }, (_, at) => device({ id: at + 1 }));
  return {
    "/api/v1/devices": { devices: all, next },
    "/api/v1/groups": { groups: [] },
    "/api/v1/people": { people: [] },
  };
}

function oneDevice(over: Record<string, unknown>): Answers {
  return { ...HOME, ...devices("", 0), "/api/v1/devices/{id}": device(over) };
}

function tunnels(detection: string, ...over: readonly Record<string, unknown>[]): Answers {
  const tunnel = {
    domain: "t.example",
    client: "192.0.2.1",
    device_id: 0,
    device: "",
    private: false,
    blocked: true,
    allowed: false,
    score: 95,
    found: NOW,
    last: NOW,
    names: 9,
    length: 50,
    seconds: 60,
    type: "TXT",
    sent: 100,
    received: 0,
  };
  return {
    "/api/v1/tunnels": { detection, tunnels: over.map((one) => ({ ...tunnel, ...one })) },
  };
}

function alerts(open: number): Answers {
  return { "/api/v1/alerts": { alerts: [], next: "", open } };
}

function networkOf(present: number): Answers {
  const machine = {
    device_id: 5,
    label: "Tablet",
    kind: "tablet",
    system: "",
    addr: "192.0.2.5",
    vendor: "",
    mac: "02:00:00:00:00:05",
    random_mac: false,
    present: present > 0,
    present_since: NOW,
    first_seen: NOW,
    seen_at: NOW,
    last_query: NOW,
    people: [],
    group: 0,
  };
  const scan = {
    running: false,
    started: 0,
    ended: 0,
    stage: "",
    percent: 0,
    found: 0,
    new: 0,
    networks: [],
    skipped: [],
    stopped: false,
    error: "",
  };
  return {
    "/api/v1/network": { machines: [machine], next: "", total: 1, present, networks: [], scan },
    "/api/v1/devices": { devices: [device({ known: false })], next: "" },
  };
}

const CERTIFICATE = {
  mode: "self",
  name: "box.example",
  provider: "",
  email: "",
  state: "ready",
  step: "",
  error: "",
  next: 0,
  remade: 0,
  chosen: 1,
  chosen_by: "anna",
  serving: "box.example",
  serving_mode: "self",
  names: ["box.example"],
  issuer: "X",
  fingerprint: "AB:CD",
  from: NOW - DAY,
  until: NOW + 60 * DAY,
};
const PROTOCOL = { enabled: true, listening: ["0.0.0.0:853"], port: 853, url: "https://b/dns" };

function dns(certificate: Record<string, unknown>, protocol = {}, blocked = "null"): Answers {
  const one = { ...PROTOCOL, ...protocol };
  const http_redirect = {
    enabled: true,
    active: false,
    name: "box.example",
    url: "",
    reason: "untrusted",
  };
  const encrypted = { name: "box.example", http_redirect, remade: 0 };
  return {
    ...HOME,
    "/api/v1/settings": { settings: [{ key: "blocked_response", value: blocked, fixed_by: "" }] },
    "/api/v1/dns-services": {
      certificate: { ...CERTIFICATE, ...certificate },
      protocols: { tls: one, https: one, quic: one },
      encrypted,
      providers: [],
      cloud: false,
    },
  };
}

const NO_CERTIFICATE = { serving: "", names: [], serving_mode: "", from: 0, until: 0 };

function system(status: Partial<BoxStatus>): Answers {
  const zone = { zone: "UTC", system: "UTC", chosen: "", fixed_by: "", restart_needed: false };
  return {
    ...home({}, status),
    "/api/v1/tasks": { tasks: [] },
    "/api/v1/time-zone": { ...zone, zones: [] },
  };
}

function onePerson(devices: readonly number[], time: Partial<PersonState>): Answers {
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

function upstreamsOf(...over: readonly Record<string, unknown>[] | readonly Error[]): Answers {
  const one = {
    upstream: "9.9.9.9",
    queries: 9,
    failures: 0,
    timeouts: 0,
    latency: 12,
    last_answer: NOW - 5,
    down_until: 0,
    last_error: "",
  };
  const [first] = over;
  const keys = ["upstreams", "upstream_strategy", "fallback_upstreams", "bootstrap"];
  const rows = [...keys, "private_upstreams", "upstream_timeout"].map((key) => setting({ key }));
  return {
    ...HOME,
    "/api/v1/settings": { settings: rows },
    "/api/v1/upstreams/presets": { presets: [] },
    "/api/v1/upstreams": first instanceof Error
      ? first
      : { upstreams: over.map((each) => ({ ...one, ...each })) },
  };
}

function setting(over: Record<string, unknown> = {}) {
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

/** What the API answers about connections, by what is configured. */
function connections(given: {
  readonly cloud_url?: string;
  readonly holiday_service_url?: string;
  readonly acme_directory?: string;
  readonly bootstrap?: readonly string[];
  readonly mode?: string;
  readonly lists?: readonly (readonly [url: string, enabled: boolean])[];
  readonly holidays?: boolean;
  readonly exports?: readonly string[];
  readonly sends?: boolean;
}): Answers {
  const { cloud_url = "", holiday_service_url = "", acme_directory = "", bootstrap = [] } = given;
  const values = {
    upstreams: ["https://dns.example/secret"],
    fallback_upstreams: [],
    bootstrap,
    cloud_url,
    holiday_service_url,
    acme_directory,
    network_scan: true,
    router_address: "",
    private_upstreams: [],
  };
  const { mode = "", lists = [], holidays = false, exports = [], sends = false } = given;
  const provider = { id: "desec", name: "deSEC", fields: [] };
  return {
    ...settings(...Object.entries(values).map(([key, value]) => ({ key, value }))),
    "/api/v1/lists": {
      lists: lists.map(([url, enabled]) => ({ source: "url", url, enabled })),
    },
    "/api/v1/vacations": { vacations: [], import: holidays ? { country: "FR" } : null },
    "/api/v1/dns-services": {
      certificate: { mode, provider: "desec", name: "dns.home.example" },
      providers: [provider],
    },
    "/api/v1/exports": {
      exports: exports.map((kind) => ({
        enabled: true,
        config: { kind, host: "target.example", url: "https://hook.example/secret" },
      })),
    },
    "/api/v1/telemetry": { sends },
  };
}

const settings = (...rows: readonly unknown[]) => ({ "/api/v1/settings": { settings: rows } });

function queries(kept: boolean, more: Answers = {}): Answers {
  return { "/api/v1/queries": { entries: [], kept }, ...more };
}

function records(next: string, ...enabled: readonly boolean[]): Answers {
  const all = enabled.map((on, id) => ({
    id,
    name: `n${id}.example`,
    readable: `n${id}.example`,
    type: "A",
    value: "192.0.2.1",
    ttl: 60,
    enabled: on,
    comment: "",
    created: NOW,
    changed: NOW,
    by: "anna",
  }));
  return {
    "/api/v1/dns-records": { records: all, next },
    "/api/v1/dns-records/devices": { names: [] },
    "/api/v1/dns-records/zones": { zones: [] },
    "/api/v1/dns-records/forwarding": { router: "", domain: "", reverse: false },
  };
}

function requestsOf(...status: readonly string[]): Answers {
  const all = status.map((state, id) => ({
    id,
    person_id: 1,
    person: "Emma",
    device: "Tablet",
    category: "",
    minutes: 30,
    message: "",
    status: state,
    given: 0,
    answered_by: "",
    created: NOW,
    answered: 0,
    expires: NOW + DAY,
  }));
  const waiting = status.filter((state) => state === "waiting").length;
  return { "/api/v1/requests": { requests: all, next: "", waiting } };
}

function vacations(...days: readonly (readonly [string, string])[]): Answers {
  const all = days.map(([first_day, last_day], id) => ({
    id,
    first_day,
    last_day,
    name: "",
    source: "hand",
    created: NOW,
    by: "anna",
  }));
  return {
    "/api/v1/vacations": { vacations: all, import: null, today: false, day: "2026-11-21" },
  };
}

function learning(over: Record<string, unknown>): Answers {
  return {
    "/api/v1/learning": {
      started: NOW - DAY,
      until: NOW + DAY,
      active: true,
      done: false,
      gathered: 1,
      devices: [],
      proposals: [],
      advice: [],
      ...over,
    },
    "/api/v1/lists/catalogue": { lists: [] },
  };
}

const PROPOSAL = { id: "name-5", kind: "name", name: "tv", devices: [], to: 0 };

function invitation(state: string) {
  return { state, created: NOW, created_by: "anna", expires: NOW + DAY };
}

function accounts(...over: readonly Record<string, unknown>[]): Answers {
  const one = {
    name: "anna",
    kind: "administrator",
    role: "full",
    language: "",
    email: "",
    person_id: 0,
    rights: [],
    disabled: false,
    setup: false,
    factors: [],
    sessions: 0,
    created: NOW,
    changed: NOW,
    changed_by: "",
    last_sign_in: 0,
    last_address: "",
    invitation: invitation("none"),
  };
  return { "/api/v1/accounts": { accounts: over.map((each, id) => ({ ...one, id, ...each })) } };
}

function household(people: number, nobodys: number): Answers {
  const all = Array.from({ length: people }, (_, id) => ({
    id: id + 1,
    name: `P${id}`,
    profile: "adult",
    devices: [],
    shared_devices: [],
    accounts: [],
    detailed_reports: false,
  }));
  return {
    ...devices("", nobodys),
    ...learning({ active: false, done: true }),
    "/api/v1/people": { people: all },
  };
}

/** The states of each page whose sentence depends on one. */
const STATES: Readonly<Record<string, Readonly<Record<string, State>>>> = {
  "/": {
    "all is well": {
      answers: HOME,
      lead: /^Everything is protected\. 200 queries/,
      says: /Filtering On/,
    },
    "paused for everyone": {
      answers: home(paused(EVERYONE)),
      lead: /^Paused until 09:05\. 200 queries/,
      says: /Protection is paused for everyone until 09:05\..*Filtering Paused until 09:05/,
      never: /Protection works|Everything is protected|Filtering On/,
    },
    "paused, and a list does not come": {
      answers: home({ ...paused(EVERYONE), ...lists({}, KEPT) }),
      lead: /^Paused until 09:05\. One more thing needs your attention\./,
    },
    "paused for one person": {
      answers: home(paused(EMMA)),
      lead: /^Protection works, but it’s paused for Emma\./,
      says: /Protection is paused for Emma until 09:05\./,
      never: /Everything is protected/,
    },
    "paused for two": {
      answers: home(paused(EMMA, { ...EMMA, scope: "group:2", name: "Office" })),
      lead: /^Protection works, but it’s paused for Emma and Office\. 200/,
    },
    "filtering off": {
      answers: home({}, { filtering: false }),
      lead: /^Filtering is off: lists, categories, services and rules block nothing\. Only hours/,
      says: /Filtering Off/,
      never: /nothing is blocked/,
    },
    "the resolver does not answer": {
      answers: home({}, { dns: false, upstreams: { all: 0, down: 0 } }),
      lead: /^The box does not answer queries/,
    },
    "no upstream answers": {
      answers: home({}, { upstreams: { all: 2, down: 2 } }),
      lead: /^No upstream server answers: only names that the box knows already/,
    },
    "one upstream does not answer": {
      answers: home({}, { upstreams: { all: 2, down: 1 } }),
      lead: /^Protection works; one thing needs/,
      says: /One of 2 upstream servers does not answer\./,
      never: /stand in/,
    },
    "the log database is broken while paused": {
      answers: home(paused(EVERYONE), {
        databases: { box: "ok", journal: "broken", stats: "ok" },
      }),
      lead: /^The log database cannot be used: queries aren’t kept\./,
      never: /filtered/,
    },
    "the settings database is broken": {
      answers: home(
        { "/api/v1/pauses": failing, "/api/v1/lists": failing, "/api/v1/schedules": failing },
        { databases: { box: "broken", journal: "ok", stats: "ok" } },
      ),
      lead: /^The settings database cannot be used/,
    },
    "the statistics cannot be read": {
      answers: home({ "/api/v1/statistics": failing }),
      lead: /^Everything is protected\.$/,
      says: /The statistics cannot be read at the moment\. That doesn’t affect answering or bl/,
      never: /filtered/,
    },
    "a fresh box without a list": {
      answers: home({}, { policy: { version: 1, lists: 0, names: 0, rules: 0 } }),
      lead: /^Not protected yet: no list is in use\. 200 queries/,
      says: /No list is in use, so advertising and dangerous sites aren’t blocked\./,
      never: /Protection works|nothing is blocked/,
    },
    "a list that comes with the box and was not counted yet": {
      answers: home(lists({ id: 0, source: "embedded", last_success: 0, bytes: 0, counts: null })),
      lead: /^Everything is protected\./,
    },
    "lists are off, and rules of the household are there": {
      answers: home(lists({ enabled: false, health: "off" }), {
        policy: { version: 1, lists: 0, names: 0, rules: 3 },
      }),
      lead: /^Not protected yet: no list is in use\./,
    },
    "there is an allow list only": {
      answers: home(lists({ kind: "allow" })),
      lead: /^Not protected yet: no list is in use\./,
    },
    "a list that was never downloaded": {
      answers: home(lists({}, NEVER)),
      lead: /^Protection works; one thing/,
      says: /The list Ads could not be downloaded yet and has no effect\./,
      never: /last copy/,
    },
    "two lists that were never downloaded": {
      answers: home(lists({}, NEVER, { ...NEVER, name: "More" })),
      says: /2 lists could not be downloaded yet and have no effect: Ads and More\./,
      never: /last cop/,
    },
    "a list whose last copy goes on": {
      answers: home(lists(KEPT)),
      says: /The list Ads could not be refreshed; its last copy stays in force\./,
    },
    "a list that was not taken up": {
      answers: home(lists({}, { health: "failing", message: "List 'Ads' does not hold as it is" })),
      says: /The list Ads isn’t in force as it should be\./,
      never: /could not be refreshed/,
    },
    "hours of a person without devices": {
      answers: home(hours(person({ devices: 0, ...CLOSED }))),
      lead: /^Protection works; one thing/,
      says: /Emma has no device yet, so these hours apply to nothing\./,
      never: /Closed until/,
    },
    "homework": {
      answers: home(hours(person({ mode: HOMEWORK }))),
      says: /Emma Homework until 09:30/,
      never: /Emma Open until/,
    },
    "the time is not known": {
      answers: home({}, { time_known: false }),
      lead: /^Protection works; one thing/,
      says: /doesn’t know the time yet\. Until it does, hours and daily limits don’t apply\./,
    },
    "the log is off": {
      answers: home({ "/api/v1/queries": { entries: [], kept: false } }),
      says: /The log is off: the box writes no query down\./,
      never: /Nothing has been asked lately/,
    },
    "nobody ever asked": {
      answers: home(NOTHING_ASKED, { queries: 0 }),
      lead: /^The box is ready, and no device asks it yet\./,
    },
    "nobody ever asked, and it is paused": {
      answers: home({ ...NOTHING_ASKED, ...paused(EVERYONE) }, { queries: 0 }),
      lead: /^Paused until 09:05\./,
      never: /The box is ready/,
    },
    "an account that may not see pauses": {
      answers: home(paused(EVERYONE)),
      rights: ["system.read", "reports.read"],
      lead: /^The box is running\. 200 queries/,
      never: /Everything is protected|Protection works/,
    },
    "an account that may see lists only": {
      answers: home(lists({}, NEVER)),
      rights: ["rules.read", "reports.read"],
      lead: /^One thing needs your attention\./,
      never: /Protection works/,
    },
    "a member, while filtering may be off": {
      answers: home({}),
      rights: [],
      lead: /^25% of this network’s queries were blocked since the box started\.$/,
      never: /is protected/,
    },
  },
  "/categories": {
    "fed by a list": {
      answers: categories(category("gambling", { lists: [feeding(500)] })),
      lead: /^1 category is blocked for everyone\.$/,
      says: /Blocked \(automatic\)/,
      never: /Not protected/,
    },
    "fed by services alone": {
      answers: categories(category("games", { services: 8 })),
      lead: /^1 category is blocked for everyone\.$/,
    },
    "without any list": {
      answers: categories(category("gambling"), category("drugs")),
      lead: /^No category is blocked for everyone\. 2 aren’t protected yet: no list\.$/,
      says: /Gambling Not protected yet: no list.*Block \(automatic\)/,
      never: /Blocked/,
    },
    "with an empty list": {
      answers: categories(category("gambling", { lists: [feeding(0)] })),
      lead: /^No category is blocked for everyone\. 1 isn’t protected yet: no list\.$/,
      says: /Not protected: no list in use/,
      never: /Blocked/,
    },
    "with a list that is off": {
      answers: categories(category("gambling", { lists: [feeding(500, false)] })),
      lead: /^No category is blocked for everyone\./,
      says: /Not protected: no list in use.*Casinos off/,
      never: /Blocked/,
    },
    "attacks without a list": {
      answers: categories(category("malware", { protects: "security" })),
      lead: /1 isn’t protected yet/,
      says: /Pausing protection doesn’t lift these blocks\..*Malware Not protected yet: no list/,
      never: /Blocked/,
    },
    "reported only, without a list": {
      answers: categories(category("drugs", { effective: "monitor", follows: "monitor" })),
      lead: /1 isn’t protected yet/,
      says: /Report \(automatic\)/,
      never: /Reported/,
    },
    "reported only, with a list": {
      answers: categories(
        category("drugs", { effective: "monitor", follows: "monitor", lists: [feeding(9)] }),
      ),
      lead: /^No category is blocked for everyone\.$/,
      says: /Reported \(automatic\)/,
    },
    "allowed, without a list": {
      answers: categories(category("drugs", { effective: "allow", follows: "allow" })),
      lead: /^No category is blocked for everyone\.$/,
      says: /No list yet/,
      never: /Not protected/,
    },
    "an account that only looks": {
      answers: categories(category("gambling"), category("drugs", { lists: [feeding(9)] })),
      rights: ["rules.read"],
      lead: /^1 category is blocked for everyone\. 1 isn’t protected yet: no list\.$/,
      says: /Gambling Not protected yet: no list Not protected yet: no list/,
    },
    "blocked for children only": {
      answers: {
        ...categories(category("drugs", { lists: [feeding(9)] })),
        "/api/v1/categories profile:adult": {
          scope: "profile:adult",
          name: "",
          categories: [category("drugs", { effective: "allow", lists: [feeding(9)] })],
        },
      },
      lead: /^No category is blocked for everyone\.$/,
    },
  },
  "/lists": {
    "all fresh": {
      answers: lists({}),
      lead: /^1,000 names from 1 list\. All are up to date\.$/,
    },
    "a copy that was not counted yet": {
      answers: lists({ counts: null }),
      lead: /^1 list is on\. All are up to date\.$/,
      never: /no effect/,
    },
    "one that was never downloaded": {
      answers: lists({}, NEVER),
      lead: /^1,000 names from 1 list\. 1 needs your attention\.$/,
      says: /There is no copy yet, so the list has no effect\./,
      never: /stays in force/,
    },
    "an allow list that was never downloaded": {
      answers: lists({ ...NEVER, kind: "allow" }),
      lead: /^1 list is on, but has no effect yet\. 1 needs your attention\.$/,
      never: /blocks nothing/,
    },
    "one whose last copy goes on": {
      answers: lists(KEPT),
      lead: /^1,000 names from 1 list\. 1 needs/,
      says: /The copy fetched 1 hour ago stays in force\./,
    },
    "one that waits for its first copy": {
      answers: lists({ ...NEVER, health: "waiting", why: "", message: "", step: "queued" }),
      lead: /^1 list is on, but has no effect yet\. New copies are being fetched\.$/,
      never: /up to date/,
    },
    "an empty one": {
      answers: lists({ counts: counted(0) }),
      lead: /^1 list is on, but has no effect yet\.$/,
      never: /up to date/,
    },
    "none is on": {
      answers: lists({ enabled: false, health: "off" }),
      lead: /^No list is on, so no list blocks anything\.$/,
    },
    "one is off and still in force": {
      answers: lists(LEFT),
      lead: /^No list is on\. 1 needs your attention\.$/,
      says: /Still in force.*still holds: the disk is full/,
      never: /no list blocks anything/,
    },
    "one is off, still in force, and could not be fetched": {
      answers: lists({ ...LEFT, why: "the server answered 503" }),
      says: /still holds: the disk is full/,
      never: /stays in force|Could not be fetched/,
    },
  },
  "/lists/{id}": {
    "lines without effect": {
      answers: lists({ counts: { ...counted(10), ignored: { cosmetic: 5 } } }),
      params: { id: "1" },
      says: /5 lines without effect.*No line was refused\./,
      never: /Every line/,
    },
    "never downloaded": {
      answers: lists(NEVER),
      params: { id: "1" },
      lead: /^Could not be fetched/,
      says: /There is no copy yet, so the list has no effect\..*Last fetched never/,
    },
  },
  "/hours": Object.fromEntries(
    ([
      ["open", {}, /^Emma has Internet until 10:30\.$/, /Open until 10:30/],
      ["closed", CLOSED, /^Emma has no Internet until 10:30\.$/, /Closed until 10:30/],
      [
        "cut",
        { ...CLOSED, why: "cut", mode: CUT, next_change: NOW + HOUR },
        /^Emma ?’s Internet is cut until 09:30\.$/,
        /Cut until 09:30/,
      ],
      [
        "cut, then closed by hours",
        { ...CLOSED, why: "cut", mode: CUT },
        /^Emma has no Internet until 10:30\.$/,
        /Cut until 09:30.*Then closed by the hours until 10:30\./,
      ],
      ["extra time", { bonus: LONG }, /^Emma has Internet until 10:30/, /Extra time until 10:30/],
      ["homework", { mode: HOMEWORK }, /^Emma is in homework mode until 09:30\.$/, /Homework/],
      ["no hours", { enabled: false, next_change: 0 }, /has Internet at all hours/, /at all hours/],
      [
        "hours without a device",
        { ...CLOSED, devices: 0 },
        /^Emma has no device yet, so these hours apply to nothing\.$/,
        /No device yet: hours, limits and cuts apply to nothing\./,
      ],
      [
        "a cut without a device",
        { ...CLOSED, why: "cut", devices: 0, enabled: false, mode: CUT },
        /^Emma has no device yet, so/,
        /apply to nothing/,
      ],
      [
        "no hours and no device",
        { enabled: false, next_change: 0, devices: 0, grid: "" },
        /^Emma has no device yet\.$/,
        /No device yet/,
      ],
    ] as const).map(([name, over, lead, says]) => [
      name,
      {
        answers: { ...HOME, ...hours(person(over as Partial<PersonState>)) },
        lead,
        says,
        ...("devices" in over ? { never: /Closed until|Cut until|no Internet until/ } : {}),
      },
    ]),
  ),
  "/people/{id}": {
    "closed by hours": {
      answers: onePerson([5], CLOSED),
      params: { id: "1" },
      lead: /^A child, with 1 device\.$/,
      says: /Closed until 10:30/,
    },
    "hours without a device": {
      answers: onePerson([], CLOSED),
      params: { id: "1" },
      lead: /^A child, with 0 devices\.$/,
      says: /No device yet: hours, limits and cuts apply to nothing\./,
      never: /Closed until/,
    },
  },
  "/people/{id}/hours": {
    "hours without a device": {
      answers: onePerson([], CLOSED),
      params: { id: "1" },
      lead: /^Hours are on\. Emma has no device yet, so these hours apply to nothing\.$/,
      never: /has no Internet/,
    },
    "homework": {
      answers: onePerson([5], { mode: HOMEWORK }),
      params: { id: "1" },
      lead: /^Hours are on\. Emma is in homework mode until 09:30\.$/,
      says: /Homework until 09:30 Games, videos and social networks are blocked\. Open until 10:30/,
    },
  },
  "/dns-services": {
    "no certificate": {
      answers: dns({ ...NO_CERTIFICATE, state: "none" }),
      lead: /^Devices ask the box unencrypted so far\./,
    },
    "on its way": {
      answers: dns({ ...NO_CERTIFICATE, state: "obtaining", step: "order" }),
      lead: /^The certificate is on its way\./,
    },
    "failed": {
      answers: dns({ ...NO_CERTIFICATE, state: "failed", error: "no answer", next: NOW + HOUR }),
      lead: /^No certificate could be obtained yet\./,
    },
    "open": { answers: dns({}), lead: /^Devices can ask the box encrypted, under the name box/ },
    "a renewal that failed": {
      answers: dns({ state: "failed", error: "no answer" }),
      lead: /^Devices can ask the box encrypted/,
      says: /The previous certificate stays in use meanwhile\./,
    },
    "no port can be opened": {
      answers: dns({}, { listening: [], port: 0 }),
      lead: /^The box has a certificate for box\.example, but cannot open the ports/,
      never: /can ask the box encrypted/,
    },
    "every protocol is off": {
      answers: dns({}, { enabled: false, listening: [], port: 0 }),
      lead: /but no protocol is turned on\.$/,
    },
    "expired": { answers: dns({ until: NOW - 1 }), lead: /^The certificate for .* has expired/ },
    "not valid yet": {
      answers: dns({ from: NOW + HOUR }),
      lead: /^The certificate for box\.example isn’t valid yet/,
      never: /can ask the box encrypted/,
    },
    "HTTP leads to no name": {
      answers: dns({}),
      says: /For now HTTP leads to HTTPS at the address typed: browsers do not know who signed/,
    },
  },
  "/block-page": {
    "a page is shown": {
      answers: { ...dns({}, {}, "page"), "/api/v1/certificate": failing },
      lead: /^A blocked site shows a page that says why; over https only on devices with the cert/,
    },
    ...Object.fromEntries(["null", "nxdomain", "refused"].map((blocked) => [
      `blocked names are answered with ${blocked}`,
      { answers: dns({}, {}, blocked), lead: /^A blocked site does not open/ },
    ])),
  },
  "/system": {
    "all is well": { answers: system({}), lead: /^Everything is running, and has been for 10 min/ },
    "the resolver does not answer": {
      answers: system({ dns: false, upstreams: { all: 0, down: 0 } }),
      lead: /^The box does not answer names/,
    },
    "no upstream answers": {
      answers: system({ upstreams: { all: 2, down: 2 } }),
      lead: /^The box runs, but no DNS server that it asks answers\.$/,
      never: /Everything is running/,
    },
    "filtering is off": {
      answers: system({ filtering: false }),
      lead: /^Filtering is off/,
      never: /Everything is running/,
    },
    "a database is broken": {
      answers: system({ databases: { box: "ok", journal: "broken", stats: "ok" } }),
      lead: /but a database cannot be used\.$/,
    },
    "the time is not known": {
      answers: system({ time_known: false }),
      lead: /but does not know what time it is\.$/,
    },
    "there is a warning": {
      answers: system({ warnings: ["Port 853 is taken"] }),
      lead: /but 1 thing needs your attention\.$/,
    },
  },
  "/services": {
    "none for everyone, some for a person": {
      answers: services("all", service({ effective: "allow", here: "", from: "" })),
      lead: /^No service is blocked for the whole household\.$/,
    },
    "none for a person": {
      answers: services("person:1", service({ effective: "allow", here: "", from: "" })),
      lead: /^Emma: No service is blocked\.$/,
    },
    "at certain hours": {
      answers: services("all", service(), service({ id: "b", hours: NIGHT })),
      lead: /^2 services are blocked\. 1 of them only at certain hours\.$/,
    },
  },
  "/services/{id}": {
    "always": {
      answers: services("all", service()),
      params: { id: "tube" },
      lead: /^Tube is blocked\.$/,
    },
    "at certain hours": {
      answers: services("all", service({ hours: NIGHT })),
      params: { id: "tube" },
      lead: /^Tube is blocked at certain hours\.$/,
    },
    "at certain hours, by a wider choice": {
      answers: services("person:1", service({ hours: NIGHT, here: "" })),
      params: { id: "tube" },
      lead: /^Emma: Tube is blocked at certain hours \(set for: all\)\.$/,
    },
    "not blocked": {
      answers: services("all", service({ effective: "allow", here: "allow" })),
      params: { id: "tube" },
      lead: /^Tube is not blocked\.$/,
    },
  },
  "/safe-search": {
    "off for everyone, on for children": {
      answers: searches("all", false),
      lead: /^Everyone: Safe search is on for 0 of 1 search engines/,
    },
    "on for a person": {
      answers: searches("person:1", true),
      lead: /^Emma: Safe search is on for 1 of 1 search engines/,
    },
  },
  "/alerts": {
    "none is open": {
      answers: alerts(0),
      lead: /^No alerts are open\.$/,
      never: /nothing needs your attention/,
    },
    "one is open": { answers: alerts(1), lead: /^One alert is waiting for you\.$/ },
    "some are open": { answers: alerts(3), lead: /^3 alerts are waiting for you\.$/ },
  },
  "/exports": {
    "no target": { answers: targets(), lead: /stay on the box\.$/ },
    "a target that is off": { answers: targets(target({ enabled: false })), lead: /stay on the b/ },
    "nothing sent yet": {
      answers: targets(target({ last_ok: 0 })),
      lead: /is sent to 1 target; nothing has been sent yet\.$/,
      says: /nothing sent yet/,
      never: /arrives/,
    },
    "one of two has got something": {
      answers: targets(target(), target({ id: 2, last_ok: 0 })),
      lead: /is sent to 2 targets; not all of them have got something yet\.$/,
    },
    "all arrives": {
      answers: targets(target()),
      lead: /^What happens is sent to 1 target, and arr/,
    },
    "one does not arrive": {
      answers: targets(target({ last_error: "refused", last_error_at: NOW + 1 })),
      lead: /^1 target cannot be reached/,
    },
  },
  "/privacy": {
    "nothing can be seen": {
      answers: {},
      rights: [],
      lead: /^Your box connects to these places and no others\.$/,
      never: /In use|Not configured|Change or stop|State not known/,
    },
    "a new box": {
      answers: connections({}),
      lead: /^Your box connects to 1 destination on the Internet\.$/,
      says: /Upstream DNS servers In use .*dns\.example .*Online service of the box Not configured/,
      never: /secret/,
    },
    "everything is on": {
      answers: connections({
        cloud_url: "https://cloud.example/path",
        holiday_service_url: "https://holidays.example",
        acme_directory: "https://acme.example/directory",
        bootstrap: ["192.0.2.1"],
        mode: "domain",
        lists: [["https://lists.example/key?token=secret", true]],
        holidays: true,
        exports: ["mail", "webhook", "syslog"],
        sends: true,
      }),
      lead: /^Your box connects to 11 destinations on the Internet\.$/,
      says: /Publishers of lists In use .*lists\.example .*Online service of the box Off/,
      never: /secret|\/key/,
    },
    "chosen and switched off": {
      answers: connections({
        cloud_url: "https://cloud.example",
        holiday_service_url: "https://holidays.example",
        lists: [["https://lists.example/a", false]],
      }),
      lead: /^Your box connects to 1 destination/,
      says: /Publishers of lists Off .*Holiday service Off .*Anonymous statistics Off/,
    },
  },
  "/rules": {
    "none": {
      answers: rules(""),
      lead: /^You have no rules yet\.$/,
      never: /lists alone decide/,
    },
    "one": { answers: rules("", "a.example"), lead: /^You have 1 rule;/ },
    "more than a page": {
      answers: rules("x", "a.example", "b.example"),
      lead: /^The newest 2 of your rules/,
    },
    "a later page": {
      answers: rules("", "a.example"),
      query: { cursor: "x" },
      lead: /^1 rule on this page\.$/,
    },
    "a page of what was found": {
      answers: rules("x", "a.example", "b.example"),
      query: { name: "example" },
      lead: /^2 rules on this page\.$/,
    },
    "found": {
      answers: rules("", "a.example"),
      query: { name: "example" },
      lead: /^1 rule matches the search\.$/,
    },
  },
  "/devices": {
    "none": { answers: devices("", 0), lead: /^0 devices of the household\.$/ },
    "all": { answers: devices("", 2), lead: /^2 devices of the household\.$/ },
    "the first page": {
      answers: devices("x", 2),
      lead: /^The first 2 devices of the household\.$/,
    },
    "a later page": {
      answers: devices("", 2),
      query: { cursor: "x" },
      lead: /^2 devices on this page\.$/,
    },
    "a page of what was found": {
      answers: devices("x", 2),
      query: { q: "tab" },
      lead: /^2 devices on this page\.$/,
      never: /found/,
    },
    "found": { answers: devices("", 1), query: { q: "tab" }, lead: /^1 device found\.$/ },
  },
  "/devices/{id}": {
    "of nobody": {
      answers: oneDevice({}),
      params: { id: "5" },
      lead: /^Nobody has said yet whose this is\./,
    },
    "of somebody whom the account may not see": {
      answers: oneDevice({ person_id: 7 }),
      params: { id: "5" },
      rights: ["devices.read"],
      lead: /^Tablet\./,
      never: /Nobody has said/,
    },
    "shared by people whom the account may not see": {
      answers: oneDevice({ people: [7, 8], follows: "child" }),
      params: { id: "5" },
      rights: ["devices.read"],
      lead: /^Tablet, shared by several people\. It is protected like a child\./,
    },
  },
  "/network": {
    "a new device is here": {
      answers: networkOf(1),
      lead: /^One device is on the network now\. One is new/,
      never: /Nobody is here/,
    },
    "nobody is here": {
      answers: networkOf(0),
      query: {},
      lead: /^0 devices are on the network now\./,
    },
  },
  "/queries": {
    "kept": { answers: queries(true), lead: /^All queries in the log/, says: /The log is empty/ },
    "off, for who may turn it on": {
      answers: queries(false, settings(setting({ value: false }))),
      lead: /^The log is off: the box writes no query down\.$/,
      says: /Turn the log on/,
    },
    "off, for who may not see settings": {
      answers: queries(false),
      rights: ["reports.read"],
      lead: /^The log is off: the box writes no query down\.$/,
      says: /An administrator can turn it on/,
      never: /Nothing has been asked|The log is empty|Turn the log on/,
    },
    "off, fixed where the box is started": {
      answers: queries(false, settings(setting({ value: false, fixed_by: "--journal" }))),
      says: /It is fixed by --journal/,
    },
  },
  "/upstreams": {
    "all answer": {
      answers: upstreamsOf({}, {}),
      lead: /^The box asks 2 DNS servers .*; all answer\. The quickest takes 12 ms\.$/,
    },
    "the only one answers": {
      answers: upstreamsOf({}),
      lead: /asks 1 DNS server .*; it answers\./,
    },
    "none was asked": {
      answers: upstreamsOf({ last_answer: 0, queries: 0, latency: 0 }),
      lead: /it has not been asked yet\.$/,
    },
    "one was not asked": {
      answers: upstreamsOf({}, { last_answer: 0, queries: 0, latency: 0 }),
      lead: /those asked so far answer\./,
    },
    "one does not answer": {
      answers: upstreamsOf({}, { down_until: NOW + 30 }),
      lead: /^1 of 2 DNS servers does not answer\./,
    },
    "none answers": {
      answers: upstreamsOf({ down_until: NOW + 30 }, { down_until: NOW + 30 }),
      lead: /^No DNS server answers\./,
    },
    "the resolver is silent": {
      answers: upstreamsOf(failing),
      lead: /does not answer right now\.$/,
    },
  },
  "/records": {
    "none": { answers: records(""), lead: /^No names of your own yet/ },
    "one, and one that is off": {
      answers: records("", true, false),
      lead: /^The box answers 1 name of your own itself\.$/,
    },
    "more than a page": {
      answers: records("x", true, true),
      lead: /^2 names on this page\.$/,
      never: /The box answers 2/,
    },
    "found": {
      answers: records("", true),
      query: { text: "n0" },
      lead: /^1 name matches the search\.$/,
    },
  },
  "/requests": {
    "none": { answers: requestsOf(), lead: /^Nobody waits for an answer\.$/ },
    "one waits": {
      answers: requestsOf("waiting"),
      lead: /^Emma asks for 30 min more: Internet\.$/,
    },
    "two wait": { answers: requestsOf("waiting", "waiting"), lead: /^2 requests wait/ },
    "all are answered": { answers: requestsOf("refused"), lead: /^Nobody waits for an answer\.$/ },
  },
  "/hours/holidays": {
    "none": { answers: vacations(), lead: /^The box knows of no holidays to come/ },
    "over": { answers: vacations(["2026-11-01", "2026-11-20"]), lead: /no holidays to come/ },
    "now, to their last day": {
      answers: vacations(["2026-11-14", "2026-11-21"]),
      lead: /^Holidays until .*November 21: on weekdays, Saturday’s hours apply\.$/,
    },
    "to come": {
      answers: vacations(["2026-12-19", "2027-01-03"]),
      lead: /^No holidays now\. The next ones begin on .*December 19/,
    },
  },
  "/learning": {
    "on": { answers: learning({}), lead: /^The box watches until .* 1 device so far\.$/ },
    "over, with a proposal": {
      answers: learning({ active: false, proposals: [PROPOSAL] }),
      lead: /^This is what the box proposes/,
    },
    "over, without any": {
      answers: learning({ active: false }),
      lead: /^The box proposes nothing at the moment\.$/,
      never: /This is what the box proposes/,
    },
    "put away": {
      answers: learning({ active: false, done: true }),
      lead: /^The box proposes nothing/,
      never: /has its name and its place/,
    },
  },
  "/settings": {
    "as they came": { answers: settings(setting()), lead: /^Everything runs as set\./ },
    "saved, and the default": {
      answers: settings(setting({ source: "database" })),
      lead: /^Everything runs as set\./,
    },
    "one differs, fixed at the start": {
      answers: settings(setting({ value: "x", source: "flag", fixed_by: "--x" })),
      lead: /^1 setting differs from its default\.$/,
    },
    "one waits": {
      answers: settings(setting({ value: "x", source: "database", waits: true })),
      lead: /^1 change is waiting for a restart of the box\.$/,
    },
  },
  "/accounts": {
    "one, with a password alone": { answers: accounts({}), lead: /^1 account can sign in\.$/ },
    "one of two has a second factor": {
      answers: accounts({}, { factors: ["totp"] }),
      lead: /^1 account can sign in with a password alone\.$/,
    },
    "one is invited, one accepted": {
      answers: accounts(
        { invitation: invitation("accepted") },
        { name: "emma", invitation: invitation("invited") },
      ),
      lead: /^1 account can sign in\.$/,
      says: /[Ii]nvited/,
    },
    "one is turned off": { answers: accounts({}, { disabled: true }), lead: /^1 account can sign/ },
  },
  "/people": {
    "nobody yet": { answers: household(0, 2), lead: /^Add who lives or works here/ },
    "all assigned": { answers: household(1, 0), lead: /^1 person and 0 devices\.$/ },
    "one of nobody": {
      answers: household(2, 1),
      lead: /^2 people and 1 device\. 1 of them is still nobody’s\.$/,
    },
  },
  "/tunnels": {
    "nothing caught": { answers: tunnels("on"), lead: /^No device was caught hiding data/ },
    "not looked for": {
      answers: tunnels("off"),
      lead: /^The box does not look for tunnels at the moment\.$/,
      never: /No device was caught/,
    },
    "blocked": { answers: tunnels("on", {}), lead: /^1 domain is blocked because/ },
    "reported only": {
      answers: tunnels("tell", { blocked: false }),
      lead: /^Devices hide data in DNS, and nothing blocks it\.$/,
      says: /Tunnels are reported, not blocked\./,
    },
    "allowed": {
      answers: tunnels("on", { blocked: false, allowed: true }),
      lead: /somebody allowed it\.$/,
    },
  },
};

/**
 * Pages whose sentence says what they are for, or counts what they show and nothing else; the test of a page that says how
 * something stands belongs into STATES.
 */
const STILL: readonly string[] = [
  "/sign-in",
  "/setup",
  "/ready",
  "/ask",
  "/certificate",
  "/terms",
  "/{name}",
  "/me",
  "/hours/allowed",
  "/people/{id}/time",
  "/groups/{id}",
  "/queries/{id}",
  "/check",
  "/accounts/new",
  "/accounts/{id}",
  "/audit",
  "/exports/new",
  "/exports/{id}",
  "/import",
  "/import/{id}",
  "/lists/add",
  "/me/time",
  "/invitation",
  "/accounts/invite",
];

Deno.test("every page has its states here, or a sentence that depends on none", () => {
  const paths = PAGES.map(({ path }) => path);
  const known = [...Object.keys(STATES), ...STILL];
  assert.deepEqual(paths.filter((path) => !known.includes(path)), []);
  assert.deepEqual(known.filter((path) => !paths.includes(path)), []);
});

const pageAt = (path: string) => PAGES.find((page) => page.path === path)!;

for (const [path, states] of Object.entries(STATES)) {
  for (const [name, state] of Object.entries(states)) {
    Deno.test(`${path} tells the truth: ${name}`, async () => {
      const { lead, body } = await said(pageAt(path), state);
      const { says, never } = state;
      if (state.lead !== undefined) assert.match(lead, state.lead);
      if (says !== undefined) assert.match(body, says);
      if (never !== undefined) assert.doesNotMatch(`${lead} ${body}`, never);
    });
  }
}

Deno.test("the sentence of every page is whole in every language and state", async () => {
  for (const [path, states] of Object.entries(STATES)) {
    for (const [name, state] of Object.entries(states)) {
      for (const language of LANGUAGES) {
        const { lead } = await said(pageAt(path), state, language);
        assert.doesNotMatch(lead, /undefined|NaN|\{\w+\}|\[object/, `${path} ${name} ${language}`);
        assert.ok(lead.length > 3, `${path} ${name} ${language}: ${lead}`);
      }
    }
  }
});
