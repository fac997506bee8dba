/** Checks that commands print true statements in every state of the box. */
import assert from "node:assert/strict";
import type { UpdateChangesResponse } from "../api/features/box/updates/routes.ts";
import type { BoxStatus } from "../api/features/box/status/routes.ts";
import type { PersonState } from "../api/features/household/hours/schedules.ts";
import type { ListResponse } from "../api/features/protection/lists/routes.ts";
import type { CategoryResponse } from "../api/features/protection/categories/routes.ts";
import type { Call, Command } from "./command.ts";
import type { BreachesResponse } from "../api/features/household/breaches/routes.ts";
import { breachesCommand } from "./commands/breaches.ts";
import { categoriesCommand } from "./commands/categories.ts";
import { lookalikeCommand } from "./commands/lookalike.ts";
import { threatsCommand } from "./commands/threats.ts";
import { bonusCommand } from "./commands/bonus.ts";
import { hoursCommand } from "./commands/hours.ts";
import { limitsCommand } from "./commands/limits.ts";
import { listsCommand } from "./commands/lists.ts";
import { cutCommand, homeworkCommand } from "./commands/modes.ts";
import { logCommand } from "./commands/log.ts";
import { pauseCommand } from "./commands/pause.ts";
import { requestsCommand } from "./commands/requests.ts";
import { restrictCommand } from "./commands/restrict.ts";
import { statusCommand } from "./commands/status.ts";
import { updateCommand } from "./commands/update.ts";

/** Saturday, 21 November 2026, 08:30 UTC. */
const NOW = Date.UTC(2026, 10, 21, 8, 30) / 1000;
const NONE = { from: 0, until: 0 };

type Answers = Readonly<Record<string, unknown>>;

/** What a command prints for these responses of the API; any other request fails. */
async function printed(
  command: Command,
  answers: Answers,
  positionals: readonly string[] = [],
  switches: readonly string[] = [],
  others: (
    path: string,
    query: Readonly<Record<string, string>>,
    method: string,
  ) => unknown = () => undefined,
) {
  let out = "";
  const terminal = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (out += text),
    now: () => NOW * 1000,
    colors: false,
  };
  const service = {
    call(method: string, path: string, { query = {} }: { query?: Record<string, string> } = {}) {
      const answer = path in answers ? answers[path] : others(path, query, method);
      return answer === undefined ? Promise.reject(new Error(path)) : Promise.resolve(answer);
    },
  };
  const call = { service, terminal, json: false, positionals, values: {} };
  await command.run({ ...call, switches: new Set(switches) } as unknown as Call);
  return out.replace(/ +/g, " ");
}

const STATUS: BoxStatus = {
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
  addresses: [],
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
  policy: { version: 1, lists: 2, names: 1000, rules: 3 },
  queries: 10,
  by_status: { blocked: 1 },
  cache: null,
  upstreams: { all: 2, down: 0 },
  journal: { written: 9, skipped: 1, lost: 0 },
  databases: { box: "ok", journal: "ok", stats: "ok" },
  copied: false,
  update: "",
  warnings: [],
};
const PAUSE = { scope: "all", name: "", until: NOW + 2100, started: NOW, by: "anna" };
const EMMA = { ...PAUSE, scope: "person:1", name: "Emma" };

function status(over: Partial<BoxStatus>, more: Answers = {}): Answers {
  return {
    "/api/v1/status": { ...STATUS, ...over },
    "/api/v1/pauses": { pauses: [] },
    "/api/v1/time-zone": { in_force: "Europe/Paris" },
    "/api/v1/settings": { settings: [{ key: "journal", value: true }] },
    ...more,
  };
}

const paused = (...pauses: readonly unknown[]) => ({ "/api/v1/pauses": { pauses } });
const BROKEN = Object.fromEntries(
  Object.entries(status({})).filter(([path]) => path === "/api/v1/status"),
);

const STATUS_STATES: readonly (readonly [state: string, answers: Answers, says: RegExp])[] = [
  ["all is well", status({}), /^Filtering on$/m],
  [
    "paused for everyone",
    status({}, paused(PAUSE)),
    /^Filtering paused for everyone until .*10:05/m,
  ],
  [
    "paused for one",
    status({}, paused(EMMA)),
    /^Filtering on, but paused for Emma \(person:1\) until/m,
  ],
  [
    "paused for two",
    status({}, paused(EMMA, { ...EMMA, scope: "group:2", name: "Office" })),
    /^Filtering on, but paused for Emma \(person:1\), Office \(group:2\)$/m,
  ],
  ["off", status({ filtering: false }), /^Filtering off: only hours and cuts apply$/m],
  ["off and paused", status({ filtering: false }, paused(PAUSE)), /^Filtering off: only hours/m],
  ["the database is broken", BROKEN, /^Filtering on; whether it is paused is not known now$/m],
  ["lists", status({}), /^Lists 2 with 1.?000 names and 3 rules$/m],
  [
    "no list",
    status({ policy: { version: 1, lists: 1, names: 0, rules: 0 } }),
    /^Lists none in use: not protected yet$/m,
  ],
  ["upstreams", status({}), /^Upstreams 2$/m],
  ["some down", status({ upstreams: { all: 2, down: 1 } }), /^Upstreams 2, 1 not answering$/m],
  [
    "the resolver is silent",
    status({ dns: false, upstreams: { all: 0, down: 0 } }),
    /^Upstreams not known: the resolver does not answer$/m,
  ],
  ["queries", status({}), /^Queries 10 since the start, 10 % blocked$/m],
  ["the log", status({}), /^Journal 9 written, 1 left out$/m],
  [
    "the log is off",
    status({}, { "/api/v1/settings": { settings: [{ key: "journal", value: false }] } }),
    /^Journal off: no query is written down$/m,
  ],
  ["no certificate", status({}), /^Encrypted DNS no certificate/m],
  [
    "a certificate, with no port open",
    status({ encrypted_dns: "box.example" }),
    /^Encrypted DNS certificate for box\.example; what is open: box dns-services$/m,
  ],
  [
    "a copy of the box runs",
    status({ copied: true }),
    /^Copy another box uses the identity of this box\..*: box identity new$/m,
  ],
  ["the time is not known", status({ time_known: false }), /^Clock not known: hours and daily/m],
];

for (const [state, answers, says] of STATUS_STATES) {
  Deno.test(`box status is true: ${state}`, async () => {
    assert.match(await printed(statusCommand, answers), says);
  });
}

Deno.test("box update --rollback names what a return loses", async () => {
  const lossless = { version: "0.8.9", since: NOW, actions: [] };
  const kept = { data_lost: false, log_lost: false, stats_lost: false };
  const copied = {
    whole_log_lost: false,
    all_stats_lost: false,
    log_fault: "",
    stats_fault: "",
  };
  const said = (lost: Partial<UpdateChangesResponse>) =>
    printed(
      updateCommand,
      {
        "/api/v1/updates": { previous: { version: "0.8.9", since: NOW }, last: null },
        "/api/v1/updates/changes": { ...lossless, ...kept, ...copied, ...lost },
      },
      [],
      ["rollback"],
    );
  assert.match(await said({}), /^The data stays as it is\.$/m);
  assert.match(await said({ data_lost: true }), /the data of this one: it returns too/);
  assert.match(await said({ log_lost: true }), /: the log since then is lost\.$/m);
  const whole = await said({ log_lost: true, whole_log_lost: true });
  assert.match(whole, /: the whole log is lost, too large to be copied before the update\.$/m);
  assert.match(await said({ stats_lost: true }), /: those since are lost\.$/m);
  const all = await said({ stats_lost: true, all_stats_lost: true });
  assert.match(all, /: all of them are lost, too large to be copied before the update\.$/m);
  const full = await said({ log_lost: true, whole_log_lost: true, log_fault: "a full disk" });
  assert.match(
    full,
    /: the whole log is lost, the copy before the update failed \(a full disk\)\.$/m,
  );
});

function categories(over: Partial<CategoryResponse>): Answers {
  const row = {
    category: "gambling",
    here: "",
    effective: "block",
    from: "",
    services: 0,
    lists: [],
  };
  return { "/api/v1/categories": { scope: "all", name: "", categories: [{ ...row, ...over }] } };
}

const feeding = (names: number, enabled = true) => [
  { id: 3, name: "Casinos", enabled, names, in_use: enabled && names > 0 },
];

Deno.test("box categories reports a category without a source of names as having no list", async () => {
  const said = (over: Partial<CategoryResponse>) => printed(categoriesCommand, categories(over));
  assert.match(await said({ lists: feeding(5) }), /^gambling block follows/m);
  assert.match(await said({ services: 5 }), /^gambling block follows/m);
  for (const lists of [[], feeding(0), feeding(5, false)]) {
    assert.match(await said({ lists }), /^gambling block, no list in use follows/m);
    assert.match(await said({ lists, effective: "monitor" }), /^gambling monitor, no list in use/m);
    assert.match(await said({ lists, effective: "allow" }), /^gambling allow follows/m);
  }
});

Deno.test("box lists says what a list of a category does now, and for whom", async () => {
  const list = {
    id: 3,
    name: "Casinos",
    kind: "block",
    category: "gambling",
    enabled: true,
    scopes: ["all"],
    except: [],
    scope_names: {},
    hours: [],
    health: "ok",
    message: "",
    concerns: [],
    counts: null,
    source: "url",
    url: "https://lists.example/",
    last_success: NOW,
  };
  const said = async (
    row: Partial<CategoryResponse>,
    over: Readonly<Record<string, unknown>> = {},
  ) => {
    const lists = { "/api/v1/lists": { lists: [{ ...list, ...over }] } };
    const text = await printed(listsCommand, { ...lists, ...categories(row) }, ["show", "3"]);
    return /^Now for .*$/m.exec(text)?.[0];
  };
  const lists = feeding(5);
  assert.equal(
    await said({ lists }),
    "Now for everyone: blocked (category gambling; box categories changes it)",
  );
  assert.match((await said({ lists, effective: "monitor" }))!, /^Now for everyone: reported/);
  assert.match((await said({ lists, effective: "allow" }))!, /^Now for everyone: allowed/);
  const child = { scopes: ["profile:child"] };
  assert.match((await said({ lists }, child))!, /^Now for children: blocked/);
  // A list that is off, for no one, without a copy, or that allows, does nothing of it.
  assert.equal(await said({ lists }, { enabled: false }), undefined);
  assert.equal(await said({ lists }, { scopes: [] }), undefined);
  assert.equal(await said({ lists }, { kind: "allow" }), undefined);
  assert.equal(await said({ lists: feeding(0) }), undefined);
  const mixed = await printed(
    listsCommand,
    { "/api/v1/lists": { lists: [list] } },
    ["show", "3"],
    [],
    (_, { scope }) =>
      categories({ lists, effective: scope === "profile:adult" ? "allow" : "block" })[
        "/api/v1/categories"
      ],
  );
  assert.deepEqual([...mixed.matchAll(/^Now for (.*) \(/gm)].map(([, text]) => text), [
    "unassigned devices: blocked",
    "children: blocked",
    "teenagers: blocked",
    "adults: allowed",
  ]);
  // Scopes choose nothing about advertising.
  assert.equal(await said({ lists }, { category: "ads" }), undefined);
});

Deno.test("box hours reports that nothing applies to a person without devices", async () => {
  const person: PersonState = {
    person_id: 1,
    name: "Emma",
    profile: "child",
    devices: 0,
    enabled: true,
    grid: "",
    hours: [],
    proposed: "",
    open_now: false,
    why: "hours",
    next_change: NOW + 7200,
    cut_until: 0,
    bonus: NONE,
    extra: NONE,
    mode: { mode: "", ...NONE },
    limits: [],
    vacation: false,
  };
  const said = (devices: number, name: readonly string[] = []) =>
    printed(hoursCommand, {
      "/api/v1/schedules": {
        people: [{ ...person, devices }],
        shared: [],
        zone: "UTC",
        time_known: true,
      },
      "/api/v1/people": { people: [{ id: 1, name: "Emma", profile: "child" }], next: "" },
    }, name);
  assert.match(await said(1), /Emma child on closed \(hours\) 2026-11-21 10:30:00/);
  assert.match(await said(0), /Emma child on no device yet: nothing applies\s*$/m);
  assert.match(await said(0, ["Emma"]), /^Now no device yet: nothing applies$/m);
  assert.doesNotMatch(await said(0, ["Emma"]), /^Until/m);
});

Deno.test("box pause prints the end of a pause in the time zone of the household", async () => {
  const answers = {
    "/api/v1/pauses": PAUSE,
    "/api/v1/time-zone": { in_force: "Asia/Tokyo" },
  };
  assert.equal(
    await printed(pauseCommand, answers, ["35min"]),
    "Paused for everyone until 2026-11-21 18:05:00.\n",
  );
});

Deno.test("box pause reports that a pause for a person without devices applies to nothing", async () => {
  const person = { id: 1, name: "Emma", profile: "child", shared_devices: [] as number[] };
  const said = (devices: readonly number[], shared_devices: readonly number[] = []) =>
    printed(pauseCommand, {
      "/api/v1/pauses": EMMA,
      "/api/v1/time-zone": { in_force: "UTC" },
      "/api/v1/people": { people: [{ ...person, devices, shared_devices }], next: "" },
    }, ["35min"]);
  assert.match(await said([]), /^Paused for Emma .*no device of this person yet, so it applies to/);
  for (const text of [await said([3]), await said([], [4])]) {
    assert.match(text, /^Paused for Emma/);
    assert.doesNotMatch(text, /no device/);
  }
});

Deno.test("box log reports that the log is off", async () => {
  const said = (kept: boolean) => printed(logCommand, { "/api/v1/queries": { entries: [], kept } });
  assert.equal(await said(true), "");
  assert.equal(await said(false), "box: The log is off: no query is written down.\n");
});

Deno.test("box requests prints how far back it searched", async () => {
  const answers = { "/api/v1/requests": { requests: [], next: "", waiting: 0 } };
  assert.equal(await printed(requestsCommand, answers), "No request waits.\n");
  assert.equal(
    await printed(requestsCommand, answers, [], ["all"]),
    "Nobody has asked for more time in the last 90 days.\n",
  );
});

Deno.test("box lists says of a doubtful list what is in force until somebody decides", async () => {
  const list: Partial<ListResponse> = {
    id: 3,
    name: "Ads",
    url: "https://lists.example/ads",
    source: "url",
    kind: "block",
    health: "doubtful",
    message: "",
    last_success: NOW,
    concerns: [{ kind: "unused", count: 9, of: 9, examples: [] }],
    counts: null,
    scopes: ["all"],
    except: [],
    scope_names: {},
    hours: [],
  };
  const said = (over: Partial<ListResponse>) =>
    printed(listsCommand, { "/api/v1/lists": { lists: [{ ...list, ...over }] } }, ["show", "3"]);
  const first = await said({ in_force: "", held_lines: 9 });
  assert.match(first, /^This list is doubtful: it is not in force until somebody confirms it\.$/m);
  const second = await said({ in_force: "copy", held_lines: 9 });
  assert.match(second, /^The new copy is doubtful: the one before stays in force until/m);
  const kept = await said({ in_force: "copy", held_lines: 0 });
  assert.match(kept, /^This list is doubtful: it stays in force until somebody turns it off/m);
  for (const text of [second, kept]) assert.doesNotMatch(text, /not in force/);
});

Deno.test("box requests says that minutes open nothing while a choice blocks their category", async () => {
  const request = {
    id: 7,
    person: "Emma",
    device: "tablet",
    kind: "category",
    category: "games",
    minutes: 30,
    given: 30,
    message: "",
    created: NOW - 60,
    answered: NOW,
    answered_by: "anna",
    status: "waiting",
    cut_until: 0,
    homework_until: 0,
    blocked_by_choice: true,
  };
  const shown = (over: object = {}) =>
    printed(requestsCommand, {
      "/api/v1/requests": { requests: [{ ...request, ...over }], waiting: 1, next: "" },
    });
  assert.match(await shown(), /waits, games blocked by choice/);
  assert.doesNotMatch(await shown({ blocked_by_choice: false }), /blocked/);
  const accepted = await printed(requestsCommand, {
    "/api/v1/requests/7/accept": { ...request, status: "accepted" },
  }, ["accept", "7"]);
  assert.match(
    accepted,
    /Emma has 30 more minutes of games\. A choice still blocks games, so they/,
  );
});

Deno.test("what is set for a person without devices is said to apply to nothing", async () => {
  const person = { person_id: 1, name: "Emma", hours: [], enabled: true, devices: 0 };
  const answers = (devices: number): Answers => ({
    "/api/v1/people": { people: [{ id: 1, name: "Emma", profile: "child" }], next: "" },
    "/api/v1/people/1/mode": { until: NOW + 3600, from: NOW, ended: ["extra"] },
    "/api/v1/people/1/bonus": { from: NOW, until: NOW + 1800, cut_until: NOW + 60 },
    "/api/v1/people/1/limits": { ...person, devices },
    "/api/v1/people/1/schedule": { ...person, devices },
    "/api/v1/schedules": { people: [{ ...person, devices }], shared: [], zone: "UTC" },
  });
  const nothing = "Emma has no device yet, so it applies to nothing.";
  const cases: readonly (readonly [Command, string[], string[], with_: RegExp, without: string])[] =
    [
      [cutCommand, ["Emma"], [], /^The Internet of Emma is cut until/, "The cut is set for Emma"],
      [homeworkCommand, ["Emma"], [], /^Emma has homework until/, "Homework is set for Emma"],
      [bonusCommand, ["Emma"], [], /^Emma has extra time from/, "Extra time is set for Emma from"],
      [limitsCommand, ["Emma", "games", "60"], [], /^Emma has 60 minutes/, "Emma has 60 minutes"],
      [hoursCommand, ["Emma"], ["on"], /^The hours of Emma are on/, "The hours of Emma are on"],
    ];
  for (const [command, positionals, switches, known, start] of cases) {
    const held = await printed(command, answers(1), positionals, switches);
    assert.match(held, known, command.name);
    assert.doesNotMatch(held, /no device/, command.name);
    const text = await printed(command, answers(0), positionals, switches);
    assert.ok(text.startsWith(start), text);
    assert.ok(text.includes(nothing), text);
  }
});

Deno.test("box breaches says in each state why nothing is checked, and when it is next", async () => {
  const DAY = 86_400;
  const address = (id: number, checked = NOW - 3600): BreachesResponse["addresses"][number] => ({
    id,
    address: `a${id}@example.com`,
    person_id: 0,
    person_name: "",
    created: NOW - DAY,
    checked,
    manual: 0,
    next_manual: 0,
    breaches: id === 1 ? [{ name: "Adobe", found: "2026-11-20" }] : [],
    mine: false,
  });
  const say = (
    state: Partial<BreachesResponse["state"]>,
    over: Partial<BreachesResponse> = {},
  ) => {
    const well = { status: "ok", at: NOW, last_ok: NOW, last_full: NOW, retry_at: 0, failures: 0 };
    const answer = {
      addresses: [address(1)],
      max: 20,
      state: { ...well, ...state },
      next: NOW + 2 * DAY,
      allowed: true,
      service: true,
      ...over,
    };
    const zone = { in_force: "UTC" };
    return printed(breachesCommand, { "/api/v1/breaches": answer, "/api/v1/time-zone": zone });
  };
  const retry_at = NOW + 3600;
  const again = /The box tries again on 2026-11-21 09:30:00\.$/m;
  assert.match(await say({}, { addresses: [] }), /^No address is watched; `box breaches add`/);
  const well = await say({});
  assert.match(well, /a1@example\.com .*Adobe \(2026-11-20\)/);
  assert.match(well, /^The next regular check is on 2026-11-23 08:30:00\.$/m);
  assert.match(await say({ status: "none" }, { addresses: [address(2, 0)] }), /never/);
  const terms = await say({}, { allowed: false });
  assert.match(terms, /until the terms of use are accepted: box terms accept/);
  assert.doesNotMatch(terms, /regular check/);
  assert.match(
    await say({ status: "not_configured" }, { service: false }),
    /settings set cloud_url/,
  );
  for (
    const [status, words] of [
      ["not_configured", "The online service does not offer breach checks yet."],
      ["busy", "The online service is busy."],
      ["unreachable", "The online service cannot be reached."],
      ["error", "The last check did not work."],
      ["limit", "Too many checks today."],
    ] as const
  ) {
    const text = await say({ status, retry_at });
    assert.ok(text.includes(words), text);
    assert.match(text, again);
    assert.doesNotMatch(text, /used them up/);
  }
  const twenty = Array.from({ length: 20 }, (_, id) => address(id));
  assert.match(
    await say({ status: "limit", retry_at }, { addresses: twenty }),
    /The weekly check of 20 addresses used them up, so none is left for Check now\./,
  );
});

Deno.test("box breaches add and check say the true reason why nothing is checked", async () => {
  const added = { id: 1, address: "a1@example.com", breaches: [] };
  const say = (
    action: "add" | "check",
    status: BreachesResponse["state"]["status"],
    over: Partial<BreachesResponse> = {},
  ) => {
    const state = { status, at: NOW, last_ok: 0, last_full: 0, retry_at: 0, failures: 0 };
    const answers = {
      "/api/v1/breaches/1/check": { ...added, state },
      "/api/v1/time-zone": { in_force: "UTC" },
    };
    const well = { addresses: [added], state, next: NOW, allowed: true, service: true };
    const others = (path: string, _: unknown, method: string) => {
      if (path !== "/api/v1/breaches") return undefined;
      return method === "POST" ? added : { ...well, ...over };
    };
    return printed(breachesCommand, answers, [action, "a1@example.com"], [], others);
  };
  for (const status of ["none", "ok"] as const) {
    assert.match(await say("add", status), /is watched; the box checks it within two minutes\.$/m);
  }
  const states = [
    ["not_configured", { service: false }, "Nothing is checked without an online service"],
    ["none", { allowed: false }, "Nothing is checked until the terms of use are accepted"],
    ["not_configured", {}, "The online service does not offer breach checks yet."],
    ["unreachable", {}, "The online service cannot be reached."],
  ] as const;
  for (const [status, over, words] of states) {
    const text = await say("add", status, over);
    assert.ok(text.startsWith(`a1@example.com is watched. ${words}`), text);
    assert.doesNotMatch(text, /two minutes/);
  }
  const without = await say("check", "not_configured", { service: false });
  assert.match(without, /was not checked: Nothing is checked without an online service/);
  assert.doesNotMatch(without, /does not offer/);
  assert.match(await say("check", "not_configured"), /The online service does not offer breach/);
  assert.match(await say("check", "busy"), /was not checked: The online service is busy\./);
});

const LOOKALIKE = {
  filtering: true,
  enabled: true,
  typos: true,
  ask: true,
  protected: 180,
  allowed: [],
  lookalikes: [],
};
const THREATS = {
  filtering: true,
  rebinding: true,
  rebinding_allowed: [],
  networks: [],
  spyware: true,
  spyware_domains: 9,
  remote: true,
  beacons: true,
  found: [],
  quarantined: [],
};

Deno.test("box lookalike and box threats say that nothing is blocked while filtering is off", async () => {
  const off = "filtering is off \\(box settings set filtering on\\)$";
  const lookalike = (over: object) =>
    printed(lookalikeCommand, { "/api/v1/lookalike": { ...LOOKALIKE, filtering: false, ...over } });
  const all = await lookalike({});
  assert.match(all, new RegExp(`^Look-alikes on, but does not run: ${off}`, "m"));
  assert.match(all, new RegExp(`^Typing errors on, but does not run: ${off}`, "m"));
  const none = await lookalike({ enabled: false, typos: false });
  assert.match(none, /^Look-alikes off$/m);
  assert.match(none, /^Typing errors off$/m);
  const threats = await printed(threatsCommand, {
    "/api/v1/threats": { ...THREATS, filtering: false },
    "/api/v1/lists": { lists: [] },
  });
  assert.match(threats, new RegExp(`^Names that lead home on, but does not run: ${off}`, "m"));
  assert.match(threats, new RegExp(`^Spyware on, but only reports: ${off}`, "m"));
  assert.match(threats, /^Remote access on$/m);
});

Deno.test("box lookalike and box threats say whether the ages of domains can be asked", async () => {
  const settings = (ask: boolean, url: string) => ({
    settings: [{ key: "lookalike_ask", value: ask }, { key: "cloud_url", value: url }],
  });
  const lookalike = (ask: boolean, url?: string) =>
    printed(lookalikeCommand, {
      "/api/v1/lookalike": { ...LOOKALIKE, ask },
      ...(url === undefined ? {} : { "/api/v1/settings": settings(ask, url) }),
    });
  const service = "https://online.example";
  assert.match(
    await lookalike(true, ""),
    /^Ages of domains on, but does not run: no online service is set \(box settings set cloud_url\)$/m,
  );
  assert.match(await lookalike(true, service), /^Ages of domains on$/m);
  assert.match(await lookalike(false, ""), /^Ages of domains off$/m);
  assert.match(await lookalike(true), /^Ages of domains on$/m);
  const threats = (beacons: boolean, ask: boolean, url: string) =>
    printed(threatsCommand, {
      "/api/v1/threats": { ...THREATS, beacons },
      "/api/v1/lists": { lists: [] },
      "/api/v1/settings": settings(ask, url),
    });
  assert.match(
    await threats(true, true, ""),
    /^Regular contacts on, but does not run: no online service is set/m,
  );
  assert.match(
    await threats(true, false, service),
    /^Regular contacts on, but does not run: ages of domains are off \(box lookalike ask on\)$/m,
  );
  assert.match(await threats(true, true, service), /^Regular contacts on$/m);
  assert.match(await threats(false, true, ""), /^Regular contacts off$/m);
});

Deno.test("box restrict says what holds for each device and group", async () => {
  const undo = { undo_until: 0, restore_until: 0 };
  const subject = { days: 7, started: NOW - 60, ends: 0, stopped: "", names: 12, ...undo };
  const device = { via: "device", group_id: 0, suspended: false, outside: [] };
  const counts = { blocked_today: 0, blocked: 0 };
  const labels = [[1, "Doorbell"], [2, "Screen"], [3, "Laptop"], [4, "Plug"], [5, "Lamp"], [
    6,
    "Bell",
  ]] as const;
  const answers = {
    "/api/v1/restrict": {
      filtering: true,
      subjects: [
        { ...subject, scope: "device", id: 1, mode: "restricted" },
        { ...subject, scope: "device", id: 2, mode: "learning", ends: NOW + 86_400 },
        { ...subject, scope: "device", id: 3, mode: "restricted" },
        { ...subject, scope: "device", id: 4, mode: "off", stopped: "toomany", names: 500 },
        { ...subject, scope: "group", id: 9, mode: "restricted" },
      ],
      devices: [
        { ...device, id: 1, mode: "restricted", blocked_today: 2, blocked: 7 },
        { ...device, ...counts, id: 2, mode: "learning" },
        { ...device, ...counts, id: 3, mode: "restricted", suspended: true },
        { ...device, ...counts, id: 5, mode: "restricted", via: "group", group_id: 9 },
        { ...device, ...counts, id: 6, mode: "restricted", via: "group", group_id: 9 },
      ],
      all: [{ domain: "ntp.org" }],
    },
    "/api/v1/devices": {
      devices: labels.map(([id, label]) => ({ id, label, paused_until: id === 6 ? NOW : 0 })),
      next: "",
    },
    "/api/v1/groups": { groups: [{ id: 9, name: "Lights" }] },
  };
  const text = await printed(restrictCommand, answers);
  for (
    const line of [
      "Doorbell (device:1) restricted 12 2 7",
      "Screen (device:2) learning, 1 d left 12 0 0",
      "Laptop (device:3) suspended: an adult uses it 12 0 0",
      "Plug (device:4) stopped: too many names 500",
      "Lights (group:9) restricted 12",
      "Lamp (device:5) restricted, as Lights 12 0 0",
      "Bell (device:6) paused, as Lights 12 0 0",
      "For all: ntp.org",
    ]
  ) {
    assert.ok(text.includes(line), `${line}\n${text}`);
  }
  assert.doesNotMatch(text, /filtering/);
  const restrict = { ...answers["/api/v1/restrict"], filtering: false };
  assert.match(
    await printed(restrictCommand, { ...answers, "/api/v1/restrict": restrict }),
    /^Nothing is restricted now: filtering is off \(box settings set filtering on\)\.$/m,
  );
  const shown = (over: object, paused_until = 0) =>
    printed(restrictCommand, {
      ...answers,
      "/api/v1/restrict": { ...answers["/api/v1/restrict"], ...over },
      "/api/v1/restrict/device/1/names": { names: [] },
      "/api/v1/devices/1": { id: 1, paused_until },
    }, ["show", "device:1"]);
  assert.match(await shown({}), /^It is restricted to these names\.$/m);
  assert.match(await shown({}, NOW), /to these names\. It gets every name now: it is paused\.$/m);
  assert.match(
    await shown({ filtering: false }),
    /to these names\. It gets every name now: filtering is off \(box settings set filtering on\)\.$/m,
  );
  const none = { ...answers, "/api/v1/restrict": { subjects: [], devices: [], all: [] } };
  assert.equal(await printed(restrictCommand, none), "No device learns or is restricted.\n");
});
