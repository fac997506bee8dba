/** `box audit`. */
import type {
  AuditEntryResponse,
  AuditLine,
  AuditPage,
} from "../../api/features/box/audit/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { clean, paint, printJson, type Terminal } from "../terminal.ts";
import { parseLimit, parseSince, timeText } from "../times.ts";

/** Shows the administration log, also live. */
export const auditCommand: Command = {
  name: "audit",
  summary: "Shows the administration log: who did what",
  usage: ["[FILTERS] [--limit NUMBER]", "--follow [--limit NUMBER]", "--all [FILTERS] --json"],
  options: {
    follow: { short: "f", summary: "Keep showing new entries" },
    all: { summary: "Every entry there is, newest first" },
    action: {
      value: "ACTION",
      short: "a",
      summary: "Only this action, or all that begin with it: lookalike",
    },
    account: { value: "NAME", summary: "Only what this account, token or command did" },
    text: { value: "TEXT", short: "t", summary: "Only entries that contain this text" },
    since: { value: "AGE", summary: "At most this old: 30s, 15min, 2h, 3d, or Unix seconds" },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many to show, 20 if not given, 1000 at most",
    },
  },
  examples: [
    "box audit",
    "box audit --action settings --since 3d",
    "box audit --follow",
    "box audit --all --json",
  ],
  most: 0,
  run(call) {
    if (call.switches.has("follow")) return follow(call);
    return call.switches.has("all") ? all(call) : recent(call);
  },
};

async function recent({ service, terminal, json, values }: Call): Promise<number> {
  const query = { ...filterOf(values, terminal), limit: parseLimit(values.limit ?? "20") };
  const page = await service.call<AuditPage>("GET", "/api/v1/audit", { query });
  if (json) printJson(terminal, page);
  else {
    const zone = await householdZone(service);
    for (const entry of page.entries.reverse()) terminal.out(lineOf(entry, terminal, zone));
  }
  return EXIT.ok;
}

async function all(call: Call): Promise<number> {
  if (call.values.limit !== undefined) throw usageError("--limit does not go with --all");
  const query = filterOf(call.values, call.terminal);
  const zone = await zoneOf(call);
  for await (
    const entry of call.service.lines<AuditEntryResponse>("/api/v1/audit/export", { query })
  ) print(entry, call, zone);
  return EXIT.ok;
}

async function follow(call: Call): Promise<number> {
  const { values: { action, account, text, since, limit }, service, terminal: { signal } } = call;
  if ([action, account, text, since].some((value) => value !== undefined)) {
    throw usageError("Filters do not go with --follow");
  }
  const request = {
    query: { last: parseLimit(limit ?? "10") },
    ...(signal === undefined ? {} : { signal }),
  };
  const zone = await zoneOf(call);
  try {
    for await (const line of service.lines<AuditLine>("/api/v1/audit/stream", request)) {
      print(line, call, zone);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return EXIT.ok;
}

/** JSON has no local times. */
async function zoneOf({ service, json }: Call): Promise<string> {
  return json ? "" : await householdZone(service);
}

function print(line: AuditLine, { terminal, json }: Call, zone: string): void {
  if (json) terminal.out(`${JSON.stringify(line)}\n`);
  else if ("skipped" in line) {
    terminal.err(`box: ${line.skipped} entries were left out here: they came too fast.\n`);
  } else terminal.out(lineOf(line, terminal, zone));
}

/** One line per entry: time, actor, address, action, details. */
function lineOf(
  { time, by, action, text, detail }: AuditEntryResponse,
  terminal: Terminal,
  zone: string,
): string {
  const who = clean(by.address === "" ? by.name : `${by.name} (${by.address})`);
  const fields = Object.entries(detail).map(([field, value]) =>
    `${field}=${Array.isArray(value) ? value.join(",") : value}`
  );
  const rest = [text, ...fields].filter((part) => part !== "").map(clean).join("  ");
  return `${timeText(time, zone)}  ${who}  ${paint(terminal, "blue", clean(action))}  ${rest}\n`;
}

function filterOf(
  values: Call["values"],
  terminal: Terminal,
): Record<string, string | number | undefined> {
  const { action, account, text, since } = values;
  return { action, account, text, from: parseSince(since, terminal) };
}
