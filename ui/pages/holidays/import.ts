/**
 * Importing school holidays: from the holiday service, by country and region in two steps, or from
 * a calendar file.
 */
import type {
  HolidayCountries,
  HolidayFile,
  HolidayRegions,
  ImportedHolidays,
} from "../../../api/features/household/holidays/routes.ts";
import type { VacationsResponse } from "../../../api/features/household/vacations/routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card, definitionList, note } from "../../parts/card.ts";
import { select } from "../../parts/field.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { ReadResult } from "../../try_read.ts";
import { localeOf, type Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** The response of the holiday service during the selection. */
export interface RegionChoice {
  /** Chosen in the first step, "" = not yet. */
  readonly country: string;
  readonly countries?: ReadResult<HolidayCountries>;
  readonly regions?: ReadResult<HolidayRegions>;
}

/** The address of the first step. */
const CHOOSE = "/hours/holidays?country=choose#import";
const IMPORT = "/api/v1/holidays/import";
/** Maximum size of a calendar file, in a readable unit. */
const FILE_MOST = Math.floor(LIMITS.vacations.fileBytes / 1e6) * 1e6;

/** The weekly import: a description, its state, or the current step of the selection. */
export function importCard(
  ui: Ui,
  weekly: VacationsResponse["import"],
  choosing: RegionChoice | undefined,
): Markup {
  const help = html`<p class="help">${ui.t("holidays.leaves")}</p>`;
  const body = importBody(ui, weekly, choosing);
  return card(ui.t("holidays.import"), html`<div class="stack">${body}${help}</div>`, {
    id: "import",
  });
}

function importBody(
  ui: Ui,
  weekly: VacationsResponse["import"],
  choosing: RegionChoice | undefined,
): Child {
  if (choosing?.country === "") return countryStep(ui, choosing);
  if (choosing !== undefined) return regionStep(ui, choosing, weekly?.region ?? "");
  if (weekly !== null) return standing(ui, weekly);
  return html`
    <p>${ui.t("holidays.import_help")}</p>
    <p class="buttons">${linkButton(CHOOSE, ui.t("holidays.choose"), { icon: "globe" })}</p>
  `;
}

function countryStep(ui: Ui, { countries }: RegionChoice): Child {
  if (countries?.data === undefined) return unavailableNote(ui);
  const order = new Intl.Collator(localeOf(ui.context.language));
  const options = countries.data.countries.map(({ code, name }) => ({
    value: code,
    text: countryText(ui, code, name),
  }))
    .sort((a, b) => order.compare(a.text, b.text));
  const { proposed } = countries.data;
  const choice = select(ui, {
    name: "country",
    label: ui.t("settings.name_country"),
    value: proposed,
    required: true,
    options,
  });
  return html`
    <form method="get" action="/hours/holidays#import" class="form">
      ${choice}
      <p class="buttons">
        ${submit(ui.t("setup.next"), {
          style: "main",
          icon: "chevron-right",
        })}
        ${linkButton("/hours/holidays", ui.t("rules.cancel"), { style: "quiet" })}
      </p>
    </form>
  `;
}

function regionStep(ui: Ui, { country, regions }: RegionChoice, chosen: string): Child {
  if (regions?.data === undefined) return unavailableNote(ui);
  const all = regions.data.regions;
  const act: PageAction = {
    method: "post",
    path: IMPORT,
    back: "/hours/holidays",
    result: true,
    body: { country, lang: ui.context.language },
  };
  const button = html`
    <p class="buttons">
      ${submit(ui.t("holidays.import_now"), { style: "main", icon: "download" })}
      ${linkButton(CHOOSE, ui.t("holidays.other_country"), { style: "quiet" })}
    </p>
  `;
  const field = all.length === 0
    ? html`<p>${ui.t("holidays.same_everywhere", { country: countryText(ui, country) })}</p>`
    : regionField(ui, all, countryText(ui, country), chosen);
  return form(ui, act, html`${field}${button}`);
}

function regionField(
  ui: Ui,
  regions: HolidayRegions["regions"],
  country: string,
  chosen: string,
): Markup {
  const group = (kind: "subdivision" | "group", label: string) => {
    const some = regions.filter((each) => each.kind === kind);
    return some.length > 0 &&
      html`
        <optgroup label=${label}>
          ${some.map(({ code, name, detail }) =>
            html`
              <option value=${code} selected=${code === chosen}>
                ${detail === "" ? name : `${name} (${detail})`}
              </option>
            `
          )}
        </optgroup>
      `;
  };
  return html`
    <div class="field">
      <label for="field-region">
        ${ui.t("holidays.region_of", {
          country,
        })}
      </label>
      <select id="field-region" name="region" required>
        ${group("subdivision", ui.t("holidays.regions"))}
        ${group("group", ui.t("holidays.groups"))}
      </select>
    </div>
  `;
}

function unavailableNote(ui: Ui): Child {
  return html`
    ${note("attention", ui.t("errors.code_holiday_service_failed"))}
    <p>${ui.t("holidays.instead")}</p>
    <p class="buttons">${linkButton("/hours/holidays", ui.t("holidays.back"))}</p>
  `;
}

/** The state of the weekly import, with the available actions. */
function standing(ui: Ui, weekly: NonNullable<VacationsResponse["import"]>): Child {
  const { country, region, name, lang, done, next, error } = weekly;
  const again = { method: "post", path: IMPORT, body: { country, region, lang } } as const;
  const place = [countryText(ui, country), name || region].filter((text) => text !== "").join(
    " · ",
  );
  return html`
    ${error !== "" && note(
      "attention",
      html`
        <p>${ui.t("holidays.failed")}</p>
        <p class="small">${refusalOrEnglish(ui, error)}</p>
      `,
    )}
    ${definitionList([ui.t("holidays.region"), place], [
      ui.t("holidays.last"),
      ui.relativeTime(done),
    ], [
      ui.t("holidays.next_look"),
      ui.relativeTime(next),
    ])}
    ${ui.may("household.write") &&
      html`
        <div class="buttons">
          ${actionButton(
            ui,
            { ...again, back: "/hours/holidays", result: true },
            ui.t("holidays.look"),
            {
              icon: "refresh-cw",
            },
          )}
          ${linkButton(
            `/hours/holidays?country=${country}#import`,
            ui.t("holidays.other_region"),
          )}
          ${actionButton(
            ui,
            { method: "delete", path: IMPORT, done: "holidays.stopped", undo: again },
            ui.t("holidays.stop"),
            { style: "quiet" },
          )}
        </div>
      `}
  `;
}

function countryText({ context: { language } }: Ui, code: string, name: string = code): string {
  return new Intl.DisplayNames(localeOf(language), { type: "region", fallback: "none" }).of(code) ??
    name;
}

/** The form for a calendar file. */
export function fileCard(ui: Ui): Markup {
  const act: PageAction = {
    method: "post",
    path: "/api/v1/holidays/file",
    back: "/hours/holidays",
    result: true,
  };
  const field = html`
    <div class="field">
      <label for="holiday-file">${ui.t("holidays.file_field")}</label>
      <input
        type="file"
        id="holiday-file"
        name="content:textfile"
        accept=".ics,text/calendar"
        required
        aria-describedby="holiday-file-help"
      />
      <p class="help" id="holiday-file-help">
        ${ui.t("holidays.file_help", {
          size: ui.bytes(FILE_MOST),
        })}
      </p>
    </div>
    <p class="buttons">${submit(ui.t("holidays.file_read"), { icon: "upload" })}</p>
  `;
  return card(
    ui.t("holidays.file"),
    form(ui, act, field, { files: true, id: "holiday-file-form" }),
  );
}

/** The result of an import or a file. */
export function outcomeCard(ui: Ui, outcome: ImportedHolidays | HolidayFile): Markup {
  const { added, known, removed_by_hand: removed } = outcome;
  const { refused, more_refused } = { ...NONE, ...outcome };
  const missed = refused.length + more_refused;
  return card(
    ui.t("holidays.outcome", { count: added }),
    html`
      <div class="stack">
        ${known > 0 && html`<p>${ui.t("holidays.known", { count: known })}</p>`}
        ${removed > 0 && html`<p>${ui.t("holidays.stay_away", { count: removed })}</p>`}
        ${missed > 0 && html`
          <details open>
            <summary>${ui.t("holidays.refused", { count: missed })}</summary>
            <ul>
              ${refused.map(({ line, why }) =>
                html`
                  <li>
                    ${ui.t("holidays.refused_line", { line })} ${ui.t(
                      `holidays.why_${why}` as TextKey,
                    )}
                  </li>
                `
              )}
              ${more_refused > 0 &&
                html`<li>${ui.t("holidays.refused_more", { count: more_refused })}</li>`}
            </ul>
          </details>
        `}
        ${missed + known + removed === 0 && html`<p>${ui.t("holidays.effect")}</p>`}
      </div>
    `,
    { said: true },
  );
}

const NONE: Pick<HolidayFile, "refused" | "more_refused"> = { refused: [], more_refused: 0 };
