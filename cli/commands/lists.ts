/** `box lists`. */
import type { Categories } from "../../api/features/protection/categories/routes.ts";
import type {
  CatalogueResponse,
  CheckResponse,
  ConcernResponse,
  CountsResponse,
  ListResponse,
  ListsResponse,
} from "../../api/features/protection/lists/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { hoursText, parseHours } from "../hours.ts";
import { FIXED_SCOPES, resolveScopes, scopeText } from "../scope.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import { withProgress } from "../progress.ts";
import {
  ageText,
  bytesText,
  type Cell,
  clean,
  type Color,
  numberText,
  printJson,
  printTable,
} from "../terminal.ts";

/** What is done with the names of a category. */
const EFFECTS = { allow: "allowed", monitor: "reported", block: "blocked" } as const;

type Action = (call: Call, argument: string | undefined) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  show: ["The subscribed lists, or one of them with its counts", show],
  add: ["Subscribe to an address, a file of this machine, or a list of the catalogue", add],
  remove: ["Remove a list with its copies", remove],
  enable: ["Turn a list on", (call, id) => turn(call, id, true)],
  disable: ["Turn a list off", (call, id) => turn(call, id, false)],
  scope: ["Whom a list is for, and when", scope],
  refresh: ["Try for new copies now, of one list or all", refresh],
  accept: ["Accept the new copy of a list that lost most of its lines or is doubtful", accept],
  check: [
    "What a file or an address would block, and would have blocked, without adding it",
    check,
  ],
  catalogue: ["Well-known lists to choose from", catalogue],
};

/** Shows and changes the subscribed lists. */
export const listsCommand: Command = {
  name: "lists",
  summary: "Shows and changes the subscribed lists",
  usage: [
    "[show [ID]]",
    "add URL|FILE|CATALOGUE-ID [--name TEXT] [--allow] [--format FORMAT] [--for WHOM] [--except WHOM] [--hours HOURS]",
    "scope ID [--for WHOM] [--except WHOM] [--hours HOURS]",
    "remove|enable|disable|accept ID",
    "refresh [ID]",
    "check FILE|URL|CATALOGUE-ID [--allow] [--format FORMAT] [--for WHOM] [--except WHOM]",
    "catalogue",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: { ID: "Number of a list, as `box lists` shows it" },
  options: {
    name: { value: "TEXT", summary: "Name of the new list" },
    allow: { summary: "The new list allows names instead of blocking them" },
    format: {
      value: "FORMAT",
      summary: "Format of the list",
      words: ["auto", "hosts", "domains", "wildcard", "adblock", "regex", "rpz", "sha256"],
    },
    for: {
      value: "WHOM",
      summary:
        "Scopes of the list, separated by commas: all, profile:child, group:1, person:2, device:3, or names",
    },
    except: {
      value: "WHOM",
      summary: "Scopes to which it does not apply, in the same form; none = no exception",
    },
    hours: {
      value: "HOURS",
      summary: "When it applies: 'mon-fri 08:00-16:00, sat 22:00-06:00', or always",
    },
  },
  examples: [
    "box lists",
    "box lists add https://example.com/hosts.txt",
    "box lists add hagezi-gambling --for profile:child,profile:teen",
    "box lists scope 3 --for emma,group:1 --hours 'mon-fri 18:00-21:00'",
    "box lists check ./my-list.txt",
    "box lists refresh",
  ],
  most: 2,
  run(call) {
    const [word = "show", argument] = call.positionals;
    if (Object.hasOwn(ACTIONS, word)) return ACTIONS[word][1](call, argument);
    const near = suggestNearest(word, Object.keys(ACTIONS));
    const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
    throw usageError(`Unknown action${hint} (\`box lists --help\` lists them): ${clean(word)}`);
  },
};

async function show({ service, terminal, json }: Call, id: string | undefined): Promise<number> {
  const { lists } = await service.call<ListsResponse>("GET", "/api/v1/lists");
  if (id === undefined) {
    if (json) printJson(terminal, { lists });
    else printLists(terminal, lists);
    return EXIT.ok;
  }
  const list = lists.find((candidate) => candidate.id === numberOf(id));
  if (list === undefined) throw new CommandError(`There is no list with the number: ${clean(id)}`);
  if (json) printJson(terminal, list);
  else {
    printList(terminal, list);
    await printEffect({ service, terminal }, list);
  }
  return EXIT.ok;
}

/** Prints what is done with the category of a list, for whom it is, if scopes choose that. */
async function printEffect(
  { service, terminal }: Pick<Call, "service" | "terminal">,
  { id, kind, category, enabled, scopes, scope_names }: ListResponse,
): Promise<void> {
  if (kind === "allow" || !enabled) return;
  const isForAll = scopes.includes("all");
  const effects: [scope: string, effect: string][] = [];
  // A list for everyone can be blocked for some and allowed for others.
  for (const scope of isForAll ? FIXED_SCOPES : scopes) {
    const { categories } = await service.call<Categories>("GET", "/api/v1/categories", {
      query: { scope },
    });
    const row = categories.find((each) => each.category === category);
    if (row?.lists.some((list) => list.id === id && list.in_use)) {
      effects.push([scope, EFFECTS[row.effective]]);
    }
  }
  const isSame = effects.every(([, effect]) => effect === effects[0][1]);
  for (const [scope, effect] of isForAll && isSame ? effects.slice(0, 1) : effects) {
    // Beside the profiles, the choice for everyone is that of the other devices.
    const whom = isForAll && !isSame && scope === "all"
      ? "unassigned devices"
      : scopeText(scope, scope_names[scope] ?? "");
    terminal.out(`Now for ${whom}: ${effect} (category ${category}; box categories changes it)\n`);
  }
}

async function add(call: Call, what: string | undefined): Promise<number> {
  if (what === undefined) {
    throw usageError("Name the list: box lists add URL, FILE or CATALOGUE-ID");
  }
  const { service, terminal, json, values, switches } = call;
  const place = await isFile(what) ? { path: await Deno.realPath(what) } : { url: what };
  if (place.url !== undefined && !/[:/.]/.test(what)) await fromCatalogue(call, what);
  const { name, format } = values;
  const body = {
    ...place,
    ...(name === undefined ? {} : { name }),
    ...(format === undefined ? {} : { format }),
    ...(switches.has("allow") ? { kind: "allow" } : {}),
    ...await reachOf(call),
  };
  const list = await withProgress(
    terminal,
    service.call<ListResponse>("POST", "/api/v1/lists", { body }),
    () => progressOf(service),
  );
  if (json) printJson(terminal, list);
  else {
    printList(terminal, list);
    await printEffect(call, list);
  }
  return isInForce(list) ? EXIT.ok : EXIT.failure;
}

/** Whether the newest copy of a list is in use. */
function isInForce({ health }: ListResponse): boolean {
  return health !== "failing" && health !== "doubtful";
}

/** Checks that a word is the identifier of a list of the catalogue. */
async function fromCatalogue({ service }: Call, what: string): Promise<void> {
  const { lists } = await service.call<CatalogueResponse>("GET", "/api/v1/lists/catalogue");
  const known = lists.map(({ id }) => id);
  const near = suggestNearest(what, known);
  if (known.includes(what)) return;
  const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
  throw new CommandError(
    `The catalogue has no such list${hint} (\`box lists catalogue\` shows it): ${clean(what)}`,
  );
}

async function remove({ service, terminal, json }: Call, id: string | undefined): Promise<number> {
  const number = numberOf(id);
  await service.call("DELETE", `/api/v1/lists/${number}`);
  if (json) printJson(terminal, { removed: number });
  else terminal.out(`List ${number} is removed.\n`);
  return EXIT.ok;
}

async function turn(call: Call, id: string | undefined, enabled: boolean): Promise<number> {
  const work = call.service.call<ListResponse>("PUT", `/api/v1/lists/${numberOf(id)}`, {
    body: { enabled },
  });
  return printChange(call, await withProgress(call.terminal, work, () => progressOf(call.service)));
}

/** Whom the options of the command say that a list is for, and when. */
async function reachOf({ service, values }: Call): Promise<Record<string, unknown>> {
  const { for: whom, except, hours } = values;
  return {
    ...(whom !== undefined && { scopes: await resolveScopes(service, whom) }),
    ...(except !== undefined && {
      except: except === "none" ? [] : await resolveScopes(service, except),
    }),
    ...(hours !== undefined && { hours: hours === "always" ? "" : parseHours(hours) }),
  };
}

async function scope(call: Call, id: string | undefined): Promise<number> {
  const path = `/api/v1/lists/${numberOf(id)}`;
  const body = await reachOf(call);
  if (Object.keys(body).length === 0) {
    throw usageError("Say whom it is for or when: --for WHOM, --except WHOM or --hours HOURS");
  }
  const work = call.service.call<ListResponse>("PUT", path, { body });
  return printChange(call, await withProgress(call.terminal, work, () => progressOf(call.service)));
}

async function accept(call: Call, id: string | undefined): Promise<number> {
  const work = call.service.call<ListResponse>("POST", `/api/v1/lists/${numberOf(id)}/accept`);
  return printChange(call, await withProgress(call.terminal, work, () => progressOf(call.service)));
}

/** The current operation on the lists, shown as progress. */
async function progressOf(service: Call["service"]): Promise<string> {
  const { lists } = await service.call<ListsResponse>("GET", "/api/v1/lists");
  const at = (step: ListResponse["step"]) => lists.filter((list) => list.step === step);
  const [current] = at("downloading");
  const queued = at("queued").length;
  const compiled = at("compiling");
  if (current !== undefined) {
    const more = queued === 0 ? "" : `; ${queued} more to come`;
    return `Downloading ${current.name}, ${bytesText(current.received)}${more}`;
  }
  if (compiled.length === 0) return queued === 0 ? "" : "Waiting for other downloads";
  const lines = compiled.reduce((all, list) => all + list.lines, 0);
  return `Compiling ${compiled.length} lists with ${numberText(lines)} lines`;
}

function printChange({ terminal, json }: Call, list: ListResponse): number {
  if (json) printJson(terminal, list);
  else printLists(terminal, [list]);
  return EXIT.ok;
}

async function refresh({ service, terminal, json }: Call, id: string | undefined): Promise<number> {
  const body = id === undefined ? {} : { id: numberOf(id) };
  const work = service.call<ListsResponse>("POST", "/api/v1/lists/refresh", { body });
  const answer = await withProgress(terminal, work, () => progressOf(service));
  if (json) printJson(terminal, answer);
  else if (answer.lists.length === 0) terminal.out("There is no list to refresh.\n");
  else if (answer.lists.length === 1) printList(terminal, answer.lists[0]);
  else printLists(terminal, answer.lists);
  return answer.lists.every(isInForce) ? EXIT.ok : EXIT.failure;
}

async function check(
  call: Call,
  what: string | undefined,
): Promise<number> {
  if (what === undefined) throw usageError("Name what to look at: box lists check FILE or URL");
  const { service, terminal, json, values, switches } = call;
  const place = await isFile(what) ? { text: await readList(what) } : { url: what };
  if (place.url !== undefined && !/[:/.]/.test(what)) await fromCatalogue(call, what);
  const body = {
    ...place,
    ...(values.format === undefined ? {} : { format: values.format }),
    ...(switches.has("allow") ? { kind: "allow" } : {}),
    ...await reachOf(call),
  };
  const work = service.call<CheckResponse>("POST", "/api/v1/lists/check", { body });
  const found = await withProgress(terminal, work, () => Promise.resolve("Reading the list"));
  if (json) {
    printJson(terminal, found);
    return EXIT.ok;
  }
  printCounts(terminal, found);
  printConcerns(terminal, found.concerns, "checked");
  printWeek(terminal, found.week);
  return EXIT.ok;
}

async function catalogue({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<CatalogueResponse>("GET", "/api/v1/lists/catalogue");
  if (json) printJson(terminal, answer);
  else {printTable(
      terminal,
      ["ID", "Name", "Category", "Address"],
      answer.lists.map((list) => [list.id, list.name, list.category, list.url]),
    );}
  return EXIT.ok;
}

const HEALTH: Readonly<Record<string, Color>> = {
  ok: "green",
  off: "gray",
  waiting: "yellow",
  held: "yellow",
  doubtful: "yellow",
  failing: "red",
  for_no_one: "yellow",
};

/** Concerns about a list, by kind, with the number of affected lines or names and the total. */
const CONCERNS: Readonly<Record<ConcernResponse["kind"], (count: string, of: string) => string>> = {
  refused: (count, of) => `${count} of its ${of} lines are refused`,
  unused: () => "No line of it is used, so it is probably not a list",
  popular: (count, of) => `It would block ${count} of ${of} websites that nearly everybody uses`,
  widespread: (count, of) =>
    `It would block ${count} of ${of} popular websites, and probably most of the Internet`,
};

const DOUBT = {
  checked: "This list is doubtful: it would wait until somebody confirms it.",
  first: "This list is doubtful: it is not in force until somebody confirms it.",
  new: "The new copy is doubtful: the one before stays in force until somebody confirms it.",
  kept: "This list is doubtful: it stays in force until somebody turns it off or removes it.",
} as const;

/** What a doubtful list does until somebody decides. */
function doubtOf({ in_force, held_lines }: ListResponse): keyof typeof DOUBT {
  if (in_force === "") return "first";
  return held_lines === 0 ? "kept" : "new";
}

function printConcerns(
  terminal: Call["terminal"],
  concerns: readonly ConcernResponse[],
  doubt: keyof typeof DOUBT,
): void {
  if (concerns.length === 0) return;
  terminal.out(`\n${DOUBT[doubt]}\n`);
  for (const { kind, count, of, examples } of concerns) {
    const shown = examples.map(clean).join(kind === "refused" ? " | " : ", ");
    const text = CONCERNS[kind](numberText(count), numberText(of));
    terminal.out(`- ${text}${shown === "" ? "" : `: ${shown}`}\n`);
  }
}

const WEEK = 7 * 86_400;
const NEARLY = 3600;

/** What a list would have blocked in the last 7 days, and when that count began. */
function printWeek(terminal: Call["terminal"], week: CheckResponse["week"]): void {
  const { journal, since, complete, queries, names, top } = week;
  if (journal === "unavailable") {
    terminal.out("\nThe query log cannot be read, so what it would have blocked is not known.\n");
    return;
  }
  terminal.out(
    `\nIn the last 7 days it would have blocked ${numberText(queries)} queries to ${
      numberText(names)
    } names that were not blocked.\n`,
  );
  if (week.scoped) terminal.out("Only queries of those it would be for were counted.\n");
  const short = since > terminal.now() / 1000 - WEEK + NEARLY;
  if (!complete) {
    terminal.out(
      `There was too much to count in time; counting goes back to ${ageText(since, terminal)}.\n`,
    );
  } else if (journal === "off") {
    terminal.out("The query log is off: only what it still holds was counted.\n");
  } else if (short) {
    terminal.out(`The query log begins ${ageText(since, terminal)}.\n`);
  }
  if (top === undefined || top.length === 0) return;
  terminal.out("\n");
  printTable(
    terminal,
    ["Queries", "Name"],
    top.map(({ name, count }) => [numberText(count), name]),
    [0],
  );
}

function printLists(terminal: Call["terminal"], lists: readonly ListResponse[]): void {
  const rows = lists.map((list): Cell[] => [
    String(list.id),
    { text: list.health, color: HEALTH[list.health] ?? "gray" },
    list.kind,
    list.counts === null ? "" : numberText(list.counts.used),
    list.source === "embedded" ? "with the box" : ageText(list.last_success, terminal),
    whomText(list),
    list.name,
    list.url,
  ]);
  const heads = ["ID", "State", "Kind", "Entries", "Copy", "For", "Name", "Address"];
  printTable(terminal, heads, rows, [0, 3]);
  for (const { message } of lists) if (message !== "") terminal.out(`${clean(message)}\n`);
}

/** `children, Emma (person:1) except Anna (person:2); mon-fri 18:00-21:00`. */
function whomText({ scopes, except, scope_names, hours }: ListResponse): string {
  const named = (of: readonly string[]) =>
    of.map((each) => scopeText(each, scope_names[each] ?? "")).join(", ");
  const whom = scopes.length === 0 ? "no one" : named(scopes);
  const others = except.length === 0 ? "" : ` except ${named(except)}`;
  return `${whom}${others}${hours.length === 0 ? "" : `; ${hoursText(hours)}`}`;
}

/** One list with the result for its lines. */
function printList(terminal: Call["terminal"], list: ListResponse): void {
  printLists(terminal, [list]);
  printConcerns(terminal, list.concerns, doubtOf(list));
  if (list.concerns.length > 0) terminal.out(`Confirm it by: box lists accept ${list.id}\n`);
  if (list.counts === null) return;
  terminal.out("\n");
  printCounts(terminal, list.counts);
}

function printCounts(terminal: Call["terminal"], counts: CountsResponse): void {
  const sum = (parts: Readonly<Record<string, number>>) =>
    Object.values(parts).reduce((all, part) => all + part, 0);
  const parts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([why, count]) => `${why} ${numberText(count)}`).join(", ");
  printTable(terminal, [], [
    ["Lines", numberText(counts.lines), ""],
    [
      "Used",
      numberText(counts.used),
      `${numberText(counts.names)} names, ${numberText(counts.rules)} rules, ${
        numberText(counts.duplicates)
      } known already`,
    ],
    ["Ignored", numberText(sum(counts.ignored)), parts(counts.ignored)],
    ["Refused", numberText(sum(counts.refused)), parts(counts.refused)],
  ], [1]);
  if (counts.samples.length > 0) terminal.out("\n");
  const rows = counts.samples.map((
    { line, why, text },
  ) => [line === 0 ? "" : `line ${line}`, why, text]);
  printTable(terminal, [], rows);
  if (counts.error !== undefined) terminal.out(`Not read to its end: ${clean(counts.error)}\n`);
}

function numberOf(id: string | undefined): number {
  if (id !== undefined && /^\d{1,9}$/.test(id)) return Number(id);
  throw usageError(
    id === undefined
      ? "Give the number of a list (`box lists` shows them)"
      : `This is no number of a list: ${clean(id)}`,
  );
}

async function isFile(what: string): Promise<boolean> {
  if (/^https?:\/\//i.test(what)) return false;
  const info = await Deno.stat(what).catch(() => undefined);
  if (info?.isDirectory) throw new CommandError(`This is a folder, not a file: ${clean(what)}`);
  // A device has no end.
  if (!info?.isFile && /^[./~]/.test(what)) {
    throw new CommandError(`There is no such file: ${clean(what)}`);
  }
  return info?.isFile === true;
}

async function readList(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new CommandError(
      `The file cannot be read: ${error instanceof Error ? clean(error.message) : path}`,
    );
  }
}
