/** The states of people and devices. */
import { CLOSED, DAY, device, devices, HOME, onePerson } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function oneDevice(over: Record<string, unknown>): Answers {
  return { ...HOME, ...devices("", 0), "/api/v1/devices/{id}": device(over) };
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

/** A group of so many devices, of which a page reads the first ones. */
function group(count: number): Answers {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const office = { id: 2, name: "Office", kind: "", devices: numbers, created: NOW, changed: NOW };
  return { ...HOME, ...devices("", Math.min(count, 2)), "/api/v1/groups": { groups: [office] } };
}

/** The states of people and devices. */
export const PEOPLE_STATES: PageStates = {
  "/people": {
    "nobody yet": { answers: household(0, 2), lead: /^Add who lives or works here/ },
    "all assigned": { answers: household(1, 0), lead: /^1 person and 0 devices\.$/ },
    "one of nobody": {
      answers: household(2, 1),
      lead: /^2 people and 1 device\. 1 of them is still nobody’s\.$/,
    },
  },
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
  "/groups/{id}": {
    "empty": {
      answers: group(0),
      params: { id: "2" },
      lead: /^A group of 0 devices\.$/,
      says: /No device/,
    },
    "one device": { answers: group(1), params: { id: "2" }, lead: /^A group of 1 device\.$/ },
    "more devices than the page reads": {
      answers: group(700),
      params: { id: "2" },
      lead: /^A group of 700 devices\.$/,
    },
  },
};
