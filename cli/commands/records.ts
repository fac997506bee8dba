/** `box records`. */
import type {
  ForwardingResponse,
  ZonesResponse,
} from "../../api/features/network/records/home_routes.ts";
import type {
  DeviceNamePage,
  RecordPage,
  RecordResponse,
  WrittenRecords,
} from "../../api/features/network/records/routes.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { ageText, type Cell, clean, printJson, printTable, type Terminal } from "../terminal.ts";

type Action = (call: Call, given: readonly string[]) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  list: ["The local records, by name", list],
  add: ["Add a record: the box answers the name itself", add],
  set: ["Change a record, by its number: its data, its name, or turn it on or off", set],
  remove: ["Remove a record, by its number, or by its name where it is the only one", remove],
  import: [
    "Add the records of a hosts file, a zone file or a configuration of dnsmasq",
    importLines,
  ],
  zones: [
    "The domains that the box answers alone; `zones add` and `zones remove` change them",
    zones,
  ],
  forward: ["Ask a router for the names of the home; `forward off` ends it", forward],
  devices: ["The names that devices have under the local domain", devices],
};

/** Records per request, and lines sent per request. */
const AT_ONCE = 1000;

/** Shows and changes the records that the box answers itself. */
export const recordsCommand: Command = {
  name: "records",
  summary: "Shows and changes the names that the box answers itself",
  usage: [
    "[list] [--text TEXT] [--type TYPE]",
    "add NAME TYPE DATA... [--ttl SECONDS] [--comment TEXT]",
    "set NUMBER [DATA...] [--name NAME] [--ttl SECONDS] [--comment TEXT] [--on | --off]",
    "remove NUMBER|NAME",
    "import FILE",
    "zones [add|remove DOMAIN]",
    "forward [ROUTER|off] [--domain DOMAIN] [--reverse]",
    "devices",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: {
    NAME: "nas.example, or *.lab.example for all that lies below",
    TYPE: "A, AAAA, CNAME, MX, TXT, SRV, PTR, HTTPS, SVCB or CAA",
    DATA: "As a zone file writes it: 192.168.1.5, or 10 mail.example",
    ROUTER: "Its address, with a port if it is not 53",
  },
  options: {
    text: {
      value: "TEXT",
      short: "t",
      summary: "Only records whose name, data or comment contains this text",
    },
    type: { value: "TYPE", summary: "Only records of this type" },
    name: { value: "NAME", short: "n", summary: "Another name for the record" },
    ttl: { value: "SECONDS", summary: "How long its answer may be cached" },
    comment: { value: "TEXT", short: "c", summary: "Comment" },
    on: { summary: "Answer it" },
    off: { summary: "Keep it without answering it" },
    domain: {
      value: "DOMAIN",
      short: "d",
      summary: "Domain whose names the router is asked for, such as lan",
    },
    reverse: { short: "r", summary: "Ask the router for names of private addresses" },
  },
  examples: [
    "box records add nas.home.arpa A 192.168.1.5",
    "box records add home.arpa MX 10 mail.home.arpa",
    "box records import /etc/hosts",
    "box records forward 192.168.1.1 --domain lan --reverse",
  ],
  most: 16,
  async run(call) {
    const [word = "list", ...given] = call.positionals;
    if (!Object.hasOwn(ACTIONS, word)) {
      const near = suggestNearest(word, Object.keys(ACTIONS));
      const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
      throw usageError(`Unknown action${hint} (\`box records --help\` lists them): ${clean(word)}`);
    }
    const most = { list: 0, devices: 0, remove: 1, import: 1, forward: 1, zones: 2 }[word] ??
      Infinity;
    if (given.length > most) {
      throw usageError(`One argument too many for \`box records ${word}\`: ${clean(given[most])}`);
    }
    return await ACTIONS[word][1](call, given);
  },
};

async function list({ service, terminal, json, values: { text, type } }: Call): Promise<number> {
  const records = await readRecords(service, { text, type: type?.toUpperCase() });
  if (json) printJson(terminal, { records });
  else if (records.length === 0) terminal.out("There are no local records.\n");
  else {
    const rows = records.map((record): Cell[] => [
      String(record.id),
      record.readable,
      record.type,
      record.value,
      `${record.ttl} s`,
      record.enabled ? { text: "on", color: "green" } : { text: "off", color: "gray" },
      record.comment,
      ageText(record.changed, terminal),
      record.by,
    ]);
    printTable(terminal, [
      "Number",
      "Name",
      "Type",
      "Data",
      "Life",
      "State",
      "Comment",
      "Written",
      "By",
    ], rows);
  }
  return EXIT.ok;
}

async function readRecords(
  service: Call["service"],
  filter: Readonly<Record<string, string | undefined>>,
): Promise<RecordResponse[]> {
  const records: RecordResponse[] = [];
  let cursor: string | undefined = undefined;
  while (cursor !== "") {
    const query: Record<string, string | number | undefined> = {
      ...filter,
      cursor,
      limit: AT_ONCE,
    };
    const page: RecordPage = await service.call<RecordPage>("GET", "/api/v1/dns-records", {
      query,
    });
    records.push(...page.records);
    cursor = page.next;
  }
  return records;
}

async function add(
  { service, terminal, json, values, switches }: Call,
  given: readonly string[],
): Promise<number> {
  const [name, type, ...data] = given;
  if (data.length === 0) throw usageError("Say what to answer: box records add NAME TYPE DATA");
  const enabled = switches.has("off") ? { enabled: false } : {};
  const body = {
    name,
    type: type.toUpperCase(),
    value: data.join(" "),
    ...rest(values),
    ...enabled,
  };
  return printRecord(
    terminal,
    json,
    await service.call<RecordResponse>("POST", "/api/v1/dns-records", { body }),
  );
}

async function set(
  { service, terminal, json, values, switches }: Call,
  given: readonly string[],
): Promise<number> {
  const [number, ...data] = given;
  if (number === undefined) {
    throw usageError("Give the number of the record: box records set NUMBER");
  }
  const on = switches.has("on");
  const enabled = on || switches.has("off") ? { enabled: on } : {};
  const { name } = values;
  const value = data.length === 0 ? {} : { value: data.join(" ") };
  const body = { ...(name === undefined ? {} : { name }), ...value, ...rest(values), ...enabled };
  if (Object.keys(body).length === 0) {
    throw usageError(`Say what to change: box records set ${clean(number)} DATA`);
  }
  return printRecord(
    terminal,
    json,
    await service.call<RecordResponse>("PUT", pathOf(number), { body }),
  );
}

/** Options of every record. */
function rest({ ttl, comment }: Call["values"]) {
  if (ttl !== undefined && !/^\d{1,7}$/.test(ttl)) {
    throw usageError(`Bad value for --ttl, allowed is a number of seconds: ${clean(ttl)}`);
  }
  return {
    ...(ttl === undefined ? {} : { ttl: Number(ttl) }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function printRecord(terminal: Terminal, json: boolean, record: RecordResponse): number {
  const { id, readable, type, value, enabled } = record;
  if (json) printJson(terminal, record);
  else {
    terminal.out(
      clean(
        `${readable} ${type} is ${
          enabled ? "answered with" : "kept, and off:"
        } ${value} (number ${id}).`,
      ) + "\n",
    );
  }
  return EXIT.ok;
}

async function remove(
  { service, terminal, json }: Call,
  [which]: readonly string[],
): Promise<number> {
  if (which === undefined) throw usageError("Name the record: box records remove NUMBER");
  const id = /^\d+$/.test(which) ? which : await numberOf(service, which);
  await service.call("DELETE", pathOf(id));
  if (json) printJson(terminal, { removed: Number(id) });
  else terminal.out(`The record ${clean(which)} is removed.\n`);
  return EXIT.ok;
}

/** The number of the only record with a name. */
async function numberOf(service: Call["service"], name: string): Promise<string> {
  const wanted = name.toLowerCase().replace(/\.$/, "");
  const records = (await readRecords(service, { text: wanted })).filter((each) =>
    each.name === wanted || each.readable === wanted
  );
  if (records.length === 1) return String(records[0].id);
  const numbers = records.map(({ id, type }) => `${id} (${type})`).join(", ");
  throw new CommandError(
    records.length === 0
      ? `There is no local record with the name: ${clean(name)}`
      : `Several records have this name, say which by its number: ${numbers}`,
  );
}

function pathOf(number: string): string {
  return `/api/v1/dns-records/${encodeURIComponent(number.toWellFormed())}`;
}

/**
 * Adds the lines of a file, a thousand per request; a setting in a line applies to the other lines
 * of its part.
 */
async function importLines(
  { service, terminal, json }: Call,
  [path]: readonly string[],
): Promise<number> {
  if (path === undefined) throw usageError("Name the file: box records import FILE");
  const text = await Deno.readTextFile(path).catch((error: Error) => {
    throw new CommandError(`The file cannot be read: ${clean(error.message)}`);
  });
  const lines = text.split(/\r?\n/);
  const all: WrittenRecords = { records: [], refused: [] };
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const body = { lines: lines.slice(at, at + AT_ONCE) };
    const part = await service.call<WrittenRecords>("POST", "/api/v1/dns-records/import", { body });
    all.records.push(...part.records);
    all.refused.push(...part.refused.map((row) => ({ ...row, line: row.line + at })));
  }
  if (json) printJson(terminal, all);
  else {
    terminal.out(`Records added: ${all.records.length}\n`);
    for (const { line, why } of all.refused) terminal.out(`Line ${line}: ${clean(why)}\n`);
  }
  return EXIT.ok;
}

async function zones(
  { service, terminal, json }: Call,
  [word, zone]: readonly string[],
): Promise<number> {
  const path = "/api/v1/dns-records/zones";
  if (word !== undefined && word !== "add" && word !== "remove") {
    throw usageError(`Zones are added or removed: box records zones add ${clean(word)}`);
  }
  if (word !== undefined) {
    if (zone === undefined) throw usageError(`Name the domain: box records zones ${word} DOMAIN`);
    await service.call(
      word === "add" ? "PUT" : "DELETE",
      `${path}/${encodeURIComponent(zone.toWellFormed())}`,
    );
  }
  const answer = await service.call<ZonesResponse>("GET", path);
  if (json) printJson(terminal, answer);
  else if (answer.zones.length === 0) terminal.out("The box answers no domain alone.\n");
  else {printTable(
      terminal,
      ["Zone", "Records"],
      answer.zones.map(({ readable, records }) => [readable, String(records)]),
    );}
  return EXIT.ok;
}

async function forward(
  { service, terminal, json, values, switches }: Call,
  [router]: readonly string[],
): Promise<number> {
  const path = "/api/v1/dns-records/forwarding";
  const forwarding = { domain: values.domain, reverse: switches.has("reverse") };
  if (router === undefined && (forwarding.domain !== undefined || forwarding.reverse)) {
    throw usageError("Say who is asked: box records forward ROUTER");
  }
  const body = router === "off"
    ? {}
    : { router, domain: forwarding.domain ?? "", reverse: forwarding.reverse };
  const answer = router === undefined
    ? await service.call<ForwardingResponse>("GET", path)
    : await service.call<ForwardingResponse>("PUT", path, { body });
  if (json) printJson(terminal, answer);
  else terminal.out(`${clean(forwardingText(answer))}\n`);
  return EXIT.ok;
}

function forwardingText({ router, domain, reverse }: ForwardingResponse): string {
  if (router === "") return "No router is asked for names of the home.";
  const what = [
    domain === "" ? "" : `the names of ${domain}`,
    reverse ? "the names of private addresses" : "",
  ];
  return `${router} is asked for ${what.filter((part) => part !== "").join(" and ")}.`;
}

async function devices({ service, terminal, json }: Call): Promise<number> {
  const names: DeviceNamePage["names"][number][] = [];
  let cursor: string | undefined;
  do {
    const answer: DeviceNamePage = await service.call("GET", "/api/v1/dns-records/devices", {
      query: { cursor },
    });
    names.push(...answer.names);
    cursor = answer.next;
  } while (cursor !== "");
  if (json) printJson(terminal, { names });
  else if (names.length === 0) {
    terminal.out("No device has a name under the local domain.\n");
  } else {
    const rows = names.map(({ name, device, addresses }) => [name, device, addresses.join(", ")]);
    printTable(terminal, ["Name", "Device", "Addresses"], rows);
  }
  return EXIT.ok;
}
