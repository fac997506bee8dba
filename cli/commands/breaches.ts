/** `box breaches`. */
import type {
  BreachAddressResponse,
  BreachesResponse,
  CheckedBreachAddress,
} from "../../api/features/household/breaches/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { findPerson, householdZone } from "../household.ts";
import { timeText } from "../times.ts";
import {
  ageText,
  type Cell,
  clean,
  numberText,
  printJson,
  printTable,
  type Terminal,
} from "../terminal.ts";

const PATH = "/api/v1/breaches";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The addresses with their breaches, and how checks go", needs: [], run: list },
  add: { summary: "Watch an e-mail address", needs: ["ADDRESS"], run: add },
  remove: {
    summary: "Stop watching an address; its breaches and alerts are removed",
    needs: ["ADDRESS"],
    run: remove,
  },
  check: { summary: "Check an address now, once a day", needs: ["ADDRESS"], run: check },
};

/** Why checks do not run. */
const STATES: Readonly<Record<BreachesResponse["state"]["status"], string>> = {
  none: "",
  ok: "",
  not_configured: "The online service does not offer breach checks yet.",
  limit: "Too many checks today.",
  busy: "The online service is busy.",
  unreachable: "The online service cannot be reached.",
  error: "The last check did not work.",
};

/** Shows in which data breaches addresses were found, and watches more of them. */
export const breachesCommand: Command = {
  name: "breaches",
  summary: "Watches e-mail addresses of the household for data breaches",
  usage: ["[list]", "add ADDRESS [--person PERSON]", "remove ADDRESS", "check ADDRESS"],
  actions: summariesOf(ACTIONS),
  arguments: { ADDRESS: "An e-mail address, or its number as `box breaches` shows it" },
  options: {
    person: { value: "PERSON", short: "p", summary: "Whose address it is, by name or number" },
  },
  examples: [
    "box breaches",
    "box breaches add emma@example.com --person Emma",
    "box breaches check emma@example.com",
  ],
  most: 2,
  run: (call) => runAction("breaches", ACTIONS, call, "list"),
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const watch = await service.call<BreachesResponse>("GET", PATH);
  if (json) {
    printJson(terminal, watch);
    return EXIT.ok;
  }
  if (watch.addresses.length === 0) {
    terminal.out("No address is watched; `box breaches add` adds one.\n");
    return EXIT.ok;
  }
  const rows = watch.addresses.map((one): Cell[] => [
    numberText(one.id),
    one.address,
    one.person_name,
    one.checked === 0 ? "never" : ageText(one.checked, terminal),
    breachesCell(one),
  ]);
  printTable(terminal, ["ID", "Address", "Person", "Checked", "Breaches"], rows);
  const zone = await householdZone(service);
  terminal.out(`${stateText(watch, terminal, zone)}\n`);
  return EXIT.ok;
}

/** Names of breaches in a table; more are counted. */
const NAMED = 5;

function breachesCell({ breaches, checked }: BreachAddressResponse): Cell {
  if (breaches.length === 0) return checked === 0 ? "" : { text: "none", color: "green" };
  const named = breaches.slice(0, NAMED).map(({ name, found }) => `${name} (${found})`);
  const more = breaches.length - named.length;
  return {
    text: more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", "),
    color: "red",
  };
}

/** What has to be done before anything is checked; "" = nothing. */
function missingText({ allowed, service }: BreachesResponse): string {
  if (!allowed) return "Nothing is checked until the terms of use are accepted: box terms accept";
  return service ? "" : "Nothing is checked without an online service: box settings set cloud_url";
}

/** How checks go, and when the next one is. */
function stateText(watch: BreachesResponse, terminal: Terminal, zone: string): string {
  const { state, addresses } = watch;
  const missing = missingText(watch);
  if (missing !== "") return missing;
  const why = STATES[state.status];
  // The retry is at the end of the 24 hours for which prefixes are counted.
  const today = addresses.filter(({ checked }) => checked >= state.retry_at - 86_400).length;
  const { prefixesPerDayPerBox: most } = LIMITS.breaches;
  const usedUp = state.status === "limit" && today >= most
    ? ` The weekly check of ${today} addresses used them up, so none is left for Check now.`
    : "";
  return `${why}${usedUp} ${againText(watch, terminal, zone)}`.trim();
}

/** When the box checks again. */
function againText(
  { addresses, state: { status, retry_at: at }, next }: BreachesResponse,
  terminal: Terminal,
  zone: string,
): string {
  // After a check by hand that failed, a new address is due as soon as it is a minute old.
  const isNewDue = at === 0 && !isFine(status) && addresses.some(({ checked }) => checked === 0);
  if (isNewDue || (at > 0 && at * 1000 <= terminal.now())) {
    return "The box tries again within a minute or two.";
  }
  return at === 0
    ? `The next regular check is on ${timeText(next, zone)}.`
    : `The box tries again on ${timeText(at, zone)}.`;
}

/** Whether no check failed. */
function isFine(status: BreachesResponse["state"]["status"]): boolean {
  return status === "none" || status === "ok";
}

async function add(call: Call, address: string): Promise<number> {
  const { service, values: { person } } = call;
  const whose = person === undefined ? {} : { person_id: (await findPerson(service, person)).id };
  const added = await service.call<BreachAddressResponse>("POST", PATH, {
    body: { address, ...whose },
  });
  return printResult(call, added, call.json ? "" : await addedText(call, clean(added.address)));
}

async function addedText({ service, terminal }: Call, address: string): Promise<string> {
  const watch = await service.call<BreachesResponse>("GET", PATH).catch(() => undefined);
  // It is watched all the same when only the state cannot be read.
  if (watch === undefined) return `${address} is watched.`;
  if (missingText(watch) === "" && isFine(watch.state.status)) {
    return `${address} is watched; the box checks it within two minutes.`;
  }
  const zone = await householdZone(service);
  return `${address} is watched. ${stateText(watch, terminal, zone)}`;
}

async function remove(call: Call, text: string): Promise<number> {
  const { service } = call;
  const { id, address } = await findAddress(call, text);
  await service.call("DELETE", `${PATH}/${id}`);
  return printResult(call, { removed: address }, `${clean(address)} is no longer watched.`);
}

async function check(call: Call, text: string): Promise<number> {
  const { service } = call;
  const { id } = await findAddress(call, text);
  const checked = await service.call<CheckedBreachAddress>("POST", `${PATH}/${id}/check`);
  const { address, breaches, state } = checked;
  if (state.status !== "ok") {
    // The same status stands for a box without a service and for a service without the checks.
    const watch = state.status === "not_configured" && !call.json
      ? await service.call<BreachesResponse>("GET", PATH).catch(() => undefined)
      : undefined;
    const missing = watch === undefined ? "" : missingText(watch);
    const why = missing === "" ? STATES[state.status] : missing;
    printResult(call, checked, `${clean(address)} was not checked: ${why}`);
    return EXIT.failure;
  }
  const names = breaches.map(({ name }) => clean(name)).join(", ");
  const result = names === "" ? "no known breach" : `found in ${names}`;
  return printResult(call, checked, `${clean(address)} was checked: ${result}.`);
}

/** The watched address of a text, whatever its case, or of a number. */
async function findAddress({ service }: Call, text: string): Promise<BreachAddressResponse> {
  if (text === "") throw usageError("Name the address");
  const { addresses } = await service.call<BreachesResponse>("GET", PATH);
  const found = addresses.find(({ id, address }) =>
    address.toLowerCase() === text.toLowerCase() || String(id) === text
  );
  if (found === undefined) {
    throw new CommandError(`This address is not watched: ${clean(text)}`);
  }
  return found;
}
