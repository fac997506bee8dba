/** `box telemetry`. */
import type { TelemetryResponse } from "../../api/features/box/telemetry/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { ageText, clean, printJson, printTable } from "../terminal.ts";

/** Shows what the anonymous statistics send, and turns them on or off. */
export const telemetryCommand: Command = {
  name: "telemetry",
  summary: "Shows what the anonymous statistics send, and turns them on or off",
  usage: ["[show]", "on|off"],
  actions: { show: "Exactly what is sent, where and when", on: "Send them", off: "Send nothing" },
  examples: ["box telemetry", "box telemetry off"],
  most: 1,
  async run({ service, terminal, json, positionals: [action = "show"] }) {
    if (!["show", "on", "off"].includes(action)) {
      throw usageError(`Unknown action, allowed are show, on and off: ${clean(action)}`);
    }
    const path = "/api/v1/telemetry";
    const shown = action === "show"
      ? await service.call<TelemetryResponse>("GET", path)
      : await service.call<TelemetryResponse>("PUT", path, { body: { enabled: action === "on" } });
    if (json) printJson(terminal, shown);
    else {
      printTable(terminal, [], [
        ["Statistics", shown.enabled ? "on" : "off"],
        ["Sent", shown.sends ? `next ${ageText(shown.next, terminal)}` : `nothing: ${shown.why}`],
        ["Last", ageText(shown.last_sent, terminal)],
        ["To", shown.url === "" ? "nowhere" : `${shown.method} ${shown.url}`],
        ...Object.entries(shown.headers).map(([name, value]) => [name, value]),
        ["Body", JSON.stringify(shown.body)],
      ]);
    }
    return EXIT.ok;
  },
};
