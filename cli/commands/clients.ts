/** `box clients`. */
import type { ClientsResponse } from "../../api/features/insight/statistics/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { clean, numberText, printJson, printTable } from "../terminal.ts";
import { timeText } from "../times.ts";
import { PERIODS } from "./stats.ts";

/** Shows the devices that sent queries in a period. */
export const clientsCommand: Command = {
  name: "clients",
  summary: "Shows the devices that sent queries in a period",
  usage: ["[--period PERIOD] [--limit NUMBER]"],
  options: {
    period: { value: "PERIOD", short: "p", summary: "Period, day if not given", words: PERIODS },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many to show, 100 if not given, 1000 at most",
    },
  },
  examples: ["box clients", "box clients --period week --limit 20"],
  most: 0,
  async run({ service, terminal, json, values: { period, limit } }) {
    if (limit !== undefined && !(/^\d{1,4}$/.test(limit) && +limit >= 1 && +limit <= 1000)) {
      throw usageError(
        `Bad value for --limit, allowed is a number from 1 to 1000: ${clean(limit)}`,
      );
    }
    const answer = await service.call<ClientsResponse>("GET", "/api/v1/clients", {
      query: { period, limit },
    });
    if (json) printJson(terminal, answer);
    else {
      const zone = await householdZone(service);
      const rows = answer.clients.map(({ address, name, queries, blocked, last_seen }) => [
        address,
        name,
        numberText(queries),
        numberText(blocked),
        last_seen === 0 ? "" : timeText(last_seen, zone),
      ]);
      printTable(terminal, ["Device", "Name", "Queries", "Blocked", "Last seen"], rows, [2, 3]);
    }
    return EXIT.ok;
  },
};
