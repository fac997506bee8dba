/** `box cache`. */
import type { FlushResponse } from "../../api/features/network/cache/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, numberText, printJson } from "../terminal.ts";

/** Empties the answer cache. */
export const cacheCommand: Command = {
  name: "cache",
  summary: "Empties the answer cache",
  usage: ["flush [NAME]"],
  actions: { flush: "Remove a name with everything below it, or everything" },
  arguments: { NAME: "The name to remove" },
  examples: ["box cache flush", "box cache flush example.com"],
  most: 2,
  async run({ service, terminal, json, positionals: [action, name] }) {
    if (action !== "flush") {
      throw usageError(
        action === undefined
          ? "Say what to do: box cache flush [NAME]"
          : `Unknown action, allowed is flush: ${clean(action)}`,
      );
    }
    const answer = await service.call<FlushResponse>("POST", "/api/v1/cache/flush", {
      body: name === undefined ? {} : { name },
    });
    if (json) printJson(terminal, answer);
    else terminal.out(`Answers removed: ${numberText(answer.entries)}\n`);
    return EXIT.ok;
  },
};
