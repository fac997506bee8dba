/** Commands with actions (`box people add`): the action that is meant, and what all of them tell. */
import { nearest } from "../policy/model/nearest.ts";
import { type Call, EXIT, usageError } from "./command.ts";
import { clean, printJson } from "./terminal.ts";

/** One action: what it does, how many arguments it takes at most, and the arguments that it must have, as the usage names them. */
export interface CommandAction {
  readonly summary: string;
  readonly needs: readonly string[];
  /** Arguments that may follow; absent = none. */
  readonly more?: number;
  readonly run: (call: Call, ...given: string[]) => Promise<number>;
}

/** Runs the action that the first word names. */
export async function runAction(
  command: string,
  actions: Readonly<Record<string, CommandAction>>,
  call: Call,
  usual: string,
): Promise<number> {
  const [word = usual, ...given] = call.positionals;
  if (!Object.hasOwn(actions, word)) {
    const near = nearest(word, Object.keys(actions));
    const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
    throw usageError(
      `Unknown action${hint} (\`box ${command} --help\` lists them): ${clean(word)}`,
    );
  }
  const { needs, more = 0, run } = actions[word], most = needs.length + more;
  if (given.length < needs.length) {
    throw usageError(`Something is missing: box ${command} ${[word, ...needs].join(" ")}`);
  }
  if (given.length > most) {
    throw usageError(`One argument too many for \`box ${command} ${word}\`: ${clean(given[most])}`);
  }
  return await run(call, ...given);
}

/** Prints what the API answered, or a sentence. */
export function told({ terminal, json }: Call, answer: unknown, text: string): number {
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
