/** The states of the time online, of the page of children, and of the names that hours leave alone. */
import type { AskResponse } from "../../../api/features/household/requests/routes.ts";
import type { ReportResponse } from "../../../api/features/insight/time_spent/routes.ts";
import { failing, HOUR, NONE, schedules } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

const DAYS = [15, 16, 17, 18, 19, 20, 21].map((day) => ({ day: `2026-11-${day}`, minutes: 60 }));

function report(over: Partial<ReportResponse> = {}): ReportResponse {
  return {
    person_id: 1,
    name: "Emma",
    private: false,
    first_day: "2026-11-15",
    last_day: "2026-11-21",
    period: "week",
    minutes: 420,
    before: 420,
    counted_before: true,
    days: DAYS,
    queries: 400,
    blocked: 40,
    categories: [],
    services: [],
    devices: [{ device_id: 5, label: "Tablet", minutes: 420 }],
    shared: [],
    notes: ["dns_only", "background", "other_network"],
    ...over,
  };
}

/** The report of Emma, for who looks after her and for herself. */
function spent(over: Partial<ReportResponse> = {}): Answers {
  const emma = { id: 1, name: "Emma", shared_devices: [] };
  return {
    "/api/v1/people": { people: [emma] },
    "/api/v1/people/{id}/report": report(over),
    "/api/v1/me/report": report(over),
  };
}

function asked(over: Partial<AskResponse>): Answers {
  const ask: AskResponse = {
    device: "Tablet",
    person: "Emma",
    profile: "child",
    can_ask: false,
    refusal: "nothing",
    open: true,
    why: "",
    next_change: 0,
    cut_until: 0,
    homework_until: 0,
    cut_from: 0,
    extra: NONE,
    internet: false,
    categories: [],
    day_ends: NOW + 12 * HOUR,
    minutes: [15, 30, 60],
    requests_left: 6,
    requests: [],
    time_known: true,
    now: NOW,
    ...over,
  };
  return { "/api/v1/ask": ask };
}

const CLOSED = { open: false, why: "hours", internet: true, can_ask: true, refusal: "" } as const;
const REQUEST = {
  id: 1,
  kind: "internet",
  category: "",
  minutes: 30,
  message: "",
  created: NOW - 60,
  expires: NOW + HOUR,
  status: "waiting",
  answered: 0,
  given: 0,
} as const;
const NOT_HERE = { person: "", profile: "" } as const;

function allowed(allow: readonly string[], allow_default: boolean): Answers {
  return { "/api/v1/schedules": { ...schedules(), allow, allow_default } };
}

const EMMA = { id: "1" };

/** The states of the time online, of the page of children, and of the names that hours leave alone. */
export const TIME_STATES: PageStates = {
  "/people/{id}/time": {
    "as much as before": {
      answers: spent(),
      params: EMMA,
      lead:
        /^Emma was online about 1 h a day in the last 7 days, as much as in the 7 days before\.$/,
    },
    "more": { answers: spent({ before: 210 }), params: EMMA, lead: /, 30 min more than in/ },
    "less": { answers: spent({ before: 840 }), params: EMMA, lead: /, 1 h less than in/ },
    "the days before were not all counted": {
      answers: spent({ counted_before: false, before: 60 }),
      params: EMMA,
      lead: /^Emma was online about 1 h a day in the last 7 days\.$/,
      never: /days before/,
    },
    "nothing was counted": {
      answers: spent({ minutes: 0, before: 0, devices: [] }),
      params: EMMA,
      lead: /^No time online of Emma ?’s own devices was counted in the last 7 days\.$/,
      says: /No device/,
      never: /was online/,
    },
    "clients are left out, so that nothing is counted": {
      answers: spent({ minutes: 0, notes: ["clients_left_out"] }),
      params: EMMA,
      lead: /^No time online of/,
      says: /leaves out who asked, so nothing is counted at the moment\./,
    },
    "names are private": {
      answers: spent({ private: true }),
      params: EMMA,
      says: /keeps the names private; only counts are shown\./,
    },
  },
  "/me/time": {
    "counted": { answers: spent(), lead: /^Emma was online about 1 h a day/ },
    "the account belongs to nobody": {
      answers: {},
      lead: /^This account belongs to no person of the household, so no time is counted for it\.$/,
    },
    "the statistics cannot be read": {
      answers: { "/api/v1/me/report": failing },
      lead: /^The statistics cannot be read at the moment\./,
      never: /belongs to no person/,
    },
  },
  "/ask": {
    "open all the time": { answers: asked({}), lead: /^You have Internet\.$/ },
    "open until the hours close": {
      answers: asked({ next_change: NOW + 2 * HOUR, internet: true, can_ask: true, refusal: "" }),
      lead: /^You have Internet until 10:30\.$/,
      never: /nothing to ask for/,
    },
    "nothing to ask for": {
      answers: asked({ next_change: NOW + 20 * HOUR }),
      says: /There is nothing to ask for yet/,
    },
    "closed by hours": {
      answers: asked({ ...CLOSED, next_change: NOW + 2 * HOUR }),
      lead: /^You have no Internet until 10:30: these are your hours\.$/,
    },
    "closed for days": {
      answers: asked(CLOSED),
      lead: /^You have no Internet now: these are your hours\.$/,
    },
    "cut": {
      answers: asked({ ...CLOSED, why: "cut", cut_until: NOW + HOUR, cut_from: NOW - HOUR }),
      lead: /^The Internet is cut for you until 09:30\.$/,
      never: /these are your hours/,
    },
    "the time of day is not known": {
      answers: asked({ time_known: false }),
      lead: /^You have Internet\.$/,
      says: /does not know the time yet/,
      never: /for a good while/,
    },
    "a request waits": {
      answers: asked({ refusal: "waiting", requests: [REQUEST] }),
      says: /Your request waits/,
      never: /nothing to ask for/,
    },
    "a request was refused": {
      answers: asked({ requests: [{ ...REQUEST, status: "refused", answered: NOW - 30 }] }),
      says: /refused/,
      never: /accepted|waits/,
    },
    "too many requests": {
      answers: asked({ refusal: "too_many" }),
      says: /You can ask again tomorrow\./,
      never: /nothing to ask for/,
    },
    "a limit is used up": {
      answers: asked({
        categories: [{
          category: "games",
          minutes: 60,
          used: 60,
          left: 0,
          blocked: true,
          blocked_by_choice: false,
        }],
        can_ask: true,
        refusal: "",
      }),
      says: /nothing left of 1 h; it starts again at midnight/,
    },
    "a device that is not known": {
      answers: asked({ ...NOT_HERE, refusal: "unknown_device" }),
      lead: /^The box does not know this device\.$/,
      never: /You have Internet/,
    },
    "a device of nobody": {
      answers: asked({ ...NOT_HERE, refusal: "nobody" }),
      lead: /^Nobody has said yet whose device this is\.$/,
    },
    "a device of an adult": {
      answers: asked({ ...NOT_HERE, refusal: "adult" }),
      lead: /^This is the device of an adult, and adults have no hours\.$/,
    },
    "a shared device": {
      answers: asked({ ...NOT_HERE, refusal: "shared" }),
      lead: /^Several people share this device\.$/,
      never: /You have Internet/,
    },
  },
  "/hours/allowed": {
    "the list of the box, in a country without its own sites": {
      answers: allowed(["learn.example"], true),
      lead:
        /^Sites of schools and of learning answer whatever the hours say\. This is the list that comes with the box\.$/,
      says: /1 name of/,
      never: /for your country/,
    },
    "names that were chosen": {
      answers: allowed(["a.example", "b.example"], false),
      lead: /^These names answer whatever the hours and cuts say, each with all below it\.$/,
      says: /2 names of/,
    },
    "no names": {
      answers: allowed([], false),
      lead: /^No names are always allowed: the hours and cuts apply to all of them\.$/,
      says: /0 names of/,
      never: /These names answer/,
    },
  },
};
