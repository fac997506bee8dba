/** Finds a command by its name and calls it with the given options and arguments. */
import { parseArgs } from "node:util";
import { suggestNearest } from "../policy/model/nearest.ts";
import { type Call, type Command, SHARED_OPTIONS } from "./command.ts";
import { type CommandError, EXIT, usageError } from "./command_error.ts";
import { commandHelp } from "./help.ts";
import { COMMANDS } from "./list.ts";
import { socketClient, socketPath } from "./socket.ts";
import { clean, type Terminal } from "./terminal.ts";

/** Runs a command and returns its exit code. Throws a CommandError for wrong usage or a failure. */
export async function runCommand(
  name: string,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    throw unknown(
      "command",
      name,
      COMMANDS.map(({ name }) => name),
      "box help",
    );
  }
  const call = readCall(command, argv, terminal);
  if (call.switches.has("help")) {
    terminal.out(commandHelp(command));
    return EXIT.ok;
  }
  return await command.run(call);
}

function readCall(command: Command, argv: readonly string[], terminal: Terminal): Call {
  const options = { ...SHARED_OPTIONS, ...command.options };
  const types = Object.entries(options).map(([name, { value, short }]) => [
    name,
    {
      type: value === undefined ? "boolean" as const : "string" as const,
      ...(short === undefined ? {} : { short }),
    },
  ]);
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string> = {};
  const switches = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      throw unknown("option", token.rawName, optionWords(options), `box ${command.name} --help`);
    }
    if (option.value === undefined) {
      if (token.value !== undefined) {
        throw usageError(`The option takes no value: ${token.rawName}`);
      }
      switches.add(token.name);
    } else values[token.name] = checkedValue(token, option.words);
  }
  if (positionals.length > command.most && !switches.has("help")) {
    const too = positionals[command.most];
    throw usageError(
      `One argument too many for \`box ${command.name}\` (box ${command.name} --help): ${
        clean(too)
      }`,
    );
  }
  const path = socketPath({ socket: values.socket, dataDir: values["data-dir"] }, terminal.env);
  return {
    positionals,
    values,
    switches,
    json: switches.has("json"),
    terminal,
    service: socketClient(path),
  };
}

interface GivenValue {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkedValue(
  { rawName, value, inlineValue }: GivenValue,
  words: readonly string[] | undefined,
): string {
  // A word that looks like an option is not taken as a value, unless it is written with an equals
  // sign.
  if (value === undefined || (inlineValue === false && /^--?[a-z]/.test(value))) {
    throw usageError(`The option needs a value: ${rawName}`);
  }
  if (words === undefined || words.includes(value)) return value;
  throw usageError(`Bad value for ${rawName}, allowed are ${words.join(", ")}: ${clean(value)}`);
}

function optionWords(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}

/** The error for an unknown word, with the most similar known one. */
function unknown(what: string, word: string, known: readonly string[], help: string): CommandError {
  const near = suggestNearest(word, known);
  const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
  return usageError(
    `Unknown ${what}${hint} (\`${help}\` lists them): ${clean(word).slice(0, 100)}`,
  );
}
