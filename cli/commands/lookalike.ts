/** `box lookalike`. */
import type {
  LookalikeResponse,
  LookalikesResponse,
} from "../../api/features/protection/lookalikes/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { agesCell, filteringCell } from "../check_cells.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const PATH = "/api/v1/lookalike";

const ACTIONS = {
  list: "What was blocked and reported in the last 30 days",
  on: "Look for names that imitate others",
  off: "Do not look for them",
  typos: "Report typing errors, or do not",
  ask: "Ask the online service for the age of domains, or do not",
  allow: "Take a domain for no imitation, for everyone",
  disallow: "Take that back",
} as const;
type Action = keyof typeof ACTIONS;

/** Shows names that imitate others, and allows them. */
export const lookalikeCommand: Command = {
  name: "lookalike",
  summary: "Shows names that imitate those of banks, shops and other services",
  usage: ["[list]", "on", "off", "typos SWITCH", "ask SWITCH", "allow DOMAIN", "disallow DOMAIN"],
  actions: ACTIONS,
  arguments: {
    SWITCH: "on or off",
    DOMAIN: "The domain, as `box lookalike` shows it; names below it are included",
  },
  examples: [
    "box lookalike",
    "box lookalike allow xn--mller-kva.example",
    "box lookalike typos off",
  ],
  most: 2,
  async run(call) {
    const [action = "list", text] = call.positionals;
    if (!Object.hasOwn(ACTIONS, action)) {
      throw usageError(
        `Unknown action, allowed are ${Object.keys(ACTIONS).join(", ")}: ${clean(action)}`,
      );
    }
    if (action === "allow" || action === "disallow") {
      return await print(await allow(call, action, text), call);
    }
    const change = changeOf(action as Exclude<Action, "allow" | "disallow">, text);
    const state = change === undefined
      ? await call.service.call<LookalikesResponse>("GET", PATH)
      : await call.service.call<LookalikesResponse>("PUT", PATH, { body: change });
    return await print(state, call);
  },
};

async function allow(
  { service }: Call,
  action: "allow" | "disallow",
  text: string | undefined,
): Promise<LookalikesResponse> {
  if (text === undefined) throw usageError(`Name the domain: box lookalike ${action} DOMAIN`);
  const path = `${PATH}/allowed/${encodeURIComponent(text.toWellFormed())}`;
  return await service.call<LookalikesResponse>(action === "allow" ? "PUT" : "DELETE", path);
}

/** The change of the switches that an action asks for; undefined = none. */
function changeOf(
  action: Exclude<Action, "allow" | "disallow">,
  text: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (["list", "on", "off"].includes(action)) {
    if (text !== undefined) throw usageError(`One argument too many: ${clean(text)}`);
    return action === "list" ? undefined : { enabled: action === "on" };
  }
  if (text !== "on" && text !== "off") {
    throw usageError(`Say on or off: box lookalike ${action} on`);
  }
  return { [action]: text === "on" };
}

const IDLE: Cell = { text: "on, but does not run: look-alikes are off", color: "yellow" };

async function print(
  state: LookalikesResponse,
  { service, terminal, json }: Call,
): Promise<number> {
  if (json) {
    printJson(terminal, state);
    return EXIT.ok;
  }
  printTable(terminal, [], [
    ["Look-alikes", filteringCell(state.enabled, state.filtering)],
    [
      "Typing errors",
      state.typos && !state.enabled ? IDLE : filteringCell(state.typos, state.filtering),
    ],
    ["Ages of domains", await agesCell(service, state.ask)],
    ["Protected services", numberText(state.protected)],
    ["Allowed", state.allowed.length === 0 ? "none" : state.allowed.map(clean).join(" ")],
  ]);
  if (state.lookalikes.length === 0) {
    terminal.out("No name that imitates another was asked in the last 30 days.\n");
    return EXIT.ok;
  }
  const rows = state.lookalikes.map((one): Cell[] => [
    one.domain,
    one.readable,
    one.imitates || "another name",
    kindText(one),
    stateOf(one),
    numberText(one.count),
    ageText(one.last, terminal),
  ]);
  printTable(terminal, ["Domain", "Reads", "Imitates", "Kind", "State", "Times", "Last"], rows, [
    5,
  ]);
  return EXIT.ok;
}

const KINDS: Readonly<Record<LookalikeResponse["why"], string>> = {
  homograph: "look-alike letters",
  typosquat: "typing error",
  brandsub: "known name in front",
  combosquat: "added word",
};

function kindText({ why, imitates, alike }: LookalikeResponse): string {
  if (imitates === "") return "mixed alphabets";
  return why === "typosquat" && alike ? KINDS.homograph : KINDS[why];
}

function stateOf({ blocked, young, rule }: LookalikeResponse): Cell {
  if (rule !== "") return { text: `a rule allows ${clean(rule)}`, color: "green" };
  if (!blocked) return { text: "reported", color: "yellow" };
  return { text: young ? "blocked, new domain" : "blocked", color: "red" };
}
