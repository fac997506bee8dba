/** The states of the system and its settings. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { home, setting, settings } from "./answers.ts";
import { type Answers, type PageStates } from "./state.ts";

function system(status: Partial<BoxStatus>): Answers {
  const zone = { zone: "UTC", system: "UTC", chosen: "", fixed_by: "", restart_needed: false };
  return {
    ...home({}, status),
    "/api/v1/tasks": { tasks: [] },
    "/api/v1/time-zone": { ...zone, zones: [] },
  };
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
