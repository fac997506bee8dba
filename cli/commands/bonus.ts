/** `box bonus`. */
import type { ExtraTimeResponse } from "../../api/features/household/hours/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { printResult } from "../actions.ts";
import type { Command } from "../command.ts";
import { usageError } from "../command_error.ts";
import { findPerson } from "../household.ts";
import { clean } from "../terminal.ts";
import { householdTime, readSchedules, withoutDevice } from "../time_states.ts";

const MINUTES = LIMITS.hours.extraMinutes.map(String);

/** Gives extra time to a child or teenager, and ends it. */
export const bonusCommand: Command = {
  name: "bonus",
  summary: "Gives extra time to a child or teenager, from now or from the end of the hours",
  usage: ["PERSON [MINUTES]", "PERSON --end"],
  arguments: {
    PERSON: "Name or number of a child or teenager",
    MINUTES: "15, 30 (if not given) or 60",
  },
  options: {
    end: { short: "e", summary: "End extra time, including that of an accepted request" },
  },
  examples: ["box bonus emma", "box bonus emma 60", "box bonus emma --end"],
  most: 2,
  async run(call) {
    const { service, positionals, switches } = call;
    const text = positionals[0];
    const minutes = positionals[1] ?? "30";
    if (text === undefined) throw usageError("Say whom: box bonus PERSON");
    if (!MINUTES.includes(minutes)) {
      throw usageError(
        `Bad number of minutes, allowed are ${MINUTES.join(", ")}: ${clean(minutes)}`,
      );
    }
    const { id, name } = await findPerson(service, text);
    const path = `/api/v1/people/${id}/bonus`;
    if (switches.has("end")) {
      if (positionals.length > 1) throw usageError("Give minutes or --end, not both");
      await service.call("DELETE", path);
      return printResult(call, { ended: id }, `The extra time of ${clean(name)} is over.`);
    }
    const given = await service.call<ExtraTimeResponse>("POST", path, {
      body: { minutes: Number(minutes) },
    });
    const schedules = await readSchedules(service);
    const [from, to] = [given.from, given.until].map((at) => householdTime(at, schedules));
    const nothing = withoutDevice(schedules, id);
    if (nothing !== "") {
      const set = `Extra time is set for ${clean(name)} from ${from} to ${to}.${nothing}`;
      return printResult(call, given, set);
    }
    const extra = `${clean(name)} has extra time from ${from} to ${to}.`;
    if (given.cut_until === 0) return printResult(call, given, extra);
    const whom = /^[\p{L}\p{N}_-]+$/u.test(text) ? text : String(id);
    const cut = `The cut goes on until ${
      householdTime(given.cut_until, schedules)
    }; the minutes start after it.`;
    return printResult(call, given, `${extra} ${cut} To end it now: box cut ${whom} --end`);
  },
};
