/** Parses the scenario lines about the household (tests/scenarios/README.md) into steps. */
import {
  type ChoiceRow,
  type Profile,
  PROFILES,
  type RestrictMode,
} from "../../policy/model/household.ts";
import { hoursReaders, type HoursStep } from "./hours_lines.ts";

/** A line about people, groups, devices, choices, pauses, services, tunnels or hours. */
export type HouseholdStep =
  | HoursStep
  | { readonly do: "person"; readonly name: string; readonly profile: Profile }
  | { readonly do: "group"; readonly name: string }
  | {
    readonly do: "device";
    readonly name: string;
    readonly at: readonly string[];
    readonly of: readonly string[];
    readonly in: string;
    readonly quarantined: boolean;
  }
  | {
    readonly do: "choose";
    readonly scope: string;
    readonly kind: ChoiceRow["kind"];
    readonly key: string;
    /** "" = the choice is removed. */
    readonly value: string;
    /** Slots of a day at which it begins and ends. */
    readonly hours?: readonly [from: number, to: number];
  }
  /** 0 milliseconds = it ends. */
  | { readonly do: "pause"; readonly scope: string; readonly milliseconds: number }
  | {
    readonly do: "service";
    readonly id: string;
    readonly group: string;
    readonly domains: readonly string[];
  }
  | { readonly do: "tunnel"; readonly who: string; readonly domain: string }
  /** Restricted mode of a scope, with the names that it has. */
  | {
    readonly do: "restrict";
    readonly scope: string;
    readonly mode: RestrictMode;
    readonly names: readonly string[];
  };

const KINDS: Readonly<Record<string, ChoiceRow["kind"]>> = {
  category: "category",
  service: "service",
  "safe-search": "safe_search",
};

/** The parsers of these lines by their first word; `readTime` reads `5m`. */
export function householdReaders(
  readTime: (text: string) => number,
): Readonly<Record<string, (rest: string) => HouseholdStep>> {
  return {
    person: (rest) => {
      const [name, profile] = rest.split(/\s+/);
      if (!(PROFILES as readonly string[]).includes(profile)) {
        throw new SyntaxError(`no profile: ${profile}`);
      }
      return { do: "person", name, profile: profile as Profile };
    },
    group: (rest) => ({ do: "group", name: rest }),
    device: readDevice,
    choose: readChoice,
    unchoose: (rest) => readChoice(`${rest} `, ""),
    pause: (rest) => {
      const [scope, word, time] = rest.split(/\s+/);
      if (word !== "for") throw new SyntaxError("SCOPE for TIME is missing");
      return { do: "pause", scope, milliseconds: readTime(time) };
    },
    resume: (rest) => ({ do: "pause", scope: rest, milliseconds: 0 }),
    service: (rest) => {
      const [id, group, domains = ""] = rest.split(/\s+/);
      return { do: "service", id, group, domains: domains.split(",") };
    },
    tunnel: (rest) => {
      const [who, domain] = rest.split(/\s+/);
      return { do: "tunnel", who, domain };
    },
    restrict: (rest) => readRestrict(rest, "restricted"),
    learn: (rest) => readRestrict(rest, "learning"),
    unrestrict: (rest) => readRestrict(rest, "off"),
    ...hoursReaders(readTime),
  };
}

function readRestrict(rest: string, mode: RestrictMode): HouseholdStep {
  const [scope, names] = rest.split(/\s+/);
  return { do: "restrict", scope, mode, names: names === undefined ? [] : names.split(",") };
}

function readDevice(rest: string): HouseholdStep {
  const words = rest.split(/\s+/);
  const after = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? [] : words[at + 1].split(",");
  };
  if (after("at").length === 0) throw new SyntaxError("NAME at ADDRESS is missing");
  const [group = ""] = after("in");
  return {
    do: "device",
    name: words[0],
    at: after("at"),
    of: after("of"),
    in: group,
    quarantined: words.includes("quarantined"),
  };
}

function readChoice(rest: string, taken?: ""): HouseholdStep {
  const [scope, word, key, value = "", at, hours] = rest.trim().split(/\s+/);
  const kind = KINDS[word];
  if (kind === undefined || key === undefined) {
    throw new SyntaxError(`SCOPE KIND KEY is missing (${Object.keys(KINDS)})`);
  }
  const choice = { do: "choose", scope, kind, key, value: taken ?? value } as const;
  if (at === undefined) return choice;
  return { ...choice, hours: readDaily(at, hours) };
}

/** The slots of a day at which `daily HH:MM-HH:MM` begins and ends. */
export function readDaily(word: string, hours = ""): readonly [from: number, to: number] {
  const parts = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(hours);
  if (word !== "daily" || parts === null) throw new SyntaxError("daily HH:MM-HH:MM is wrong");
  const [, h1, m1, h2, m2] = parts.map(Number);
  return [h1 * 4 + m1 / 15, h2 * 4 + m2 / 15];
}
