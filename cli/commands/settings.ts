/** `box settings`. */
import type { SettingResponse, SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import { clean, printJson, printTable } from "../terminal.ts";

/** Shows and changes the settings. */
export const settingsCommand: Command = {
  name: "settings",
  summary: "Shows and changes the settings",
  usage: ["[show]", "get KEY", "set KEY VALUE", "set KEY=VALUE...", "reset KEY..."],
  actions: {
    show: "Every setting with its value and where it comes from",
    get: "The value of one setting",
    set: "Change one setting or several at once; the entries of a list are separated by commas",
    reset: "Put settings back to their default",
  },
  arguments: { KEY: "Name of a setting", VALUE: "Its new value" },
  examples: [
    "box settings",
    "box settings get upstreams",
    "box settings set upstreams quad9,tls://dns.example",
    "box settings set journal_days=30 anonymize_clients=prefix",
    "box settings reset upstreams",
  ],
  most: 100,
  async run(call) {
    const [action = "show", ...words] = call.positionals;
    if (action === "show") return words.length > 0 ? tooMany(action, words[0]) : await show(call);
    if (!["get", "set", "reset"].includes(action)) {
      throw usageError(`Unknown action, allowed are show, get, set and reset: ${clean(action)}`);
    }
    const [key] = words;
    if (key === undefined) throw usageError(`Name the setting: box settings ${action} KEY`);
    if (action === "get") {
      return words.length > 1 ? tooMany(action, words[1]) : await get(call, key);
    }
    const values = action === "set"
      ? valuesOf(words)
      : Object.fromEntries(words.map((word) => [word, null]));
    return printSettings(call, await saveSettings(call, values));
  },
};

/** The new values: one key with its value, or any number of KEY=VALUE. */
function valuesOf(words: readonly string[]): Record<string, string> {
  const [key, value] = words;
  if (/^[a-z0-9_]+=/.test(key)) {
    return Object.fromEntries(words.map((word) => {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
      if (name === undefined) throw usageError(`Write each setting as KEY=VALUE: ${clean(word)}`);
      return [name, text];
    }));
  }
  if (value === undefined) {
    throw usageError(`Give the new value: box settings set ${clean(key)} VALUE`);
  }
  return words.length > 2 ? tooMany("set", words[2]) : { [key]: value };
}

function tooMany(action: string, word: string): never {
  throw usageError(`One argument too many for \`box settings ${action}\`: ${clean(word)}`);
}

/** A single setting has its own route; several are changed all or none. */
async function saveSettings(
  { service }: Call,
  values: Readonly<Record<string, string | null>>,
): Promise<SettingResponse[]> {
  const [[key, value], ...others] = Object.entries(values);
  const path = `/api/v1/settings/${encodeURIComponent(key)}`;
  if (others.length > 0) {
    return (await service.call<SettingsResponse>("PUT", "/api/v1/settings", { body: { values } }))
      .settings;
  }
  if (value === null) return [await service.call<SettingResponse>("DELETE", path)];
  return [await service.call<SettingResponse>("PUT", path, { body: { value } })];
}

async function show({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<SettingsResponse>("GET", "/api/v1/settings");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.settings.map((
    row,
  ) => [
    row.key,
    valueText(row),
    row.fixed_by === "" ? row.source : `fixed by ${row.fixed_by}`,
    row.summary,
  ]);
  printTable(terminal, ["Setting", "Value", "From", "What it is"], rows);
  return EXIT.ok;
}

async function get({ service, terminal, json }: Call, key: string): Promise<number> {
  const { settings } = await service.call<SettingsResponse>("GET", "/api/v1/settings");
  const row = settings.find((candidate) => candidate.key === key);
  if (row === undefined) {
    const near = suggestNearest(key, settings.map(({ key }) => key));
    throw new CommandError(
      `There is no such setting${near === undefined ? "" : `, perhaps ${near} is meant`}: ${
        clean(key)
      }`,
    );
  }
  if (json) printJson(terminal, row);
  else terminal.out(`${clean(valueText(row))}\n`);
  return EXIT.ok;
}

function printSettings({ terminal, json }: Call, rows: readonly SettingResponse[]): number {
  if (json) {
    printJson(terminal, rows.length === 1 ? rows[0] : { settings: rows });
    return EXIT.ok;
  }
  for (const row of rows) terminal.out(`${row.key} = ${clean(valueText(row))}\n`);
  if (rows.some(({ waits }) => waits)) {
    terminal.out("It holds after a restart of the box: box restart\n");
  }
  return EXIT.ok;
}

function valueText({ value }: SettingResponse): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "object" ? value.join(",") : String(value);
}
