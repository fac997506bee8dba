/**
 * Commands with actions (`box people add`): selects the action, and prints the results that all of
 * them share.
 */
import { suggestNearest } from "../policy/model/nearest.ts";
import type { Call } from "./command.ts";
import { EXIT, usageError } from "./command_error.ts";
import { clean, printJson } from "./terminal.ts";

/**
 * One action: what it does, its maximum number of arguments, and the required ones as named in the
 * usage.
 */
export interface CommandAction {
  readonly summary: string;
  readonly needs: readonly string[];
  /** Names of the arguments; absent = none. */
  readonly more?: number;
  readonly run: (call: Call, ...given: string[]) => Promise<number>;
}

/** Runs the action named by the first word. */
export async function runAction(
  command: string,
  actions: Readonly<Record<string, CommandAction>>,
  call: Call,
  usual: string,
): Promise<number> {
  const [word = usual, ...given] = call.positionals;
  if (!Object.hasOwn(actions, word)) {
    const near = suggestNearest(word, Object.keys(actions));
    const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
    throw usageError(
      `Unknown action${hint} (\`box ${command} --help\` lists them): ${clean(word)}`,
    );
  }
  const {
    needs,
    more = 0,
    run,
  } = actions[word];
  const most = needs.length + more;
  if (given.length < needs.length) {
    throw usageError(`Something is missing: box ${command} ${[word, ...needs].join(" ")}`);
  }
  if (given.length > most) {
    throw usageError(`One argument too many for \`box ${command} ${word}\`: ${clean(given[most])}`);
  }
  return await run(call, ...given);
}

/** Prints the response of the API, or a sentence. */
export function printResult({ terminal, json }: Call, answer: unknown, text: string): number {
  if (json) printJson(terminal, answer);
  else terminal.out(`${text}\n`);
  return EXIT.ok;
}

/** The summaries of actions, for help and completion. */
export function summariesOf(
  actions: Readonly<Record<string, CommandAction>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(actions).map(([name, { summary }]) => [name, summary]));
}
