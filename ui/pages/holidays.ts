/**
 * Holidays: weekdays on which the hours of Saturday apply. Shown on a calendar, added manually,
 * from a service or from a file (A 2.2, 4.2).
 */
import type {
  HolidayCountries,
  HolidayFile,
  HolidayRegions,
  ImportedHolidays,
} from "../../api/features/household/holidays/routes.ts";
import type { VacationsResponse } from "../../api/features/household/vacations/routes.ts";
import { html } from "../html.ts";
import { type LoadContext, page, type PageView } from "../page.ts";
import { linkButton } from "../parts/form.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import { holidayCalendar } from "./holidays/calendar.ts";
import { dayText } from "../parts/days.ts";
import { fileCard, importCard, outcomeCard, type RegionChoice } from "./holidays/import.ts";
import { addForm, holidayRows } from "./holidays/rows.ts";

interface Data extends VacationsResponse {
  readonly choosing: RegionChoice | undefined;
}

/**
 * The page at `/hours/holidays`; no external service is contacted before the user chooses a
 * country.
 */
export const holidaysPage = page<Data>({
  doc: "A 4.2",
  path: "/hours/holidays",
  name: "holidays.title",
  access: "household.read",
  area: "home",
  aside: true,
  database: "box",
  query: ["country"],
  load: async (ask) => ({
    ...await ask.read<VacationsResponse>("/api/v1/vacations"),
    choosing: await choosingOf(ask),
  }),
  view,
});

/** Data from the holiday service for the current step. */
async function choosingOf(ask: LoadContext): Promise<RegionChoice | undefined> {
  const { query: { country }, language: lang } = ask;
  if (country === undefined) return undefined;
  const isCode = /^[A-Z]{2}$/.test(country);
  const may = "household.write";
  if (!isCode) {
    const countries = await tryRead<HolidayCountries>(ask, may, "/api/v1/holidays/countries", {
      lang,
    });
    return { country: "", countries };
  }
  const regions = await tryRead<HolidayRegions>(ask, may, "/api/v1/holidays/regions", {
    country,
    lang,
  });
  return { country, regions };
}

function view(ui: Ui, data: Data): PageView {
  const outcome = ui.context.result as ImportedHolidays | HolidayFile | undefined;
  const may = ui.may("household.write");
  return {
    lead: leadOf(ui, data),
    action: linkButton("/hours", ui.t("holidays.to_hours"), { icon: "clock" }),
    body: html`
      <div class="stack">
        ${outcome !== undefined && outcomeCard(ui, outcome)}
        ${holidayCalendar(ui, data)}
        <div class="holiday-columns">
          ${holidayRows(ui, data)}
          ${may &&
            html`
              <div class="stack">
                ${addForm(ui)}
                ${importCard(ui, data.import, data.choosing)}
                ${fileCard(ui)}
              </div>
            `}
        </div>
      </div>
    `,
  };
}

function leadOf(ui: Ui, { vacations, day }: Data): string {
  const now = vacations.filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
  const last = now.map(({ last_day }) => last_day).sort().at(-1);
  if (last !== undefined) return ui.t("holidays.lead_now", { day: dayText(ui, last) });
  const next = vacations.map(({ first_day }) => first_day).filter((first) => first > day).sort()[0];
  return next === undefined
    ? ui.t("holidays.lead_none")
    : ui.t("holidays.lead_next", { day: dayText(ui, next) });
}
