/** `box activity`. */
import type {
  ActivityResponse,
  NamesResponse,
} from "../../api/features/insight/activity/routes.ts";
import type { TopResponse } from "../../api/features/insight/statistics/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { resolveScope } from "../scope.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";
import { PERIODS } from "./stats.ts";

/** Shows the queries of devices, people and groups in a period. */
export const activityCommand: Command = {
  name: "activity",
  summary: "Shows the queries of the household's devices in a period",
  usage: ["[--period PERIOD]", "WHOM [--names] [--period PERIOD]"],
  arguments: { WHOM: "device:3, person:2, group:1, or a name; every device if not given" },
  options: {
    period: { value: "PERIOD", short: "p", summary: "Period, day if not given", words: PERIODS },
    names: {
      short: "n",
      summary: "The names queried and blocked most, if every adult who uses it agreed",
    },
    limit: {
      value: "NUMBER",
      short: "l",
      summary: "How many names to show, 10 if not given, 100 at most",
    },
  },
  examples: ["box activity", "box activity device:3 --period week", "box activity emma --names"],
  most: 1,
  async run(call) {
    const { positionals: [whom], switches, values } = call;
    if (
      values.limit !== undefined &&
      !(/^\d{1,3}$/.test(values.limit) && +values.limit >= 1 && +values.limit <= 100)
    ) {
      throw usageError(
        `Bad value for --limit, allowed is a number from 1 to 100: ${clean(values.limit)}`,
      );
    }
    if (whom === undefined) {
      if (switches.has("names")) {
        throw usageError("Name whose names to show: box activity device:3 --names");
      }
      return await everyDevice(call);
    }
    const scope = (await resolveScope({ ...call, values: { ...values, scope: whom } }))!;
    return await (switches.has("names") ? namesOf(call, scope) : numbersOf(call, scope));
  },
};

async function everyDevice({ service, terminal, json, values: { period } }: Call): Promise<number> {
  const query = { kind: "devices", period, limit: 200 };
  const answer = await service.call<TopResponse>("GET", "/api/v1/top", { query });
  if (json) printJson(terminal, answer);
  else {
    const rows = answer.top.map(({ key, count, name = "", person, device }) => [
      key,
      name,
      person?.name ?? (device?.shared ? "shared" : ""),
      numberText(count),
    ]);
    printTable(terminal, ["Scope", "Device", "Person", "Queries"], rows, [3]);
  }
  return EXIT.ok;
}

async function numbersOf(
  { service, terminal, json, values: { period } }: Call,
  scope: string,
): Promise<number> {
  const answer = await service.call<ActivityResponse>("GET", "/api/v1/activity", {
    query: { scope, period },
  });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  printTable(terminal, [], [
    ["Name", answer.name],
    ["Queries", numberText(answer.queries)],
    ["Blocked", numberText(answer.blocked)],
    ...answer.shared ? [["Shared", "by several people"]] : [],
    ...answer.private
      ? [["Names", "kept private: an adult has not agreed to detailed reports"]]
      : [],
  ]);
  for (
    const [head, counts] of [["Category", answer.categories], ["Service", answer.services]] as const
  ) {
    const rows = Object.entries(counts).sort((a, b) => b[1] - a[1]).slice(0, 10);
    if (rows.length > 0) terminal.out("\n");
    if (rows.length > 0) {
      printTable(terminal, [head, "Queries"], rows.map(([key, n]) => [key, numberText(n)]), [1]);
    }
  }
  const devices = [...answer.devices, ...answer.shared_devices].map((
    { device, queries, blocked },
  ): Cell[] => [
    `device:${device.id}`,
    device.label,
    device.shared ? "shared" : "",
    numberText(queries),
    numberText(blocked),
  ]);
  if (devices.length === 0 || scope.startsWith("device:")) return EXIT.ok;
  terminal.out("\n");
  printTable(terminal, ["Device", "Name", "", "Queries", "Blocked"], devices, [3, 4]);
  return EXIT.ok;
}

async function namesOf({ service, terminal, json, values }: Call, scope: string): Promise<number> {
  const query = { scope, period: values.period, limit: values.limit };
  const answer = await service.call<NamesResponse>("GET", "/api/v1/activity/names", { query });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const table = (head: string, names: NamesResponse["names"]) =>
    printTable(
      terminal,
      ["Queries", head],
      names.map(({ name, count }) => [numberText(count), name]),
      [0],
    );
  table("Names asked most", answer.names);
  terminal.out("\n");
  table("Names blocked most", answer.blocked);
  const left = answer.left_out === 1
    ? "1 device keeps its names"
    : `${answer.left_out} devices keep their names`;
  if (answer.left_out > 0) terminal.out(`\n${left} private.\n`);
  return EXIT.ok;
}
