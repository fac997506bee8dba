/** The states of categories, services, safe search and rules. */
import type { CategoryResponse } from "../../../api/features/protection/categories/routes.ts";
import type { ChosenService } from "../../../api/features/protection/services/routes.ts";
import { category } from "./answers.ts";
import { BREACH_STATES } from "./breach_states.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

const feeding = (names: number, enabled = true) => ({
  id: 3,
  name: "Casinos",
  enabled,
  names,
  in_use: enabled && names > 0,
});

function categories(...rows: readonly CategoryResponse[]): Answers {
  const column = (scope: string) => ({ scope, name: "", categories: rows });
  const scopes = ["all", "profile:child", "profile:teen", "profile:adult"];
  return {
    "/api/v1/scopes": { scopes: [] },
    ...Object.fromEntries(scopes.map((scope) => [`/api/v1/categories ${scope}`, column(scope)])),
  };
}

function service(over: Partial<ChosenService> = {}): ChosenService {
  return {
    id: "tube",
    name: "Tube",
    letter: "T",
    group: "streaming",
    custom: false,
    here: "block",
    effective: "block",
    from: "all",
    follows: "allow",
    fixed: false,
    schedule: "",
    hours: [],
    ...over,
  };
}

const NIGHT: ChosenService["hours"] = [{ days: ["mon"], from: "20:00", to: "22:00" }];

function services(scope: string, ...all: readonly ChosenService[]): Answers {
  const name = scope === "all" ? "" : "Emma";
  const shown = { scope, name, groups: ["streaming"], services: all };
  const offered = { id: "tube", name: "Tube", letter: "T", group: "streaming", custom: false };
  return {
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/blocked-services": shown,
    "/api/v1/services": {
      groups: ["streaming"],
      services: [{ ...offered, domains: ["tube.example"], changed: 0, by: "" }],
    },
  };
}

function searches(scope: string, on: boolean): Answers {
  const value = on ? "on" : "off";
  const engine = { id: "x", name: "X", values: ["off", "on"], here: "", effective: value };
  const engines = [{ ...engine, from: "", follows: value, default: "off" }];
  return {
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/safe-search": { scope, name: scope === "all" ? "" : "Emma", engines },
  };
}

function rule(domain: string) {
  return {
    domain,
    kind: "subdomains",
    action: "allow",
    scope: "all",
    scope_name: "",
    types: [],
    to: [],
    until: 0,
    created: NOW,
    changed: NOW,
    by: "anna",
  };
}

function rules(next: string, ...names: readonly string[]): Answers {
  return {
    "/api/v1/rules": { rules: names.map(rule), next },
    "/api/v1/scopes": { scopes: [] },
  };
}

/** The states of categories, services, safe search and rules. */
export const PROTECTION_STATES: PageStates = {
  ...BREACH_STATES,
  "/categories": {
    "fed by a list": {
      answers: categories(category("gambling", { lists: [feeding(500)] })),
      lead: /^1 category is blocked for everyone\.$/,
      says: /Blocked \(automatic\)/,
      never: /Not protected/,
    },
    "fed by services alone": {
      answers: categories(category("games", { services: 8 })),
      lead: /^1 category is blocked for everyone\.$/,
    },
    "without any list": {
      answers: categories(category("gambling"), category("drugs")),
      lead: /^No category is blocked for everyone\. 2 aren’t protected yet: no list\.$/,
      says: /Gambling Not protected yet: no list.*Block \(automatic\)/,
      never: /Blocked/,
    },
    "with an empty list": {
      answers: categories(category("gambling", { lists: [feeding(0)] })),
      lead: /^No category is blocked for everyone\. 1 isn’t protected yet: no list\.$/,
      says: /Not protected: no list in use/,
      never: /Blocked/,
    },
    "with a list that is off": {
      answers: categories(category("gambling", { lists: [feeding(500, false)] })),
      lead: /^No category is blocked for everyone\./,
      says: /Not protected: no list in use.*Casinos off/,
      never: /Blocked/,
    },
    "attacks without a list": {
      answers: categories(category("malware", { protects: "security" })),
      lead: /1 isn’t protected yet/,
      says: /Pausing protection doesn’t lift these blocks\..*Malware Not protected yet: no list/,
      never: /Blocked/,
    },
    "reported only, without a list": {
      answers: categories(category("drugs", { effective: "monitor", follows: "monitor" })),
      lead: /1 isn’t protected yet/,
      says: /Report \(automatic\)/,
      never: /Reported/,
    },
    "reported only, with a list": {
      answers: categories(
        category("drugs", { effective: "monitor", follows: "monitor", lists: [feeding(9)] }),
      ),
      lead: /^No category is blocked for everyone\.$/,
      says: /Reported \(automatic\)/,
    },
    "allowed, without a list": {
      answers: categories(category("drugs", { effective: "allow", follows: "allow" })),
      lead: /^No category is blocked for everyone\.$/,
      says: /No list yet/,
      never: /Not protected/,
    },
    "an account that only looks": {
      answers: categories(category("gambling"), category("drugs", { lists: [feeding(9)] })),
      rights: ["rules.read"],
      lead: /^1 category is blocked for everyone\. 1 isn’t protected yet: no list\.$/,
      says: /Gambling Not protected yet: no list Not protected yet: no list/,
    },
    "blocked for children only": {
      answers: {
        ...categories(category("drugs", { lists: [feeding(9)] })),
        "/api/v1/categories profile:adult": {
          scope: "profile:adult",
          name: "",
          categories: [category("drugs", { effective: "allow", lists: [feeding(9)] })],
        },
      },
      lead: /^No category is blocked for everyone\.$/,
    },
  },
  "/services": {
    "none for everyone, some for a person": {
      answers: services("all", service({ effective: "allow", here: "", from: "" })),
      lead: /^No service is blocked for the whole household\.$/,
    },
    "none for a person": {
      answers: services("person:1", service({ effective: "allow", here: "", from: "" })),
      lead: /^Emma: No service is blocked\.$/,
    },
    "at certain hours": {
      answers: services("all", service(), service({ id: "b", hours: NIGHT })),
      lead: /^2 services are blocked\. 1 of them only at certain hours\.$/,
    },
  },
  "/services/{id}": {
    "always": {
      answers: services("all", service()),
      params: { id: "tube" },
      lead: /^Tube is blocked\.$/,
    },
    "at certain hours": {
      answers: services("all", service({ hours: NIGHT })),
      params: { id: "tube" },
      lead: /^Tube is blocked at certain hours\.$/,
    },
    "at certain hours, by a wider choice": {
      answers: services("person:1", service({ hours: NIGHT, here: "" })),
      params: { id: "tube" },
      lead: /^Emma: Tube is blocked at certain hours \(set for: all\)\.$/,
    },
    "not blocked": {
      answers: services("all", service({ effective: "allow", here: "allow" })),
      params: { id: "tube" },
      lead: /^Tube is not blocked\.$/,
    },
  },
  "/safe-search": {
    "off for everyone, on for children": {
      answers: searches("all", false),
      lead: /^Everyone: Safe search is on for 0 of 1 search engines/,
    },
    "on for a person": {
      answers: searches("person:1", true),
      lead: /^Emma: Safe search is on for 1 of 1 search engines/,
    },
  },
  "/rules": {
    "none": {
      answers: rules(""),
      lead: /^You have no rules yet\.$/,
      never: /lists alone decide/,
    },
    "one": { answers: rules("", "a.example"), lead: /^You have 1 rule;/ },
    "more than a page": {
      answers: rules("x", "a.example", "b.example"),
      lead: /^The newest 2 of your rules/,
    },
    "a later page": {
      answers: rules("", "a.example"),
      query: { cursor: "x" },
      lead: /^1 rule on this page\.$/,
    },
    "a page of what was found": {
      answers: rules("x", "a.example", "b.example"),
      query: { name: "example" },
      lead: /^2 rules on this page\.$/,
    },
    "found": {
      answers: rules("", "a.example"),
      query: { name: "example" },
      lead: /^1 rule matches the search\.$/,
    },
  },
};
