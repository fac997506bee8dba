/** `box help`. */
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { commandHelp, overviewHelp } from "../help.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import { manPage } from "../man.ts";
import { clean, printJson } from "../terminal.ts";

/** Shows the help of commands. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    summary: "Shows what the commands do",
    usage: ["[COMMAND]", "--man"],
    arguments: { COMMAND: "Name of a command" },
    options: { man: { summary: "Print the manual page (`box help --man | man -l -`)" } },
    examples: ["box help", "box help lists", "box help --man > /usr/local/share/man/man1/box.1"],
    most: 1,
    async run({ terminal, json, switches, positionals: [name] }) {
      if (switches.has("man")) {
        const page = manPage(commands(), await terminal.settings?.() ?? [], terminal.version);
        if (json) printJson(terminal, { page });
        else terminal.out(page);
        return EXIT.ok;
      }
      const command = commands().find((candidate) => candidate.name === name);
      if (name !== undefined && command === undefined) {
        const near = suggestNearest(name, commands().map(({ name }) => name));
        const hint = near === undefined ? "" : `, perhaps ${near} is meant`;
        throw usageError(`Unknown command${hint} (\`box help\` lists them): ${clean(name)}`);
      }
      if (json) {
        const shown = command === undefined ? commands() : [command];
        printJson(terminal, {
          commands: shown.map(({ name, summary, usage }) => ({ name, summary, usage })),
        });
      } else if (command?.name === "serve") return await terminal.serve(["--help"]);
      else {
        terminal.out(
          command === undefined ? overviewHelp(commands(), terminal.version) : commandHelp(command),
        );
      }
      return EXIT.ok;
    },
  };
}
