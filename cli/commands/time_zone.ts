/** `box time-zone`. */
import type { TimeZoneResponse } from "../../api/features/box/time_zone/routes.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { printJson, printTable } from "../terminal.ts";

/** Shows and chooses the time zone. */
export const timeZoneCommand: Command = {
  name: "time-zone",
  summary: "Shows and chooses the time zone of the household",
  usage: ["[ZONE|system]"],
  arguments: { ZONE: "A name such as Europe/Paris; `system` = that of the machine" },
  examples: ["box time-zone", "box time-zone Europe/Paris", "box time-zone system"],
  most: 1,
  async run({ service, terminal, json, positionals: [zone] }) {
    const path = "/api/v1/time-zone";
    const shown = zone === undefined
      ? await service.call<TimeZoneResponse>("GET", path)
      : await service.call<TimeZoneResponse>("PUT", path, {
        body: { zone: zone === "system" ? "" : zone },
      });
    if (json) printJson(terminal, shown);
    else {
      printTable(terminal, [], [
        ["Chosen", shown.zone === "" ? `that of the machine, ${shown.system}` : shown.zone],
        ["In force", shown.in_force],
      ]);
      if (shown.restart_needed) terminal.out("It holds after a restart of the box: box restart\n");
    }
    return EXIT.ok;
  },
};
