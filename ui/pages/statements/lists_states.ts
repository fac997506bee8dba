/** The states of the lists. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import { category, counted, DOUBTFUL, KEPT, LEFT, lists, NEVER, UNTAKEN } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

const OFFERED = {
  id: "ads",
  name: "Ads",
  url: "https://lists.example/ads",
  category: "ads",
  homepage: "https://lists.example/",
  licence: "",
  language: "",
};

function offered(...there: readonly Partial<ListResponse>[]): Answers {
  return { ...lists(...there), "/api/v1/lists/catalogue": { lists: [OFFERED] } };
}

const SCOPES = ["all", "profile:child", "profile:teen", "profile:adult", "person:1"] as const;
const REPORTED = Object.fromEntries(SCOPES.map((scope) => [scope, "monitor" as const]));

/** A list of new domains, and what the scopes chose; the others block. */
function newDomains(
  chosen: Readonly<Record<string, "allow" | "monitor">>,
  over: Partial<ListResponse> = {},
): Answers {
  const in_use = over.enabled !== false && over.counts !== null;
  const source = { id: 1, name: "New", enabled: true, names: 10, in_use };
  const column = (scope: string) => ({
    scope,
    name: "",
    categories: [
      category("new_domains", { effective: chosen[scope] ?? "block", lists: [source] }),
    ],
  });
  return {
    ...lists({ category: "new_domains", ...over }),
    ...Object.fromEntries(SCOPES.map((scope) => [`/api/v1/categories ${scope}`, column(scope)])),
  };
}

/** What the check of an address found. */
function checked(names: number) {
  return {
    result: {
      ...counted(names),
      url: OFFERED.url,
      concerns: [],
      week: { journal: "off", since: NOW, complete: true, scoped: false, queries: 0, names: 0 },
    },
  };
}

/** The states of the lists. */
export const LISTS_STATES: PageStates = {
  "/lists": {
    "all fresh": {
      answers: lists({}),
      lead: /^1,000 names from 1 list\. All are up to date\.$/,
    },
    "a copy that was not counted yet": {
      answers: lists({ counts: null }),
      lead: /^1 list is on\. All are up to date\.$/,
      never: /no effect/,
    },
    "one that was never downloaded": {
      answers: lists({}, NEVER),
      lead: /^1,000 names from 1 list\. 1 needs your attention\.$/,
      says: /There is no copy yet, so the list has no effect\./,
      never: /stays in force/,
    },
    "an allow list that was never downloaded": {
      answers: lists({ ...NEVER, kind: "allow" }),
      lead: /^1 list is on, but has no effect yet\. 1 needs your attention\.$/,
      never: /blocks nothing/,
    },
    "one whose last copy goes on": {
      answers: lists(KEPT),
      lead: /^1,000 names from 1 list\. 1 needs/,
      says: /The copy fetched 1 hour ago stays in force\./,
    },
    "one that was never taken up and fails": {
      answers: lists(UNTAKEN),
      lead: /^1 list is on, but has no effect yet\. 1 needs/,
      says: /The server answered with the error 503\. The list has no effect at the moment\./,
      never: /stays in force|no copy yet/,
    },
    "one of which an older copy goes on, and that fails": {
      answers: lists({ ...UNTAKEN, in_force: "older" }),
      says: /An older copy stays in force\./,
      never: /The copy fetched|no effect/,
    },
    "one that was not taken up": {
      answers: lists({ ...UNTAKEN, why: "" }),
      says: /The list has no effect at the moment\..*does not hold as it is: the disk is full/,
      never: /Could not be fetched/,
    },
    "a doubtful first copy": {
      answers: lists({ ...DOUBTFUL, in_force: "", held_lines: 9, bytes: 0, last_success: 0 }),
      lead: /^1 list is on, but has no effect yet\. 1 needs/,
      says: /so it has no effect until you confirm it\./,
      never: /stays in force|the previous one/,
    },
    "a doubtful new copy": {
      answers: lists({ ...DOUBTFUL, held_lines: 9 }),
      lead: /^1,000 names from 1 list\. 1 needs/,
      says: /the previous one stays in force until you confirm it\./,
      never: /no effect/,
    },
    "a doubtful copy in force": {
      answers: lists(DOUBTFUL),
      lead: /^1,000 names from 1 list\. 1 needs/,
      says: /It stays in force; keep it, turn it off or remove it\./,
      never: /no effect|new copy|previous/,
    },
    "one that waits for its first copy": {
      answers: lists({ ...NEVER, health: "waiting", why: "", message: "", step: "queued" }),
      lead: /^1 list is on, but has no effect yet\. New copies are being fetched\.$/,
      never: /up to date/,
    },
    "an empty one": {
      answers: lists({ counts: counted(0) }),
      lead: /^1 list is on, but has no effect yet\.$/,
      never: /up to date/,
    },
    "one for some, at hours": {
      answers: lists({
        scopes: ["profile:child", "person:3"],
        except: ["device:4"],
        scope_names: { "profile:child": "", "person:3": "Emma", "device:4": "Tablet" },
        hours: [{ days: ["mon", "tue"], from: "18:00", to: "20:00" }],
        schedule: "0".repeat(72) + "1".repeat(8) + "0".repeat(592),
      }),
      lead: /^1,000 names from 1 list/,
      says: /For: Children and Emma · Not for: Tablet · Mon–Tue 18:00–20:00/,
      never: /For everyone|For no one/,
    },
    "one for no one": {
      answers: lists({ health: "for_no_one", scopes: [], message: "List 'Ads' has no effect." }),
      lead: /^1 list is on, but has no effect yet\. 1 needs your attention\.$/,
      says: /Everyone this list was for has been removed, so it has no effect\./,
      never: /For everyone|1,000 names from/,
    },
    "none is on": {
      answers: lists({ enabled: false, health: "off" }),
      lead: /^No list is on, so no list blocks anything\.$/,
    },
    "one is off and still in force": {
      answers: lists(LEFT),
      lead: /^No list is on\. 1 needs your attention\.$/,
      says: /Still in force.*still holds: the disk is full/,
      never: /no list blocks anything/,
    },
    "one is off, still in force, and could not be fetched": {
      answers: lists({ ...LEFT, why: "the server answered 503" }),
      says: /still holds: the disk is full/,
      never: /stays in force|Could not be fetched/,
    },
  },
  "/lists/{id}": {
    "lines without effect": {
      answers: lists({ counts: { ...counted(10), ignored: { cosmetic: 5 } } }),
      params: { id: "1" },
      says: /5 lines without effect.*No line was refused\./,
      never: /Every line/,
    },
    "never downloaded": {
      answers: lists(NEVER),
      params: { id: "1" },
      lead: /^Could not be fetched/,
      says: /There is no copy yet, so the list has no effect\..*Last fetched never/,
    },
    "new domains, blocked because nobody chose otherwise": {
      answers: newDomains({}),
      params: { id: "1" },
      says: /What it does Blocked · Change/,
    },
    "new domains, allowed for adults": {
      answers: newDomains({ "profile:adult": "allow" }),
      params: { id: "1" },
      says: /What it does Unassigned devices: Blocked .*Adults: Allowed Change/,
    },
    "new domains, only reported": {
      answers: newDomains(REPORTED),
      params: { id: "1" },
      says: /What it does Reported · Change/,
      never: /What it does Block/,
    },
    "new domains for one person": {
      answers: newDomains({ "person:1": "monitor" }, { scopes: ["person:1"] }),
      params: { id: "1" },
      says: /What it does Reported · Change/,
    },
    "new domains without a copy": {
      answers: newDomains({}, NEVER),
      params: { id: "1" },
      says: /What it does The list has no effect at the moment\./,
    },
    "new domains, off": {
      answers: newDomains({}, { enabled: false, health: "off" }),
      params: { id: "1" },
      says: /What it does Blocks /,
    },
  },
  "/lists/add": {
    "the list is not there": {
      answers: offered(),
      lead: /^Choose from the catalogue, or enter the address of any list\.$/,
      never: /Subscribed/,
    },
    "lists of new domains": {
      answers: {
        ...offered(),
        "/api/v1/lists/catalogue": { lists: [{ ...OFFERED, category: "new_domains" }] },
      },
      query: { category: "new_domains" },
      says: /these domains are blocked, harmless new sites included, unless you chose otherwise/,
    },
    "lists of another category": { answers: offered(), never: /harmless new sites/ },
    "the list is there": { answers: offered({}), says: /Ads .*Subscribed/ },
    "the list is there, and off": {
      answers: offered({ enabled: false, health: "off" }),
      says: /Subscribed/,
      never: /in force/,
    },
    "an address was checked": {
      answers: offered(),
      shown: checked(10),
      says: /10 names and 0 rules out of 10 lines\./,
    },
    "an address without a name was checked": {
      answers: offered(),
      shown: checked(0),
      says: /It contains no names and no rules, so it is probably not a list\./,
      never: /out of/,
    },
  },
};
