/** The states of the home page. */
import {
  CLOSED,
  failing,
  HOME,
  home,
  HOMEWORK,
  hours,
  KEPT,
  lists,
  NEVER,
  person,
  schedules,
  SPYWARE_NOTICES,
  STATISTICS,
  STATUS,
  UNTAKEN,
} from "./answers.ts";
import { NOW, type PageStates } from "./state.ts";

const EVERYONE = { scope: "all", name: "", until: NOW + 2100, started: NOW - 60, by: "anna" };

const EMMA = { ...EVERYONE, scope: "person:1", name: "Emma" };

const paused = (...pauses: readonly unknown[]) => ({ "/api/v1/pauses": { pauses } });

const CUT_ALL = {
  whom: "all",
  from: NOW - 60,
  until: NOW + 3600,
  by: "anna",
  people: 3,
  devices: 7,
} as const;

const NOTHING_ASKED = {
  "/api/v1/statistics": { ...STATISTICS, queries: 0, blocked: 0 },
};

/** The states of the home page. */
export const HOME_STATES: PageStates = {
  "/": {
    "all is well": {
      answers: HOME,
      lead: /^Everything is protected\. 200 queries/,
      says: /Filtering On/,
    },
    "checks for threats are off": {
      answers: home({
        "/api/v1/status": { ...STATUS, checks_off: ["rebinding", "lookalike"] },
      }),
      lead: /^Protection works; 2 checks for threats are off\. 200 queries/,
      never: /Everything is protected/,
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
    "Internet off for everyone": {
      answers: home({ "/api/v1/schedules": { ...schedules(), cuts: [CUT_ALL] } }),
      lead: /^Internet off for everyone until 09:30\.$/,
      says: /People: 3, devices: 7/,
      never: /Everything is protected/,
    },
    "paused for one person": {
      answers: home(paused(EMMA)),
      lead: /^Protection works, but it’s paused for Emma\./,
      says: /Protection is paused for Emma until 09:05\./,
      never: /Everything is protected/,
    },
    "paused for one person without devices": {
      answers: home({ ...paused(EMMA), ...hours(person({ devices: 0, enabled: false })) }),
      lead: /^Protection works; one thing/,
      says: /The pause for Emma is set until 09:05, but Emma has no device yet\./,
      never: /paused for Emma|Everything is protected/,
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
    "a list that was downloaded, was not taken up, and does not come any more": {
      answers: home(lists({}, UNTAKEN)),
      says: /The list Ads isn’t in force as it should be\./,
      never: /last copy|could not be downloaded/,
    },
    "a list of which an older copy goes on": {
      answers: home(lists({}, { ...UNTAKEN, in_force: "older" })),
      says: /The list Ads isn’t in force as it should be\./,
      never: /last copy/,
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
      never: /is protected|can’t say right now/,
    },
    "a member with spyware on a device": {
      answers: home(SPYWARE_NOTICES),
      rights: [],
      says: /Spyware on your devices.*My phone.*administrators of the box were told too/,
    },
    "an administrator with spyware on a device of their own": {
      answers: home(SPYWARE_NOTICES),
      says: /Spyware on your devices.*My phone/,
    },
    "a member whose notices of spyware cannot be read": {
      answers: (({ "/api/v1/me/spyware": _, ...rest }) => rest)(HOME),
      rights: [],
      says: /can’t say right now whether there is spyware/,
    },
  },
};
