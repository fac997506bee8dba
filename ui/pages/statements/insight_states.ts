/** The states of the query log, of alerts and of what is sent. */
import { setting, settings } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

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

function alerts(open: number): Answers {
  return { "/api/v1/alerts": { alerts: [], next: "", open } };
}

function queries(kept: boolean, more: Answers = {}): Answers {
  return { "/api/v1/queries": { entries: [], kept }, ...more };
}

const QUERY = {
  id: 7,
  time: NOW - 60,
  duration: 100,
  client: "192.0.2.9",
  client_name: "",
  transport: "udp",
  name: "ads.example",
  hidden: false,
  private: false,
  type: "A",
  rcode: "NOERROR",
  status: "answered",
  reason: "",
  upstream: "",
  size: 40,
  origin: "",
  list: -1,
  rule: "",
  answer: "192.0.2.1",
};

function query(over: Readonly<Record<string, unknown>>): Answers {
  return {
    "/api/v1/queries": { entries: [{ ...QUERY, ...over }], kept: true },
    "/api/v1/lists": { lists: [{ id: 1, name: "Ads" }] },
    "/api/v1/rules": { rules: [], next: "" },
  };
}

/** An answer to a check, or why there is none. */
function explained(over: Readonly<Record<string, unknown>> | Error): Answers {
  const answer = { ...QUERY, text: "", records: [], steps: [] };
  return {
    ...query({}),
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/explain": over instanceof Error ? over : { ...answer, ...over },
  };
}

const CHECKED = { name: "ads.example" };

function entries(...actions: readonly string[]): Answers {
  const by = { kind: "session", name: "anna", account_id: 1, address: "" };
  const all = actions.map((action, id) => ({
    id,
    time: NOW - 120,
    action,
    by,
    text: "",
    detail: {},
  }));
  return {
    "/api/v1/audit": { entries: all, next: "" },
    "/api/v1/accounts": { accounts: [] },
  };
}

const oneTarget = (over: Record<string, unknown> = {}) => ({
  "/api/v1/exports/{id}": target(over),
});

/** The states of the query log, of alerts and of what is sent. */
export const INSIGHT_STATES: PageStates = {
  "/queries": {
    "kept": { answers: queries(true), lead: /^All queries in the log/, says: /The log is empty/ },
    "of a device whose earlier names are private": {
      answers: { "/api/v1/queries": { entries: [], kept: true, private_until: NOW - 60 } },
      query: { who: "device:4" },
      says: /What this device asked before .*08:29.* stays private/,
    },
    "of a device without private names": {
      answers: { "/api/v1/queries": { entries: [], kept: true, private_until: 0 } },
      query: { who: "device:4" },
      never: /stays private/,
    },
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
  "/alerts": {
    "none is open": {
      answers: alerts(0),
      lead: /^No alerts are open\.$/,
      never: /nothing needs your attention/,
    },
    "one is open": { answers: alerts(1), lead: /^One alert is waiting for you\.$/ },
    "some are open": { answers: alerts(3), lead: /^3 alerts are waiting for you\.$/ },
    "one is open, to read only": {
      answers: alerts(1),
      rights: ["reports.read"],
      lead: /^One alert is open\.$/,
    },
    "some are open, to read only": {
      answers: alerts(3),
      rights: ["reports.read"],
      lead: /^3 alerts are open\.$/,
      never: /waiting for you|Acknowledge/,
    },
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
      answers: targets(
        target({
          last_error: "siem.example refuses connections to port 514",
          last_error_at: NOW + 1,
        }),
      ),
      lead: /^1 target cannot be reached/,
    },
  },
  "/exports/new": {
    "no kind is chosen": {
      answers: {},
      lead: /^Where to\? Only what happens from now on is sent\.$/,
      never: /Everything from now on/,
    },
    "a mailbox": { answers: {}, query: { kind: "mail" }, lead: /^E-mail through the server of/ },
    "a webhook": { answers: {}, query: { kind: "webhook" }, lead: /^JSON by POST, for/ },
    "a log server": { answers: {}, query: { kind: "syslog" }, lead: /^Syslog or CEF over UDP/ },
  },
  "/exports/{id}": {
    "it arrives": {
      answers: oneTarget(),
      params: { id: "1" },
      lead: /^Webhook, hook\.example$/,
      says: /Arrives/i,
    },
    "nothing was sent": {
      answers: oneTarget({ last_ok: 0 }),
      params: { id: "1" },
      says: /nothing sent yet.*Last sent never/,
      never: /arrives/i,
    },
    "it fails": {
      answers: oneTarget({
        last_error: "siem.example refuses connections to port 514",
        last_error_at: NOW + 1,
        waiting: 3,
      }),
      params: { id: "1" },
      says: /siem\.example refuses connections to port 514\..*Waiting 3/,
      never: /arrives/i,
    },
    "it failed, and arrives again": {
      answers: oneTarget({
        last_error: "siem.example refuses connections to port 514",
        last_error_at: NOW - 1,
      }),
      params: { id: "1" },
      says: /arrives/i,
      never: /refused/,
    },
    "it is off": {
      answers: oneTarget({
        enabled: false,
        last_error: "siem.example refuses connections to port 514",
        last_error_at: NOW + 1,
      }),
      params: { id: "1" },
      never: /arrives|refused/i,
    },
  },
  "/queries/{id}": {
    "answered": { answers: query({}), params: { id: "7" }, lead: /./, never: /[Bb]locked/ },
    "blocked by a list": {
      answers: query({ status: "blocked", reason: "list", list: 1, origin: "1" }),
      params: { id: "7" },
      lead: /[Bb]locked.*Ads/,
    },
    "blocked by a list that is gone": {
      answers: query({ status: "blocked", reason: "list", list: 9, origin: "9" }),
      params: { id: "7" },
      lead: /[Bb]locked/,
      never: /Ads/,
    },
    "failed": {
      answers: query({ status: "failed", rcode: "SERVFAIL", answer: "" }),
      params: { id: "7" },
      never: /is answered|was answered from/,
    },
    "the name is hidden": {
      answers: query({ name: "", hidden: true }),
      params: { id: "7" },
      never: /ads\.example/,
    },
  },
  "/check": {
    "no name": { answers: explained({}), lead: /^Type a name to see what the box would do/ },
    "answered": { answers: explained({}), query: CHECKED, lead: /^ads\.example is answered\.$/ },
    "from the cache": {
      answers: explained({ status: "cached" }),
      query: CHECKED,
      lead: /is answered\.$/,
    },
    "a name that there is not": {
      answers: explained({ rcode: "NXDOMAIN" }),
      query: CHECKED,
      lead: /^ads\.example isn’t blocked, but it doesn’t exist\.$/,
      never: /is answered\./,
    },
    "blocked with the answer that there is no such name": {
      answers: explained({ status: "blocked", reason: "list", list: 1, rcode: "NXDOMAIN" }),
      query: CHECKED,
      lead: /^ads\.example is blocked\.$/,
    },
    "failed": {
      answers: explained({ status: "failed", rcode: "SERVFAIL" }),
      query: CHECKED,
      lead: /^ads\.example gets no answer\.$/,
    },
    "the box cannot say": {
      answers: explained(Object.assign(new Error("no"), { code: "conflict" })),
      query: CHECKED,
      lead: /^Type a name/,
      never: /is answered|is blocked/,
    },
  },
  "/audit": {
    "something was done": {
      answers: entries("list.add"),
      lead: /^Last: anna, 2 minutes ago\. Changes on the box are listed here, newest first\.$/,
      never: /Everything that was changed/,
    },
    "nothing is kept": {
      answers: entries(),
      lead: /^No change is on record\.$/,
      never: /Nobody has changed/,
    },
    "filtered": {
      answers: entries("list.add"),
      query: { who: "anna" },
      lead: /^Only what matches the filter is shown\.$/,
    },
    "an older page": {
      answers: entries("list.add"),
      query: { cursor: "x" },
      lead: /^Older changes\.$/,
      never: /filter is shown/,
    },
    "an older page of what was filtered": {
      answers: entries("list.add"),
      query: { cursor: "x", who: "anna" },
      lead: /^Only what matches the filter is shown\.$/,
    },
  },
};
