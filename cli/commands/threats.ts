/** `box threats`. */
import type { ListResponse, ListsResponse } from "../../api/features/protection/lists/routes.ts";
import type {
  FoundThreat,
  SpywareListResponse,
  ThreatsResponse,
} from "../../api/features/protection/threats/routes.ts";
import { signText } from "../behaviour.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { agesCell, filteringCell } from "../check_cells.ts";
import { deviceText } from "../household.ts";
import {
  ageText,
  type Cell,
  clean,
  durationText,
  numberText,
  onOffText,
  printJson,
  printTable,
} from "../terminal.ts";

const PATH = "/api/v1/threats";
/** The categories of lists of dangerous names. */
const DANGEROUS: readonly string[] = ["malware", "phishing"];
const CHECKS = ["rebinding", "spyware", "remote", "beacons"] as const;

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The checks, and what was found in the last 30 days", needs: [], run: list },
  on: { summary: "Turn a check on", needs: ["CHECK"], run: (call, word) => turn(call, word, true) },
  off: {
    summary: "Turn a check off",
    needs: ["CHECK"],
    run: (call, word) => turn(call, word, false),
  },
  allow: {
    summary: "Let a domain answer with addresses of the home",
    needs: ["DOMAIN"],
    run: (call, text) => change(call, "PUT", text),
  },
  disallow: {
    summary: "Take that back",
    needs: ["DOMAIN"],
    run: (call, text) => change(call, "DELETE", text),
  },
  spyware: {
    summary: "The list of spyware servers, and how fresh it is",
    needs: [],
    run: spyware,
  },
  accept: {
    summary: "Use the new list of spyware servers that waits because it changed too much",
    needs: ["VERSION"],
    run: accept,
  },
  undo: {
    summary: "Return to the list of spyware servers before the one accepted within a day",
    needs: [],
    run: undoAccept,
  },
};

/** Shows threats, and changes the checks for them. */
export const threatsCommand: Command = {
  name: "threats",
  summary: "Shows threats: spyware, names that lead home, remote access, regular contacts",
  usage: [
    "[list]",
    "on CHECK",
    "off CHECK",
    "allow DOMAIN",
    "disallow DOMAIN",
    "spyware",
    "accept VERSION",
    "undo",
  ],
  actions: summariesOf(ACTIONS),
  arguments: {
    CHECK: "rebinding, spyware, remote or beacons",
    DOMAIN: "A domain whose names are devices at home; names below it are included",
    VERSION: "The version that `box threats spyware` shows",
  },
  examples: ["box threats", "box threats allow nas.example.com", "box threats off remote"],
  most: 2,
  run: (call) => runAction("threats", ACTIONS, call, "list"),
};

async function list(call: Call): Promise<number> {
  return await print(await call.service.call<ThreatsResponse>("GET", PATH), call);
}

async function turn(call: Call, word: string, isOn: boolean): Promise<number> {
  const check = CHECKS.find((each) => each === word);
  if (check === undefined) {
    throw usageError(`Unknown check, there are ${CHECKS.join(", ")}: ${clean(word)}`);
  }
  const body = { [check]: isOn };
  return await print(await call.service.call<ThreatsResponse>("PUT", PATH, { body }), call);
}

async function change(call: Call, method: "PUT" | "DELETE", text: string): Promise<number> {
  const path = `${PATH}/allowed/${encodeURIComponent(text.toWellFormed())}`;
  return await print(await call.service.call<ThreatsResponse>(method, path), call);
}

async function spyware(call: Call): Promise<number> {
  const { terminal, json } = call;
  const list = await call.service.call<SpywareListResponse>("GET", `${PATH}/spyware`);
  if (json) {
    printJson(terminal, list);
    return EXIT.ok;
  }
  printTable(terminal, [], [
    ["List", list.name],
    ["Licence", list.licence],
    ["Servers", numberText(list.domains)],
    ["Copy", list.downloaded ? "downloaded" : "came with the box"],
    ["Refreshed", ageText(list.refreshed, terminal)],
    ["Checked", ageText(list.checked, terminal)],
    ...(list.failing ? [["Error", { text: list.error, color: "red" } as const]] : []),
    ...(list.held > 0
      ? [
        ["Waits", `a new list with ${serversText(list.held)}`],
        ["Version", list.held_version],
      ]
      : []),
    ...(list.undo_until * 1000 > terminal.now()
      ? [["Undo", `for ${undoLeft(list, terminal)}: box threats undo`]]
      : []),
  ]);
  return EXIT.ok;
}

function undoLeft({ undo_until }: SpywareListResponse, terminal: Call["terminal"]): string {
  return durationText(undo_until - Math.floor(terminal.now() / 1000));
}

async function accept(call: Call, version: string): Promise<number> {
  const list = await call.service.call<SpywareListResponse>("POST", `${PATH}/spyware/accept`, {
    body: { version },
  });
  return printResult(
    call,
    list,
    `The new list is used: ${serversText(list.domains)} known.`,
  );
}

async function undoAccept(call: Call): Promise<number> {
  const list = await call.service.call<SpywareListResponse>("POST", `${PATH}/spyware/undo`);
  const text = `The list from before is used again: ${serversText(list.domains)} known.`;
  return printResult(call, list, text);
}

function serversText(count: number): string {
  return count === 1 ? "1 server" : `${numberText(count)} servers`;
}

async function print(state: ThreatsResponse, call: Call): Promise<number> {
  const { service, terminal, json } = call;
  if (json) {
    printJson(terminal, state);
    return EXIT.ok;
  }
  const { rebinding_allowed: allowed, networks, quarantined, found } = state;
  const { lists } = await service.call<ListsResponse>("GET", "/api/v1/lists");
  printTable(terminal, [], [
    ["Names that lead home", filteringCell(state.rebinding, state.filtering)],
    ["Allowed to lead home", allowed.length === 0 ? "none" : allowed.map(clean).join(" ")],
    ["Networks", networks.length === 0 ? "none" : networks.join(" ")],
    ["Spyware", filteringCell(state.spyware, state.filtering, "only reports")],
    ["Servers of spyware", `${numberText(state.spyware_domains)} known`],
    ["Remote access", onOffText(state.remote)],
    ["Regular contacts", await agesCell(service, state.beacons)],
    ["In quarantine", numberText(quarantined.length)],
  ]);
  printDangerous(
    call,
    lists.filter(({ kind, category }) => kind === "block" && DANGEROUS.includes(category)),
  );
  if (found.length === 0) {
    terminal.out("Nothing was found in the last 30 days.\n");
    return EXIT.ok;
  }
  const rows = found.map((one): Cell[] => [
    one.kind,
    one.private ? { text: "(name private)", color: "gray" } : one.name,
    extraText(one),
    stateOf(one),
    one.device_id === 0 ? "" : deviceText(one),
    numberText(one.count),
    ageText(one.last, terminal),
  ]);
  printTable(terminal, ["Kind", "Name", "Detail", "State", "Device", "Times", "Last"], rows, [5]);
  return EXIT.ok;
}

/** The lists of dangerous names, with their last copies and what is wrong with them. */
function printDangerous({ terminal }: Call, lists: readonly ListResponse[]): void {
  if (lists.length === 0) {
    terminal.out("There is no list against malware or phishing.\n");
    return;
  }
  const rows = lists.map(({ name, category, health, counts, last_success: copied }): Cell[] => [
    name,
    category,
    { text: health, color: health === "ok" ? "green" : "yellow" },
    counts === null ? "" : numberText(counts.names),
    ageText(copied, terminal),
  ]);
  printTable(
    terminal,
    ["Lists of dangerous names", "Category", "State", "Names", "Refreshed"],
    rows,
    [3],
  );
  for (const { message } of lists) if (message !== "") terminal.out(`${clean(message)}\n`);
}

function stateOf({ blocked }: FoundThreat): Cell {
  return blocked ? { text: "blocked", color: "red" } : { text: "reported", color: "yellow" };
}

function extraText({ kind, name, extra }: FoundThreat): Cell {
  // The tool is the name.
  if (kind === "remote" && extra === name) return "";
  // Whether it was blocked is the state.
  return kind === "spyware" ? "" : signText(kind, extra);
}
