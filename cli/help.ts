/** The help of commands, made from their declarations. */
import { type Command, type CommandOption, SHARED_OPTIONS } from "./command.ts";
import { pad, widthOf } from "./terminal.ts";

/** The help of one command. */
export function commandHelp(command: Command): string {
  const parts = [
    `${command.summary}.\n`,
    `Usage:\n${
      command.usage.map((usage) => `  box ${command.name} ${usage}`.trimEnd()).join("\n")
    }\n`,
    section("Actions", Object.entries(command.actions ?? {})),
    section("Arguments", Object.entries(command.arguments ?? {})),
    section("Options", optionRows({ ...command.options, ...SHARED_OPTIONS, ...command.options })),
    `Examples:\n${command.examples.map((example) => `  ${example}`).join("\n")}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The help of `box` itself. */
export function overviewHelp(commands: readonly Command[], version: string): string {
  return [
    `box ${version}: a DNS filter for the home and the small company.\n`,
    "Usage:\n  box COMMAND [OPTIONS]\n",
    section("Commands", commands.map(({ name, summary }) => [name, summary])),
    "`box help COMMAND` says more. Exit codes: 0 well, 1 failed, 2 called wrongly, 3 the service does not run.\n",
  ].join("\n");
}

function optionRows(options: Readonly<Record<string, CommandOption>>): [string, string][] {
  return Object.entries(options).map(([name, { value, short, summary, words }]) => [
    `${short === undefined ? "    " : `-${short}, `}--${name}${
      value === undefined ? "" : ` ${value}`
    }`,
    words === undefined
      ? summary
      : `${summary} (${words.filter((word) => word !== "").join(", ")})`,
  ]);
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(([word]) => widthOf(word)));
  return `${title}:\n${rows.map(([word, text]) => `  ${pad(word, width)}  ${text}`).join("\n")}\n`;
}
