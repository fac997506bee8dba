/** The states of the system and its settings. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type {
  UpdateChangesResponse,
  UpdatesResponse,
} from "../../../api/features/box/updates/routes.ts";
import { home, setting, settings } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function system(status: Partial<BoxStatus>): Answers {
  const zone = { zone: "UTC", system: "UTC", chosen: "", fixed_by: "", restart_needed: false };
  return {
    ...home({}, status),
    "/api/v1/tasks": { tasks: [] },
    "/api/v1/time-zone": { ...zone, zones: [] },
  };
}

const NEW_VERSION = {
  version: "0.9.1",
  released: NOW - 3600,
  security: false,
  changelog: "### Fixed\n\n- A fault.",
  bytes: 48_000_000,
};

/** What the API answers about updates. */
function updates(over: Partial<UpdatesResponse>): Answers {
  const state: UpdatesResponse = {
    version: "0.9.0",
    way: "unit",
    channel: "stable",
    automatic: "notify",
    hour: 4,
    pause: "",
    checked: NOW - 3600,
    problem: "",
    newest: false,
    available: null,
    apt: null,
    progress: { phase: "idle", done: 0, total: 0 },
    last: null,
    previous: null,
    ...over,
  };
  return { "/api/v1/updates": state };
}

/** The version before can be returned to; `lost` = what that would cost. */
function returnTo(lost: Partial<UpdateChangesResponse>): Answers {
  const previous = { version: "0.8.9", since: NOW - 3600 };
  const changes: UpdateChangesResponse = {
    ...previous,
    data_lost: false,
    log_lost: false,
    stats_lost: false,
    whole_log_lost: false,
    all_stats_lost: false,
    log_fault: "",
    stats_fault: "",
    actions: [],
    ...lost,
  };
  return { ...updates({ previous }), "/api/v1/updates/changes": changes };
}

/** An import in a state, with items by status and outcome. */
function imported(state: string, ...items: readonly (readonly [string, string])[]): Answers {
  const item = {
    what: "list",
    key: "",
    value: "",
    becomes: "x",
    from: "x",
    whom: "",
    scopes: [],
    except: [],
    before: "",
    before_scopes: [],
    before_except: [],
  };
  const rest = { why: "", detail: "", error: "", chosen: true };
  const all = items.map(([status, outcome], id) => {
    const lost = status === "cannot" && outcome !== "unneeded";
    return { ...item, ...rest, id, status, outcome, lost };
  });
  const plan = { id: "1", name: "f", source: "pihole6", done: 1, total: 2, warnings: [] };
  return { "/api/v1/import/{id}": { ...plan, state, items: all } };
}

const IMPORT = { id: "1" };

/** The states of the system and its settings. */
export const BOX_STATES: PageStates = {
  "/updates": {
    "the newest version runs": {
      answers: updates({ newest: true }),
      lead: /^Version 0\.9\.0 runs, the newest there is\.$/,
      never: /is available|Return to version|Install version/,
    },
    "no manifest in force says which version is the newest": {
      answers: updates({}),
      lead: /^Version 0\.9\.0 runs\.$/,
      never: /newest/,
    },
    "no address is set": {
      answers: updates({ pause: "not_configured", checked: 0, newest: true }),
      lead: /^Version 0\.9\.0 runs\.$/,
      says: /no address is set/,
      never: /newest|Check now/,
    },
    "the terms are not accepted": {
      answers: updates({ pause: "terms", checked: 0 }),
      lead: /^Version 0\.9\.0 runs\.$/,
      never: /newest|Check now/,
    },
    "the manifest is not believed": {
      answers: updates({
        newest: true,
        problem: "The manifest of u.example is not believed: it is old",
      }),
      lead: /^Version 0\.9\.0 runs\.$/,
      says: /not believed/,
      never: /newest/,
    },
    "a version is available": {
      answers: updates({ available: NEW_VERSION }),
      lead: /^Version 0\.9\.1 is available\.$/,
      says: /Install version 0\.9\.1 .*What’s new .*A fault/,
      never: /newest|security/,
    },
    "a version closes a hole": {
      answers: updates({ available: { ...NEW_VERSION, security: true } }),
      lead: /^Version 0\.9\.1 is available and closes a security hole\.$/,
    },
    "nothing installs versions": {
      answers: updates({ available: NEW_VERSION, way: "none" }),
      lead: /^Version 0\.9\.1 is available\.$/,
      says: /Nothing installs versions here/,
      never: /Install version/,
    },
    "apt installs it": {
      answers: updates({ way: "apt", apt: { configured: true, candidate: "0.9.1" } }),
      lead: /^Version 0\.9\.0 runs/,
      says: /would install version 0\.9\.1.* Install version 0\.9\.1/,
    },
    "apt does not know the repository": {
      answers: updates({ way: "apt", apt: { configured: false, candidate: "" } }),
      lead: /^Version 0\.9\.0 runs/,
      says: /isn’t configured/,
      never: /Install version/,
    },
    "a download is under way": {
      answers: updates({
        available: NEW_VERSION,
        progress: { phase: "downloading", done: 10_000_000, total: 40_000_000 },
      }),
      lead: /^An update is under way\.$/,
      says: /Downloading/,
      never: /Install version/,
    },
    "a version did not run well": {
      answers: updates({
        available: NEW_VERSION,
        last: {
          outcome: "rolled_back",
          from: "0.9.0",
          to: "0.9.1",
          fault: "health",
          why: "it does not answer DNS: no answer",
          at: NOW - 60,
        },
      }),
      lead: /^Version 0\.9\.1 is available\.$/,
      says: /Version 0\.9\.1 didn’t run well .*returned to 0\.9\.0.*It does not answer DNS/,
    },
    "apt installed a version that does not run well": {
      answers: updates({
        way: "apt",
        version: "0.9.1",
        apt: { configured: true, candidate: "" },
        last: {
          outcome: "refused",
          from: "0.9.0",
          to: "0.9.1",
          fault: "health",
          why: "it does not answer DNS: no answer",
          at: NOW - 60,
        },
      }),
      says: /Version 0\.9\.1 was installed .*but it doesn’t run well.*It does not answer DNS/,
      never: /was not installed/,
    },
    "a version was refused": {
      answers: updates({
        last: {
          outcome: "refused",
          from: "0.9.0",
          to: "0.9.1",
          fault: "disk",
          why: "the disk is full",
          at: NOW - 60,
        },
      }),
      says: /Version 0\.9\.1 was not installed.*The disk is full\./,
    },
    "a return loses data": {
      answers: returnTo({
        data_lost: true,
        actions: [{ action: "rule.create", text: "A rule was made", count: 3 }],
      }),
      lead: /^Version 0\.9\.0 runs/,
      says: /Return to version 0\.8\.9 .*is lost.*A rule was made · 3/,
      never: /stays as it is|log since|statistics since/,
    },
    "a return loses the log and the statistics": {
      answers: returnTo({ log_lost: true, stats_lost: true }),
      says: /The log since then is lost.*The statistics since then are lost/,
      never: /stays as it is|Your data/,
    },
    "a return loses all of a large log and large statistics": {
      answers: returnTo({
        log_lost: true,
        stats_lost: true,
        whole_log_lost: true,
        all_stats_lost: true,
      }),
      says: /The whole log is lost.*too large to be copied.*All statistics are lost/,
      never: /stays as it is|since then (is|are) lost/,
    },
    "a return loses a log and statistics whose copies failed": {
      answers: returnTo({
        log_lost: true,
        stats_lost: true,
        whole_log_lost: true,
        all_stats_lost: true,
        log_fault: "the disk was full",
        stats_fault: "a read failed",
      }),
      says:
        /The whole log is lost.*couldn’t be copied.*: the disk was full\..*All statistics.*: a read failed\./,
      never: /stays as it is|too large|since then (is|are) lost/,
    },
    "a return keeps the data": {
      answers: returnTo({}),
      lead: /^Version 0\.9\.0 runs/,
      says: /stays as it is.*Nobody changed anything/,
      never: /is lost/,
    },
  },
  "/system": {
    "all is well": {
      answers: system({}),
      lead: /^Everything is running, and has been for 10 min/,
      never: /Make this box a new one/,
    },
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
    "a copy of the box runs": {
      answers: system({ copied: true }),
      lead: /^The box answers names, but a copy of it is running too\.$/,
      says: /switch the other one off.* Make this box a new one .*need the new one/,
      never: /Everything is running/,
    },
    "there is a warning": {
      answers: system({ warnings: ["Port 853 is taken"] }),
      lead: /but 1 thing needs your attention\.$/,
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
  "/import": {
    "no file yet": {
      answers: { "/api/v1/import/found": { found: [] } },
      lead: /^Bring lists, rules, devices and settings along; you see what changes before anything/,
    },
    "settings found on the machine": {
      answers: {
        "/api/v1/import/found": { found: [{ product: "pihole", copied: 1_790_000_000 }] },
      },
      lead: /^Bring lists, rules, devices and settings along; you see what changes before anything/,
    },
  },
  "/import/{id}": {
    "something to take over": {
      answers: imported("ready", ["add", ""], ["change", ""], ["same", ""], ["cannot", ""], [
        "cannot",
        "unneeded",
      ]),
      params: IMPORT,
      lead: /^2 things can be taken over; nothing is written yet\.$/,
      says: /1 cannot be taken over.*1 value the box does not need.*1 is there already/,
    },
    "nothing new": {
      answers: imported("ready", ["same", ""]),
      params: IMPORT,
      lead: /^There is nothing in this file that the box does not have, or can take\.$/,
    },
    "running": {
      answers: imported("running", ["add", "done"], ["add", ""]),
      params: IMPORT,
      lead: /^Being taken over: 1 of 2\.$/,
    },
    "broken off": {
      answers: imported("broken", ["add", "done"], ["add", ""]),
      params: IMPORT,
      lead: /^The import broke off\. What was written stays/,
    },
    "done, looked at long after": {
      answers: imported("done", ["add", "done"], ["add", "failed"], ["add", "left"]),
      params: IMPORT,
      lead: /^1 thing was taken over\.$/,
      says: /1 was refused.*New lists are downloaded in the background;.*1 was left out/,
      never: /are being downloaded/,
    },
  },
};
