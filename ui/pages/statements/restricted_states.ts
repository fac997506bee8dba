/** The states of the pages of restricted mode. */
import type {
  RestrictedDeviceResponse,
  RestrictedNameResponse,
  RestrictedOverviewResponse,
  RestrictedSubjectResponse,
} from "../../../api/features/protection/restricted/routes.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

const DAY = 86_400;

/** The overview, without any mode. */
export function restrictOverview(
  over: Partial<RestrictedOverviewResponse>,
): RestrictedOverviewResponse {
  const limits = { max_names: 500, default_days: 7, min_days: 1, max_days: 30 };
  return { filtering: true, subjects: [], devices: [], all: [], limits, ...over };
}

/** A device that learns with 12 names. */
export function restrictSubject(
  over: Partial<RestrictedSubjectResponse>,
): RestrictedSubjectResponse {
  return {
    scope: "device",
    id: 1,
    mode: "learning",
    days: 7,
    started: NOW - 2 * DAY,
    ends: NOW + 5 * DAY,
    stopped: "",
    names: 12,
    undo_until: 0,
    restore_until: 0,
    ...over,
  };
}

/** A restricted device of which nothing was blocked. */
export function restrictDevice(over: Partial<RestrictedDeviceResponse>): RestrictedDeviceResponse {
  return {
    id: 1,
    mode: "restricted",
    via: "device",
    group_id: 0,
    suspended: false,
    blocked_today: 0,
    blocked: 0,
    outside: [],
    ...over,
  };
}

function name(domain: string, over: Partial<RestrictedNameResponse> = {}): RestrictedNameResponse {
  const seen = { first_seen: NOW - DAY, last_seen: NOW - 60, hits: 3 };
  return { domain, source: "learned", ...seen, ...over };
}

function device(id: number, label: string, kind: string, person_id = 0) {
  return { id, label, kind, person_id, group_id: 0, paused_until: 0 };
}

const PAUSED = { ...device(4, "Speaker", "speaker"), paused_until: NOW + 600 };
const LAPTOP = device(3, "Laptop", "computer", 9);

const GROUP = { id: 4, name: "Cameras", kind: "camera", devices: [] };

function household(
  over: Partial<RestrictedOverviewResponse>,
  names: readonly RestrictedNameResponse[] = [],
  more: Answers = {},
): Answers {
  const devices = [
    device(1, "Doorbell", "camera"),
    device(2, "Television", "tv"),
    LAPTOP,
  ];
  return {
    "/api/v1/restrict": restrictOverview(over),
    "/api/v1/devices": { devices, next: "" },
    "/api/v1/devices/{id}": devices[0],
    "/api/v1/groups": { groups: [GROUP] },
    "/api/v1/people": { people: [{ id: 9, name: "Anna", profile: "adult", devices: [3] }] },
    "/api/v1/restrict/{scope}/{id}/names": { names },
    ...more,
  };
}

const ONE = { scope: "device", id: "1" };
const OUTSIDE = [{ domain: "outside.com", time: NOW - 3600, count: 4, rule: "", part_rule: "" }];

/** The states of the pages of restricted mode. */
export const RESTRICT_STATES: PageStates = {
  "/restrict": {
    "none": {
      answers: household({}),
      lead: /^No device is restricted\.$/,
      says:
        /Restrict more devices.*Doorbell.*Television.*Start learning.*Groups.*Cameras.*Start learning/,
      never: /Laptop|learning\./,
    },
    "learning, restricted, suspended and blocked": {
      answers: household({
        subjects: [
          restrictSubject({ id: 1, mode: "restricted", ends: 0 }),
          restrictSubject({ id: 2 }),
          restrictSubject({ id: 3 }),
        ],
        devices: [
          restrictDevice({ id: 1, blocked_today: 4, blocked: 9, outside: OUTSIDE }),
          restrictDevice({ id: 2, mode: "learning" }),
          restrictDevice({ id: 3, mode: "learning", suspended: true }),
        ],
      }),
      lead:
        /^1 device is limited to its allowed names\. 1 device is learning\. 1 device is suspended, because an adult uses it\. 4 queries for other names were blocked today\.$/,
      says:
        /Doorbell Restricted 12 names · 4 blocked today.*Turn off.*Television Learning 12 names · until November 26, 2026.*Restrict now.*Laptop Suspended.*An adult uses this device/,
    },
    "filtering is off for everyone": {
      answers: household({
        filtering: false,
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({})],
      }),
      rights: ["devices.read"],
      lead: /^Filtering is off for everyone, so no device is restricted now\.$/,
      says: /Doorbell Paused/,
      never: /Doorbell Restricted/,
    },
    "a device is paused": {
      answers: household(
        {
          subjects: [restrictSubject({ id: 4, mode: "restricted", ends: 0 })],
          devices: [restrictDevice({ id: 4 })],
        },
        [],
        { "/api/v1/devices": { devices: [PAUSED], next: "" } },
      ),
      lead: /^1 device is paused\.$/,
      says: /Speaker Paused/,
    },
    "turned off, and the learning can go on": {
      answers: household({
        subjects: [restrictSubject({ mode: "off", ends: 0, undo_until: NOW + 3600 })],
      }),
      lead: /^No device is restricted\.$/,
      says: /Doorbell 12 names Continue learning/,
      // Starting it below would forget what was learned without a question.
      never: /Restrict more devices.*Doorbell/,
    },
    "stopped by itself": {
      answers: household({
        subjects: [restrictSubject({ mode: "off", ends: 0, stopped: "toomany", names: 500 })],
      }),
      lead: /^No device is restricted\.$/,
      says: /Doorbell Learning stopped.*The limit is 500 names, and more were needed.*Learn again/,
    },
    "restricted now, and the learning can go on": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, undo_until: NOW + 3600 })],
        devices: [restrictDevice({})],
      }),
      says: /Doorbell Restricted 12 names Continue learning/,
      never: /Turn off/,
    },
    "a group, and a device that follows it": {
      answers: household({
        subjects: [restrictSubject({ scope: "group", id: 4, mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ via: "group", group_id: 4 })],
      }),
      lead: /^1 device is limited to its allowed names\.$/,
      says: /Cameras Restricted Group · 12 names.*Doorbell Restricted as the group Cameras/,
    },
    "as its group, after a learning of its own stopped": {
      answers: household({
        subjects: [
          restrictSubject({ mode: "off", ends: 0, stopped: "toomany", names: 500 }),
          restrictSubject({ scope: "group", id: 4, mode: "restricted", ends: 0 }),
        ],
        devices: [restrictDevice({ via: "group", group_id: 4 })],
      }),
      says: /Doorbell Restricted as the group Cameras/,
      never: /Learning stopped|The limit is 500 names/,
    },
    "the days are over": {
      answers: household({
        subjects: [restrictSubject({ ends: NOW - 20 })],
        devices: [restrictDevice({ mode: "learning" })],
      }),
      lead: /^1 device is learning\.$/,
      never: /until/,
    },
    "names for all": {
      answers: household({
        all: [name("ntp.org", { source: "admin", first_seen: 0, last_seen: 0, hits: 0 })],
      }),
      says:
        /Names for all restricted devices.*Export names.*ntp\.org Added Not asked for while learning.*Remove/,
    },
    "televisions": {
      answers: household({}),
      query: { kind: "tv" },
      says:
        /A television talks to many companies\..*Television.*All devices|All devices.*Television/,
      never: /Doorbell/,
    },
    "every device is taken": {
      answers: household({
        devices: [restrictDevice({}), restrictDevice({ id: 2 })],
        subjects: [restrictSubject({}), restrictSubject({ id: 2 })],
      }),
      says: /There is no other device to restrict\./,
      never: /Export/,
    },
    "an account that only looks": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({})],
        all: [name("ntp.org")],
      }),
      rights: ["devices.read"],
      lead: /^1 device is limited to its allowed names\.$/,
      never: /Start learning|Turn off|Remove|Restrict more|Allow another/,
    },
  },
  "/restrict/{scope}/{id}": {
    "off": {
      answers: household({}),
      params: ONE,
      lead: /^Doorbell isn’t restricted\.$/,
      says: /Start learning.*No names yet\./,
      never: /Restrict now|Companies|Export/,
    },
    "learning": {
      answers: household(
        { subjects: [restrictSubject({})], devices: [restrictDevice({ mode: "learning" })] },
        [name("ring.com"), name("ntp.org"), name("strange.com"), name("netflix.com")],
      ),
      params: ONE,
      lead: /^Doorbell is learning until November 26, 2026: 12 names so far\. Learning$/,
      says:
        /Restrict now.*Turn off.*Companies.*Amazon ring\.com 1 name.*Netflix.*Others strange\.com.*Export names/,
    },
    "learning, with the days over": {
      answers: household({
        subjects: [restrictSubject({ ends: NOW - 1, names: 1 })],
        devices: [restrictDevice({ mode: "learning" })],
      }),
      params: ONE,
      lead: /^Doorbell has learned 1 name and is about to be restricted\. Learning$/,
    },
    "restricted, and nothing was learned": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, names: 0 })],
        devices: [restrictDevice({ blocked: 4, outside: OUTSIDE })],
      }),
      params: ONE,
      lead: /^Doorbell has no names of its own\. Let it learn while it is in use\. .*Restricted$/,
      says: /Learn again/,
      never: /0 names/,
    },
    "restricted, nothing blocked": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, names: 1 })],
        devices: [restrictDevice({})],
      }, [name("strange.com")]),
      params: ONE,
      lead: /^Doorbell gets only what it is allowed: 1 name\. Restricted$/,
      says: /Learn again.*Turn off.*strange\.com/,
      never: /Blocked in the last|Restrict now|Companies/,
    },
    "restricted now, and the learning can go on": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, undo_until: NOW + 3600 })],
        devices: [restrictDevice({})],
      }),
      params: ONE,
      says:
        /Learning was ended early\. Until November 21, 2026.* you can continue it; what was learned stays\. Continue learning Learn again Turn off/,
    },
    "turned off, and the learning can go on": {
      answers: household({
        subjects: [restrictSubject({ mode: "off", ends: 0, undo_until: NOW + 3600 })],
      }, [name("strange.com")]),
      params: ONE,
      lead: /^Doorbell isn’t restricted\.$/,
      says:
        /Learning was ended early\. Until November 21, 2026.* you can continue it; what was learned stays\. Continue learning Learn again.*strange\.com/,
      never: /Turn off|Restrict now/,
    },
    "learns again, which can be undone": {
      answers: household({
        subjects: [restrictSubject({ restore_until: NOW + 3600 })],
        devices: [restrictDevice({ mode: "learning" })],
      }),
      params: ONE,
      says:
        /Learning started over\. Until November 21, 2026.* you can undo that; the names from before come back\. Restrict now Undo the new learning Turn off/,
    },
    "learned again and restricted, the last change is undone first": {
      answers: household({
        subjects: [restrictSubject({
          mode: "restricted",
          ends: 0,
          undo_until: NOW + 3600,
          restore_until: NOW + 1800,
        })],
        devices: [restrictDevice({})],
      }),
      params: ONE,
      says: /Continue learning Learn again Turn off/,
      never: /Undo the new learning|started over/,
    },
    "learned again, stopped by itself and was turned off": {
      answers: household({
        subjects: [restrictSubject({ mode: "off", ends: 0, restore_until: NOW + 3600 })],
      }),
      params: ONE,
      says: /Learning started over\..*Undo the new learning Learn again/,
      never: /Turn off|Restrict now/,
    },
    "learned again, too late to undo it": {
      answers: household({
        subjects: [restrictSubject({ restore_until: NOW - 1 })],
        devices: [restrictDevice({ mode: "learning" })],
      }),
      params: ONE,
      says: /Restrict now Turn off/,
      never: /Undo the new learning|started over/,
    },
    "learns again, and an adult uses it": {
      answers: household({
        subjects: [restrictSubject({ restore_until: NOW + 3600 })],
        devices: [restrictDevice({ mode: "learning", suspended: true })],
      }),
      params: ONE,
      never: /Undo the new learning|started over/,
    },
    "restricted now, and too late to go on": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, undo_until: NOW - 1 })],
        devices: [restrictDevice({})],
      }),
      params: ONE,
      says: /Learn again Turn off/,
      never: /Continue learning|ended early/,
    },
    "restricted now, and an adult uses it": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0, undo_until: NOW + 3600 })],
        devices: [restrictDevice({ suspended: true })],
      }),
      params: ONE,
      never: /Continue learning|ended early/,
    },
    "restricted, with blocked names": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ blocked_today: 1, blocked: 4, outside: OUTSIDE })],
      }),
      params: ONE,
      lead: /12 names\. 4 other queries were blocked in the last 7 days\. Restricted$/,
      says: /Blocked in the last 7 days outside\.com 4 queries · .*Allow/,
    },
    "restricted, with a blocked name that is allowed now": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ blocked: 4, outside: OUTSIDE })],
      }, [name("outside.com")]),
      params: ONE,
      says:
        /Blocked in the last 7 days outside\.com Allowed 4 queries · last query 1 hour ago Allowed names/,
    },
    "restricted, with a blocked name that a rule allows now": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [
          restrictDevice({ blocked: 4, outside: [{ ...OUTSIDE[0], rule: "outside.com" }] }),
        ],
      }),
      params: ONE,
      says:
        /Blocked in the last 7 days outside\.com Allowed 4 queries · last query 1 hour ago A rule of this device allows outside\.com and everything below it\. Allowed names/,
    },
    "restricted, with a blocked name of which a rule allows a part": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [
          restrictDevice({ blocked: 4, outside: [{ ...OUTSIDE[0], part_rule: "*.outside.com" }] }),
        ],
      }),
      params: ONE,
      says:
        /outside\.com 4 queries · last query 1 hour ago A rule of this device already allows a part of it: [^A]*outside\.com ?\. Allow/,
      never: /everything below/,
    },
    "suspended": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ suspended: true })],
      }),
      params: ONE,
      lead: /^Restricted mode is suspended for Doorbell: an adult uses it\. Suspended$/,
      says: /nothing is learned, blocked or reported\..*Turn off/,
      never: /Learn again|Restrict now/,
    },
    "restricted, while filtering is off for everyone": {
      answers: household({
        filtering: false,
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({})],
      }),
      rights: ["devices.read"],
      params: ONE,
      lead: /^Doorbell is restricted, but filtering is off for everyone, .* Paused$/,
    },
    "restricted, while it is paused": {
      answers: household(
        {
          subjects: [restrictSubject({ id: 4, mode: "restricted", ends: 0 })],
          devices: [restrictDevice({ id: 4 })],
        },
        [],
        { "/api/v1/devices/{id}": PAUSED },
      ),
      params: { scope: "device", id: "4" },
      lead: /^Speaker is restricted, but paused until November 21, 2026.* Paused$/,
      never: /gets only/,
    },
    "suspended while it learned": {
      answers: household({
        subjects: [restrictSubject({})],
        devices: [restrictDevice({ mode: "learning", suspended: true })],
      }),
      params: ONE,
      lead: /^Restricted mode is suspended/,
      never: /Restrict now|is learning/,
    },
    "stopped by itself": {
      answers: household({
        subjects: [restrictSubject({ mode: "off", ends: 0, stopped: "toomany", names: 500 })],
      }),
      params: ONE,
      lead:
        /^Learning stopped by itself for Doorbell: there were too many names\. Learning stopped$/,
      says: /The limit is 500 names.*Learn again/,
    },
    "as many names as a television asks for": {
      answers: household(
        { subjects: [restrictSubject({ names: 60 })] },
        Array.from({ length: 60 }, (_, at) => name(`d${at}.example`)),
      ),
      params: ONE,
      says: /Part of a name Search.*d0\.example.*d49\.example.* More Allow another name/,
      never: /d50\.example|First page/,
    },
    "the next of these names": {
      answers: household(
        { subjects: [restrictSubject({ names: 60 })] },
        Array.from({ length: 60 }, (_, at) => name(`d${at}.example`)),
      ),
      params: ONE,
      query: { names: "d49.example" },
      says: /d50\.example.*d59\.example.*Allow another name/,
      never: /d49\.example| More /,
    },
    "those of them that a search finds": {
      answers: household(
        { subjects: [restrictSubject({ names: 60 })] },
        Array.from({ length: 60 }, (_, at) => name(`d${at}.example`)),
      ),
      params: ONE,
      query: { q: "D5" },
      says: /d5\.example.*d50\.example.*d59\.example/,
      never: /d49\.example| More /,
    },
    "a search without a result": {
      answers: household({ subjects: [restrictSubject({ names: 1 })] }, [name("a.example")]),
      params: ONE,
      query: { q: "nothing" },
      lead: /: 12 names so far|: 1 name so far/,
      says: /Part of a name Search.*No name matches/,
      never: /a\.example/,
    },
    "as its group": {
      answers: household({
        subjects: [restrictSubject({ scope: "group", id: 4, mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ via: "group", group_id: 4, blocked: 1 })],
      }),
      params: ONE,
      lead:
        /^Doorbell is restricted, as the group Cameras\. 1 other query was blocked in the last 7 days\. Restricted$/,
    },
    "as its group, after a learning of its own stopped": {
      answers: household({
        subjects: [
          restrictSubject({ mode: "off", ends: 0, stopped: "toomany", names: 0 }),
          restrictSubject({ scope: "group", id: 4, mode: "restricted", ends: 0 }),
        ],
        devices: [restrictDevice({ via: "group", group_id: 4, outside: OUTSIDE })],
      }, [name("outside.com")]),
      params: ONE,
      lead: /^Doorbell is restricted, as the group Cameras\. Restricted$/,
      says: /outside\.com Allowed 4 queries.*Allowed names of the group Cameras outside\.com/,
      never: /Learning stopped|The limit is 500 names/,
    },
    "restricted, with a blocked name that is allowed for all now": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ blocked: 4, outside: OUTSIDE })],
        all: [name("outside.com", { source: "admin" })],
      }),
      params: ONE,
      says: /outside\.com Allowed 4 queries/,
    },
    "learning with its group": {
      answers: household({
        subjects: [restrictSubject({ scope: "group", id: 4 })],
        devices: [restrictDevice({ via: "group", group_id: 4, mode: "learning" })],
      }),
      params: ONE,
      lead: /^Doorbell is learning with the group Cameras\. Learning$/,
    },
    "a group that learns": {
      answers: household({ subjects: [restrictSubject({ scope: "group", id: 4, names: 0 })] }),
      params: { scope: "group", id: "4" },
      lead: /^Cameras is learning until November 26, 2026: 0 names so far\. Learning$/,
    },
    "an adult's device": {
      answers: household({}, [], {
        "/api/v1/devices/{id}": LAPTOP,
      }),
      params: { scope: "device", id: "3" },
      lead: /^Laptop isn’t restricted\.$/,
      says: /An adult uses this device, so it can’t be restricted\./,
      never: /Start learning/,
    },
    "an account that only looks": {
      answers: household({
        subjects: [restrictSubject({ mode: "restricted", ends: 0 })],
        devices: [restrictDevice({ blocked: 4, outside: OUTSIDE })],
      }, [name("ring.com")]),
      params: ONE,
      rights: ["devices.read"],
      says: /outside\.com.*ring\.com/,
      never: /Learn again|Turn off|Remove|Allow /,
    },
  },
};
