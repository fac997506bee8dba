/** `box cut` and `box homework`. */
import type { ModeResponse } from "../../api/features/household/hours/routes.ts";
import type { CutState, PersonState } from "../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../policy/limits.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { usageError } from "../command_error.ts";
import { findPerson, householdZone } from "../household.ts";
import { clean } from "../terminal.ts";
import { parseEnd } from "../times.ts";
import {
  extraTimeText,
  householdTime,
  modeText,
  readSchedules,
  withoutDevice,
} from "../time_states.ts";

/** What starting a mode can end, in words. */
const ENDED = { cut: "the cut", homework: "homework", extra: "extra time" } as const;
const DURATIONS = [...LIMITS.hours.modeMinutes.map(String), "morning"];

/** Whom a cut of several people is for. */
type CutWhom = CutState["whom"];
const CUT_WHOM = ["children", "all"] as const satisfies readonly CutWhom[];

const ofPerson = modeCommand("cut", "Cuts the Internet of a child or teenager for a while");

/** Cuts the Internet of a child or teenager, of all of them, or of everyone, for a while. */
export const cutCommand: Command = {
  ...ofPerson,
  summary: "Cuts the Internet of a child or teenager, of all children, or of everyone, for a while",
  usage: [...ofPerson.usage ?? [], "children|all [--for AGE | --until TIME]"],
  arguments: { PERSON: "Name or number of a child or teenager" },
  options: {
    ...ofPerson.options,
    for: {
      value: "DURATION",
      short: "f",
      summary:
        "Minutes: 30, 60 (if not given) or 120; morning = until the hours open next, else until 07:00; for children and all also 45m, 3h",
    },
    until: { value: "TIME", summary: "Of children and all, when it ends: 07:00, 2026-12-24T18:00" },
  },
  examples: [
    "box cut emma",
    "box cut emma --for morning",
    "box cut emma --end",
    "box cut children --for 30m",
    "box cut all --until 07:00",
  ],
  async run(call) {
    const { positionals: [text], values, switches } = call;
    const whom = CUT_WHOM.find((each) => each === text);
    if (whom !== undefined) {
      return switches.has("end") ? await uncut(call, whom) : await cut(call, whom);
    }
    if (values.until !== undefined) {
      throw usageError("--until is for children and all: box cut all --until 07:00");
    }
    if (values.for !== undefined && !DURATIONS.includes(values.for)) {
      throw usageError(
        `Bad value for --for, allowed are ${DURATIONS.join(", ")}: ${clean(values.for)}`,
      );
    }
    return await ofPerson.run(call);
  },
};

/** Turns the Internet of all children or of everyone on again. */
export const uncutCommand: Command = {
  name: "uncut",
  summary: "Turns the Internet of all children or of everyone on again",
  usage: ["children|all"],
  examples: ["box uncut children", "box uncut all"],
  most: 1,
  async run(call) {
    const { positionals: [text] } = call;
    const whom = CUT_WHOM.find((each) => each === text);
    if (whom === undefined) throw usageError("Say whom: box uncut children, or box uncut all");
    return await uncut(call, whom);
  },
};

/** Cuts of several people as words of a sentence. */
const WHOM_WORDS = { children: "all children and teenagers", all: "everyone" } as const;

async function cut(call: Call, whom: CutWhom): Promise<number> {
  const { service, terminal, values, switches } = call;
  if (switches.has("undo")) throw usageError(`Turn it on again: box uncut ${whom}`);
  const { for: duration = values.until === undefined ? "60" : undefined, until } = values;
  const isKnown = duration !== undefined && DURATIONS.includes(duration);
  const given = { ...(duration && { for: duration }), ...(until && { until }) };
  const body = isKnown && until === undefined
    ? { duration }
    : { until: await parseEnd(given, terminal, () => householdZone(service)) };
  const state = await service.call<CutState>("PUT", `/api/v1/cuts/${whom}`, { body });
  const schedules = await readSchedules(service);
  const reach = `People: ${state.people}, devices: ${state.devices}.`;
  const end = `To turn it on again: box uncut ${whom}`;
  return printResult(
    call,
    state,
    `The Internet is off for ${WHOM_WORDS[whom]} until ${
      householdTime(state.until, schedules)
    }. ${reach} ${end}`,
  );
}

async function uncut(call: Call, whom: CutWhom): Promise<number> {
  await call.service.call("DELETE", `/api/v1/cuts/${whom}`);
  return printResult(call, { ended: whom }, `The Internet is on again for ${WHOM_WORDS[whom]}.`);
}

/** Blocks games, videos and social networks of a child or teenager for a while. */
export const homeworkCommand: Command = {
  ...modeCommand(
    "homework",
    "Blocks games, videos and social networks of a child or teenager for a while",
  ),
  examples: ["box homework emma --for 120", "box homework emma --end"],
};

function modeCommand(mode: "cut" | "homework", summary: string): Omit<Command, "examples"> {
  return {
    name: mode,
    summary,
    usage: ["PERSON [--for DURATION]", "PERSON --end", "PERSON --undo"],
    arguments: { PERSON: "Name or number of a child or teenager" },
    options: {
      for: {
        value: "DURATION",
        short: "f",
        words: DURATIONS,
        summary:
          "Minutes: 30, 60 (if not given) or 120; morning = until the hours open next, else until 07:00",
      },
      end: { short: "e", summary: "End the cut or homework" },
      undo: { short: "u", summary: "Undo your last change; extra time that a cut ended is back" },
    },
    most: 1,
    run(call) {
      if (call.switches.has("undo")) return undo(call, mode);
      return call.switches.has("end") ? end(call, mode) : begin(call, mode);
    },
  };
}

async function begin(call: Call, mode: "cut" | "homework"): Promise<number> {
  const { service, values: { for: duration = "60" } } = call;
  const { id, name } = await whom(call, mode);
  const body = { mode, duration };
  const shownMode = await service.call<ModeResponse>("PUT", `/api/v1/people/${id}/mode`, { body });
  const who = clean(name);
  const schedules = await readSchedules(service);
  const nothing = withoutDevice(schedules, id);
  const until = householdTime(shownMode.until, schedules);
  const ended = shownMode.ended.map((each) => ENDED[each]).join(" and ");
  return printResult(
    call,
    shownMode,
    `${begunText(mode, who, nothing === "")} until ${until}.${nothing}${
      ended === "" ? "" : ` Ended with it: ${ended}.`
    }`,
  );
}

/** What began; `applies` = the person has a device. */
function begunText(mode: "cut" | "homework", who: string, applies: boolean): string {
  if (mode === "homework") return applies ? `${who} has homework` : `Homework is set for ${who}`;
  return applies ? `The Internet of ${who} is cut` : `The cut is set for ${who}`;
}

async function end(call: Call, mode: "cut" | "homework"): Promise<number> {
  const { service, values } = call;
  if (values.for !== undefined) throw usageError("Give --for or --end, not both");
  const { id, name } = await whom(call, mode);
  await service.call("DELETE", `/api/v1/people/${id}/mode`);
  return printResult(call, { ended: id }, `The cut or homework of ${clean(name)} is over.`);
}

async function undo(call: Call, mode: "cut" | "homework"): Promise<number> {
  const { service, values, switches } = call;
  if (values.for !== undefined || switches.has("end")) {
    throw usageError("Give --undo alone, without --for and --end");
  }
  const { id } = await whom(call, mode);
  const state = await service.call<PersonState>("POST", `/api/v1/people/${id}/mode/undo`);
  const schedules = await readSchedules(service);
  const now = [
    modeText(state.mode, schedules) || "no cut, no homework",
    `extra time ${extraTimeText(state.bonus, state.extra, schedules) || "none"}`,
  ];
  return printResult(call, state, `Undone. ${clean(state.name)}: ${now.join("; ")}.`);
}

async function whom({ service, positionals: [text] }: Call, mode: string) {
  if (text === undefined) throw usageError(`Say whom: box ${mode} PERSON`);
  return await findPerson(service, text);
}
