/** `box diagnostic`. */
import type { Command } from "../command.ts";
import { CommandError, EXIT } from "../command_error.ts";
import { clean, printJson } from "../terminal.ts";

/** Writes the diagnostic report. */
export const diagnosticCommand: Command = {
  name: "diagnostic",
  summary: "Shows a diagnostic of the box that can be given to support",
  usage: ["[FILE]"],
  arguments: { FILE: "File to write, which must not be there yet; absent = print it" },
  examples: ["box diagnostic", "box diagnostic ./box-diagnostic.json"],
  most: 1,
  async run({ service, terminal, positionals: [file], json }) {
    const report = await service.call<Record<string, unknown>>("GET", "/api/v1/diagnostic");
    if (file === undefined) printJson(terminal, report);
    else {
      try {
        await Deno.writeTextFile(file, `${JSON.stringify(report, null, 2)}\n`, {
          createNew: true,
          mode: 0o600,
        });
      } catch (error) {
        if (error instanceof Deno.errors.AlreadyExists) {
          throw new CommandError(`This file is there already: ${clean(file)}`);
        }
        throw new CommandError(`The file cannot be written: ${clean((error as Error).message)}`);
      }
      if (json) printJson(terminal, { file });
      else {
        terminal.out(
          `Written to ${
            clean(file)
          }: no names, no secrets. Look through it before you give it away.\n`,
        );
      }
    }
    return EXIT.ok;
  },
};
