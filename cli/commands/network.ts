/** `box network`. */
import type { MachineResponse, NetworkPage } from "../../api/features/network/machines/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

/** Shows the machines of the network. */
export const networkCommand: Command = {
  name: "network",
  summary: "Shows the devices on the network, and the networks that the box is in",
  usage: ["[TEXT] [--present | --away]"],
  arguments: { TEXT: "Part of a name, an address, a hardware address or a maker" },
  options: {
    present: { summary: "Only devices that are there now" },
    away: { summary: "Only devices that are away" },
  },
  examples: ["box network", "box network --present", "box network apple"],
  most: 1,
  async run(call) {
    const page = await readMachines(call);
    const { terminal, json } = call;
    if (json) printJson(terminal, page);
    else {
      if (page.machines.length > 0) printMachines(terminal, page.machines);
      const networks = page.networks.map(({ network, interface: link }) =>
        `${network} (${link})`
      ).join(", ") || "none";
      terminal.out(
        `${page.machines.length === 0 ? "" : "\n"}Devices: ${
          numberText(page.total)
        }, on the network now: ${numberText(page.present)}\nNetworks of the box: ${
          clean(networks)
        }\n`,
      );
    }
    return EXIT.ok;
  },
};

/** All pages of results as one. */
async function readMachines({ service, positionals: [q], switches }: Call): Promise<NetworkPage> {
  const present = switches.has("present") === switches.has("away")
    ? undefined
    : String(switches.has("present"));
  const query = { q, present, limit: 10_000 };
  return await service.call<NetworkPage>("GET", "/api/v1/network", { query });
}

function printMachines(terminal: Call["terminal"], machines: readonly MachineResponse[]): void {
  const rows = machines.map((machine): Cell[] => [
    machine.present ? { text: "here", color: "green" } : { text: "away", color: "gray" },
    machine.label,
    machine.kind,
    machine.system,
    machine.addr,
    machine.random_mac ? `${machine.mac} (made up)` : machine.mac,
    machine.vendor,
    ageText(machine.seen_at, terminal),
    ageText(machine.last_query, terminal),
  ]);
  const head = [
    "State",
    "Name",
    "Kind",
    "System",
    "Address",
    "Hardware address",
    "Maker",
    "Seen",
    "Asked",
  ];
  printTable(terminal, head, rows);
}
