/** `box devices`. */
import type {
  DeviceResponse,
  NewDevicesResponse,
} from "../../api/features/household/devices/routes.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import { behaviour } from "../behaviour.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import {
  allDevices,
  allGroups,
  allPeople,
  DEVICE_KIND_WORDS,
  findDevice,
  findGroup,
  findPerson,
  setQuarantine,
} from "../household.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The devices, of a person or a group where one is named", needs: [], run: list },
  show: { summary: "Everything that is known about a device", needs: ["DEVICE"], run: show },
  behaviour: {
    summary: "Whether a device behaves: alerts, first contacts, countries",
    needs: ["DEVICE"],
    run: behaviour,
  },
  add: { summary: "Add a device before it is seen", needs: ["MAC"], run: add },
  set: { summary: "Describe a device: --name, --kind, --system", needs: ["DEVICE"], run: set },
  assign: {
    summary: "Give a device to a person, or to nobody",
    needs: ["DEVICE", "PERSON"],
    run: assign,
  },
  share: {
    summary: "Set the people who share a device",
    needs: ["DEVICE", "PERSON", "PERSON"],
    more: 18,
    run: share,
  },
  group: {
    summary: "Put a device into a group, or into none",
    needs: ["DEVICE", "GROUP"],
    run: group,
  },
  merge: {
    summary: "Merge two devices; the first one stays",
    needs: ["DEVICE", "OTHER"],
    run: merge,
  },
  quarantine: {
    summary: "Put a device in quarantine, or release it",
    needs: ["DEVICE", "on|off"],
    run: quarantine,
  },
  new: {
    summary: "The policy of new devices: open, as a child's, or held until approved",
    needs: [],
    more: 1,
    run: newDevices,
  },
  approve: {
    summary: "Approve a new device: end its quarantine, or its protection as a child's",
    needs: ["DEVICE"],
    run: approve,
  },
  forget: { summary: "Forget a device with its rules and choices", needs: ["DEVICE"], run: forget },
};

/** A hardware address in one of the common notations. */
const MAC = /^[0-9a-f]{2}([:-]?)([0-9a-f]{2}\1){4}[0-9a-f]{2}$|^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i;

/** Shows and changes the devices of the household. */
export const devicesCommand: Command = {
  name: "devices",
  summary: "Shows and changes the devices: what they are, whose, in which group",
  usage: [
    "[list] [--person PERSON] [--group GROUP] [--find TEXT]",
    "show|behaviour|forget DEVICE",
    "add MAC [--name NAME] [--kind KIND] [--system SYSTEM]",
    "set DEVICE [--name NAME] [--kind KIND] [--system SYSTEM]",
    "assign DEVICE PERSON|nobody",
    "share DEVICE PERSON PERSON...",
    "group DEVICE GROUP|none",
    "merge DEVICE OTHER",
    "quarantine DEVICE on|off",
    "new [open|child|held]",
    "approve DEVICE",
  ],
  actions: summariesOf(ACTIONS),
  arguments: {
    DEVICE: "Name, number, hardware address or address of a device",
    MAC: "Hardware address such as aa:bb:cc:dd:ee:ff",
    PERSON: "Name or number of a person",
    GROUP: "Name or number of a group",
    OTHER: "The device that goes into the first",
  },
  options: {
    person: { value: "PERSON", short: "p", summary: "Only devices of this person, or of nobody" },
    group: { value: "GROUP", short: "g", summary: "Only devices of this group, or of none" },
    find: {
      value: "TEXT",
      short: "f",
      summary: "Only devices whose name, manufacturer or address contains this text",
    },
    name: {
      value: "NAME",
      short: "n",
      summary: "What it is called; empty = the name that it announces",
    },
    kind: {
      value: "KIND",
      short: "k",
      summary: "What it is; empty = what the box guesses",
      words: [...DEVICE_KIND_WORDS, ""],
    },
    system: { value: "SYSTEM", summary: "Its system; empty = what the box guesses" },
  },
  examples: [
    "box devices --person nobody",
    "box devices set aa:bb:cc:dd:ee:ff --name 'Emma’s tablet' --kind tablet",
    "box devices share 'Living room tablet' Anna Emma",
    "box devices quarantine 7 on",
    "box devices new held",
    "box devices behaviour Camera > report.txt",
    "box devices approve 'Unknown phone'",
  ],
  most: 22,
  run: (call) => runAction("devices", ACTIONS, call, "list"),
};

const NEW_MODES = {
  open: "New devices are open, as everyone.",
  child: "New devices are protected as a child's until somebody says whose they are.",
  held: "New devices are held in quarantine until somebody approves them.",
} as const;

async function newDevices(call: Call, mode?: string): Promise<number> {
  if (mode !== undefined && !Object.hasOwn(NEW_MODES, mode)) {
    throw usageError(`New devices are open, child or held, not: ${clean(mode)}`);
  }
  const { service } = call;
  const answer = mode === undefined
    ? await service.call<NewDevicesResponse>("GET", "/api/v1/new-devices")
    : await service.call<NewDevicesResponse>("PUT", "/api/v1/new-devices", { body: { mode } });
  return printResult(call, answer, NEW_MODES[answer.mode]);
}

async function approve(call: Call, text: string): Promise<number> {
  const { id } = await findDevice(call.service, text);
  const path = `/api/v1/devices/${id}/approve`;
  const device = await call.service.call<DeviceResponse>("POST", path);
  return printResult(call, device, `${clean(device.label)} is approved.`);
}

/** The number of a person or group in a filter; 0 = the word for none, undefined = not given. */
async function idOf(
  text: string | undefined,
  none: string,
  find: (text: string) => Promise<{ readonly id: number }>,
): Promise<number | undefined> {
  if (text === undefined) return undefined;
  return text === none ? 0 : (await find(text)).id;
}

async function list(call: Call): Promise<number> {
  const { service, terminal, json, values: { person, group, find: q } } = call;
  const filter = {
    person: await idOf(person, "nobody", (text) => findPerson(service, text)),
    group: await idOf(group, "none", (text) => findGroup(service, text)),
    q,
  };
  const devices = await allDevices(service, filter);
  if (json) printJson(terminal, { devices });
  else if (devices.length === 0) terminal.out("There are no such devices.\n");
  else {
    const names = await namesOf(call);
    const rows = devices.map((device): Cell[] => [
      numberText(device.id),
      device.label,
      device.kind,
      names.owner(device),
      names.group(device),
      stateOf(device),
      ageText(device.seen_at, terminal),
      device.addresses[0] ?? "",
    ]);
    printTable(
      terminal,
      ["ID", "Name", "Kind", "Whose", "Group", "State", "Seen", "Address"],
      rows,
      [0],
    );
  }
  return EXIT.ok;
}

function stateOf(
  { quarantined, paused_until, present, known, follows, people }: DeviceResponse,
): Cell {
  if (quarantined) return { text: "quarantine", color: "red" };
  if (follows === "child" && people === undefined) return { text: "as a child", color: "yellow" };
  if (paused_until > 0) return { text: "paused", color: "yellow" };
  if (!known) return { text: "new", color: "yellow" };
  return present ? { text: "here", color: "green" } : { text: "away", color: "gray" };
}

/** The names of people and groups. */
async function namesOf({ service }: Call) {
  const people = new Map((await allPeople(service)).map(({ id, name }) => [id, name]));
  const groups = new Map((await allGroups(service)).map(({ id, name }) => [id, name]));
  return {
    owner: ({ person_id, people: sharing }: DeviceResponse) =>
      (sharing ?? [person_id ?? 0]).map((id) => people.get(id) ?? "").join(", "),
    group: ({ group_id }: DeviceResponse) => groups.get(group_id ?? 0) ?? "",
  };
}

async function show(call: Call, text: string): Promise<number> {
  const { terminal, json, service } = call;
  const { id } = await findDevice(service, text);
  const device = await service.call<DeviceResponse>("GET", `/api/v1/devices/${id}`);
  if (json) {
    printJson(terminal, device);
    return EXIT.ok;
  }
  const names = await namesOf(call);
  const guess = (guessed: boolean) => guessed ? " (a guess)" : "";
  const rows: Cell[][] = [
    ["Name", device.label],
    ["Kind", `${device.kind}${guess(device.kind_guessed)}`],
    ["System", `${device.system}${guess(device.system_guessed)}`],
    ["Whose", names.owner(device)],
    ...(device.follows === undefined
      ? [["Group", names.group(device)]]
      : [["Follows", device.follows]]),
    ["State", stateOf(device)],
    ["Maker", device.vendor],
    ["Hardware", device.macs.join(", ")],
    ["Addresses", device.addresses.join(", ")],
    ["First seen", ageText(device.first_seen, terminal)],
    ["Last seen", ageText(device.seen_at, terminal)],
    ["Last query", ageText(device.last_query, terminal)],
  ];
  printTable(terminal, ["What", "Is"], rows);
  return EXIT.ok;
}

function wordsOf({ values: { name, kind, system } }: Call): Record<string, string> {
  const words = Object.entries({ name, kind, system }).filter((entry): entry is [string, string] =>
    entry[1] !== undefined
  );
  return Object.fromEntries(words);
}

async function add(call: Call, mac: string): Promise<number> {
  const device = await call.service.call<DeviceResponse>("POST", "/api/v1/devices", {
    body: { mac, ...wordsOf(call) },
  });
  return printResult(call, device, `${clean(device.label)} is added.`);
}

async function set(call: Call, text: string): Promise<number> {
  const body = wordsOf(call);
  if (Object.keys(body).length === 0) {
    throw usageError("Say what changes: --name, --kind or --system");
  }
  const { id } = await findDevice(call.service, text);
  const device = await call.service.call<DeviceResponse>("PUT", `/api/v1/devices/${id}`, { body });
  return printResult(call, device, `${clean(device.label)} is changed.`);
}

async function assign(call: Call, text: string, person: string): Promise<number> {
  const body = { person_id: person === "nobody" ? 0 : (await findPerson(call.service, person)).id };
  const device = await give(call, text, "person", body);
  return printResult(
    call,
    device,
    `${clean(device.label)} is ${body.person_id === 0 ? "nobody’s" : `${clean(person)}’s`} now.`,
  );
}

async function share(call: Call, text: string, ...names: string[]): Promise<number> {
  const people: number[] = [];
  for (const name of names) people.push((await findPerson(call.service, name)).id);
  const device = await give(call, text, "person", { people });
  return printResult(
    call,
    device,
    `${clean(device.label)} is shared by ${
      clean(names.join(", "))
    } now, and follows ${device.follows}.`,
  );
}

async function group(call: Call, text: string, name: string): Promise<number> {
  const body = { group_id: name === "none" ? 0 : (await findGroup(call.service, name)).id };
  const device = await give(call, text, "group", body);
  return printResult(
    call,
    device,
    `${clean(device.label)} is in ${name === "none" ? "no group" : clean(name)} now.`,
  );
}

/** Assigns a device; one given by its hardware address may be known only to the network. */
async function give(
  { service }: Call,
  text: string,
  what: "person" | "group",
  body: object,
): Promise<DeviceResponse> {
  const path = MAC.test(text)
    ? `/api/v1/hosts/${encodeURIComponent(text)}/assign`
    : `/api/v1/devices/${(await findDevice(service, text)).id}/${what}`;
  return await service.call<DeviceResponse>("PUT", path, { body });
}

async function merge(call: Call, text: string, otherText: string): Promise<number> {
  const { id } = await findDevice(call.service, text);
  const other = await findDevice(call.service, otherText);
  const body = { device_id: other.id };
  const device = await call.service.call<DeviceResponse>("POST", `/api/v1/devices/${id}/merge`, {
    body,
  });
  return printResult(call, device, `${clean(other.label)} is part of ${clean(device.label)} now.`);
}

function quarantine(call: Call, text: string, word: string): Promise<number> {
  if (word !== "on" && word !== "off") throw usageError(`Say on or off: ${clean(word)}`);
  return setQuarantine(call, text, word === "on");
}

async function forget(call: Call, text: string): Promise<number> {
  const device = await findDevice(call.service, text);
  await call.service.call("DELETE", `/api/v1/devices/${device.id}`);
  return printResult(call, device, `${clean(device.label)} is forgotten.`);
}
