/** `box rules`, `box allow`, `box block`. */
import type {
  RuleExceptionResponse,
  RulePage,
  RuleResponse,
  WrittenRules,
} from "../../api/features/protection/rules/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import type { Call, Command, CommandOption } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import { ageText, type Cell, clean, type Color, printJson, printTable } from "../terminal.ts";
import { parseEnd, timeText } from "../times.ts";

type Action = (call: Call) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  list: ["The rules in force, newest first", list],
  rewrite: ["Answer a name with addresses, or as another name", rewrite],
  remove: ["Remove the rule of a name", remove],
  import: ["Write a rule for each line of a file: names, hosts lines, adblock rules", importLines],
};

/** Rules per request. */
const AT_ONCE = 1000;
const NAME = "A domain, one with * (ads*.example.com), or a regular expression between slashes";
/** Options of all commands that write a rule. */
const WRITES: Readonly<Record<string, CommandOption>> = {
  scope: SCOPE_OPTION,
  exact: { short: "e", summary: "The exact name, without names below it" },
  types: {
    value: "TYPES",
    short: "t",
    summary: "Only these record types, separated by commas: AAAA,HTTPS",
  },
  for: { value: "AGE", summary: "How long it holds: 30s, 15min, 2h, 3d" },
  until: { value: "TIME", summary: "When it ends: 2026-12-24, 2026-12-24T18:00, or Unix seconds" },
};

/** Allows a name, whatever the lists contain. */
export const allowCommand: Command = {
  name: "allow",
  summary: "Lets a name through, whatever lists say",
  usage: ["NAME [--scope WHOM] [--exact] [--for AGE | --until TIME] [--types TYPES]"],
  arguments: { NAME },
  options: WRITES,
  examples: ["box allow shop.example", "box allow tracker.example --exact --for 1h --scope tablet"],
  most: 1,
  run: (call) => write(call, "allow", call.positionals[0]),
};

/** Blocks a name. */
export const blockCommand: Command = {
  name: "block",
  summary: "Blocks a name",
  usage: ["NAME [--scope WHOM] [--exact] [--for AGE | --until TIME] [--types TYPES]"],
  arguments: { NAME },
  options: WRITES,
  examples: [
    "box block games.example",
    "box block 'ads*.example.com'",
    "box block '/^ad[0-9]+\\./' --for 3d",
  ],
  most: 1,
  run: (call) => write(call, "block", call.positionals[0]),
};

/** Maximum number of arguments of actions that do not take exactly one. */
const MOST_ARGUMENTS: Readonly<Record<string, number>> = { list: 0, rewrite: 2 };

/** Shows the rules of the household, writes rewrites, and removes rules. */
export const rulesCommand: Command = {
  name: "rules",
  summary: "Shows and removes the rules that allow, block or rewrite names",
  usage: [
    "[list] [--scope WHOM] [--name TEXT] [--action ACTION]",
    "rewrite NAME TO [--scope WHOM] [--exact] [--for AGE | --until TIME] [--types TYPES]",
    "remove NAME [--scope WHOM]",
    "import FILE [--scope WHOM] [--action ACTION]",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: { NAME, TO: "Addresses separated by commas, or a name", FILE: "A list of your own" },
  options: {
    name: { value: "TEXT", short: "n", summary: "Only rules whose domain contains this text" },
    action: {
      value: "ACTION",
      short: "a",
      summary: "Only rules that do this",
      words: ["allow", "block", "rewrite"],
    },
    ...WRITES,
  },
  examples: [
    "box rules",
    "box rules remove shop.example",
    "box rules rewrite nas.example 192.168.1.5",
  ],
  most: 3,
  async run(call) {
    const [word = "list", ...rest] = call.positionals;
    if (!Object.hasOwn(ACTIONS, word)) {
      const near = suggestNearest(word, Object.keys(ACTIONS));
      const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
      throw usageError(`Unknown action${hint} (\`box rules --help\` lists them): ${clean(word)}`);
    }
    const most = MOST_ARGUMENTS[word] ?? 1;
    if (rest.length > most) {
      throw usageError(`One argument too many for \`box rules ${word}\`: ${clean(rest[most])}`);
    }
    return await ACTIONS[word][1](call);
  },
};

async function list(call: Call): Promise<number> {
  const { service, terminal, json, values: { name, action } } = call;
  const rules: RuleResponse[] = [];
  const scope = await resolveScope(call);
  let cursor: string | undefined = undefined;
  while (cursor !== "") {
    const query: Record<string, string | number | undefined> = {
      name,
      action,
      scope,
      cursor,
      limit: AT_ONCE,
    };
    const page: RulePage = await service.call<RulePage>("GET", "/api/v1/rules", { query });
    rules.push(...page.rules);
    cursor = page.next;
  }
  if (json) printJson(terminal, { rules });
  else if (rules.length === 0) terminal.out("There are no rules.\n");
  else printRules(terminal, rules);
  return EXIT.ok;
}

async function rewrite(call: Call): Promise<number> {
  const [, name, to] = call.positionals;
  if (name !== undefined && to === undefined) {
    throw usageError("Say what to answer instead: box rules rewrite NAME TO");
  }
  return await write(call, "rewrite", name, to?.split(",").map((each) => each.trim()));
}

async function remove(call: Call): Promise<number> {
  const { service, terminal, json, positionals: [, name] } = call;
  if (name === undefined) throw usageError("Name the rule: box rules remove NAME");
  await service.call("DELETE", pathOf(name), { query: { scope: await resolveScope(call) } });
  if (json) printJson(terminal, { removed: name });
  else terminal.out(`The rule for ${clean(name)} is removed.\n`);
  return EXIT.ok;
}

/**
 * Writes the lines of a file, a thousand per request; a bare name is blocked unless --action says
 * otherwise.
 */
async function importLines(call: Call): Promise<number> {
  const { service, terminal, json, positionals: [, path], values } = call;
  if (path === undefined) throw usageError("Name the file: box rules import FILE");
  const action = values.action ?? "block";
  if (action === "rewrite") {
    throw usageError("A line says no target of a rewrite; the action is allow or block");
  }
  const text = await Deno.readTextFile(path).catch((error: Error) => {
    throw new CommandError(`The file cannot be read: ${clean(error.message)}`);
  });
  const query = { scope: await resolveScope(call) };
  const lines = text.split(/\r?\n/);
  refuseTooMany(lines);
  const found: WrittenRules = { rules: [], refused: [] };
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const body = { lines: lines.slice(at, at + AT_ONCE), action };
    const part = await service.call<WrittenRules>("POST", "/api/v1/rules", { query, body });
    found.rules.push(...part.rules);
    found.refused.push(...part.refused.map((row) => ({ ...row, line: row.line + at })));
  }
  if (json) printJson(terminal, found);
  else {
    terminal.out(`Rules written: ${found.rules.length}\n`);
    for (const rule of found.rules) printExceptions(terminal, rule, `${rule.domain}: `);
    for (const { line, why } of found.refused) terminal.out(`Line ${line}: ${clean(why)}\n`);
  }
  return EXIT.ok;
}

/**
 * A list with thousands of entries does not belong in the rules; it is rejected before anything is
 * written.
 */
function refuseTooMany(lines: readonly string[]): void {
  const count = lines.filter((line) => /^\s*[^\s#!]/.test(line)).length;
  const { most } = LIMITS.rules;
  if (count <= most) return;
  const hint = "subscribe to the file as a list (`box lists add FILE`)";
  throw new CommandError(`There can be ${most} rules; ${hint}. Its lines: ${count}`);
}

async function write(
  call: Call,
  action: RuleResponse["action"],
  name: string | undefined,
  to: readonly string[] = [],
): Promise<number> {
  const { service, terminal, json, values, switches } = call;
  if (name === undefined) throw usageError(`Name what to ${action}: box ${callOf(action)} NAME`);
  const kind = kindOf(name, switches.has("exact"));
  const types = values.types?.split(",").map((type) => type.trim()) ?? [];
  const until = await parseEnd(values, terminal, () => householdZone(service));
  const body = { action, kind, types, to, until };
  const query = { scope: await resolveScope(call) };
  const rule = await service.call<RuleResponse>("PUT", pathOf(name), { query, body });
  if (json) printJson(terminal, rule);
  else {
    terminal.out(`${clean(sentence(rule, await householdZone(service)))}\n`);
    printExceptions(terminal, rule);
  }
  return EXIT.ok;
}

const EXCEPTIONS: Readonly<Record<RuleExceptionResponse["reason"], string>> = {
  rule: "the narrower rule for BY comes first",
  service: "a narrower choice blocks the service",
  profile: "closed for BY",
  bypass: "VPNs and bypass tools stay blocked for minors",
  illegal: "illegal content is never opened",
  other: "something else blocks it",
};

/** "It does not apply to Noah: closed for children." */
function printExceptions(
  terminal: Call["terminal"],
  { exceptions = [] }: RuleResponse,
  before = "",
): void {
  for (const { name, reason, by, by_name } of exceptions) {
    const why = EXCEPTIONS[reason].replace("BY", () => by_name || scopeText(by, ""));
    terminal.out(`${clean(before)}It does not apply to ${clean(name)}: ${clean(why)}.\n`);
  }
}

function callOf(action: RuleResponse["action"]): string {
  return action === "rewrite" ? "rules rewrite" : action;
}

function kindOf(name: string, exact: boolean): RuleResponse["kind"] {
  if (/^\/.+\/$/.test(name)) return "regex";
  if (name.includes("*")) return "wildcard";
  return exact ? "exact" : "subdomains";
}

function pathOf(name: string): string {
  return `/api/v1/rules/${encodeURIComponent(name.toWellFormed())}`;
}

const DONE = { allow: "allowed", block: "blocked", rewrite: "answered with" } as const;

/** "shop.example and all below it is allowed until 2026-12-24 00:00:00." */
function sentence(
  { domain, scope, scope_name, action, kind, types, to, until }: RuleResponse,
  zone: string,
): string {
  const what = kind === "subdomains" ? `${domain} and all below it` : domain;
  const instead = to.length === 0 ? "" : ` ${to.join(", ")}`;
  const only = types.length === 0 ? "" : ` for ${types.join(", ")}`;
  const end = until === 0 ? "" : ` until ${timeText(until, zone)}`;
  const whom = scope === "all" ? "" : ` for ${scope_name || scopeText(scope, "")}`;
  return `${what} is ${DONE[action]}${instead}${only}${whom}${end}.`;
}

const COLORS: Readonly<Record<RuleResponse["action"], Color>> = {
  allow: "green",
  block: "red",
  rewrite: "yellow",
};

function printRules(terminal: Call["terminal"], rules: readonly RuleResponse[]): void {
  const rows = rules.map((rule): Cell[] => [
    rule.domain,
    { text: rule.action, color: COLORS[rule.action] },
    rule.kind,
    rule.types.length === 0 ? "all" : rule.types.join(", "),
    rule.to.join(", "),
    rule.scope === "all" ? "all" : rule.scope_name || scopeText(rule.scope, ""),
    ageText(rule.until, terminal),
    ageText(rule.changed, terminal),
    rule.by,
  ]);
  printTable(
    terminal,
    ["Name", "Action", "Kind", "Types", "To", "For", "Ends", "Written", "By"],
    rows,
  );
}
