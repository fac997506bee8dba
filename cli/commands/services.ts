/** `box services`. */
import type {
  BlockedServices,
  ChosenService,
  OfferedServices,
  ServiceResponse,
} from "../../api/features/protection/services/routes.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { hoursText, parseHours } from "../hours.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import { type Cell, clean, printJson, printTable } from "../terminal.ts";

type Action = (call: Call, words: readonly string[]) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  list: ["Services, their effective values, and who chose them", list],
  block: ["Block services, always or at times", (call, ids) => choose(call, "block", ids)],
  allow: [
    "Allow services, whatever is chosen for the group or everyone",
    (call, ids) => choose(call, "allow", ids),
  ],
  follow: [
    "Choose nothing here: what is chosen for the person, the group or everyone holds",
    (call, ids) => choose(call, "", ids),
  ],
  show: ["The names of a service", show],
  add: ["Add a service of your own", add],
  change: ["Change a service of your own", change],
  remove: ["Remove a service of your own", remove],
};
const COLORS = { allow: "green", block: "red" } as const;

/** Shows services, blocks and allows them by scope, and manages those of the household. */
export const servicesCommand: Command = {
  name: "services",
  summary: "Shows, blocks and allows services such as YouTube or Roblox",
  usage: [
    "[list] [--scope WHOM] [--group GROUP] [--blocked]",
    "block ID... [--scope WHOM] [--hours HOURS]",
    "allow|follow ID... [--scope WHOM]",
    "show ID",
    "add NAME --domains DOMAINS [--group GROUP]",
    "change ID [--name NAME] [--domains DOMAINS] [--group GROUP]",
    "remove ID",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: {
    ID: "Identifier of a service, as `box services` lists it",
    NAME: "A name of your own",
  },
  options: {
    scope: SCOPE_OPTION,
    group: { value: "GROUP", short: "g", summary: "Only this group: ai, social, games, …" },
    blocked: { short: "b", summary: "Only what is blocked" },
    hours: {
      value: "HOURS",
      summary: "When it is blocked: 'mon-fri 08:00-16:00, sat 22:00-06:00'; always if not given",
    },
    name: { value: "NAME", short: "n", summary: "Another name for a service of your own" },
    domains: {
      value: "DOMAINS",
      short: "d",
      summary: "Names that the service uses, separated by commas",
    },
  },
  examples: [
    "box services --blocked",
    "box services block tiktok roblox --scope emma",
    "box services block youtube --hours 'mon-fri 08:00-16:00'",
    "box services add Club --domains club.example,club-cdn.example",
  ],
  most: 100,
  async run(call) {
    const [word = "list", ...rest] = call.positionals;
    if (!Object.hasOwn(ACTIONS, word)) {
      const near = suggestNearest(word, Object.keys(ACTIONS));
      const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
      throw usageError(
        `Unknown action${hint} (\`box services --help\` lists them): ${clean(word)}`,
      );
    }
    return await ACTIONS[word][1](call, rest);
  },
};

async function list(call: Call, words: readonly string[]): Promise<number> {
  none(words, "list", 0);
  const { service, terminal, json, values: { group }, switches } = call;
  const query = { scope: await resolveScope(call) };
  const answer = await service.call<BlockedServices>("GET", "/api/v1/blocked-services", { query });
  if (group !== undefined && !answer.groups.includes(group)) {
    throw usageError(
      `Bad value for --group, allowed are ${answer.groups.join(", ")}: ${clean(group)}`,
    );
  }
  const services = answer.services.filter((row) =>
    (group === undefined || row.group === group) &&
    (!switches.has("blocked") || row.effective === "block")
  );
  if (json) printJson(terminal, { ...answer, services });
  else if (services.length === 0) terminal.out("There are no such services.\n");
  else printServices(terminal, services);
  return EXIT.ok;
}

function printServices(terminal: Call["terminal"], services: readonly ChosenService[]): void {
  const rows = services.map(({ id, name, group, here, effective, from, hours }): Cell[] => [
    id,
    name,
    group,
    { text: effective, color: COLORS[effective] },
    here === "" ? "follows" : here,
    from,
    hoursText(hours),
  ]);
  printTable(terminal, ["Id", "Name", "Group", "Holds", "Chosen", "By", "Hours"], rows);
}

async function choose(
  call: Call,
  value: ChosenService["here"],
  ids: readonly string[],
): Promise<number> {
  const { service, terminal, json, values: { hours } } = call;
  const word = value === "" ? "follow" : value;
  if (ids.length === 0) throw usageError(`Name what to ${word}: box services ${word} ID`);
  if (hours !== undefined && value !== "block") {
    throw usageError("Only what is blocked has --hours");
  }
  const schedule = value === "block"
    ? { schedules: Object.fromEntries(ids.map((id) => [id, parseHours(hours)])) }
    : {};
  const query = { scope: await resolveScope(call) };
  const body = { services: Object.fromEntries(ids.map((id) => [id, value])), ...schedule };
  const answer = await service.call<BlockedServices>("PUT", "/api/v1/blocked-services", {
    query,
    body,
  });
  if (json) {
    printJson(terminal, {
      ...answer,
      services: answer.services.filter(({ id }) => ids.includes(id)),
    });
  } else {
    const whom = scopeText(answer.scope, answer.name);
    for (
      const { id, name, effective, hours } of answer.services.filter(({ id }) => ids.includes(id))
    ) {
      const when = hours.length === 0 ? "" : `, ${hoursText(hours)}`;
      terminal.out(`${clean(name)} (${clean(id)}) for ${whom}: ${effective}${when}\n`);
    }
  }
  return EXIT.ok;
}

async function show({ service, terminal, json }: Call, words: readonly string[]): Promise<number> {
  const [id] = words;
  if (id === undefined) throw usageError("Name the service: box services show ID");
  none(words, "show", 1);
  const found = await find(service, id);
  if (json) printJson(terminal, found);
  else {
    terminal.out(
      `${clean(found.name)}, ${found.group}:\n${
        found.domains.map((name) => `  ${clean(name)}\n`).join("")
      }`,
    );
  }
  return EXIT.ok;
}

async function find(service: Call["service"], id: string): Promise<ServiceResponse> {
  const { services } = await service.call<OfferedServices>("GET", "/api/v1/services");
  const found = services.find((each) => each.id === id);
  if (found === undefined) {
    const near = suggestNearest(id, services.map(({ id }) => id));
    const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
    throw usageError(`There is no such service${hint}: ${clean(id)}`);
  }
  return found;
}

function domainsOf(text: string): string[] {
  return text.split(",").map((domain) => domain.trim()).filter((domain) => domain !== "");
}

async function change(
  { service, terminal, json, values }: Call,
  words: readonly string[],
): Promise<number> {
  const [id] = words;
  if (id === undefined) throw usageError("Name the service: box services change ID");
  none(words, "change", 1);
  const found = await find(service, id);
  const {
    name = found.name,
    group = found.group,
    domains,
  } = values;
  const body = { name, group, domains: domains === undefined ? found.domains : domainsOf(domains) };
  const kept = await service.call<ServiceResponse>(
    "PUT",
    `/api/v1/services/${encodeURIComponent(id)}`,
    { body },
  );
  if (json) printJson(terminal, kept);
  else terminal.out(`${clean(kept.name)} is changed.\n`);
  return EXIT.ok;
}

async function add(
  { service, terminal, json, values: { domains, group } }: Call,
  words: readonly string[],
): Promise<number> {
  const [name] = words;
  if (name === undefined) {
    throw usageError("Name the service: box services add NAME --domains DOMAINS");
  }
  none(words, "add", 1);
  if (domains === undefined) {
    throw usageError("Give the names that it uses: --domains a.example,b.example");
  }
  const body = { name, domains: domainsOf(domains), ...(group === undefined ? {} : { group }) };
  const kept = await service.call<ServiceResponse>("POST", "/api/v1/services", { body });
  if (json) printJson(terminal, kept);
  else terminal.out(`${clean(kept.name)} is a service now: ${clean(kept.id)}\n`);
  return EXIT.ok;
}

async function remove(
  { service, terminal, json }: Call,
  words: readonly string[],
): Promise<number> {
  const [id] = words;
  if (id === undefined) throw usageError("Name the service: box services remove ID");
  none(words, "remove", 1);
  await service.call("DELETE", `/api/v1/services/${encodeURIComponent(id.toWellFormed())}`);
  if (json) printJson(terminal, { removed: id });
  else terminal.out(`The service ${clean(id)} is removed.\n`);
  return EXIT.ok;
}

function none(words: readonly string[], action: string, most: number): void {
  if (words.length > most) {
    throw usageError(`One argument too many for \`box services ${action}\`: ${clean(words[most])}`);
  }
}
