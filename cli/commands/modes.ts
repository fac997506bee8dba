/** `box cut` and `box homework`. */
import type { ModeResponse } from "../../api/features/household/hours/routes.ts";
import type { PersonState } from "../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../policy/limits.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { usageError } from "../command_error.ts";
import { findPerson } from "../household.ts";
import { clean } from "../terminal.ts";
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

/** Cuts the Internet of a child or teenager for a while. */
export const cutCommand: Command = {
  ...modeCommand("cut", "Cuts the Internet of a child or teenager for a while"),
  examples: ["box cut emma", "box cut emma --for morning", "box cut emma --end"],
};

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
