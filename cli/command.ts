/**
 * The declaration of a `box` command. It defines the help, the options, the completion and the
 * behaviour.
 */
import type { ServiceClient } from "./socket.ts";
import type { Terminal } from "./terminal.ts";

/** One option of a command. */
export interface CommandOption {
  /** The placeholder of its value in the help (`ADDRESS`); absent = no value. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
  /** The allowed values, for help and completion. */
  readonly words?: readonly string[];
}

/** The arguments of a call. */
export interface Call {
  readonly positionals: readonly string[];
  /** Values of options by long name. */
  readonly values: Readonly<Record<string, string>>;
  /** Options given without a value. */
  readonly switches: ReadonlySet<string>;
  /** `--json`: print the response of the API. */
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly service: ServiceClient;
}

/** One command. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The text after `box NAME` in the usage, one line per form. */
  readonly usage: readonly string[];
  /** Actions that may come first (`lists add`), for help and completion. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Positional arguments with their descriptions. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly string[];
  /** The maximum number of positional arguments. */
  readonly most: number;
  /** Returns the exit code. Throws a CommandError for errors to show to the user. */
  run(call: Call): Promise<number> | number;
}

/** Options of every command. */
export const SHARED_OPTIONS: Readonly<Record<string, CommandOption>> = {
  json: { summary: "Print JSON" },
  "data-dir": {
    value: "FOLDER",
    summary: "Data directory of the box that is meant (BOX_DATA_DIR)",
  },
  socket: { value: "FILE", summary: "Local socket of the box that is meant" },
  help: { short: "h", summary: "Show this help" },
};
