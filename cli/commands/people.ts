/** `box people`. */
import type { PersonResponse } from "../../api/features/household/people/routes.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { allPeople, findPerson } from "../household.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The people of the household", needs: [], run: list },
  add: { summary: "Add a person", needs: ["NAME"], run: add },
  set: { summary: "Change the name or the profile of a person", needs: ["PERSON"], run: set },
  remove: { summary: "Remove a person; their devices stay", needs: ["PERSON"], run: remove },
};

/** Shows and changes the people of the household. */
export const peopleCommand: Command = {
  name: "people",
  summary: "Shows and changes the people of the household",
  usage: [
    "[list]",
    "add NAME --profile PROFILE",
    "set PERSON [--name NAME] [--profile PROFILE]",
    "remove PERSON",
  ],
  actions: summariesOf(ACTIONS),
  arguments: { NAME: "What the person is called", PERSON: "Name or number of a person" },
  options: {
    profile: {
      value: "PROFILE",
      short: "p",
      summary: "Profile of the person",
      words: ["child", "teen", "adult"],
    },
    name: { value: "NAME", short: "n", summary: "Another name" },
  },
  examples: [
    "box people",
    "box people add Emma --profile child",
    "box people set Emma --profile teen",
  ],
  most: 2,
  run: (call) => runAction("people", ACTIONS, call, "list"),
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const people = await allPeople(service);
  if (json) printJson(terminal, { people });
  else if (people.length === 0) {
    terminal.out("There are no people yet; add one with `box people add NAME`.\n");
  } else {
    const rows = people.map((person): Cell[] => [
      numberText(person.id),
      person.name,
      person.profile,
      numberText(person.devices.length),
      numberText(person.shared_devices.length),
      person.accounts.map(({ name }) => name).join(", "),
    ]);
    printTable(terminal, ["ID", "Name", "Profile", "Devices", "Shared", "Accounts"], rows, [
      0,
      3,
      4,
    ]);
  }
  return EXIT.ok;
}

async function add(call: Call, name: string): Promise<number> {
  const { profile } = call.values;
  if (profile === undefined) {
    throw usageError("Give the profile of the person: --profile child, teen or adult");
  }
  const person = await call.service.call<PersonResponse>("POST", "/api/v1/people", {
    body: { name, profile },
  });
  return printResult(call, person, `${clean(person.name)} is added (${person.profile}).`);
}

async function set(call: Call, text: string): Promise<number> {
  const { name, profile } = call.values;
  if (name === undefined && profile === undefined) {
    throw usageError("Say what changes: --name or --profile");
  }
  const { id } = await findPerson(call.service, text);
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(profile === undefined ? {} : { profile }),
  };
  const person = await call.service.call<PersonResponse>("PUT", `/api/v1/people/${id}`, { body });
  return printResult(call, person, `${clean(person.name)} is changed (${person.profile}).`);
}

async function remove(call: Call, text: string): Promise<number> {
  const person = await findPerson(call.service, text);
  await call.service.call("DELETE", `/api/v1/people/${person.id}`);
  return printResult(call, person, `${clean(person.name)} is removed.`);
}
