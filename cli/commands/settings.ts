/** `box settings`. */
import type { ShownSetting, ShownSettings } from "../../api/features/box/settings/routes.ts";
import { type Call, type Command, CommandError, EXIT, usageError } from "../command.ts";
import { nearest } from "../../policy/model/nearest.ts";
import { clean, printJson, printTable, type Terminal } from "../terminal.ts";

/** Shows and changes the settings. */
export const settingsCommand: Command = {
  name: "settings",
  summary: "Shows and changes the settings",
  usage: ["[show]", "get KEY", "set KEY VALUE", "reset KEY"],
  actions: {
    show: "Every setting with its value and where it comes from",
    get: "The value of one setting",
    set: "Change a setting; the entries of a list are parted by commas",
    reset: "Put a setting back to its default",
  },
  arguments: { KEY: "Name of a setting", VALUE: "Its new value" },
  examples: [
    "box settings",
    "box settings get upstreams",
    "box settings set upstreams quad9,tls://dns.example",
    "box settings reset upstreams",
  ],
  most: 3,
  async run(call) {
    const [action = "show", key, value] = call.positionals;
    const most = ({ show: 1, get: 2, set: 3, reset: 2 } as Readonly<Record<string, number>>)[action];
    if (most === undefined) throw usageError(`Unknown action, allowed are show, get, set and reset: ${clean(action)}`);
    if (call.positionals.length > most) {
      throw usageError(`One argument too many for \`box settings ${action}\`: ${clean(call.positionals[most])}`);
    }
    if (action === "show") return await show(call);
    if (key === undefined) throw usageError(`Name the setting: box settings ${action} KEY`);
    if (action === "get") return await get(call, key);
    if (action === "set" && value === undefined) {
      throw usageError(`Give the new value: box settings set ${clean(key)} VALUE`);
    }
    const path = `/api/v1/settings/${encodeURIComponent(key)}`;
    const changed = action === "set"
      ? await call.service.call<ShownSetting>("PUT", path, { body: { value } })
      : await call.service.call<ShownSetting>("DELETE", path);
    return told(call, changed);
  },
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<ShownSettings>("GET", "/api/v1/settings");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.settings.map((
    row,
  ) => [row.key, valueText(row), row.fixed_by === "" ? row.source : `fixed by ${row.fixed_by}`, row.summary]);
  printTable(terminal, ["Setting", "Value", "From", "What it is"], rows);
  return EXIT.ok;
}

async function get({ service, terminal, json }: Call, key: string): Promise<number> {
  const { settings } = await service.call<ShownSettings>("GET", "/api/v1/settings");
  const row = settings.find((candidate) => candidate.key === key);
  if (row === undefined) {
    const near = nearest(key, settings.map(({ key }) => key));
    throw new CommandError(
      `There is no such setting${near === undefined ? "" : `, perhaps ${near} is meant`}: ${clean(key)}`,
    );
  }
  if (json) printJson(terminal, row);
  else terminal.out(`${clean(valueText(row))}\n`);
  return EXIT.ok;
}

function told({ terminal, json }: { terminal: Terminal; json: boolean }, row: ShownSetting): number {
  if (json) printJson(terminal, row);
  else {
    terminal.out(`${row.key} = ${clean(valueText(row))}\n`);
    if (row.needs_restart) terminal.out("It holds after a restart of the box.\n");
  }
  return EXIT.ok;
}

function valueText({ value }: ShownSetting): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "object" ? value.join(",") : String(value);
}
