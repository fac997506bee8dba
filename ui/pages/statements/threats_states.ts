/** The states of look-alike names and threats. */
import type {
  LookalikeResponse,
  LookalikesResponse,
} from "../../../api/features/protection/lookalikes/routes.ts";
import type {
  FoundThreat,
  SpywareListResponse,
  ThreatsResponse,
} from "../../../api/features/protection/threats/routes.ts";
import { counted, DOUBTFUL, KEPT, lists, NEVER } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function lookalike(over: Partial<LookalikeResponse> = {}): LookalikeResponse {
  return {
    name: "xn--pypal-4ve.example",
    readable: "p\u0430ypal.example",
    domain: "xn--pypal-4ve.example",
    imitates: "paypal.com",
    why: "homograph",
    alike: true,
    young: false,
    blocked: true,
    rule: "",
    count: 2,
    last: NOW - 3600,
    ...over,
  };
}

function lookalikes(
  found: LookalikesResponse["lookalikes"],
  over: Partial<LookalikesResponse> = {},
): Answers {
  const switches = {
    filtering: true,
    enabled: true,
    typos: true,
    ask: true,
    protected: 180,
    allowed: [],
  };
  return { "/api/v1/lookalike": { ...switches, lookalikes: found, ...over } };
}

/** The settings about the ages of domains. */
function onlineService(address: string): Answers {
  return {
    "/api/v1/settings": {
      settings: [{ key: "lookalike_ask", value: true }, { key: "cloud_url", value: address }],
    },
  };
}

function threat(over: Partial<FoundThreat> = {}): FoundThreat {
  return {
    kind: "rebinding",
    time: NOW - 7200,
    last: NOW - 3600,
    count: 2,
    blocked: (over.kind ?? "rebinding") === "rebinding",
    acknowledged: false,
    device_id: 1,
    name: "nas.example",
    extra: "192.168.1.7",
    private: false,
    device: { id: 1, label: "Tablet", shared: false, group_id: 0 },
    ...over,
  };
}

/** A list against malware that is in force. */
const DANGEROUS = { id: 2, name: "Malware feed", category: "malware" } as const;

function threats(
  found: readonly FoundThreat[],
  over: Partial<ThreatsResponse> = {},
  list: Partial<SpywareListResponse> = {},
): Answers {
  return {
    ...lists(DANGEROUS),
    "/api/v1/threats": {
      filtering: true,
      rebinding: true,
      rebinding_allowed: [],
      networks: ["192.168.1.0/24"],
      spyware: true,
      spyware_domains: 915,
      remote: true,
      beacons: true,
      found,
      quarantined: [],
      ...over,
    },
    "/api/v1/threats/spyware": {
      name: "Stalkerware Indicators of Compromise",
      homepage: "https://lists.example",
      licence: "CC-BY-4.0",
      domains: 915,
      downloaded: true,
      refreshed: NOW - 3 * 3600,
      checked: NOW - 3 * 3600,
      failing: false,
      error: "",
      held: 0,
      held_version: "",
      undo_until: 0,
      ...list,
    },
  };
}

const ALL_OFF = { rebinding: false, spyware: false, remote: false, beacons: false };

/** The states of look-alike names and threats. */
export const THREATS_STATES: PageStates = {
  "/lookalike": {
    "nothing found": {
      answers: lookalikes([]),
      lead: /^No device asked for a name that imitates another\.$/,
      says: /No look-alikes in 30 days/,
    },
    "one blocked": {
      answers: lookalikes([lookalike()]),
      lead: /^A name that imitates another was blocked\.$/,
      says: /Some of its letters only look like the real ones/,
      never: /less than 30 days old/,
    },
    "one that a rule allows": {
      answers: lookalikes([lookalike({ rule: "xn--pypal-4ve.example" })]),
      lead: /^Every name found here that imitates another is allowed now\.$/,
      says: /Allowed.*A rule allows .*pypal-4ve\.example now\./,
      never: /Blocked|was blocked|Allow:/,
    },
    "one allowed, one reported": {
      answers: lookalikes([
        lookalike({ rule: "xn--pypal-4ve.example" }),
        lookalike({ why: "typosquat", alike: false, blocked: false }),
      ]),
      lead: /^A device asked for a name that resembles a known one\.$/,
    },
    "one reported": {
      answers: lookalikes([lookalike({ why: "typosquat", alike: false, blocked: false })]),
      lead: /^A device asked for a name that resembles a known one\.$/,
      says: /one typing error away/,
      never: /look like them/,
    },
    "letters that look alike": {
      answers: lookalikes([
        lookalike({
          name: "arnazon.de",
          readable: "arnazon.de",
          domain: "arnazon.de",
          imitates: "amazon.de",
          why: "typosquat",
          blocked: false,
        }),
      ]),
      says:
        /rn azon\.de.*Resembles a m azon\.de\. Letters are replaced by others that look like them/,
      never: /typing error away/,
    },
    "a known name in front of another domain": {
      answers: lookalikes([
        lookalike({
          name: "sparkasse.de.example-bank.org",
          readable: "sparkasse.de.example-bank.org",
          domain: "example-bank.org",
          imitates: "sparkasse.de",
          why: "brandsub",
          alike: true,
          blocked: false,
        }),
      ]),
      says:
        /sparkasse\.de\.example-bank\.org Reported Resembles sparkasse\.de\. The known name comes first, but the site belongs to another domain\./,
    },
    "letters of several alphabets": {
      answers: lookalikes([lookalike({ imitates: "", alike: false })]),
      says: /It mixes letters of different alphabets.*xn--pypal-4ve\.example · 2 times/,
      never: /another name|only look like/,
    },
    "a young domain": {
      answers: lookalikes([lookalike({ why: "combosquat", young: true })]),
      lead: /^A name that imitates another was blocked\.$/,
      says: /It adds a word to the known name\. The domain is less than 30 days old/,
    },
    "more than are shown": {
      answers: lookalikes(
        Array.from(
          { length: 101 },
          (_, i) => lookalike({ name: `a${i}.example`, blocked: i > 99 }),
        ),
      ),
      lead: /^A name that imitates another was blocked\.$/,
      says: /a99\.example .*Only the newest 100 names are shown\./,
      never: /a100\.example/,
    },
    "turned off after a block": {
      answers: lookalikes([lookalike()], { enabled: false }),
      lead: /^The box doesn’t look for look-alike names at the moment\.$/,
    },
    "turned off, nothing found": {
      answers: {
        ...lookalikes([], { enabled: false }),
        ...onlineService("https://online.example"),
      },
      lead: /^The box doesn’t look for look-alike names at the moment\.$/,
      says:
        /While the check is off, nothing appears here and you get no alert.*Look-alike letters off .*Typing errors not running .* It has no effect while “Look-alike letters” is off\..*Age of domains not running .*Not used here at the moment; alerts/,
      never: /it appears here and you get an alert|Age of domains on|Typing errors on/,
    },
    "turned off, and the other switches too": {
      answers: lookalikes([], { enabled: false, typos: false, ask: false }),
      says: /Typing errors off .*Age of domains off/,
      never: /no effect|Not used here|not running/,
    },
    "filtering is off for everyone, nothing found": {
      answers: {
        ...lookalikes([], { filtering: false }),
        ...onlineService("https://online.example"),
      },
      lead: /^Filtering is off for everyone, so the box isn’t looking for look-alike names\.$/,
      says:
        /While filtering is off, nothing appears here and you get no alert.*Look-alike letters not running .* It has no effect while filtering is off for everyone\. .*Typing errors not running .* It has no effect while filtering is off for everyone\..*Age of domains not running .*Not used here at the moment/,
      never: /it appears here and you get an alert|letters on|errors on|domains on/,
    },
    "filtering is off for everyone after a block": {
      answers: lookalikes([lookalike()], { filtering: false }),
      rights: ["rules.read"],
      lead: /^Filtering is off for everyone, so the box isn’t looking for look-alike names\.$/,
      says: /Resembles p a ypal\. com/,
    },
    "filtering and the check are off": {
      answers: lookalikes([], { filtering: false, enabled: false, typos: false, ask: false }),
      lead: /^Filtering is off for everyone, so the box isn’t looking for look-alike names\.$/,
      says: /Look-alike letters off .*Typing errors off .*Age of domains off/,
      never: /no effect|Not used here|not running/,
    },
    "filtering is off, and there is no online service": {
      answers: { ...lookalikes([], { filtering: false }), ...onlineService("") },
      says: /It doesn’t ask at the moment: this box has no online service\. Change/,
    },
    "ages without an online service": {
      answers: { ...lookalikes([]), ...onlineService("") },
      says: /It doesn’t ask at the moment: this box has no online service\. Change/,
    },
    "ages with an online service": {
      answers: { ...lookalikes([]), ...onlineService("https://online.example") },
      says: /Asks the online service how old a suspicious domain is/,
      never: /It doesn’t ask/,
    },
    "ages turned off, without an online service": {
      answers: { ...lookalikes([], { ask: false }), ...onlineService("") },
      never: /It doesn’t ask/,
    },
    "ages for who may not read the settings": {
      answers: { ...lookalikes([]), ...onlineService("") },
      rights: ["rules.read"],
      never: /It doesn’t ask|Change/,
    },
    "with an allowed domain": {
      answers: lookalikes([], { allowed: ["a.example"] }),
      lead: /^No device asked/,
      says: /Allowed domains/,
    },
  },
  "/threats": {
    "nothing found": {
      answers: threats([]),
      lead: /^Nothing dangerous was noticed in the last 30 days\.$/,
      says:
        /Nothing noticed in 30 days[^]*No device is in quarantine[^]*Protected: 192\.168\.1\.0\/24[^]*915 servers are known\. Last compared with the source 3 hours ago/,
      never: /Allow home addresses|Use the new list|came with the box/,
    },
    "a name that leads home": {
      answers: threats([threat()]),
      lead: /^One thing that was noticed in the last 30 days is still open\.$/,
      says: /nas\.example[^]*192\.168\.1\.7[^]*2 times[^]*Allow home addresses/,
    },
    "what to do about what is open": {
      answers: threats([
        threat({ kind: "remote", name: "AnyDesk", extra: "AnyDesk" }),
        threat({ kind: "spyware", name: "spy.example", extra: "" }),
        threat({ kind: "spyware", name: "other.example", extra: "" }),
        threat({ kind: "malicious", name: "bad.example", extra: "phishing", acknowledged: true }),
      ]),
      says:
        /What to do Commercial spyware Talk to the person who uses the device before you remove anything: .*Programs for remote access Ask who started the program\..*AnyDesk.* In quarantine/,
      never: /so nothing is urgent|What to do.*Talk to the person .*Talk to the person/,
    },
    "nothing to do about what is acknowledged": {
      answers: threats([threat({ acknowledged: true })]),
      never: /What to do/,
    },
    "a name that leads home and is allowed now": {
      answers: threats([threat()], { rebinding_allowed: ["example"] }),
      never: /Allow home addresses/,
    },
    "spyware": {
      answers: threats([threat({ kind: "spyware", name: "spy.example", extra: "" }), threat()]),
      lead: /^A device tried to reach a spyware server 1 hour ago\.$/,
      says: /spy\.example[^]*It wasn’t blocked\. Reported[^]*192\.168\.1\.7\. Blocked/,
    },
    "spyware twice, the newest of it last": {
      answers: threats([
        threat({ kind: "spyware", name: "a.example", extra: "", last: NOW - 10_800 }),
        threat({ kind: "spyware", name: "b.example", extra: "", last: NOW - 7200 }),
      ]),
      lead: /^A device tried to reach a spyware server 2 hours ago\.$/,
    },
    "spyware that is acknowledged, and something open": {
      answers: threats([
        threat({ kind: "spyware", name: "spy.example", extra: "", acknowledged: true }),
        threat(),
      ]),
      lead: /^One thing that was noticed in the last 30 days is still open\.$/,
      says: /spy\.example/,
    },
    "all acknowledged": {
      answers: threats([threat({ acknowledged: true })]),
      lead: /^Everything noticed in the last 30 days has been acknowledged\.$/,
      says: /nas\.example/,
    },
    "one check off": {
      answers: threats([], { rebinding: false }),
      lead:
        /^Nothing dangerous was noticed in the last 30 days\. Off: Protection of the home network\.$/,
    },
    "one check off, and something open": {
      answers: threats([threat()], { beacons: false }),
      lead: /^One thing that was noticed in the last 30 days is still open\.$/,
    },
    "a private name": {
      answers: threats([threat({ name: "", extra: "", private: true })]),
      lead: /^One thing/,
      never: /Allow home addresses|nas\.example/,
    },
    "private things of other kinds": {
      answers: threats(
        (["remote", "rebinding", "beacon", "malicious"] as const).map((kind) =>
          threat({ kind, name: "", extra: "", private: true })
        ),
      ),
      says:
        /used a program for remote access\.[^]*asked for \[ ?Name not shown ?\], a public name that answered with an address of your network\.[^]*asks for the rare name \[ ?Name not shown ?\] at regular intervals\.[^]*asked for \[ ?Name not shown ?\], which is known/,
      never: /…/,
    },
    "private spyware": {
      answers: threats([threat({ kind: "spyware", name: "", extra: "", private: true })]),
      lead: /^A device tried to reach a spyware server 1 hour ago\.$/,
      never: /was blocked|wasn’t blocked/,
    },
    "other kinds": {
      answers: threats([
        threat({ kind: "remote", name: "AnyDesk", extra: "AnyDesk" }),
        threat({ kind: "beacon", name: "c2.example", extra: "900" }),
        threat({ kind: "random_names", name: "", extra: "|12" }),
        threat({ kind: "malicious", name: "bad.example", extra: "phishing", blocked: true }),
      ]),
      lead: /^4 things that were noticed .* are still open\.$/,
      says:
        /AnyDesk\. 2 times[^]*c2\.example[^]*15 minutes\. 2 times[^]*bad\.example, which is known to be dangerous\. Blocked/,
      never: /Reported/,
    },
    "more than a page": {
      answers: threats(Array.from({ length: 101 }, () => threat())),
      lead: /^101 things/,
      says: /Only the newest 100 are shown/,
    },
    "everything off": {
      answers: threats([], ALL_OFF, { downloaded: false, refreshed: 0 }),
      lead:
        /^Nothing dangerous was noticed in the last 30 days\. Off: Protection of the home network, Block spyware, Alerts about remote access, and Alerts about regular contacts\.$/,
      says: /They came with the box; no newer list was downloaded\./,
      never: /Protected:|Last compared/,
    },
    "filtering is off for everyone": {
      answers: { ...threats([], { filtering: false }), ...onlineService("https://online.example") },
      lead:
        /^Nothing dangerous was noticed in the last 30 days\. Filtering is off for everyone, so nothing dangerous is blocked\.$/,
      says:
        /home network not running .*It has no effect while filtering is off for everyone\..*Block spyware not running .*spyware is reported but not blocked\..*remote access on .*regular contacts on .*No list against malware or phishing has an effect/,
      never: /Protected:/,
    },
    "filtering is off for everyone, and something open": {
      answers: threats([threat({ kind: "spyware", name: "spy.example", extra: "" })], {
        filtering: false,
      }),
      rights: ["rules.read"],
      lead:
        /^A device tried to reach a spyware server 1 hour ago\. Filtering is off for everyone, so nothing dangerous is blocked\.$/,
    },
    "filtering and the checks are off": {
      answers: threats([], { ...ALL_OFF, filtering: false }),
      lead: /Off: .*regular contacts\. Filtering is off for everyone/,
      never: /not running|no effect while|reported but not blocked/,
    },
    "a device in quarantine": {
      answers: {
        ...threats([], { quarantined: Array.from({ length: 21 }, (_, i) => i + 1) }),
        "/api/v1/devices/{id}": { id: 4, label: "Old camera" },
      },
      says: /Old camera[^]*Release[^]*1 more/,
      never: /No device is in quarantine/,
    },
    "no online service for beacons": {
      answers: { ...threats([]), ...onlineService("") },
      lead:
        /^Nothing dangerous was noticed in the last 30 days\. Off: Alerts about regular contacts\.$/,
      says: /It doesn’t run at the moment/,
    },
    "an online service for beacons": {
      answers: { ...threats([]), ...onlineService("https://online.example") },
      never: /It doesn’t run at the moment/,
    },
    "a device that is forgotten meanwhile": {
      answers: threats([], { quarantined: [4] }),
      says: /1 more/,
      never: /Release/,
    },
    "lists of dangerous names": {
      answers: {
        ...threats([]),
        ...lists({}, DANGEROUS, { ...DANGEROUS, id: 3, name: "Fake logins", category: "phishing" }),
      },
      says:
        /Lists of dangerous names Malware feed Malware 1,000 names Fetched 1 hour ago[^]*Fake logins Phishing/,
      never: /Ads|against malware or phishing/,
    },
    "no list of dangerous names": {
      answers: { ...threats([]), ...lists({}, { ...DANGEROUS, kind: "allow" }) },
      says: /You don’t have a list against malware or phishing yet\. Add a list/,
      never: /has an effect|Malware feed/,
    },
    "a list of dangerous names that is off": {
      answers: { ...threats([]), ...lists({ ...DANGEROUS, enabled: false, health: "off" }) },
      says:
        /No list against malware or phishing has an effect at the moment[^]*Malware feed Malware off/,
    },
    "a list of dangerous names that never came": {
      answers: { ...threats([]), ...lists({ ...NEVER, ...DANGEROUS }) },
      says:
        /No list against malware or phishing has an effect[^]*The server answered with the error 503\. There is no copy yet/,
      never: /Fetched/,
    },
    "a list of dangerous names without any name": {
      answers: { ...threats([]), ...lists({ ...DANGEROUS, counts: counted(0) }) },
      says: /No list against malware or phishing has an effect/,
    },
    "a list of dangerous names whose last copy goes on": {
      answers: { ...threats([]), ...lists({ ...KEPT, ...DANGEROUS }) },
      says: /Malware feed[^]*The copy fetched 1 hour ago stays in force\./,
      never: /against malware or phishing/,
    },
    "lists of dangerous names that wait for a person": {
      answers: {
        ...threats([]),
        ...lists(
          { ...DANGEROUS, health: "held", held_lines: 9 },
          { ...DOUBTFUL, ...DANGEROUS, id: 3 },
        ),
      },
      says: /The new copy has 9 lines instead of 1,000, so the previous one stays in force/,
      never: /against malware or phishing/,
    },
    "lists of dangerous names to read only": {
      answers: {
        ...threats([]),
        ...lists({ ...DANGEROUS, health: "held", held_lines: 9 }),
      },
      rights: ["rules.read"],
      says: /The new copy has 9 lines/,
      never: /Accept|Use the new/,
    },
    "no list of dangerous names to read only": {
      answers: { ...threats([]), ...lists({}) },
      rights: ["rules.read"],
      says: /You don’t have a list against malware or phishing yet/,
      never: /Add a list/,
    },
    "a list that waits and fails": {
      answers: threats([], {}, { held: 12, failing: true, error: "x" }),
      says: /The last download didn’t work[^]*A new list has 12 servers[^]*Use the new list/,
      never: /No address of a newer list/,
    },
    "a list that was accepted today": {
      answers: threats([], {}, { undo_until: NOW + 3600 }),
      says:
        /A new list was accepted\. Until November 21, 2026.* you can return to the one from before\. Return to the list from before/,
    },
    "a list that was accepted long ago": {
      answers: threats([], {}, { undo_until: NOW - 1 }),
      never: /Return to the list|was accepted/,
    },
    "a list that was accepted today, to read only": {
      answers: threats([], {}, { undo_until: NOW + 3600 }),
      rights: ["rules.read"],
      never: /Return to the list|was accepted/,
    },
    "a list that failed, and is not looked for any more": {
      answers: {
        ...threats([], {}, { failing: true, error: "x" }),
        "/api/v1/settings": { settings: [{ key: "spyware_url", value: "" }] },
      },
      says: /No address of a newer list is set, so the list stays as it is/,
      never: /last download didn’t work/,
    },
    "to read only": {
      answers: threats([threat()], { rebinding_allowed: ["own.example"], quarantined: [4] }, {
        held: 12,
      }),
      rights: ["rules.read"],
      says: /own\.example[^]*A new list has 12 servers/,
      never: /Allow home addresses|Use the new list|Turn off|Remove|Release/,
    },
  },
};
