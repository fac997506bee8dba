/** The states of people and devices. */
import { CLOSED, DAY, device, devices, HOME, onePerson } from "./answers.ts";
import { restrictDevice, restrictOverview, restrictSubject } from "./restricted_states.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function oneDevice(over: Record<string, unknown>): Answers {
  return {
    ...HOME,
    ...devices("", 0),
    "/api/v1/devices/{id}": device(over),
    "/api/v1/restrict": restrictOverview({}),
  };
}

const FIRST_CONTACT = {
  new_contacts: 2,
  first_contacts: [{
    domain: "new.example",
    first: NOW - DAY,
    last: NOW,
    count: 3,
    countries: ["FR"],
    service: "Netflix",
  }],
  new_companies: ["Netflix"],
  new_countries: ["FR"],
};

function sign(kind: string, open: number) {
  return { kind, count: 1, open, last: NOW - DAY };
}

function beaconAlert() {
  return {
    id: 1,
    time: NOW - DAY,
    kind: "beacon",
    text: "",
    group: "security",
    severity: 5,
    device_id: 5,
    person_id: 0,
    name: "orders.example",
    detail: "600",
    private: false,
    count: 1,
    last: NOW - DAY,
    acknowledged: 0,
    acknowledged_by: "",
    device: { id: 5, label: "Tablet", shared: false, group_id: 0 },
  };
}

/** What the API says about the behaviour of a device. */
function behaves(over: Record<string, unknown>, alerts: readonly unknown[] = []): Answers {
  return {
    "/api/v1/devices/{id}/behaviour": {
      device: { id: 5, label: "Tablet", shared: false, group_id: 0 },
      verdict: "quiet",
      private: false,
      since: NOW - 7 * DAY,
      known_since: NOW - 30 * DAY,
      recorded: true,
      comparable: true,
      contacts: 12,
      new_contacts: 0,
      first_contacts: [],
      new_companies: [],
      countries: [{ country: "FR", domains: 12 }],
      new_countries: [],
      country_data: { state: "ready", built: NOW - 20 * DAY, source: "download.db-ip.com" },
      signs: [],
      unwatched: [],
      ...over,
    },
    "/api/v1/alerts": { alerts, next: "", open: alerts.length },
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
      says: /Restricted mode .* isn’t restricted\..*Start learning/,
    },
    "restricted": {
      answers: {
        ...oneDevice({}),
        "/api/v1/restrict": restrictOverview({
          subjects: [restrictSubject({ id: 5, mode: "restricted", ends: 0 })],
          devices: [restrictDevice({ id: 5 })],
        }),
      },
      params: { id: "5" },
      says: /gets only what it is allowed: 12 names\..*Turn off.*Allowed names/,
      never: /isn’t restricted/,
    },
    "an adult's, which cannot be restricted": {
      answers: {
        ...oneDevice({ person_id: 1 }),
        "/api/v1/people": { people: [{ id: 1, name: "Anna", profile: "adult", devices: [5] }] },
      },
      params: { id: "5" },
      never: /Restricted mode|Start learning/,
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
  "/devices/{id}/behaviour": {
    "quiet": {
      answers: behaves({}),
      params: { id: "5" },
      lead: /^The box noticed nothing unusual about this device\.$/,
      says: /it knew all the domains.*Compared with the log since.*IP Geolocation by DB-IP/s,
      never: /Checks that don’t run|Report to share.*private/,
    },
    "with an open alert": {
      answers: behaves({ verdict: "look", signs: [sign("beacon", 1)] }, [beaconAlert()]),
      params: { id: "5" },
      lead: /^Worth a look: 1 alert about this device is open\.$/,
      says:
        /What to do Contacts at regular intervals Install the updates.*1 × Contacts at regular intervals.*: orders\.example/s,
      never: /No alerts about the behaviour/,
    },
    "with alerts that were acknowledged": {
      answers: behaves({ verdict: "acknowledged", signs: [sign("beacon", 0)] }),
      params: { id: "5" },
      lead:
        /^All alerts about the behaviour of this device were acknowledged, and the box noticed nothing else\.$/,
    },
    "something new at a steady device": {
      answers: behaves({ verdict: "changed", ...FIRST_CONTACT }),
      params: { id: "5" },
      lead: /^Something is new: in the last 7 days, it contacted 2 domains for the first time\./,
      says:
        /New company: Netflix\..*new\.example.*Netflix · France · first.*And 1 more domain\..*France.*New/s,
    },
    "an old alert that is open": {
      // What to do is said about the open one alone.
      answers: behaves({ verdict: "look", signs: [sign("beacon", 1), sign("malicious", 0)] }, [
        { ...beaconAlert(), time: NOW - 40 * DAY },
        { ...beaconAlert(), id: 2, kind: "malicious", acknowledged: NOW, time: NOW - 40 * DAY },
      ]),
      params: { id: "5" },
      says: /Alerts of the last 30 days and open ones.*orders\.example/s,
      never: /No alerts about the behaviour|so nothing is urgent/,
    },
    "private names": {
      answers: behaves({
        private: true,
        ...FIRST_CONTACT,
        first_contacts: [],
        new_companies: [],
        countries: [],
        new_countries: [],
      }),
      params: { id: "5" },
      lead: /nothing unusual/,
      says: /2 domains are new\. Their names are private.*Countries are private.*It has no names/s,
      never: /new\.example|it names what this device contacted/,
    },
    "not known for long": {
      answers: behaves({ verdict: "learning", comparable: false }),
      params: { id: "5" },
      lead:
        /^The log of this device is too short to say what is new\. No alert about its behaviour is open\.$/,
      says: /at least 8 days/,
      never: /Nothing new/,
    },
    "silent": {
      answers: behaves({ verdict: "silent", contacts: 0, countries: [] }),
      params: { id: "5" },
      lead:
        /^The log shows no contact by this device in the last 7 days, and no alert about its behaviour is open\.$/,
      says: /No country is known/,
      never: /Nothing new/,
    },
    "not recorded": {
      answers: behaves({ verdict: "unrecorded", recorded: false, contacts: 0, countries: [] }),
      params: { id: "5" },
      lead: /^The box doesn’t record which device contacts what/,
      says: /The log is off or leaves devices out/,
      never: /The log has no contact/,
    },
    "without countries": {
      answers: behaves({ country_data: { state: "missing", built: 0, source: "" } }),
      params: { id: "5" },
      says: /The database of countries hasn’t been downloaded yet\./,
      never: /DB-IP/,
    },
    "with countries turned off": {
      answers: behaves({ country_data: { state: "off", built: 0, source: "" } }),
      params: { id: "5" },
      says: /No database of countries is set/,
    },
    "with checks that are off": {
      answers: behaves({ unwatched: ["rebinding", "lookalike", "beacons"] }),
      params: { id: "5" },
      says:
        /Checks that don’t run at the moment: public names that lead into your network, look-alike names,? and contacts at regular intervals\./,
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
