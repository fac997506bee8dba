/**
 * `box completion`: completion scripts for shells, generated from the declarations of the commands.
 */
import type { Setting } from "../../api/settings/setting.ts";
import { type Command, SHARED_OPTIONS } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, printJson } from "../terminal.ts";

/** The shells that have completions. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
/** A shell of `SHELLS`. */
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** The completion script of a shell; `settings` are the options of `box serve`. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  settings: readonly Setting[],
): string {
  return SCRIPTS[shell](completed(commands, settings));
}

/** Prints the completion of a shell. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Prints the completion script of a shell",
    usage: ["bash|zsh|fish"],
    actions: { bash: "For bash", zsh: "For zsh", fish: "For fish" },
    examples: [
      "box completion bash > /etc/bash_completion.d/box",
      "box completion zsh > /usr/local/share/zsh/site-functions/_box",
      "box completion fish > ~/.config/fish/completions/box.fish",
    ],
    most: 1,
    async run({ terminal, json, positionals: [shell] }) {
      const known = SHELLS.find((each) => each === shell);
      if (known === undefined) {
        throw usageError(
          `Name a shell, bash, zsh or fish${shell === undefined ? "" : `: ${clean(shell)}`}`,
        );
      }
      const script = completionScript(known, commands(), await terminal.settings?.() ?? []);
      if (json) printJson(terminal, { shell, script });
      else terminal.out(script);
      return EXIT.ok;
    },
  };
}

/**
 * The data for completion: the declaration of a command, with the words declared by other modules.
 */
type Completed = Pick<Command, "name" | "summary"> & Required<Pick<Command, "actions" | "options">>;

/**
 * Adds settings as options of `box serve`, commands as words of `box help`, and setting keys to
 * those of `box settings`.
 */
function completed(commands: readonly Command[], settings: readonly Setting[]): Completed[] {
  const summaries = (rows: readonly { readonly summary: string }[], words: readonly string[]) =>
    Object.fromEntries(rows.map(({ summary }, at) => [words[at], summary]));
  const flags = settings.map(({ flag, summary }) =>
    [flag.slice(2), { value: "VALUE", summary }] as const
  );
  const serve = {
    dev: { summary: "Unprivileged ports and data in ./data" },
    help: SHARED_OPTIONS.help,
  };
  return commands.map(({ name, summary, actions = {}, options = {} }) => ({
    name,
    summary,
    actions: {
      ...actions,
      ...name === "help" ? summaries(commands, commands.map(({ name }) => name)) : {},
      ...name === "settings" ? summaries(settings, settings.map(({ key }) => key)) : {},
    },
    options: name === "serve"
      ? { ...Object.fromEntries(flags), ...serve }
      : { ...options, ...SHARED_OPTIONS },
  }));
}

/** The words that may follow a command. */
function wordsOf({ actions, options }: Completed): string[] {
  return [...Object.keys(actions), ...Object.keys(options).map((name) => `--${name}`)];
}

/** The words that an option takes, by `COMMAND --option`. */
function valuesOf(commands: readonly Completed[]): [string, string][] {
  return commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { short, words }]): [string, string][] => {
      if (words === undefined) return [];
      const written = [`--${option}`, ...(short === undefined ? [] : [`-${short}`])];
      return [[written.map((word) => `"${name} ${word}"`).join("|"), words.join(" ")]];
    })
  );
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map((command) =>
    `    ${command.name}) words="${wordsOf(command).join(" ")}" ;;`
  );
  return [
    "_box() {",
    '  local words current="${COMP_WORDS[COMP_CWORD]}"',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    "  esac",
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    ...valuesOf(commands).map(([option, words]) => `    ${option}) words="${words}" ;;`),
    "  esac",
    `  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")}"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _box box",
    "",
  ].join("\n");
}

function zsh(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "").replaceAll(":", "\\:")}'`;
  const names = commands.map(({ name, summary }) =>
    `    ${quoted(name).slice(0, -1)}:${quoted(summary).slice(1)}`
  );
  const cases = commands.map((command) =>
    `    ${command.name}) compadd -- ${wordsOf(command).join(" ")} ;;`
  );
  return [
    "#compdef box",
    "_box() {",
    "  local -a commands=(",
    ...names,
    "  )",
    "  if (( CURRENT == 2 )); then _describe command commands; return; fi",
    '  case "$words[2] $words[CURRENT-1]" in',
    ...valuesOf(commands).map(([option, words]) => `    ${option}) compadd -- ${words}; return ;;`),
    "  esac",
    '  case "$words[2]" in',
    ...cases,
    "  esac",
    "  _files",
    "}",
    // Loaded from fpath, the file is the function and is called immediately. When sourced, it only
    // registers the function.
    'if [[ "$funcstack[1]" == _box ]]; then _box "$@"; else compdef _box box; fi',
    "",
  ].join("\n");
}

function fish(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.map(({ name, summary }) =>
    `complete -c box -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`
  );
  for (const command of commands) {
    const after = `complete -c box -n '__fish_seen_subcommand_from ${command.name}'`;
    for (const [word, summary] of Object.entries(command.actions)) {
      lines.push(`${after} -a ${word} -d ${quoted(summary)}`);
    }
    for (const [name, { value, short, summary, words }] of Object.entries(command.options)) {
      const choices = words === undefined ? " -r" : ` -x -a ${quoted(words.join(" "))}`;
      const takes = value === undefined ? "" : choices;
      lines.push(
        `${after} -l ${name}${short === undefined ? "" : ` -s ${short}`}${takes} -d ${
          quoted(summary)
        }`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
