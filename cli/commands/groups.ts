/** `box groups`. */
import type { GroupResponse } from "../../api/features/household/groups/routes.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { allGroups, DEVICE_KIND_WORDS, findGroup } from "../household.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The groups of devices, by name", needs: [], run: list },
  add: { summary: "Add a group", needs: ["NAME"], run: add },
  set: { summary: "Change the name or the kind of a group", needs: ["GROUP"], run: set },
  remove: { summary: "Remove a group; its devices stay", needs: ["GROUP"], run: remove },
};

/** Shows and changes the groups of devices. */
export const groupsCommand: Command = {
  name: "groups",
  summary: "Shows and changes the groups of devices",
  usage: [
    "[list]",
    "add NAME [--kind KIND]",
    "set GROUP [--name NAME] [--kind KIND]",
    "remove GROUP",
  ],
  actions: summariesOf(ACTIONS),
  arguments: { NAME: "What the group is called", GROUP: "Name or number of a group" },
  options: {
    kind: {
      value: "KIND",
      short: "k",
      summary: "Kind of device used as its symbol",
      words: DEVICE_KIND_WORDS,
    },
    name: { value: "NAME", short: "n", summary: "Another name" },
  },
  examples: ["box groups", "box groups add Office --kind printer", "box groups remove Office"],
  most: 2,
  run: (call) => runAction("groups", ACTIONS, call, "list"),
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const groups = await allGroups(service);
  if (json) printJson(terminal, { groups });
  else if (groups.length === 0) terminal.out("There are no groups.\n");
  else {
    const rows = groups.map(({ id, name, kind, devices }): Cell[] => [
      numberText(id),
      name,
      kind,
      numberText(devices.length),
    ]);
    printTable(terminal, ["ID", "Name", "Kind", "Devices"], rows, [0, 3]);
  }
  return EXIT.ok;
}

async function add(call: Call, name: string): Promise<number> {
  const { kind } = call.values;
  const body = { name, ...(kind === undefined ? {} : { kind }) };
  const group = await call.service.call<GroupResponse>("POST", "/api/v1/groups", { body });
  return printResult(call, group, `The group ${clean(group.name)} is added.`);
}

async function set(call: Call, text: string): Promise<number> {
  const { name, kind } = call.values;
  if (name === undefined && kind === undefined) {
    throw usageError("Say what changes: --name or --kind");
  }
  const { id } = await findGroup(call.service, text);
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
  };
  const group = await call.service.call<GroupResponse>("PUT", `/api/v1/groups/${id}`, { body });
  return printResult(call, group, `The group ${clean(group.name)} is changed.`);
}

async function remove(call: Call, text: string): Promise<number> {
  const group = await findGroup(call.service, text);
  await call.service.call("DELETE", `/api/v1/groups/${group.id}`);
  return printResult(call, group, `The group ${clean(group.name)} is removed.`);
}
