/** `box alerts`. */
import type {
  AlertKinds,
  AlertLine,
  AlertPage,
  AlertResponse,
} from "../../api/features/insight/alerts/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { deviceText, householdZone } from "../household.ts";
import {
  clean,
  type Color,
  numberText,
  paint,
  printJson,
  printTable,
  type Terminal,
} from "../terminal.ts";
import { parseLimit, parseSince, timeText } from "../times.ts";

const GROUPS = ["security", "bypass", "network", "household", "business", "system"];

/** Shows and acknowledges alerts; also shows new ones live. */
export const alertsCommand: Command = {
  name: "alerts",
  summary: "Shows the alerts, and acknowledges them",
  usage: [
    "[show] [FILTERS] [--limit NUMBER]",
    "--follow",
    "kinds",
    "acknowledge ID... | --all",
    "reopen ID...",
  ],
  actions: {
    show: "The alerts, oldest first",
    kinds: "Every kind of alert, and how often it is raised",
    acknowledge: "Acknowledge alerts by their number, or all of them",
    reopen: "Open acknowledged alerts again",
  },
  arguments: { ID: "Number of an alert, as `box alerts` shows it" },
  options: {
    follow: { short: "f", summary: "Keep showing new alerts" },
    kind: { value: "KIND", short: "k", summary: "Only this kind" },
    group: { value: "GROUP", short: "g", summary: "Only this group", words: GROUPS },
    open: { short: "o", summary: "Only alerts that nobody acknowledged" },
    all: { summary: "Acknowledge all of them" },
    since: { value: "AGE", summary: "At most this old: 30s, 15min, 2h, 3d, or Unix seconds" },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many to show, 20 if not given, 1000 at most",
    },
  },
  examples: [
    "box alerts",
    "box alerts --open --group security",
    "box alerts acknowledge 12 13",
    "box alerts --follow",
  ],
  most: 100,
  async run(call) {
    const [action = "show", ...rest] = call.positionals;
    if (action === "acknowledge") return await acknowledge(call, rest);
    if (action === "reopen") return await reopen(call, rest);
    if (action !== "show" && action !== "kinds") {
      throw usageError(
        `Unknown action, allowed are show, kinds, acknowledge and reopen: ${clean(action)}`,
      );
    }
    if (rest.length > 0) {
      throw usageError(`One argument too many for \`box alerts ${action}\`: ${clean(rest[0])}`);
    }
    if (action === "kinds") return await kinds(call);
    return call.switches.has("follow") ? await follow(call) : await show(call);
  },
};

async function show({ service, terminal, json, values, switches }: Call): Promise<number> {
  const {
    kind,
    group,
    since,
    limit = "20",
  } = values;
  const acknowledged = switches.has("open") ? "false" : undefined;
  const query = {
    kind,
    group,
    acknowledged,
    from: parseSince(since, terminal),
    limit: parseLimit(limit),
  };
  const page = await service.call<AlertPage>("GET", "/api/v1/alerts", { query });
  if (json) printJson(terminal, page);
  else {
    const zone = await householdZone(service);
    for (const alert of page.alerts.reverse()) terminal.out(lineOf(alert, terminal, zone));
    if (page.open > 0) terminal.out(`${numberText(page.open)} not acknowledged\n`);
  }
  return EXIT.ok;
}

async function follow({ service, terminal, json, values }: Call): Promise<number> {
  const { signal } = terminal;
  const zone = json ? "" : await householdZone(service);
  const request = {
    query: { last: parseLimit(values.limit ?? "10") },
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    for await (const line of service.lines<AlertLine>("/api/v1/alerts/stream", request)) {
      if (json) terminal.out(`${JSON.stringify(line)}\n`);
      else if ("skipped" in line) {
        terminal.err(`box: ${line.skipped} alerts were left out here: they came too fast.\n`);
      } else terminal.out(lineOf(line, terminal, zone));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return EXIT.ok;
}

async function kinds({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<AlertKinds>("GET", "/api/v1/alerts/kinds");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.kinds.map(({ kind, group, severity, once_per, a_day, text }) => [
    kind,
    group,
    String(severity),
    once_per === "time" ? "each time" : once_per,
    a_day === 0 ? "" : String(a_day),
    text,
  ]);
  printTable(terminal, ["Kind", "Group", "Severity", "Once per", "A day", "When"], rows);
  return EXIT.ok;
}

async function acknowledge(
  { service, terminal, json, switches }: Call,
  words: readonly string[],
): Promise<number> {
  const ids = numbersOf(words);
  if (words.length > 0 === switches.has("all")) {
    throw usageError("Give the numbers of alerts, or --all");
  }
  const body = switches.has("all") ? { all: true } : { ids };
  const answer = await service.call<{ acknowledged: number; open: number }>(
    "POST",
    "/api/v1/alerts/acknowledge",
    {
      body,
    },
  );
  if (json) printJson(terminal, answer);
  else {
    terminal.out(
      `${numberText(answer.acknowledged)} acknowledged, ${numberText(answer.open)} left\n`,
    );
  }
  return EXIT.ok;
}

async function reopen(
  { service, terminal, json }: Call,
  words: readonly string[],
): Promise<number> {
  const ids = numbersOf(words);
  if (ids.length === 0) throw usageError("Give the numbers of alerts");
  const answer = await service.call<{ reopened: number; open: number }>(
    "POST",
    "/api/v1/alerts/reopen",
    {
      body: { ids },
    },
  );
  if (json) printJson(terminal, answer);
  else {
    terminal.out(
      `${numberText(answer.reopened)} opened again, ${numberText(answer.open)} open\n`,
    );
  }
  return EXIT.ok;
}

function numbersOf(words: readonly string[]): number[] {
  const wrong = words.find((word) => !/^[1-9]\d{0,14}$/.test(word));
  if (wrong !== undefined) throw usageError(`This is no number of an alert: ${clean(wrong)}`);
  return words.map(Number);
}

function severityColor(severity: number): Color {
  if (severity >= 6) return "red";
  return severity >= 4 ? "yellow" : "blue";
}

/** One line per alert: number, time, kind, subject. */
function lineOf(alert: AlertResponse, terminal: Terminal, zone: string): string {
  const { id, time, kind, severity, text, name, detail, count, acknowledged } = alert;
  const color = acknowledged > 0 ? "gray" : severityColor(severity);
  const device = alert.device_id === 0 ? "" : deviceText(alert);
  const named = alert.private ? "(name private)" : name;
  const rest = [
    text,
    named,
    detail === name ? "" : detail,
    device,
    count > 1 ? `${count} times` : "",
  ];
  const facts = rest.filter((part) => part !== "").map(clean).join("  ");
  return `${String(id).padStart(5)}  ${timeText(time, zone)}  ${
    paint(terminal, color, clean(kind))
  }  ${facts}\n`;
}
