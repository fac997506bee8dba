/** The actions of `box companion`, which call the running online service. */
import type { CompanionStatus } from "../api/companion/operator.ts";
import type { BoxesPage, NamesPage } from "../api/companion/operator_routes.ts";
import { suggestNearest } from "../policy/model/nearest.ts";
import type { Call } from "./command.ts";
import { CommandError, EXIT, usageError } from "./command_error.ts";
import { readAnswer } from "./prompt.ts";
import { type ServiceClient, socketClient } from "./socket.ts";
import {
  ageText,
  bytesText,
  type Cell,
  clean,
  numberText,
  paint,
  printJson,
  printTable,
  type Terminal,
} from "./terminal.ts";

/** The actions, for help and completion. */
export const COMPANION_ACTIONS = {
  status: "State, limits and background tasks of the running service",
  names: "Names of boxes, page by page",
  boxes: "Boxes that have or had a name, by the thumbprint of their key",
  release: "Take a name from its box, which gets another one when its owner requests it",
  metrics: "The measures of the service, as Prometheus reads them",
} as const;

type Action = keyof typeof COMPANION_ACTIONS;

const ACTIONS: Readonly<Record<Action, (call: OperatorCall) => Promise<number>>> = {
  status,
  names,
  boxes,
  release,
  metrics,
};

/** The call with the client of the online service; `argument` follows the action. */
interface OperatorCall extends Pick<Call, "terminal" | "json" | "values" | "switches"> {
  readonly service: ServiceClient;
  readonly argument: string | undefined;
}

/** Default data folder of a service, which has its socket. */
const DATA_DIR = "/var/lib/box-companion";
/** Default and maximum number of rows of a page. */
const USUAL_ROWS = 100;
const MOST_ROWS = 1000;

/** Runs an action and returns the exit code. */
export async function runCompanionAction(call: Call): Promise<number> {
  const { positionals: [word, argument], values, switches, terminal, json } = call;
  if (!isAction(word)) {
    const near = suggestNearest(word, Object.keys(ACTIONS));
    const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
    throw usageError(
      `Unknown action${hint}, allowed are ${Object.keys(ACTIONS).join(", ")}: ${clean(word)}`,
    );
  }
  if (argument !== undefined && word !== "names" && word !== "release") {
    throw usageError(`One argument too many for \`box companion ${word}\`: ${clean(argument)}`);
  }

  const { env } = terminal;
  const folder = values["data-dir"] ?? env.BOX_COMPANION_DATA_DIR ?? DATA_DIR;
  const path = values.socket ?? env.BOX_COMPANION_SOCKET ??
    `${folder.replace(/\/+$/, "")}/companion.sock`;
  const service = socketClient(path, undefined, {
    name: "The online service",
    start: "Start it with `box companion`",
  });
  return await ACTIONS[word]({ service, argument, terminal, json, values, switches });
}

function isAction(word: string): word is Action {
  return Object.hasOwn(ACTIONS, word);
}

async function status({ service, terminal, json }: OperatorCall): Promise<number> {
  const state = await service.call<CompanionStatus>("GET", "/v1/operator/status");
  const isWell = state.database && state.dns;
  if (json) {
    printJson(terminal, state);
    return isWell ? EXIT.ok : EXIT.failure;
  }

  const { counts, store_bytes } = state;
  const number = (value: number | undefined) => value === undefined ? "unknown" : numberText(value);
  printTable(terminal, [], [
    ["Version", state.version],
    ["Started", ageText(state.started, terminal)],
    ["Names under", state.dns_domain],
    ["Listens on", state.listeners.join(", ")],
    ["Database", stateCell(state.database)],
    ["DNS", stateCell(state.dns)],
    ["Size of the database", store_bytes === null ? "unknown" : bytesText(store_bytes)],
    ["Names", number(counts?.names)],
    ["Unused names, kept for their boxes", number(counts?.unused)],
    ["Released names not yet replaced", number(counts?.released)],
    ["DNS-01 values", number(counts?.challenges)],
    ["Calls since the start", numberText(state.calls)],
  ]);
  terminal.out("\n");
  const limitRows = state.limits.map(({ limit, figure, per, refused }): Cell[] => [
    limit,
    `${numberText(figure)}${PERIODS[per]}`,
    refused === 0 ? "0" : { text: numberText(refused), color: "yellow" },
  ]);
  printTable(terminal, ["Limit", "Figure", "Refused"], limitRows, [2]);
  terminal.out("\n");
  const taskRows = state.tasks.map(({ task, last_success, error }): Cell[] => [
    task,
    ageText(last_success, terminal),
    error === "" ? "" : { text: error, color: "red" },
  ]);
  printTable(terminal, ["Task", "Last success", "Error"], taskRows);
  return isWell ? EXIT.ok : EXIT.failure;
}

const PERIODS = { minute: " a minute", hour: " an hour", day: " a day", "": "" } as const;

function stateCell(works: boolean): Cell {
  return works ? "works" : { text: "does not work", color: "red" };
}

async function names(call: OperatorCall): Promise<number> {
  const { terminal, argument: beginning } = call;
  const page = await pagesOf(call, async (after, limit) => {
    const query = { after, limit, beginning };
    const path = "/v1/operator/names";
    const { names: rows, next } = await call.service.call<NamesPage>("GET", path, { query });
    return { rows, next };
  });
  if (call.json) {
    printJson(terminal, { names: page.rows, next: page.next });
    return EXIT.ok;
  }
  const rows = page.rows.map(({ name, assigned, last_call, challenges }) => [
    name,
    ageText(assigned, terminal),
    ageText(last_call, terminal),
    String(challenges),
  ]);
  printTable(terminal, ["Name", "Assigned", "Last call", "DNS-01 values"], rows, [3]);
  hintNext(call, "names", page.next);
  return EXIT.ok;
}

async function boxes(call: OperatorCall): Promise<number> {
  const { terminal } = call;
  const page = await pagesOf(call, async (after, limit) => {
    const path = "/v1/operator/boxes";
    const query = { after, limit };
    const { boxes: rows, next } = await call.service.call<BoxesPage>("GET", path, { query });
    return { rows, next };
  });
  if (call.json) {
    printJson(terminal, { boxes: page.rows, next: page.next });
    return EXIT.ok;
  }
  const rows = page.rows.map(({ box, name, state, time }) => [
    box,
    name,
    state,
    state === "named" ? `called ${ageText(time, terminal)}` : `ends ${ageText(time, terminal)}`,
  ]);
  printTable(terminal, ["Box", "Name", "State", "When"], rows);
  hintNext(call, "boxes", page.next);
  return EXIT.ok;
}

interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string;
}

/** One page, or all of them with `--all`. */
async function pagesOf<T>(
  { values, switches }: OperatorCall,
  read: (after: string, limit: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  const isAll = switches.has("all");
  const limit = isAll ? MOST_ROWS : rowsOf(values.limit);
  let page = await read(values.after ?? "", limit);
  if (!isAll) return page;

  const rows = [...page.rows];
  while (page.next !== "") {
    page = await read(page.next, limit);
    rows.push(...page.rows);
  }
  return { rows, next: "" };
}

function rowsOf(text: string | undefined): number {
  const rows = Number(text ?? USUAL_ROWS);
  if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS) {
    throw usageError(`--limit is a number from 1 to ${MOST_ROWS}: ${clean(text ?? "")}`);
  }
  return rows;
}

function hintNext({ terminal, argument }: OperatorCall, action: Action, next: string): void {
  if (next === "") return;
  const beginning = argument === undefined ? "" : ` ${argument}`;
  terminal.err(`There are more: box companion ${action}${beginning} --after ${clean(next)}\n`);
}

async function release(call: OperatorCall): Promise<number> {
  const { service, argument: name, terminal, json, switches } = call;
  if (name === undefined) throw usageError("Name what to release: box companion release NAME");
  if (!switches.has("yes")) await confirm(terminal, name);

  const body = { name };
  const answer = await service.call<{ released: string }>("POST", "/v1/operator/release", { body });
  if (json) printJson(terminal, answer);
  else {
    terminal.out(`${paint(terminal, "green", "Released")}: ${clean(answer.released)}\n`);
    terminal.out(
      "Its box learns this at its next call. Its certificate stays valid until it expires.\n",
    );
  }
  return EXIT.ok;
}

async function confirm(terminal: Terminal, name: string): Promise<void> {
  if (terminal.input?.interactive !== true) {
    throw usageError(`Add --yes to release a name without being asked: ${clean(name)}`);
  }
  const question = `Release ${
    clean(name)
  }? Its household must set up its devices again (yes or no)`;
  if (await readAnswer(terminal, question, "no") !== "yes") {
    throw new CommandError("Nothing is changed.");
  }
}

async function metrics({ service, terminal, json }: OperatorCall): Promise<number> {
  let text = "";
  for await (const piece of service.text("/metrics")) text += piece;
  if (json) printJson(terminal, { metrics: text });
  else terminal.out(text);
  return EXIT.ok;
}
