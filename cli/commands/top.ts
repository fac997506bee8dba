/** `box top`. */
import type { TopResponse } from "../../api/features/insight/statistics/routes.ts";
import { parseAddress } from "../address.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, numberText, printJson, printTable } from "../terminal.ts";
import { PERIODS } from "./stats.ts";

const KINDS: Readonly<Record<string, string>> = {
  names: "Names asked most",
  blocked: "Names blocked most",
  clients: "Addresses that ask most",
  blocked_clients: "Addresses blocked most",
  upstreams: "Upstreams that answer most",
  lists: "Lists that block most",
  reasons: "Reasons for blocks",
  types: "Record types asked most",
  devices: "Devices of the household that ask most",
  blocked_devices: "Devices of the household blocked most",
  people: "People whose devices ask most",
  blocked_people: "People whose devices are blocked most",
  categories: "Categories blocked or reported most",
  services: "Services blocked or reported most",
};

/** Shows the most frequent names, clients and other keys of a period. */
export const topCommand: Command = {
  name: "top",
  summary: "Shows the most frequent names, devices and more of a period",
  usage: [
    "[KIND] [--period PERIOD] [--limit NUMBER]",
    "[names|blocked] --client ADDRESS [--period PERIOD]",
  ],
  actions: KINDS,
  options: {
    period: { value: "PERIOD", short: "p", summary: "Period, day if not given", words: PERIODS },
    client: {
      value: "ADDRESS",
      short: "c",
      summary: "Names, or blocked names, of this device alone",
    },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many to show, 10 if not given, 200 at most",
    },
  },
  examples: ["box top", "box top blocked --period week --limit 20"],
  most: 1,
  async run({ service, terminal, json, values, positionals: [kind = "names"] }) {
    if (!Object.hasOwn(KINDS, kind)) {
      throw usageError(
        `Unknown ranking, allowed are ${Object.keys(KINDS).join(", ")}: ${clean(kind)}`,
      );
    }
    if (
      values.limit !== undefined &&
      !(/^\d{1,3}$/.test(values.limit) && +values.limit >= 1 && +values.limit <= 200)
    ) {
      throw usageError(
        `Bad value for --limit, allowed is a number from 1 to 200: ${clean(values.limit)}`,
      );
    }
    const { period, limit, client } = values;
    const query = {
      kind,
      period,
      limit,
      client: client === undefined ? undefined : parseAddress(client),
    };
    const answer = await service.call<TopResponse>("GET", "/api/v1/top", { query });
    if (json) printJson(terminal, answer);
    else {
      const rows = answer.top.map((
        { key, count, name = "" },
      ) => [numberText(count), name === "" ? key : `${key}  ${name}`]);
      printTable(terminal, ["Queries", KINDS[kind]], rows, [0]);
    }
    return EXIT.ok;
  },
};
