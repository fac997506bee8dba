/** What a command of `box` is: one declaration gives its help, its options, its completion and what it does (DESIGN 6). */
import type { ServiceClient } from "./socket.ts";
import type { Terminal } from "./terminal.ts";

/** Exit codes: all well, it failed, it was called wrongly, the service does not run. */
export const EXIT = { ok: 0, failure: 1, usage: 2, notRunning: 3 } as const;

/** One option of a command. */
export interface CommandOption {
  /** The word for its value in the help (`ADDRESS`); absent = it takes none. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
  /** The words allowed, for help and completion. */
  readonly words?: readonly string[];
}

/** What a command is called with. */
export interface Call {
  readonly positionals: readonly string[];
  /** Values of options by long name. */
  readonly values: Readonly<Record<string, string>>;
  /** Options without a value that were given. */
  readonly switches: ReadonlySet<string>;
  /** `--json`: print what the API answers. */
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly service: ServiceClient;
}

/** One command. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows `box NAME`, one line for each form. */
  readonly usage: readonly string[];
  /** Words that may come first (`lists add`), for help and completion. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Positional arguments and what they are. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly string[];
  /** The most positional arguments. */
  readonly most: number;
  /** The exit code. Throws a CommandError for what a person must be told. */
  run(call: Call): Promise<number> | number;
}

/** Told to the person, with the exit code of the command. */
export class CommandError extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.failure) {
    super(message);
    this.name = "CommandError";
    this.exit = exit;
  }
}

/** The command was called wrongly. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}

/** Options that every command has. */
export const SHARED_OPTIONS: Readonly<Record<string, CommandOption>> = {
  json: { summary: "Print JSON" },
  "data-dir": {
    value: "FOLDER",
    summary: "Data directory of the box that is meant (BOX_DATA_DIR)",
  },
  socket: { value: "FILE", summary: "Local socket of the box that is meant" },
  help: { short: "h", summary: "Show this help" },
};
