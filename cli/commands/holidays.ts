/** `box holidays`. */
import type {
  HolidayCountries,
  HolidayFile,
  HolidayRegions,
  ImportedHolidays,
} from "../../api/features/household/holidays/routes.ts";
import type {
  VacationResponse,
  VacationsResponse,
} from "../../api/features/household/vacations/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT } from "../command_error.ts";
import { LANGUAGES } from "../languages.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "The holidays, and what is imported every week", needs: [], run: list },
  add: { summary: "Add holidays by their first and last day", needs: ["FIRST", "LAST"], run: add },
  remove: {
    summary: "Remove holidays; imported ones are not imported again",
    needs: ["ID"],
    run: remove,
  },
  countries: {
    summary: "Countries whose school holidays can be imported",
    needs: [],
    run: countries,
  },
  regions: { summary: "Regions and school groups of a country", needs: ["COUNTRY"], run: regions },
  import: {
    summary: "Import the coming year, now and every week",
    needs: ["COUNTRY", "REGION"],
    run: importAll,
  },
  stop: { summary: "End the weekly import; what was imported stays", needs: [], run: stop },
  file: { summary: "Import a calendar file (.ics)", needs: ["PATH"], run: file },
};

/** Why an event of a file was skipped. */
const WHY: Readonly<Record<HolidayFile["refused"][number]["why"], string>> = {
  no_start: "it does not say when it begins",
  time: "it begins or ends at a time of day; only whole days are imported",
  bad_day: "the calendar has no such day",
  duration: "it does not last whole days",
  reversed: "it ends before it begins",
  too_long: "it lasts more than a year",
  repeats: "it repeats; holidays do not fall on the same days every year",
  cancelled: "it is cancelled",
  over: "it is over",
  unfinished: "the file ends in the middle of it",
};
const SOURCE: Readonly<Record<VacationResponse["source"], string>> = {
  hand: "by hand",
  service: "holiday service",
  file: "calendar file",
};

/** Shows, adds, removes and imports holidays. */
export const holidaysCommand: Command = {
  name: "holidays",
  summary: "Shows and imports school holidays, on whose weekdays the hours of Saturday apply",
  usage: [
    "[list]",
    "add FIRST LAST [--name NAME]",
    "remove ID",
    "countries",
    "regions COUNTRY",
    "import COUNTRY REGION",
    "stop",
    "file PATH",
  ],
  actions: summariesOf(ACTIONS),
  arguments: {
    FIRST: "First day, such as 2026-12-19",
    LAST: "Last day, included",
    ID: "Number of holidays, as `box holidays` shows it",
    COUNTRY: "Code of a country, such as FR",
    REGION: 'Code of a region or school group, such as FR-ZA; "" = the whole country',
    PATH: "A calendar file",
  },
  options: {
    name: { value: "NAME", short: "n", summary: "What the holidays are called" },
    lang: { value: "LANGUAGE", summary: "Language of the names", words: LANGUAGES },
  },
  examples: [
    "box holidays",
    "box holidays add 2026-12-19 2027-01-03 --name Christmas",
    "box holidays import FR FR-ZA --lang fr",
    "box holidays file school.ics",
  ],
  most: 3,
  run: (call) => runAction("holidays", ACTIONS, call, "list"),
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<VacationsResponse>("GET", "/api/v1/vacations");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  terminal.out(
    answer.today
      ? "There are holidays today: on weekdays the hours of Saturday apply.\n"
      : "There are no holidays today.\n",
  );
  if (answer.vacations.length === 0) {
    terminal.out("None are known; `box holidays add` and `box holidays import` add some.\n");
  } else {
    const rows = answer.vacations.map(({ id, first_day, last_day, name, source, by }): Cell[] => [
      numberText(id),
      first_day,
      last_day,
      name,
      SOURCE[source],
      by,
    ]);
    printTable(terminal, ["ID", "First day", "Last day", "Name", "From", "By"], rows);
  }
  const weekly = answer.import;
  if (weekly === null) return EXIT.ok;
  const place = clean(
    [weekly.country, weekly.region, weekly.name].filter((text) => text !== "").join(" "),
  );
  const last = weekly.done === 0
    ? "never succeeded"
    : `succeeded ${ageText(weekly.done, terminal)}`;
  terminal.out(`Imported every week: ${place}; ${last}, next ${ageText(weekly.next, terminal)}.\n`);
  if (weekly.error !== "") terminal.out(`The last import failed: ${clean(weekly.error)}\n`);
  return EXIT.ok;
}

async function add(call: Call, first_day: string, last_day: string): Promise<number> {
  const { service, values: { name } } = call;
  const body = { first_day, last_day, ...(name === undefined ? {} : { name }) };
  const added = await service.call<VacationResponse>("POST", "/api/v1/vacations", { body });
  return printResult(
    call,
    added,
    `Added as number ${added.id}: ${clean(added.first_day)} to ${clean(added.last_day)}.`,
  );
}

async function remove(call: Call, id: string): Promise<number> {
  await call.service.call("DELETE", `/api/v1/vacations/${encodeURIComponent(id.toWellFormed())}`);
  return printResult(call, { removed: id }, `Removed: ${clean(id)}`);
}

async function countries({ service, terminal, json, values }: Call): Promise<number> {
  const query = { lang: values.lang };
  const answer = await service.call<HolidayCountries>("GET", "/api/v1/holidays/countries", {
    query,
  });
  if (json) printJson(terminal, answer);
  else {printTable(
      terminal,
      ["Code", "Country"],
      answer.countries.map(({ code, name }) => [code, name]),
    );}
  return EXIT.ok;
}

async function regions(
  { service, terminal, json, values }: Call,
  country: string,
): Promise<number> {
  const query = { country, lang: values.lang };
  const answer = await service.call<HolidayRegions>("GET", "/api/v1/holidays/regions", { query });
  if (json) printJson(terminal, answer);
  else if (answer.regions.length === 0) {
    terminal.out(
      `The whole country has the same holidays: box holidays import ${clean(country)} ""\n`,
    );
  } else {
    const rows = answer.regions.map(({ code, name, kind, detail }) => [
      code,
      name,
      kind === "group" ? "school group" : "region",
      detail,
    ]);
    printTable(terminal, ["Code", "Region", "Kind", "In"], rows);
  }
  return EXIT.ok;
}

async function importAll(call: Call, country: string, region: string): Promise<number> {
  const { service, values: { lang } } = call;
  const body = { country, region, ...(lang === undefined ? {} : { lang }) };
  const done = await service.call<ImportedHolidays>("POST", "/api/v1/holidays/import", { body });
  return printResult(call, done, `${broughtText(done)} They are checked again every week.`);
}

async function stop(call: Call): Promise<number> {
  await call.service.call("DELETE", "/api/v1/holidays/import");
  return printResult(
    call,
    { stopped: true },
    "The weekly import has ended; what was imported stays.",
  );
}

async function file({ service, terminal, json }: Call, path: string): Promise<number> {
  const content = await textOf(path);
  const name = path.slice(path.lastIndexOf("/") + 1).slice(0, 255);
  const done = await service.call<HolidayFile>("POST", "/api/v1/holidays/file", {
    body: { content, name },
  });
  if (json) {
    printJson(terminal, done);
    return EXIT.ok;
  }
  terminal.out(`${broughtText(done)}\n`);
  for (const { line, why } of done.refused) terminal.out(`Left out, line ${line}: ${WHY[why]}\n`);
  if (done.more_refused > 0) {
    terminal.out(`Left out, and not shown: ${numberText(done.more_refused)}\n`);
  }
  return EXIT.ok;
}

function broughtText({ added, known, removed_by_hand }: ImportedHolidays): string {
  const removed = removed_by_hand === 0
    ? ""
    : `, ${numberText(removed_by_hand)} not added again since they were removed`;
  return `${numberText(added)} added, ${numberText(known)} there already${removed}.`;
}

/** The text of a file, within the size limit of the box. */
async function textOf(path: string): Promise<string> {
  const failed = (error: Error) => {
    throw new CommandError(`The file cannot be read: ${clean(error.message)}`);
  };
  const { size } = await Deno.stat(path).catch(failed);
  const { fileBytes } = LIMITS.vacations;
  if (size > fileBytes) {
    throw new CommandError(`A calendar file has at most ${numberText(fileBytes)} bytes`);
  }
  return await Deno.readTextFile(path).catch(failed);
}
