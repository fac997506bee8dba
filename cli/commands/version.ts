/** `box version`. */
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { printJson } from "../terminal.ts";

/** Shows the version of this program. */
export const versionCommand: Command = {
  name: "version",
  summary: "Shows the version of this program",
  usage: [""],
  examples: ["box version"],
  most: 0,
  run({ terminal, json }) {
    const { version } = terminal;
    if (json) printJson(terminal, { version });
    else terminal.out(`box ${version}\n`);
    return EXIT.ok;
  },
};
