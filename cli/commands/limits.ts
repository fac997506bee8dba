/** `box limits`. */
import type { PersonState } from "../../api/features/household/hours/schedules.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { findPerson } from "../household.ts";
import { type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";
import { householdTime, readSchedules, withoutDevice } from "../time_states.ts";

const CATEGORIES = ["games", "videos", "social"];

/** Shows and changes the daily limits of children and teenagers, with the time used. */
export const limitsCommand: Command = {
  name: "limits",
  summary: "Shows and changes the daily limits of games, videos and social networks",
  usage: ["[PERSON]", "PERSON CATEGORY MINUTES"],
  arguments: {
    PERSON: "Name or number of a child or teenager",
    CATEGORY: CATEGORIES.join(", "),
    MINUTES: "15 to 480 minutes a day; 0 = no limit",
  },
  examples: ["box limits", "box limits emma games 60", "box limits emma games 0"],
  most: 3,
  async run(call) {
    const { positionals: [text, category, minutes] } = call;
    if (category === undefined) return await show(call, text);
    if (!CATEGORIES.includes(category)) {
      throw usageError(
        `Unknown category, allowed are ${CATEGORIES.join(", ")}: ${clean(category)}`,
      );
    }
    if (minutes === undefined) {
      throw usageError(`Something is missing: box limits ${clean(text)} ${category} MINUTES`);
    }
    if (!/^\d{1,3}$/.test(minutes)) {
      throw usageError(`Bad number of minutes, allowed are 0 and 15 to 480: ${clean(minutes)}`);
    }
    const { id } = await findPerson(call.service, text);
    const body = { category, minutes: Number(minutes) };
    const kept = await call.service.call<PersonState>("PUT", `/api/v1/people/${id}/limits`, {
      body,
    });
    const said = body.minutes === 0 ? "no limit" : `${body.minutes} minutes a day`;
    const nothing = body.minutes === 0 ? "" : withoutDevice({ people: [kept] }, kept.person_id);
    return printResult(call, kept, `${clean(kept.name)} has ${said} for ${category}.${nothing}`);
  },
};

async function show({ service, terminal, json }: Call, text: string | undefined): Promise<number> {
  const only = text === undefined ? undefined : (await findPerson(service, text)).id;
  const schedules = await readSchedules(service);
  const { people, shared } = schedules;
  const theirs = people.filter(({ person_id }) => only === undefined || person_id === only);
  const devices = shared.filter((each) => only === undefined || each.people.includes(only));
  const limits = [
    ...theirs.flatMap(({ name, limits }) =>
      limits.map((each) => ({ ...each, who: name, today: each.allowed }))
    ),
    ...devices.flatMap(({ label, limits }) =>
      limits.map((each) => ({ ...each, who: label, today: each.minutes }))
    ),
  ].filter(({ minutes }) => minutes > 0);
  if (json) printJson(terminal, { limits });
  else if (limits.length === 0) terminal.out("There are no daily limits.\n");
  else {
    const rows = limits.map(({ who, category, today, used, left, blocked_until }): Cell[] => [
      who,
      category,
      numberText(today),
      numberText(used),
      numberText(left),
      householdTime(blocked_until, schedules),
    ]);
    printTable(
      terminal,
      ["Who", "Category", "Minutes today", "Used", "Left", "Blocked until"],
      rows,
      [2, 3, 4],
    );
  }
  return EXIT.ok;
}
