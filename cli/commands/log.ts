/** `box log`. */
import type {
  QueryLine,
  QueryPage,
  QueryResponse,
} from "../../api/features/insight/journal/routes.ts";
import { parseAddress } from "../address.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { NotRunningError, type ServiceClient } from "../socket.ts";
import { findDevice, findGroup, findPerson, householdZone } from "../household.ts";
import {
  clean,
  type Color,
  microsecondsText,
  pad,
  paint,
  printJson,
  type Terminal,
} from "../terminal.ts";
import { parseLimit, parseSince, timeText } from "../times.ts";

const STATUSES = ["answered", "cached", "stale", "local", "blocked", "failed", "allowed"];
/** Reasons of policy/reasons.ts for which a query is blocked. */
const REASONS = [
  "quarantine",
  "schedule",
  "service",
  "rule",
  "tunnel",
  "spyware",
  "lookalike",
  "category",
  "list",
  "dlp",
  "restricted",
  "rebinding",
];
const COLOR: Readonly<Record<string, Color>> = {
  blocked: "red",
  failed: "yellow",
  cached: "gray",
  stale: "yellow",
};

/** Milliseconds between attempts to reconnect to a service that is being restarted. */
const RETRY = 500;
/** Entries fetched after a restart: those answered since the last one. */
const CATCH_UP = 1000;

/** Shows the query log, also live, and writes it to a file. */
export const logCommand: Command = {
  name: "log",
  summary: "Shows the journal of queries",
  usage: ["[--follow] [FILTERS] [--limit NUMBER]", "export [FILE] [--format FORMAT] [FILTERS]"],
  actions: { export: "The whole journal as CSV or lines of JSON, newest first" },
  arguments: { FILE: "File to write, which must not be there yet; absent = print it" },
  options: {
    follow: { short: "f", summary: "Keep showing new queries" },
    name: {
      value: "TEXT",
      short: "n",
      summary: "Only names that contain this text, equal =name, or match *.example.org",
    },
    client: { value: "ADDRESS", short: "c", summary: "Only queries from this address" },
    device: {
      value: "DEVICE",
      short: "d",
      summary: "Only queries of this device: its name, number or address",
    },
    person: {
      value: "PERSON",
      summary: "Only queries of the devices of this person: name or number",
    },
    group: { value: "GROUP", summary: "Only queries of the devices of this group: name or number" },
    status: { value: "STATUS", short: "s", summary: "Only this status", words: STATUSES },
    reason: { value: "REASON", summary: "Only blocks for this reason", words: REASONS },
    type: { value: "TYPE", short: "t", summary: "Only this record type" },
    since: { value: "AGE", summary: "At most this old: 30s, 15min, 2h, 3d, or Unix seconds" },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many to show, 20 if not given, 1000 at most",
    },
    format: {
      value: "FORMAT",
      summary: "Format of the export, csv if not given",
      words: ["csv", "jsonl"],
    },
  },
  examples: [
    "box log",
    "box log --follow --status blocked",
    "box log --name ads --since 2h --limit 100",
    "box log export queries.csv",
  ],
  most: 2,
  async run(call) {
    const [action] = call.positionals;
    if (action === "export") return await exported(call);
    if (action !== undefined) {
      throw usageError(`Unknown action, allowed is export: ${clean(action)}`);
    }
    if (call.values.format !== undefined) {
      throw usageError("--format goes with `box log export` only");
    }
    return await (call.switches.has("follow") ? follow(call) : recent(call));
  },
};

/** All entries that match the filters; an incomplete file is removed again. */
async function exported(call: Call): Promise<number> {
  const { service, terminal, json, values, switches, positionals: [, file] } = call;
  if (switches.has("follow") || values.limit !== undefined) {
    throw usageError("--follow and --limit do not go with `box log export`");
  }
  const { since, format = json && file === undefined ? "jsonl" : "csv", ...filters } =
    await filtersOf(call);
  const query = { ...filters, format, since: parseSince(since, terminal) };
  const pieces = service.text("/api/v1/queries/export", {
    query,
    ...(terminal.signal === undefined ? {} : { signal: terminal.signal }),
  });
  try {
    if (file !== undefined) await written(file, pieces);
    else for await (const piece of pieces) terminal.out(piece);
  } catch (error) {
    throw terminal.signal?.aborted
      ? new CommandError("Stopped before the export was whole.")
      : error;
  }
  if (file === undefined) return EXIT.ok;
  if (json) printJson(terminal, { file });
  else terminal.out(`Written to ${clean(file)}.\n`);
  return EXIT.ok;
}

async function written(path: string, pieces: ReturnType<ServiceClient["text"]>): Promise<void> {
  const encoder = new TextEncoder();
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new CommandError(`This file is there already: ${clean(path)}`);
    }
    throw new CommandError(`The file cannot be written: ${clean((error as Error).message)}`);
  }
  try {
    for await (const piece of pieces) {
      const bytes = encoder.encode(piece);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    }
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file cannot be written: ${clean((error as Error).message)}`);
  } finally {
    file.close();
  }
}

async function recent(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const {
    since,
    limit = "20",
    ...rest
  } = await filtersOf(call);
  const query = { ...rest, limit: parseLimit(limit), since: parseSince(since, terminal) };
  let page = await service.call<QueryPage>("GET", "/api/v1/queries", { query });
  // A page may be short because the search took long; the next page continues from there.
  for (const entries = page.entries; page.next !== undefined && entries.length < query.limit;) {
    const rest = { ...query, limit: query.limit - entries.length, cursor: page.next };
    const { entries: more, next } = await service.call<QueryPage>("GET", "/api/v1/queries", {
      query: rest,
    });
    entries.push(...more);
    const { kept, private_until } = page;
    page = { entries, kept, private_until, ...next === undefined ? {} : { next } };
  }
  if (json) printJson(terminal, page);
  else {
    const zone = await householdZone(service);
    for (const entry of page.entries.reverse()) terminal.out(lineOf(entry, terminal, zone));
    if (!page.kept) terminal.err("box: The log is off: no query is written down.\n");
    if (page.private_until > 0) {
      const until = timeText(page.private_until, zone);
      terminal.err(
        `box: What this device asked before ${until} stays private; a search by name leaves it out.\n`,
      );
    }
  }
  return EXIT.ok;
}

async function follow(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const {
    since,
    limit = "10",
    ...filters
  } = await filtersOf(call);
  if (since !== undefined) throw usageError("--since does not go with --follow");
  const { signal } = terminal;
  let last = parseLimit(limit);
  let connected = false;
  let isLost = false;
  while (!signal?.aborted) {
    // A restart may have changed the zone.
    const zone = json ? "" : await householdZone(service);
    const request = { query: { ...filters, last }, ...(signal === undefined ? {} : { signal }) };
    try {
      for await (const line of service.lines<QueryLine>("/api/v1/queries/stream", request)) {
        if (isLost) terminal.err("box: The service is back.\n");
        connected = true;
        isLost = false;
        print(line, call, zone);
      }
      // A service that stops ends its streams properly.
      connected = true;
    } catch (error) {
      if (signal?.aborted) break;
      if (!(error instanceof NotRunningError) || !connected) throw error;
    }
    if (signal?.aborted) break;
    if (!isLost) terminal.err("box: The service stopped; waiting until it is back.\n");
    isLost = true;
    last = CATCH_UP;
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  return EXIT.ok;
}

function print(line: QueryLine, { terminal, json }: Call, zone: string): void {
  if (json) terminal.out(`${JSON.stringify(line)}\n`);
  else if ("skipped" in line) {
    terminal.err(`box: ${line.skipped} queries were left out here: they came too fast.\n`);
  } else terminal.out(lineOf(line, terminal, zone));
}

/** One line per query: time, device, status, type, name, reason or answer, source, duration. */
function lineOf(entry: QueryResponse, terminal: Terminal, zone: string): string {
  const status = paint(terminal, COLOR[entry.status] ?? "green", pad(clean(entry.status), 8));
  const why = whyText(entry);
  const outcome = entry.rcode === "NOERROR" ? why : `${entry.rcode} ${why}`;
  const from = entry.upstream === "" ? "" : ` from ${entry.upstream}`;
  const who = pad(clean(whoOf(entry)), 15);
  const text = `${who}  ${status}  ${pad(clean(entry.type), 5)}  ${clean(nameText(entry))}`;
  const rest = clean(`  ${outcome.trim()}${from}`).trimEnd();
  return `${timeText(entry.time, zone)}  ${text}${rest}  ${
    paint(terminal, "gray", microsecondsText(entry.duration))
  }\n`;
}

/** The reason of a block with its source; otherwise the answer and the rule that decided. */
function whyText({ reason, answer, rule, origin }: QueryResponse): string {
  if (reason !== "") return rule === "" ? `${reason} ${origin}` : `${reason} ${origin} ${rule}`;
  // An answer with a bogus address became NXDOMAIN (resolver/answers/bogus_addresses.ts).
  if (origin.startsWith("bogus:")) return origin;
  if (rule === "") return answer;
  const isAllowed = rule.startsWith("@@") || origin !== "";
  return `${answer} ${isAllowed ? "allowed" : "reported"} by ${rule}`;
}

function nameText({ private: isPrivate, hidden, name }: QueryResponse): string {
  if (isPrivate) return "(name private)";
  return hidden ? "(name hidden)" : name || ".";
}

/** The label of the device, or its address if it has none. */
function whoOf({ device, person, client }: QueryResponse): string {
  const label = device?.label || client;
  return person === undefined ? label : `${person.name}, ${label}`;
}

async function filtersOf({ service, values }: Call): Promise<Record<string, string>> {
  const { socket: _socket, "data-dir": _dataDir, client, device, person, group, ...filters } =
    values;
  return {
    ...filters,
    ...(client === undefined ? {} : { client: parseAddress(client) }),
    ...(device === undefined ? {} : { device: String((await findDevice(service, device)).id) }),
    ...(person === undefined ? {} : { person: String((await findPerson(service, person)).id) }),
    ...(group === undefined ? {} : { group: String((await findGroup(service, group)).id) }),
  };
}
