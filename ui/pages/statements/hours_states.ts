/** The states of hours, holidays and requests. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import {
  CLOSED,
  CUT,
  DAY,
  HOME,
  HOMEWORK,
  HOUR,
  hours,
  LONG,
  onePerson,
  person,
} from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

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

/** The states of hours, holidays and requests. */
export const HOURS_STATES: PageStates = {
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
  "/requests": {
    "none": { answers: requestsOf(), lead: /^Nobody waits for an answer\.$/ },
    "one waits": {
      answers: requestsOf("waiting"),
      lead: /^Emma asks for 30 min more: Internet\.$/,
    },
    "two wait": { answers: requestsOf("waiting", "waiting"), lead: /^2 requests wait/ },
    "all are answered": { answers: requestsOf("refused"), lead: /^Nobody waits for an answer\.$/ },
  },
};
