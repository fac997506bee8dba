/** Exit codes, and errors that commands show to the user. */

/** Exit codes: success, failure, wrong usage, the service does not run. */

export const EXIT = { ok: 0, failure: 1, usage: 2, notRunning: 3 } as const;
/** An error shown to the user, with the exit code of the command. */
export class CommandError extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.failure) {
    super(message);
    this.name = "CommandError";
    this.exit = exit;
  }
}

/** An error for wrong usage of the command. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}
