/** `box stats`. */
import type { StatisticsResponse } from "../../api/features/insight/statistics/routes.ts";
import { parseAddress } from "../address.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { microsecondsText, numberText, printJson, printTable } from "../terminal.ts";

/** The periods of the statistics. */
export const PERIODS = ["hour", "day", "week", "month", "year"];

/** Shows the numbers of queries of a period. */
export const statsCommand: Command = {
  name: "stats",
  summary: "Shows the queries of a period in numbers",
  usage: ["[--period PERIOD] [--client ADDRESS]"],
  options: {
    period: { value: "PERIOD", short: "p", summary: "Period, day if not given", words: PERIODS },
    client: { value: "ADDRESS", short: "c", summary: "Only queries of this device" },
  },
  examples: ["box stats", "box stats --period week --json", "box stats --client 192.168.1.20"],
  most: 0,
  async run({ service, terminal, json, values }) {
    const { period, client } = values;
    const query = { period, client: client === undefined ? undefined : parseAddress(client) };
    const stats = await service.call<StatisticsResponse>("GET", "/api/v1/statistics", { query });
    if (json) {
      printJson(terminal, stats);
      return EXIT.ok;
    }
    const share = (count: number) =>
      stats.queries === 0 ? "" : `${(count / stats.queries * 100).toFixed(1)} %`;
    printTable(terminal, [], [
      ["Queries", numberText(stats.queries), ""],
      ["Blocked", numberText(stats.blocked), share(stats.blocked)],
      ...values.client === undefined
        ? [["Average", microsecondsText(stats.average_duration), ""]]
        : [],
    ], [1, 2]);
    if (values.client !== undefined) return EXIT.ok;
    for (const by of ["status", "type", "transport", "upstream"] as const) {
      const rows = Object.entries(stats.by[by]).sort((a, b) => b[1] - a[1]).slice(0, 8);
      if (rows.length === 0) continue;
      terminal.out("\n");
      printTable(
        terminal,
        [`By ${by}`, "Queries", "Share"],
        rows.map(([key, n]) => [key, numberText(n), share(n)]),
        [
          1,
          2,
        ],
      );
    }
    return EXIT.ok;
  },
};
