/** `box account`. */
import type { AccountResponse, AccountsResponse } from "../../api/accounts/routes.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { findPerson } from "../household.ts";
import { readSecret } from "../prompt.ts";
import { LANGUAGES } from "../languages.ts";
import { accountFactors } from "./factors.ts";
import { accept, inviteAgain, inviteNew, withdraw } from "./invitations.ts";
import { ageText, type Cell, clean, printJson, printTable } from "../terminal.ts";

type Action = (call: Call, name: string) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  list: ["Every account with its role and its last sign-in", list],
  add: ["Make an account; the password is asked for, or chosen by the person it is for", add],
  invite: ["Make an account for a person, or give them one; they choose its password", invite],
  accept: ["Choose the password of an account by the code of its invitation", acceptCode],
  withdraw: ["Withdraw the invitation of an account", withdrawn],
  change: ["Change the role, the name or other choices of an account", change],
  reset: ["Give an account a new password, by invitation where it belongs to a person", reset],
  factors: ["Show the second factors of an account, or take them away", factors],
  signout: ["End the sessions of an account", signOut],
  remove: ["Remove an account with its sessions and tokens", remove],
};

/** Shows and changes accounts. */
export const accountCommand: Command = {
  name: "account",
  summary: "Shows and changes accounts, and resets their passwords",
  usage: [
    "[list]",
    "add NAME [--kind KIND] [--role ROLE] [--rights RIGHTS] [--email ADDRESS] [--stdin]",
    "change NAME [--role ROLE] [--rename NAME] [--disable|--enable] …",
    "invite NAME --person PERSON [--kind KIND] [--role ROLE] …",
    "accept CODE [--stdin]",
    "reset NAME [--factors] [--keep-tokens] [--stdin]",
    "factors NAME [--remove]",
    "withdraw|signout|remove NAME",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: {
    NAME: "Name of an account, whatever case",
    CODE: "Of an invitation, as it was shown",
  },
  options: {
    kind: { value: "KIND", summary: "Kind of the account", words: ["administrator", "member"] },
    role: {
      value: "ROLE",
      summary: "Role of an administrator",
      words: ["full", "everyday", "readonly", "custom"],
    },
    rights: {
      value: "RIGHTS",
      summary: "Rights of the role custom, separated by commas: rules.write,reports.read",
    },
    person: {
      value: "PERSON",
      summary: "Person by name or number, who then chooses the password; or nobody",
    },
    language: { value: "LANGUAGE", summary: "Two letters of its language", words: LANGUAGES },
    email: { value: "ADDRESS", summary: "Where notifications go; empty = nowhere" },
    rename: { value: "NAME", summary: "Another name for the account" },
    disable: { summary: "Disable the account and end its sessions" },
    enable: { summary: "Take its password again" },
    factors: { summary: "Remove its second factors too, if its owner lost them" },
    "keep-tokens": { summary: "Keep its tokens valid, with `reset`" },
    remove: { summary: "Remove every second factor, with `factors`" },
    stdin: { summary: "Read the password from standard input instead of asking for it" },
  },
  examples: [
    "box account",
    "box account add mum",
    "box account invite lea --person Lea --kind member",
    "box account reset mum --factors",
  ],
  most: 2,
  async run(call) {
    const [word = "list", name] = call.positionals;
    if (!Object.hasOwn(ACTIONS, word)) {
      const near = suggestNearest(word, Object.keys(ACTIONS));
      const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
      throw usageError(`Unknown action${hint} (\`box account --help\` lists them): ${clean(word)}`);
    }
    if (word === "list" && name !== undefined) {
      throw usageError(`One argument too many for \`box account list\`: ${clean(name)}`);
    }
    if (word !== "list" && name === undefined) {
      throw usageError(
        word === "accept"
          ? "Give the code of the invitation: box account accept CODE"
          : `Name the account: box account ${word} NAME`,
      );
    }
    return await ACTIONS[word][1](call, name);
  },
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<AccountsResponse>("GET", "/api/v1/accounts");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.accounts.map((row): Cell[] => [
    row.name,
    row.kind === "member" ? "member" : row.role,
    stateText(row),
    row.factors.length === 0 ? "none" : row.factors.join(", "),
    String(row.sessions),
    ageText(row.last_sign_in, terminal),
    row.last_address,
  ]);
  printTable(
    terminal,
    ["Name", "Role", "State", "Second factor", "Sessions", "Signed in", "From"],
    rows,
    [4],
  );
  return EXIT.ok;
}

function stateText({ disabled, setup, invitation: { state } }: AccountResponse): Cell {
  if (disabled) return { text: "disabled", color: "gray" };
  if (setup) return { text: "setup only", color: "red" };
  if (state === "invited") return { text: "invited", color: "yellow" };
  if (state === "expired" || state === "withdrawn") return { text: state, color: "red" };
  return state === "accepted" ? "accepted" : "ok";
}

async function add(call: Call, name: string): Promise<number> {
  const choices = await choicesOf(call);
  if (choices.person_id !== undefined && choices.person_id !== 0) {
    return await inviteNew(call, { role: "full", kind: "administrator", ...choices, name });
  }
  const body = {
    role: "full",
    kind: "administrator",
    ...choices,
    name,
    password: await newPassword(call),
  };
  const made = await call.service.call<AccountResponse>("POST", "/api/v1/accounts", { body });
  return printResult(call, made, `The account ${clean(made.name)} is made.`);
}

async function change(call: Call, name: string): Promise<number> {
  const { rename } = call.values;
  const { changed, id } = await findAccount(call, name);
  const body = {
    ...await choicesOf(call),
    ...stateOf(call),
    ...(rename === undefined ? {} : { name: rename }),
  };
  if (Object.keys(body).length === 0) {
    throw usageError("Say what to change: `box account --help` lists the options");
  }
  const row = await call.service.call<AccountResponse>("PUT", `/api/v1/accounts/${id}`, {
    body: { ...body, changed },
  });
  return printResult(call, row, `The account ${clean(row.name)} is changed.`);
}

async function invite(call: Call, name: string): Promise<number> {
  const { accounts } = await call.service.call<AccountsResponse>("GET", "/api/v1/accounts");
  const known = accounts.find((account) => isNamed(account, name));
  const choices = await choicesOf(call);
  if (known === undefined) return await inviteNew(call, { kind: "member", ...choices, name });
  const { person_id, ...others } = choices;
  if (Object.keys(others).length > 0) {
    throw usageError("This account is there already: change its choices with `box account change`");
  }
  return await inviteAgain(call, known, person_id === undefined ? {} : { person_id });
}

async function acceptCode(call: Call, code: string): Promise<number> {
  return await accept(call, code, () => newPassword(call));
}

async function withdrawn(call: Call, name: string): Promise<number> {
  return await withdraw(call, await findAccount(call, name));
}

async function reset(call: Call, name: string): Promise<number> {
  const account = await findAccount(call, name);
  const { id } = account;
  if (account.person_id !== 0) return await inviteAgain(call, account, {});
  const keep = call.switches.has("keep-tokens");
  const factors = call.switches.has("factors");
  const password = await newPassword(call);
  const body = { password, remove_factors: factors, keep_tokens: keep };
  const row = await call.service.call<AccountResponse>("POST", `/api/v1/accounts/${id}/password`, {
    body,
  });
  return printResult(
    call,
    row,
    `The account ${clean(row.name)} has its new password; its sessions${
      keep ? "" : " and tokens"
    } have ended.`,
  );
}

async function factors(call: Call, name: string): Promise<number> {
  return await accountFactors(call, await findAccount(call, name));
}

async function signOut(call: Call, name: string): Promise<number> {
  const { id } = await findAccount(call, name);
  const answer = await call.service.call<{ ended: number }>(
    "DELETE",
    `/api/v1/accounts/${id}/sessions`,
  );
  return printResult(call, answer, `Sessions ended: ${answer.ended}`);
}

async function remove(call: Call, name: string): Promise<number> {
  const row = await findAccount(call, name);
  await call.service.call("DELETE", `/api/v1/accounts/${row.id}`);
  return printResult(call, { removed: row.name }, `The account ${clean(row.name)} is removed.`);
}

/** The new password: typed twice, or one line of standard input. */
async function newPassword({ terminal, switches }: Call): Promise<string> {
  const password = switches.has("stdin")
    ? await terminal.input?.line()
    : await readSecret(terminal, "New password", true);
  if (password) return password;
  throw new CommandError("No password was given, and nothing is changed.");
}

async function findAccount({ service }: Call, name: string): Promise<AccountResponse> {
  const { accounts } = await service.call<AccountsResponse>("GET", "/api/v1/accounts");
  const row = accounts.find((candidate) => isNamed(candidate, name));
  if (row !== undefined) return row;
  const near = suggestNearest(name, accounts.map(({ name }) => name));
  const hint = near === undefined ? "" : `, perhaps ${clean(near)} is meant`;
  throw new CommandError(`There is no account of that name${hint}: ${clean(name)}`);
}

/** Whether an account has this name, ignoring case. */
function isNamed(account: AccountResponse, name: string): boolean {
  const key = (text: string) => text.normalize("NFKC").toLowerCase();
  return key(account.name) === key(name);
}

/** The choices among the options, as the API expects them. */
async function choicesOf({ service, values }: Call): Promise<Record<string, unknown>> {
  const { kind, role, rights, person, language, email } = values;

  return Object.fromEntries(
    Object.entries({
      kind,
      role,
      rights: rights?.split(",").map((right) => right.trim()).filter((right) => right !== ""),
      person_id: await personOf(service, person),
      language,
      email,
    }).filter(([, value]) => value !== undefined),
  );
}

async function personOf(
  service: Call["service"],
  person: string | undefined,
): Promise<number | undefined> {
  if (person === undefined) return undefined;
  if (person === "nobody" || person === "0" || person === "") return 0;
  return (await findPerson(service, person)).id;
}

function stateOf({ switches }: Call): Record<string, unknown> {
  const [disable, enable] = [switches.has("disable"), switches.has("enable")];
  if (disable && enable) throw usageError("--disable and --enable do not go together");
  return disable || enable ? { disabled: disable } : {};
}
