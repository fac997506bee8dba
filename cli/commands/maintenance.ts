/** `box maintenance`. */
import type { MaintenanceResponse } from "../../api/features/box/maintenance/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, numberText, printJson } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, string>> = {
  resolver: "Restart the resolver: its cache and connections go, its statistics stay",
  network: "Empty the network table; devices, their people and names given stay",
  logs: "Delete the journal and the live view; statistics and the administration log stay",
};

/** What maintenance removes: the words for one and for several. */
const REMOVED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  queries: ["query", "queries"],
  domain_ages: ["age of a domain", "ages of domains"],
  visited_domains: ["visited domain", "visited domains"],
  restrict_blocked: ["domain that restricted mode blocked", "domains that restricted mode blocked"],
  machines: ["machine", "machines"],
  announcements: ["announced name", "announced names"],
};

function removedText(what: string, count: number): string {
  const [one, several] = REMOVED[what] ?? [what, what];
  return `${numberText(count)} ${clean(count === 1 ? one : several)}`;
}

/** Resets a part of the box to its initial state. */
export const maintenanceCommand: Command = {
  name: "maintenance",
  summary: "Resets a part of the box",
  usage: ["resolver|network|logs"],
  actions: ACTIONS,
  examples: ["box maintenance resolver", "box maintenance logs"],
  most: 1,
  async run({ service, terminal, json, positionals: [action] }) {
    if (action === undefined || !Object.hasOwn(ACTIONS, action)) {
      throw usageError(
        `Name what is meant, resolver, network or logs${
          action === undefined ? "" : `: ${clean(action)}`
        }`,
      );
    }
    const done = await service.call<MaintenanceResponse>("POST", `/api/v1/maintenance/${action}`);
    if (json) printJson(terminal, done);
    else {
      const removed = Object.entries(done.removed).filter(([, count]) => count > 0)
        .map(([what, count]) => removedText(what, count));
      terminal.out(
        `Done. Removed: ${
          removed.length === 0 ? "nothing, there was nothing" : removed.join(", ")
        }.\n`,
      );
    }
    return EXIT.ok;
  },
};
