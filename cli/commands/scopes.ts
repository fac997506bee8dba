/** `box scopes`. */
import type { ScopesResponse } from "../../api/features/protection/choices/routes.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { printJson, printTable } from "../terminal.ts";

/** Shows the scopes for rules, services, categories, safe search and pauses. */
export const scopesCommand: Command = {
  name: "scopes",
  summary: "Shows the scopes of rules, services, categories and pauses",
  usage: ["[--name TEXT]"],
  options: {
    name: { value: "TEXT", short: "n", summary: "Only those whose name contains this text" },
  },
  examples: ["box scopes", "box scopes --name tablet"],
  most: 0,
  async run({ service, terminal, json, values: { name } }) {
    const answer = await service.call<ScopesResponse>("GET", "/api/v1/scopes", {
      query: { name, limit: 1000 },
    });
    if (json) printJson(terminal, answer);
    else {printTable(
        terminal,
        ["Scope", "Kind", "Name"],
        answer.scopes.map(({ scope, kind, name }) => [scope, kind, name]),
      );}
    return EXIT.ok;
  },
};
