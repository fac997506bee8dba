/**
 * Parses the text format of scenarios (tests/scenarios/README.md) into steps. An invalid line is an
 * error with its number.
 */

import {
  EVERYONE,
  RULE_ACTIONS,
  RULE_KINDS,
  type RuleAction,
  type RuleKind,
} from "../../policy/model/personal_rule.ts";
import type { ListFormat } from "../../policy/model/rule.ts";
import { householdReaders, type HouseholdStep, readDaily } from "./household_lines.ts";
import { cut, readInstant, readNumber, readTime } from "./scenario_words.ts";
import { readRecord, splitRecords, type TextRecord } from "./text_record.ts";

/** The answer of an upstream. */
export interface ScriptedAnswer {
  readonly rcode: string;
  readonly flags: readonly string[];
  readonly answer: readonly TextRecord[];
  readonly authority: readonly TextRecord[];
  readonly additional: readonly TextRecord[];
}

/** Options of a query. */
export interface AskOptions {
  readonly from: string;
  readonly over: "udp" | "tcp" | "tls" | "https" | "quic";
  readonly class: string;
  readonly flags: ReadonlySet<string>;
  /** EDNS payload size. */
  readonly size: number;
  readonly opcode: number;
}

/** The expected response; undefined `records` = no response at all. */
export interface Expected {
  readonly rcode: string;
  readonly records: readonly TextRecord[] | undefined;
  readonly clauses: ReadonlyMap<string, string>;
}

/** A device; without `lists` all lists apply to it. */
interface ClientStep {
  readonly do: "client";
  readonly address: string;
  readonly name?: string;
  readonly tags: readonly string[];
  readonly lists?: readonly string[];
}

/**
 * A rule of the household, which replaces the one for its domain; `milliseconds` = its duration, 0
 * = permanent.
 */
interface RuleStep {
  readonly do: "rule";
  readonly action: RuleAction;
  readonly domain: string;
  /** The scope by name: `person:emma`. */
  readonly scope: string;
  readonly kind: RuleKind;
  readonly types: readonly string[];
  readonly to: readonly string[];
  readonly milliseconds: number;
}

/** One line of a scenario. */
export type ScenarioStep =
  & { readonly line: number }
  & (
    | { readonly do: "setting"; readonly key: string; readonly value: unknown }
    | {
      readonly do: "list";
      readonly name: string;
      readonly kind: "block" | "allow";
      readonly format: ListFormat;
      readonly category: string;
      /** Scopes by name, and slots of a day: absent = everyone, no exception, always. */
      readonly scopes?: readonly string[];
      readonly except?: readonly string[];
      readonly hours?: readonly [from: number, to: number];
      readonly text: string;
    }
    | HouseholdStep
    | ClientStep
    | RuleStep
    | { readonly do: "unrule"; readonly domain: string; readonly scope: string }
    | { readonly do: "local"; readonly name: string; readonly record: TextRecord }
    | {
      readonly do: "upstream";
      readonly name: string;
      readonly type: string;
      readonly after: number;
      readonly answer: ScriptedAnswer;
    }
    | { readonly do: "reach"; readonly state: "up" | "down" | "lost" }
    | { readonly do: "wait"; readonly milliseconds: number }
    | { readonly do: "until"; readonly unix: number }
    | {
      readonly do: "ask";
      readonly count: number;
      readonly name: string;
      readonly type: string;
      readonly options: AskOptions;
      readonly expected: Expected;
    }
    | { readonly do: "asked"; readonly count: number }
    | { readonly do: "flush"; readonly name?: string }
    | { readonly do: "fill"; readonly count: number }
    | { readonly do: "visited"; readonly names: readonly string[] }
    /** The domains that a scope learned since the last such line, with their questions. */
    | { readonly do: "learned"; readonly scope: string; readonly names: readonly string[] }
    | { readonly do: "spyware"; readonly names: readonly string[] }
    /** What the main thread says of the age of a domain once it is asked; "silent" = nothing. */
    | {
      readonly do: "age";
      readonly domain: string;
      readonly age: "young" | "old" | "silent";
      readonly after: number;
    }
    | { readonly do: "aged"; readonly count: number }
  );

/** A scenario: its name and its steps. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly ScenarioStep[];
}

/** Parses a scenario. Throws a SyntaxError with the line number. */
export function parseScenario(text: string): Scenario {
  const lines = joinLines(text);
  const name = /^#\s*(.+)$/m.exec(text)?.[1];
  if (name === undefined) throw new SyntaxError("A scenario begins with a comment that names it");
  return {
    name,
    steps: lines.map(({ line, text }) => {
      try {
        return { line, ...readLine(text) } as ScenarioStep;
      } catch (error) {
        throw new SyntaxError(`Line ${line} cannot be read, ${(error as Error).message}: ${text}`);
      }
    }),
  };
}

function joinLines(text: string): { line: number; text: string }[] {
  const joined: { line: number; text: string }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s+\S/.test(line) && joined.length > 0) joined.at(-1)!.text += `\n${line.trim()}`;
    else if (line.trim() !== "" && !line.startsWith("#")) {
      joined.push({ line: index + 1, text: line.trimEnd() });
    }
  }
  return joined;
}

type Bare = ScenarioStep extends infer Step ? Step extends ScenarioStep ? Omit<Step, "line"> : never
  : never;

const READERS: Readonly<Record<string, (rest: string) => Bare>> = {
  setting: readSetting,
  list: readList,
  client: readClient,
  rule: readRule,
  unrule: (rest) => {
    const [domain, scope = EVERYONE] = rest.split(/\s+/);
    return { do: "unrule", domain, scope };
  },
  ...householdReaders(readTime),
  local: (rest) => {
    const [name, record] = cut(rest, " ");
    return { do: "local", name, record: readRecord(record, true) };
  },
  upstream: readUpstream,
  wait: (rest) => ({ do: "wait", milliseconds: readTime(rest) }),
  until: (rest) => ({ do: "until", unix: readInstant(rest) }),
  ask: readAsk,
  asked: (rest) => ({ do: "asked", count: readNumber(rest) }),
  fill: (rest) => ({ do: "fill", count: readNumber(rest) }),
  spyware: (rest) => ({ do: "spyware", names: rest.split(",") }),
  visited: (rest) => ({ do: "visited", names: rest.split(",") }),
  learned: (rest) => {
    const [scope, ...names] = rest.split(/[\s,]+/);
    return { do: "learned", scope, names };
  },
  age: readAge,
  aged: (rest) => ({ do: "aged", count: readNumber(rest) }),
  flush: (rest) => rest === "" ? { do: "flush" } : { do: "flush", name: rest },
};

function readLine(text: string): Bare {
  const word = /^\S+/.exec(text)![0];
  const read = Object.hasOwn(READERS, word) ? READERS[word] : undefined;
  if (read === undefined) {
    throw new SyntaxError(`no line begins so (${Object.keys(READERS).join(", ")})`);
  }
  return read(text.slice(word.length).replace(/^ +/, ""));
}

function readSetting(rest: string): Bare {
  const [key, text] = cut(rest, " ");
  const isJson = /^[\d[{"-]|^(true|false)$/.test(text);
  return { do: "setting", key, value: isJson ? JSON.parse(text) as unknown : text };
}

const FORMATS: readonly string[] = [
  "auto",
  "hosts",
  "domains",
  "wildcard",
  "adblock",
  "regex",
  "rpz",
  "sha256",
];

function readList(rest: string): Bare {
  const [head, ...rules] = rest.split("\n");
  const [name, ...words] = head!.split(" ");
  const take = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const category = take("category") ?? "";
  const scopes = take("for")?.split(",");
  const except = take("except")?.split(",");
  const daily = take("daily");
  const format = words.find((word) => word !== "allow") ?? "auto";
  if (!FORMATS.includes(format)) throw new SyntaxError(`no format of lists: ${format}`);
  const kind = words.includes("allow") ? "allow" : "block";
  return {
    do: "list",
    name: name!,
    kind,
    format: format as ListFormat,
    category,
    ...(scopes && { scopes }),
    ...(except && { except }),
    ...(daily !== undefined && { hours: readDaily("daily", daily) }),
    text: rules.join("\n") + "\n",
  };
}

function readClient(rest: string): Bare {
  const words = rest.split(/\s+/);
  const after = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? undefined : words[at + 1];
  };
  const [name, lists] = [after("name"), after("lists")];
  return {
    do: "client",
    address: words[0]!,
    tags: after("tags")?.split(",") ?? [],
    ...(name === undefined ? {} : { name }),
    ...(lists === undefined ? {} : { lists: lists === "none" ? [] : lists.split(",") }),
  };
}

function readRule(rest: string): Bare {
  const [action, domain, ...words] = rest.split(/\s+/);
  const listOf = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? [] : words[at + 1].split(",");
  };
  if (!(RULE_ACTIONS as readonly string[]).includes(action) || domain === undefined) {
    throw new SyntaxError(`ACTION NAME is missing (${RULE_ACTIONS.join(", ")})`);
  }
  const kind = RULE_KINDS.find((each) => words.includes(each)) ?? "subdomains";
  const [time] = listOf("for");
  const [scope = EVERYONE] = listOf("scope");
  const limits = {
    types: listOf("types"),
    to: listOf("to"),
    milliseconds: time === undefined ? 0 : readTime(time),
  };
  return { do: "rule", action: action as RuleAction, domain, scope, kind, ...limits };
}

function readUpstream(rest: string): Bare {
  if (rest === "up" || rest === "down" || rest === "lost") return { do: "reach", state: rest };
  const [head, answer] = cut(rest, "->");
  const [name, type, after, time] = head.split(/\s+/);
  if (type === undefined || (after !== undefined && after !== "after")) {
    throw new SyntaxError("NAME TYPE [after TIME] is missing");
  }
  return {
    do: "upstream",
    name: name!,
    type,
    after: time === undefined ? 0 : readTime(time),
    answer: readAnswer(answer),
  };
}

function readAnswer(text: string): ScriptedAnswer {
  const [first, authority = "", additional = ""] = text.split("|").map((part) => part.trim());
  const words = /^(\S+)((?:\s+(?:aa|ad|tc))*)\s*([\s\S]*)$/.exec(first!);
  if (words === null) throw new SyntaxError("an answer begins with its RCODE");
  const section = (records: string) =>
    splitRecords(records).map((record) => readRecord(record, true));
  return {
    rcode: words[1]!,
    flags: words[2]!.split(/\s+/).filter((flag) => flag !== ""),
    answer: section(words[3]!),
    authority: section(authority),
    additional: section(additional),
  };
}

function readAge(rest: string): Bare {
  const [domain, word, after, time] = rest.split(/\s+/);
  const age = (["young", "old", "silent"] as const).find((each) => each === word);
  if (age === undefined || after !== undefined && after !== "after") {
    throw new SyntaxError("DOMAIN young|old|silent [after TIME] is missing");
  }
  return { do: "age", domain: domain!, age, after: time === undefined ? 0 : readTime(time) };
}

function readAsk(rest: string): Bare {
  const [head, expected] = cut(rest, "->");
  const words = head.split(/\s+/);
  const times = /^(\d+)x$/.exec(words[0]!)?.[1];
  if (times !== undefined) words.shift();
  const [name, type, ...options] = words;
  if (type === undefined) throw new SyntaxError("NAME TYPE is missing");
  return {
    do: "ask",
    count: Number(times ?? 1),
    name: name!,
    type,
    options: readOptions(options),
    expected: readExpected(expected),
  };
}

function readOptions(words: readonly string[]): AskOptions {
  const flags = new Set<string>();
  const values: Record<string, string> = {
    from: "192.168.1.10",
    over: "udp",
    class: "IN",
    size: "1232",
    opcode: "0",
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (["do", "cd", "ad", "norec", "noedns", "cookie"].includes(word)) flags.add(word);
    else if (Object.hasOwn(values, word) && i + 1 < words.length) values[word] = words[++i]!;
    else throw new SyntaxError(`a query has no such option: ${word}`);
  }
  const over = (["tcp", "tls", "https", "quic"] as const).find((each) => each === values["over"]) ??
    "udp";
  return {
    from: values["from"]!,
    over,
    class: values["class"]!,
    flags,
    size: Number(values["size"]),
    opcode: Number(values["opcode"]),
  };
}

/** Clauses allowed in an expectation. */
const CLAUSES = [
  ...["ttl", "soa", "status", "reason", "origin", "spyware", "ede", "why", "flags", "bytes"],
  ...["took", "owner", "cookie", "rule", "page"],
];

function readExpected(text: string): Expected {
  const [answer, ...rest] = text.split(/;\s+|\n/);
  const clauses = new Map(rest.map((clause) => {
    const [key, value] = clause.trim().includes(" ")
      ? cut(clause.trim(), " ")
      : [clause.trim(), ""];
    if (!CLAUSES.includes(key)) throw new SyntaxError(`no such clause: ${key}`);
    return [key, value] as const;
  }));
  const [rcode, records] = answer!.includes(" ") ? cut(answer!, " ") : [answer!, ""];
  if (rcode === "nothing") return { rcode, records: undefined, clauses };
  return {
    rcode,
    records: splitRecords(records).map((record) => readRecord(record, false)),
    clauses,
  };
}
