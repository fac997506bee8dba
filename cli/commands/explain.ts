/** `box explain`. */
import { blockReason } from "../block_reason.ts";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { findDevice, findGroup, findPerson } from "../household.ts";
import { type Cell, type Color, printJson, printTable } from "../terminal.ts";

const COLORS: Readonly<Record<string, Color>> = {
  blocked: "red",
  allowed: "green",
  answered: "green",
  lifted: "green",
  rewritten: "yellow",
  told: "yellow",
};
const WHO = ["device", "person", "group", "address"] as const;

/** Explains why a name is blocked or not for a client, protection by protection. */
export const explainCommand: Command = {
  name: "explain",
  summary: "Says why a name is blocked or not, for any device, person or group",
  usage: ["NAME [TYPE] [--device DEVICE | --person PERSON | --group GROUP | --address ADDRESS]"],
  arguments: { NAME: "The name that is asked about", TYPE: "Record type, A if not given" },
  options: {
    device: { value: "DEVICE", short: "d", summary: "As this device: its name, number or address" },
    person: { value: "PERSON", short: "p", summary: "As a device of this person: name or number" },
    group: { value: "GROUP", short: "g", summary: "As a device of this group: name or number" },
    address: { value: "ADDRESS", short: "a", summary: "As the client with this address" },
  },
  examples: [
    "box explain ads.example",
    "box explain www.tiktok.com --person emma",
    "box explain ads.example --device tv",
  ],
  most: 2,
  async run(call) {
    const { service, terminal, json, positionals } = call;
    const name = positionals[0];
    const type = positionals[1] ?? "A";
    if (name === undefined) throw usageError("Name what to explain: box explain NAME");
    const query = { name, type, as: await clientOf(call) };
    const answer = await service.call<QueryAnswer>("GET", "/api/v1/explain", { query });
    if (json) {
      printJson(terminal, answer);
      return EXIT.ok;
    }
    const rows = answer.steps.map(({ protection, outcome, text }): Cell[] => [
      protection,
      { text: outcome, color: COLORS[outcome] ?? "gray" },
      text,
    ]);
    printTable(terminal, ["Protection", "Outcome", "Why"], rows);
    const why = blockReason(answer);
    terminal.out(`\n${answer.status}${why}\n`);
    return EXIT.ok;
  },
};

/** The client, as the API expects it. */
async function clientOf({ service, values }: Call): Promise<string> {
  const options = WHO.filter((who) => values[who] !== undefined);
  if (options.length > 1) {
    throw usageError(`Only one of ${WHO.map((who) => `--${who}`).join(", ")} can be given`);
  }
  switch (options[0]) {
    case "device":
      return `device:${(await findDevice(service, values.device)).id}`;
    case "person":
      return `person:${(await findPerson(service, values.person)).id}`;
    case "group":
      return `group:${(await findGroup(service, values.group)).id}`;
    case "address":
      return values.address;
    default:
      return "all";
  }
}
