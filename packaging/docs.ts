/**
 * Writes docs/cli.md and docs/settings.md from the declarations of commands and settings (`deno
 * task docs`). A contract test fails when they are out of date.
 */
import { SETTINGS } from "../api/settings/list.ts";
import type { Setting, SettingSection } from "../api/settings/setting.ts";
import { type Command, type CommandOption, SHARED_OPTIONS } from "../cli/command.ts";
import { EXIT } from "../cli/command_error.ts";
import { COMMANDS } from "../cli/list.ts";

const NOTE = "<!-- Written by `deno task docs`. Change the declarations, not this file. -->";

/** The chapters of settings in the order of the list, with their titles. */
const SECTION_TITLES: Readonly<Record<SettingSection, string>> = {
  network: "Network",
  upstreams: "Upstreams",
  cache: "Cache",
  filtering: "Filtering",
  insight: "Journal and statistics",
  box: "The box",
};

/** The text of docs/settings.md. */
export function settingsPage(settings: readonly Setting[]): string {
  const sections = [...new Set(settings.map(({ section }) => section))];
  const chapters = sections.map((section) => {
    const parts = settings.filter((setting) => setting.section === section).map(settingPart);
    return `## ${SECTION_TITLES[section]}\n\n${parts.join("\n")}`;
  });

  return [
    "# Settings",
    NOTE,
    "A value comes from the first of these that gives one: an option of `box serve`, a `BOX_*` variable, " +
    "`<data>/box.toml`, the database, the default. The first three fix a setting; pages then show it as fixed.",
    ...chapters,
  ].join("\n\n");
}

function settingPart(setting: Setting): string {
  const { key, kind, flag, env, summary } = setting;
  const facts = [
    `Default: ${defaultText(setting.default)}.`,
    `Option \`${flag}\`, variable \`${env}\`.`,
    setting.needsRestart ? "Applies after a restart." : "",
    setting.startOnly ? "Given at the start only, by option or variable." : "",
    setting.inBackups ? "" : "Not in backups.",
    setting.toSecondary ? "" : "Not given to the secondary of a pair.",
  ];
  const value = `Value: ${escaped(kind.allowed)}.`;
  return `- **\`${key}\`** ${escaped(summary)}. ${value} ${facts.filter(Boolean).join(" ")}`;
}

function defaultText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(quoted).join(", ");
  if (typeof value === "boolean") return quoted(value ? "on" : "off");
  return value === "" ? "empty" : quoted(value);
}

function quoted(value: unknown): string {
  return `\`${String(value)}\``;
}

/** The text of docs/cli.md. */
export function commandsPage(commands: readonly Command[]): string {
  const table = commands.map(({ name, summary }) =>
    `| [\`${name}\`](#box-${name}) | ${cell(summary)} |`
  );
  return [
    "# The command line",
    NOTE,
    "`box serve` runs the box. Every other command speaks to the running service over its local socket, which only " +
    "its user and root may open.",
    `| command | what it does |\n| --- | --- |\n${table.join("\n")}`,
    `## Options of every command but serve\n\n${optionsList(SHARED_OPTIONS)}`,
    "## Exit status",
    `- ${EXIT.ok}: success\n- ${EXIT.failure}: failure; the message says why\n` +
    `- ${EXIT.usage}: wrong use\n- ${EXIT.notRunning}: the service is not running`,
    ...commands.map(commandPart),
  ].join("\n\n");
}

function commandPart(command: Command): string {
  const { name, summary, usage, examples } = command;
  const parts = [
    `## box ${name}`,
    `${escaped(summary)}.`,
    fenced(usage.map((line) => `box ${name} ${line}`.trimEnd())),
    definitions(command.actions ?? {}),
    definitions(command.arguments ?? {}),
    optionsList(command.options ?? {}),
    examples.length === 0 ? "" : `Examples:\n\n${fenced(examples)}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

function definitions(terms: Readonly<Record<string, string>>): string {
  return Object.entries(terms).map(([term, text]) => `- \`${term}\`: ${escaped(text)}`).join("\n");
}

function optionsList(options: Readonly<Record<string, CommandOption>>): string {
  return Object.entries(options).map(([name, { value, short, summary, words }]) => {
    const long = value === undefined ? `--${name}` : `--${name} ${value}`;
    const names = short === undefined ? `\`${long}\`` : `\`-${short}\`, \`${long}\``;
    const choice = words === undefined ? "" : ` (${words.map(quoted).join(", ")})`;
    return `- ${names}: ${escaped(summary)}${choice}`;
  }).join("\n");
}

function fenced(lines: readonly string[]): string {
  return `\`\`\`\n${lines.join("\n")}\n\`\`\``;
}

/** Markdown shows `<`, `*`, `_` and `|` of a sentence unchanged only when they are escaped. */
function escaped(text: string): string {
  return text.replace(/[<>*_[\]\\]/g, "\\$&");
}

function cell(text: string): string {
  return escaped(text).replaceAll("|", "\\|");
}

/** The generated documents by path, formatted as `deno fmt` formats them. */
export async function generatedDocs(): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/settings.md": await formatted(settingsPage(SETTINGS as readonly Setting[])),
    "docs/cli.md": await formatted(commandsPage(COMMANDS)),
  };
}

async function formatted(markdown: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext=md", "--line-width=100", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(markdown));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(`deno fmt: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generatedDocs())) {
    await Deno.writeTextFile(new URL(`../${path}`, import.meta.url), text);
    console.log(path);
  }
}
