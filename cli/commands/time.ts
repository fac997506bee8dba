/** `box time`. */
import type { ReportResponse, TimeResponse } from "../../api/features/insight/time_spent/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { findPerson } from "../household.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

/** Shows what a person spends time on. */
export const timeCommand: Command = {
  name: "time",
  summary: "Shows what a person spends time on, as far as queries show",
  usage: ["PERSON [--days NUMBER]", "PERSON --report PERIOD"],
  arguments: { PERSON: "Name or number of a person" },
  options: {
    days: {
      value: "NUMBER",
      short: "d",
      summary: "How many days, today included: 7 if not given, 90 at most",
    },
    report: {
      value: "PERIOD",
      short: "r",
      summary: "In all, next to the period before",
      words: ["week", "month"],
    },
  },
  examples: ["box time emma", "box time emma --days 30", "box time 2 --report week"],
  most: 1,
  async run(call) {
    const { positionals: [whom], values: { days, report } } = call;
    if (whom === undefined) throw usageError("Name the person: box time PERSON");
    if (days !== undefined && report !== undefined) {
      throw usageError("Give --days or --report, not both");
    }
    if (days !== undefined && !(/^\d{1,2}$/.test(days) && +days >= 1 && +days <= 90)) {
      throw usageError(`Bad value for --days, allowed is a number from 1 to 90: ${clean(days)}`);
    }
    const { id } = await findPerson(call.service, whom);
    return await (report === undefined ? byDays(call, id) : compared(call, id));
  },
};

async function byDays(
  { service, terminal, json, values: { days } }: Call,
  id: number,
): Promise<number> {
  const answer = await service.call<TimeResponse>("GET", `/api/v1/people/${id}/time`, {
    query: { days },
  });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const top = (rows: readonly { readonly minutes: number }[], wordOf: (row: never) => string) =>
    rows.slice(0, 3).map((row) => `${wordOf(row as never)} ${duration(row.minutes)}`).join(", ");
  const rows = (shown: TimeResponse["days"]): Cell[][] =>
    shown.map(({ day, minutes, categories, services }) => [
      day,
      duration(minutes),
      top(categories, ({ category }: { category: string }) => category),
      top(services, ({ name }: { name: string }) => name),
    ]);
  printTable(terminal, ["Day", "Time", "Categories", "Services"], rows(answer.days), [1]);
  for (const { label, device_id, days } of answer.shared) {
    terminal.out(`\n${clean(label || `device:${device_id}`)}, shared with others:\n`);
    printTable(terminal, ["Day", "Time", "Categories", "Services"], rows(days), [1]);
  }
  return end(terminal, answer);
}

async function compared(
  { service, terminal, json, values: { report: period } }: Call,
  id: number,
): Promise<number> {
  const answer = await service.call<ReportResponse>("GET", `/api/v1/people/${id}/report`, {
    query: { period },
  });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  printTable(terminal, [], [
    ["Name", answer.name],
    ["Days", `${answer.first_day} to ${answer.last_day}`],
    ["Time", `${duration(answer.minutes)} (${duration(answer.before)} before)`],
    ["Queries", numberText(answer.queries)],
    ["Blocked", numberText(answer.blocked)],
  ]);
  const table = (head: string, rows: readonly (readonly [string, number, number])[]) => {
    if (rows.length === 0) return;
    terminal.out("\n");
    const cells = rows.map((
      [word, minutes, before],
    ): Cell[] => [word, duration(minutes), duration(before)]);
    printTable(terminal, [head, "Time", "Before"], cells, [1, 2]);
  };
  table(
    "Category",
    answer.categories.map(({ category, minutes, before }) => [category, minutes, before]),
  );
  table(
    "Service",
    answer.services.slice(0, 20).map(({ name, minutes, before }) => [name, minutes, before]),
  );
  table(
    "Shared device",
    answer.shared.map((
      { label, device_id, minutes, before },
    ) => [label || `device:${device_id}`, minutes, before]),
  );
  return end(terminal, answer);
}

function end(
  terminal: Call["terminal"],
  { private: reserved, notes }: TimeResponse | ReportResponse,
): number {
  if (reserved) {
    terminal.out("\nOnly totals are shown: an adult has not agreed to detailed reports.\n");
  }
  if (notes.includes("clients_left_out")) {
    terminal.out("\nNothing is counted while anonymize_clients leaves clients out.\n");
  }
  terminal.out(
    "\nCounted from queried names: background queries of apps count, other networks and mobile data do not.\n",
  );
  return EXIT.ok;
}

/** `1 h 25 min`. */
function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
