/** `box pause`. */
import type { PauseResponse, Pauses } from "../../api/features/protection/pauses/routes.ts";
import type { PeopleResponse } from "../../api/features/household/people/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import { ageText, clean, printJson, printTable } from "../terminal.ts";
import { parseEnd, timeText } from "../times.ts";

/** Shows what is paused, pauses the protection for a while, and ends a pause. */
export const pauseCommand: Command = {
  name: "pause",
  summary: "Pauses protection for a while, for everyone or for one",
  usage: ["[show]", "AGE [--scope WHOM]", "--until TIME [--scope WHOM]", "end [--scope WHOM]"],
  actions: { show: "What is paused", end: "End a pause" },
  arguments: { AGE: "How long it lasts, a day at most: 10min, 1h" },
  options: {
    scope: SCOPE_OPTION,
    until: { value: "TIME", summary: "When it ends: 2026-12-24T18:00, or Unix seconds" },
  },
  examples: ["box pause 10min", "box pause 1h --scope emma", "box pause end", "box pause"],
  most: 1,
  async run(call) {
    const { positionals: [word], values: { until } } = call;
    if (word === "end") return await end(call);
    if (word === "show" || (word === undefined && until === undefined)) return await show(call);
    return await begin(call, word);
  },
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<Pauses>("GET", "/api/v1/pauses");
  if (json) printJson(terminal, answer);
  else if (answer.pauses.length === 0) terminal.out("Nothing is paused.\n");
  else {
    const rows = answer.pauses.map(({ scope, name, until, by }) => [
      scope,
      name,
      ageText(until, terminal),
      by,
    ]);
    printTable(terminal, ["Scope", "Name", "Ends", "By"], rows);
  }
  return EXIT.ok;
}

async function begin(call: Call, age: string | undefined): Promise<number> {
  const { service, terminal, json, values: { until } } = call;
  if (age !== undefined && until === undefined && !/^\d/.test(age)) {
    throw usageError(
      `Unknown action, allowed are show, end and a time such as 10min: ${clean(age)}`,
    );
  }
  const end = await parseEnd(
    {
      ...(age === undefined ? {} : { for: age }),
      ...(until === undefined ? {} : { until }),
    },
    terminal,
    () => householdZone(service),
  );
  const scope = await resolveScope(call);
  const query = { scope };
  const body = { until: end };
  const pause = await service.call<PauseResponse>("PUT", "/api/v1/pauses", { query, body });
  if (json) printJson(terminal, pause);
  else {
    const until = timeText(pause.until, await householdZone(service));
    const nothing = await isWithoutDevice(call, pause)
      ? " There is no device of this person yet, so it applies to nothing."
      : "";
    terminal.out(`Paused for ${scopeText(pause.scope, pause.name)} until ${until}.${nothing}\n`);
  }
  return EXIT.ok;
}

/** Whether a pause is for a person without devices. */
async function isWithoutDevice({ service }: Call, { scope }: PauseResponse): Promise<boolean> {
  if (!scope.startsWith("person:")) return false;
  const { people } = await service.call<PeopleResponse>("GET", "/api/v1/people");
  const person = people.find(({ id }) => scope === `person:${id}`);
  return person !== undefined && person.devices.length + person.shared_devices.length === 0;
}

async function end(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const scope = await resolveScope(call) ?? "all";
  await service.call("DELETE", "/api/v1/pauses", { query: { scope } });
  if (json) printJson(terminal, { ended: scope });
  else terminal.out(`The pause for ${scopeText(scope, "")} is over.\n`);
  return EXIT.ok;
}
