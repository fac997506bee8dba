/** The manual page of `box` (man(7)), generated from the declarations of commands and settings. */
import type { Setting } from "../api/settings/setting.ts";
import { type Command, type CommandOption, SHARED_OPTIONS } from "./command.ts";
import { EXIT } from "./command_error.ts";

/** The page; `settings` are the options of `box serve`. */
export function manPage(
  commands: readonly Command[],
  settings: readonly Setting[],
  version: string,
): string {
  const lines = [
    `.TH BOX 1 "" "box ${roff(version)}" "box"`,
    // Lines are not stretched: one with a long address cannot be.
    ".ad l",
    ".SH NAME",
    "box \\- DNS filter for the home and the small company",
    ".SH SYNOPSIS",
    ".B box",
    ".I COMMAND",
    "[OPTIONS]",
    ".SH DESCRIPTION",
    roff(
      "The box answers DNS for the devices of a network and blocks what its household chose to block. `box serve` runs it; ",
    ),
    roff(
      "every other command speaks to the running service over its local socket, which its user and root alone may open.",
    ),
    ".SH COMMANDS",
    ...commands.flatMap(commandPart),
    ".SH OPTIONS",
    "Every command but serve has these.",
    ...optionParts(SHARED_OPTIONS),
    ".SH OPTIONS OF SERVE",
    roff(
      "Each is also a variable of the environment, a key of box.toml and a setting of the box, in this order.",
    ),
    ...settings.flatMap(settingPart),
    ".SH EXIT STATUS",
    ...term(String(EXIT.ok), "All went well."),
    ...term(String(EXIT.failure), "It failed; the message says why."),
    ...term(String(EXIT.usage), "The command was called wrongly."),
    ...term(String(EXIT.notRunning), "The service does not run."),
    ".SH FILES",
    ...term("/var/lib/box", "The data directory, unless another one is given."),
    ...term("/var/lib/box/box.toml", "Settings that the box itself does not change."),
    ...term("/var/lib/box/box.sock", "The local socket."),
    ".SH EXAMPLES",
    ...commands.flatMap(({ examples }) => [".PP", ".nf", ...examples.map(roff), ".fi"]),
  ];
  return `${lines.join("\n")}\n`;
}

function commandPart(
  { name, summary, usage, actions = {}, arguments: words = {}, options = {} }: Command,
): string[] {
  return [
    `.SS ${roff(name)}`,
    `${roff(summary)}.`,
    ...usage.flatMap((form) => [".br", `\\fBbox ${roff(name)}\\fR ${roff(form)}`.trimEnd()]),
    ...Object.entries(actions).flatMap(([word, what]) => term(word, what)),
    ...Object.entries(words).flatMap(([word, what]) => term(word, what)),
    ...optionParts(options),
  ];
}

function optionParts(options: Readonly<Record<string, CommandOption>>): string[] {
  return Object.entries(options).flatMap(([name, { value, short, summary, words }]) => {
    const head = `${short === undefined ? "" : `-${short}, `}--${name}${
      value === undefined ? "" : ` ${value}`
    }`;
    return term(
      head,
      words === undefined
        ? summary
        : `${summary} (${words.filter((word) => word !== "").join(", ")})`,
    );
  });
}

function settingPart({ flag, env, summary, kind, default: usual }: Setting): string[] {
  const value = Array.isArray(usual) ? usual.join(",") : String(usual);
  return term(
    `${flag} (${env})`,
    `${summary}. Allowed: ${kind.allowed}.${value === "" ? "" : ` Default: ${value}.`}`,
  );
}

function term(word: string, what: string): string[] {
  return [".TP", `\\fB${roff(word)}\\fR`, roff(what)];
}

/** One line of text for roff, escaped so that nothing in it is a request or an escape. */
function roff(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(
    /[\p{Cc}\u2028\u2029]+/gu,
    " ",
  )
    .replaceAll("…", "...").replaceAll("’", "'");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
