/** `box hours`. */
import type {
  PermittedNames,
  PersonState,
  Schedules,
} from "../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../policy/limits.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { hoursText, parseHours } from "../hours.ts";
import { findPerson } from "../household.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";
import {
  extraTimeText,
  householdTime,
  modeText,
  readSchedules,
  stateText,
  withoutDevice,
} from "../time_states.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const DAY_SLOTS = LIMITS.services.scheduleSlots / 7;

/**
 * Shows and changes the hours of children and teenagers, and the names that are always answered.
 */
export const hoursCommand: Command = {
  name: "hours",
  summary: "Shows and changes the hours of Internet of children and teenagers",
  usage: [
    "[PERSON] [--grid]",
    "PERSON [--on|--off] [--set HOURS]",
    "allow [--set NAMES|--add NAMES|--remove NAMES|--default]",
  ],
  actions: { allow: "The names that answer whatever the hours say" },
  arguments: { PERSON: "Name or number of a child or teenager" },
  options: {
    on: { summary: "Turn the hours on; if none are set, those proposed for the profile" },
    off: { summary: "Turn the hours off" },
    grid: { short: "g", summary: "Show the week, a character for each half hour" },
    set: {
      value: "HOURS",
      short: "s",
      summary: "Hours: 'mon-fri 16:30-19:30, sat,sun 08:00-20:00'; or names",
    },
    add: { value: "NAMES", summary: "Allow these names too, separated by commas" },
    remove: { value: "NAMES", summary: "Allow these names no longer" },
    default: { summary: "Allow the school sites that are proposed for the country again" },
  },
  examples: [
    "box hours",
    "box hours emma --on",
    "box hours emma --set 'mon-fri 16:30-19:30, sat,sun 08:00-20:00'",
    "box hours allow --add school.example",
  ],
  most: 1,
  run(call) {
    const { positionals: [word], switches } = call;
    if (word === "allow") return allow(call);
    if (
      ["add", "remove"].some((name) => call.values[name] !== undefined) || switches.has("default")
    ) {
      throw usageError("--add, --remove and --default are for names: box hours allow");
    }
    if (switches.has("on") && switches.has("off")) throw usageError("Give --on or --off, not both");
    const changes = switches.has("on") || switches.has("off") || call.values.set !== undefined;
    if (word === undefined && (changes || switches.has("grid"))) {
      throw usageError("Say whose hours: box hours PERSON");
    }
    if (word === undefined) return everybody(call);
    return changes ? change(call, word) : show(call, word);
  },
};

async function everybody({ service, terminal, json }: Call): Promise<number> {
  const answer = await readSchedules(service);
  const { people, shared } = answer;
  if (json) printJson(terminal, answer);
  else {
    if (people.length === 0) {
      terminal.out("There are no children or teenagers; adults have no hours.\n");
    } else {
      const rows = people.map((person): Cell[] => [
        numberText(person.person_id),
        person.name,
        person.profile,
        person.enabled ? "on" : "off",
        stateText(person),
        changeText(person, answer),
        extraTimeText(person.bonus, person.extra, answer),
        modeText(person.mode, answer),
      ]);
      printTable(
        terminal,
        ["ID", "Name", "Profile", "Hours", "Now", "Until", "Extra time", "Mode"],
        rows,
        [0],
      );
    }
    if (shared.length > 0) {
      const rows = shared.map((each): Cell[] => [
        numberText(each.device_id),
        each.label,
        stateText(each),
        householdTime(each.next_change, answer),
        each.homework ? "homework" : "",
      ]);
      terminal.out("\n");
      printTable(terminal, ["ID", "Shared device", "Now", "Until", "Mode"], rows, [0]);
    }
    if (!answer.time_known) {
      terminal.out(
        "The time of day is not known yet: hours and limits do not apply until it is.\n",
      );
    }
  }
  return EXIT.ok;
}

async function show({ service, terminal, json, switches }: Call, text: string): Promise<number> {
  const { person_id, schedules } = await theirs(service, text);
  const person = schedules.people.find((each) => each.person_id === person_id)!;
  if (json) printJson(terminal, person);
  else if (switches.has("grid")) terminal.out(gridText(person));
  else terminal.out(personText(person, schedules));
  return EXIT.ok;
}

async function theirs(service: Call["service"], text: string) {
  const { id, name } = await findPerson(service, text);
  const schedules = await readSchedules(service);
  if (schedules.people.some(({ person_id }) => person_id === id)) {
    return { person_id: id, schedules };
  }
  throw usageError(
    `Hours and limits are for children and teenagers, not for adults: ${clean(name)}`,
  );
}

/** The end of the state; "" = it has no end, or the person has no device. */
function changeText({ devices, next_change }: PersonState, schedules: Schedules): string {
  return devices === 0 ? "" : householdTime(next_change, schedules);
}

function personText(person: PersonState, schedules: Schedules): string {
  const { name, enabled, grid, bonus, extra, mode } = person;
  const hours = grid === "" ? "never set" : hoursText(person.hours) || "never open";
  const rows: [string, string][] = [
    ["Name", clean(name)],
    ["Hours", `${enabled ? "on" : "off"}, ${hours}`],
    ["Now", stateText(person)],
    ["Until", changeText(person, schedules)],
    ["Extra time", extraTimeText(bonus, extra, schedules)],
    ["Mode", modeText(mode, schedules)],
  ];
  return rows.filter(([, value]) => value !== "").map(([key, value]) =>
    `${key.padEnd(12)}${value}\n`
  ).join("");
}

/** The character of two quarter hours. */
const CELLS: Readonly<Record<string, string>> = { "00": ".", "01": "+", "10": "+", "11": "#" };

/**
 * The week: a line for each day and a character for each half hour, `#` open, `+` half open, `.`
 * closed.
 */
function gridText({ grid, proposed }: PersonState): string {
  const slots = grid === "" ? proposed : grid;
  const scale = [0, 6, 12, 18].map((hour) => String(hour).padEnd(12)).join("");
  const lines = DAYS.map((day, at) => {
    const cells = slots.slice(at * DAY_SLOTS, (at + 1) * DAY_SLOTS).match(/../g) ?? [];
    return `${day} ${cells.map((cell) => CELLS[cell]).join("")}\n`;
  });
  return `    ${scale.trimEnd()}\n${lines.join("")}`;
}

async function change(call: Call, text: string): Promise<number> {
  const { service, switches, values: { set } } = call;
  const { person_id, schedules } = await theirs(service, text);
  const before = schedules.people.find((each) => each.person_id === person_id)!;
  const enabled = switches.has("on") || (!switches.has("off") && before.enabled);
  const body = { enabled, ...(set === undefined ? {} : { week: parseHours(set, "--set") }) };
  const kept = await service.call<PersonState>("PUT", `/api/v1/people/${person_id}/schedule`, {
    body,
  });
  const hours = hoursText(kept.hours) || "never open";
  const state = kept.enabled ? "on" : "off";
  const nothing = kept.enabled ? withoutDevice({ people: [kept] }, kept.person_id) : "";
  const said = `The hours of ${clean(kept.name)} are ${state}: ${hours}`;
  return printResult(call, kept, nothing === "" ? said : `${said}.${nothing}`);
}

async function allow(call: Call): Promise<number> {
  const { service, terminal, json, switches, values: { set, add, remove } } = call;
  const chosen = [set, add, remove].filter((each) => each !== undefined).length +
    (switches.has("default") ? 1 : 0);
  if (chosen > 1) throw usageError("Give one of --set, --add, --remove and --default");
  const schedules = await readSchedules(service);
  const names = chosen === 0
    ? { allow: schedules.allow, allow_default: schedules.allow_default }
    : await permit(
      service,
      switches.has("default")
        ? { proposed: true }
        : { domains: namesAfter(schedules.allow, set, add, remove) },
    );
  if (json) printJson(terminal, names);
  else if (names.allow.length === 0) terminal.out("No name answers when the hours are closed.\n");
  else terminal.out(names.allow.map((name) => `${clean(name)}\n`).join(""));
  return EXIT.ok;
}

function permit(
  service: Call["service"],
  body: { domains: readonly string[] } | { proposed: true },
): Promise<PermittedNames> {
  return service.call<PermittedNames>("PUT", "/api/v1/schedule-allow", { body });
}

function namesAfter(
  before: readonly string[],
  set?: string,
  add?: string,
  remove?: string,
): string[] {
  if (set !== undefined) return namesOf(set);
  if (add !== undefined) return [...before, ...namesOf(add)];
  const gone = namesOf(remove ?? "").map((name) => name.toLowerCase());
  const missing = gone.find((name) => !before.includes(name));
  if (missing !== undefined) {
    throw usageError(`This name is not among those always allowed: ${clean(missing)}`);
  }
  return before.filter((name) => !gone.includes(name));
}

function namesOf(text: string): string[] {
  return text.split(",").map((name) => name.trim()).filter((name) => name !== "");
}
