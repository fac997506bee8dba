/** `box identity`. */
import type { IdentityResponse } from "../../api/features/box/identity/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, printJson } from "../terminal.ts";

/** Shows whether a copy of this box runs, and makes this box a new one. */
export const identityCommand: Command = {
  name: "identity",
  summary: "Shows whether a copy of this box runs, and makes this box a new one",
  usage: ["[show]", "new"],
  actions: {
    show: "Whether another box uses the key of this box",
    new: "Take another key, and another name if the online service gave one; all else stays",
  },
  examples: ["box identity", "box identity new"],
  most: 1,
  async run({ service, terminal, json, positionals: [action = "show"] }) {
    if (action !== "show" && action !== "new") {
      throw usageError(`Unknown action, allowed are show and new: ${clean(action)}`);
    }
    const method = action === "new" ? "POST" : "GET";
    const { copied } = await service.call<IdentityResponse>(method, "/api/v1/identity");
    if (json) printJson(terminal, { copied });
    else terminal.out(`${sentenceOf(action, copied)}\n`);
    return EXIT.ok;
  },
};

function sentenceOf(action: "show" | "new", copied: boolean): string {
  if (action === "new") {
    return "This box is a new one now. If it had a name from the online service, it gets another: " +
      "box dns-services";
  }
  return copied
    ? "Another box uses the identity of this box: a copy of it runs. Switch one of the two off, " +
      "or make one of them a new box: box identity new"
    : "No other box is known to use the identity of this box";
}
