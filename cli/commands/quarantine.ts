/** `box quarantine`. */
import { type CommandAction, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { allDevices, setQuarantine } from "../household.ts";
import { ageText, type Cell, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The devices in quarantine", needs: [], run: list },
  on: {
    summary: "Answer a device only local names, updates and antivirus",
    needs: ["DEVICE"],
    run: (call, text) => setQuarantine(call, text, true),
  },
  off: {
    summary: "Release a device",
    needs: ["DEVICE"],
    run: (call, text) => setQuarantine(call, text, false),
  },
};

/** Shows the devices in quarantine, and puts devices there. */
export const quarantineCommand: Command = {
  name: "quarantine",
  summary: "Shows the devices in quarantine, and puts devices there or releases them",
  usage: ["[list]", "on DEVICE", "off DEVICE"],
  actions: summariesOf(ACTIONS),
  arguments: { DEVICE: "Name, number, hardware address or address of a device" },
  examples: ["box quarantine", "box quarantine on 'Living room TV'", "box quarantine off 7"],
  most: 2,
  run: (call) => runAction("quarantine", ACTIONS, call, "list"),
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const held = (await allDevices(service)).filter(({ quarantined }) => quarantined);
  if (json) printJson(terminal, { devices: held });
  else if (held.length === 0) terminal.out("No device is in quarantine.\n");
  else {
    const rows = held.map(({ id, label, macs, seen_at }): Cell[] => [
      numberText(id),
      label,
      macs.join(" "),
      ageText(seen_at, terminal),
    ]);
    printTable(terminal, ["ID", "Name", "Hardware address", "Seen"], rows, [0]);
  }
  return EXIT.ok;
}
