/** `box token`. */
import type { MadeToken, TokenResponse, TokensResponse } from "../../api/accounts/token_routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { ageText, type Cell, clean, printJson, printTable, type Terminal } from "../terminal.ts";

const HOUR = 3600;
const UNITS: Readonly<Record<string, number>> = {
  h: HOUR,
  d: 24 * HOUR,
  w: 168 * HOUR,
  y: 8760 * HOUR,
};

/** Creates, shows and revokes API tokens. */
export const tokenCommand: Command = {
  name: "token",
  summary: "Makes, shows and revokes tokens of the API",
  usage: ["[list]", "create NAME --rights RIGHTS [--expires TIME] [--account NAME]", "revoke ID"],
  actions: {
    list: "Every token with its rights and its last use",
    create: "Make a token; its secret is printed once",
    revoke: "Revoke a token at once",
  },
  arguments: { NAME: "Name of the new token", ID: "Number of a token, as `box token` shows it" },
  options: {
    rights: {
      value: "RIGHTS",
      summary:
        "What it may do, separated by commas: rules.write,reports.read; all = as its account",
    },
    expires: { value: "TIME", summary: "When it ends: 12h, 90d, 1y, never [never]" },
    account: {
      value: "NAME",
      summary: "Account of the token; needed if several have all rights",
    },
  },
  examples: [
    "box token",
    "box token create nas --rights reports.read --expires 90d",
    "box token revoke 3",
  ],
  most: 2,
  async run(call) {
    const [word = "list", argument] = call.positionals;
    if (word === "list" && argument === undefined) return await list(call);
    if (word === "list") {
      throw usageError(`One argument too many for \`box token list\`: ${clean(argument)}`);
    }
    if (word === "create") return await create(call, argument);
    if (word === "revoke") return await revoke(call, argument);
    throw usageError(`Unknown action, allowed are list, create and revoke: ${clean(word)}`);
  },
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<TokensResponse>("GET", "/api/v1/tokens", {
    query: { all: "true" },
  });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.tokens.map((row): Cell[] => [
    String(row.id),
    row.account,
    row.name,
    expiryCell(row, terminal),
    `${ageText(row.last_use, terminal)}${
      row.last_address === "" ? "" : ` from ${row.last_address}`
    }`,
    rightsText(row),
  ]);
  printTable(terminal, ["ID", "Account", "Name", "Expires", "Used", "Rights"], rows, [0]);
  return EXIT.ok;
}

function expiryCell({ expired, expires }: TokenResponse, terminal: Pick<Terminal, "now">): Cell {
  if (expired) return { text: "expired", color: "red" };
  return expires === 0 ? "never" : ageText(expires, terminal);
}

function rightsText({ rights }: TokenResponse): string {
  return rights.length === 0 ? "none" : rights.join(", ");
}

async function create(
  { service, terminal, json, values }: Call,
  name: string | undefined,
): Promise<number> {
  if (name === undefined) throw usageError("Name the token: box token create NAME --rights RIGHTS");
  const {
    rights,
    expires = "never",
    account,
  } = values;
  if (rights === undefined) {
    throw usageError("Say what it may do: --rights rules.write,reports.read, or --rights all");
  }
  const body = {
    name,
    rights: rights === "all"
      ? rights
      : rights.split(",").map((right) => right.trim()).filter((right) => right !== ""),
    expires: timeOf(expires, terminal),
    ...(account === undefined ? {} : { account }),
  };
  const made = await service.call<MadeToken>("POST", "/api/v1/tokens", { body });
  if (json) printJson(terminal, made);
  else {
    terminal.out(`${made.secret}\n`);
    terminal.err(
      "Keep it now: it is not shown again. Send it as `Authorization: Bearer SECRET`.\n",
    );
  }
  return EXIT.ok;
}

async function revoke({ service, terminal, json }: Call, id: string | undefined): Promise<number> {
  if (id === undefined) throw usageError("Give the number of a token: box token revoke ID");
  if (!/^\d{1,15}$/.test(id)) throw usageError(`This is no number of a token: ${clean(id)}`);
  await service.call("DELETE", `/api/v1/tokens/${Number(id)}`);
  if (json) printJson(terminal, { revoked: Number(id) });
  else terminal.out(`Token ${Number(id)} is revoked.\n`);
  return EXIT.ok;
}

/** Unix seconds of `90d` from now; 0 = never. */
function timeOf(text: string, { now }: Pick<Terminal, "now">): number {
  if (text === "never") return 0;
  const match = /^(\d{1,6})([hdwy])$/.exec(text);
  if (match === null) {
    throw usageError(
      `Bad value for --expires, allowed are 12h, 90d, 4w, 1y or never: ${clean(text)}`,
    );
  }
  return Math.floor(now() / 1000) + Number(match[1]) * UNITS[match[2]];
}
