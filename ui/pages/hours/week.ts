/** The hours of one person: the week editor, limits, today, and a printable week (A 2.2, 4.2). */
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import { hoursOf, WEEKDAYS } from "../../../policy/model/week.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { type LoadContext, NotFoundError, page, type PageView } from "../../page.ts";
import { card } from "../../parts/card.ts";
import {
  actionButton,
  actionText,
  form,
  linkButton,
  type PageAction,
  submit,
} from "../../parts/form.ts";
import { switchForm } from "../../parts/switch.ts";
import { weekDays, weekGrid, weekWords } from "../../parts/week_grid.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import { currentTimeState, reloadSeconds, timeStateLine, unknownClockNote } from "./card.ts";
import { turnedOnKey } from "./actions.ts";
import { hoursFooter } from "./footer.ts";
import { limitChoices } from "./limits.ts";
import { sentenceOf } from "./time_state.ts";

interface WeekData {
  readonly person: PersonResponse;
  /** Absent for an adult, who has no hours. */
  readonly hours: PersonState | undefined;
  readonly schedules: Schedules;
}

/** The page at `/people/3/hours`. */
export const personHoursPage = page<WeekData>({
  doc: "A 2.2, 4.2",
  path: "/people/{id}/hours",
  name: "hours.title",
  access: "household.read",
  area: "home",
  database: "box",
  islands: ["week_grid"],
  load,
  view,
});

/** The number in an address; one that nobody has, if it is none. */
function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : Number.MAX_SAFE_INTEGER;
}

async function load({ read, params }: LoadContext): Promise<WeekData> {
  const [{ people }, schedules] = await Promise.all([
    read<PeopleResponse>("/api/v1/people"),
    read<Schedules>("/api/v1/schedules", { query: { person: numberOf(params.id) } }),
  ]);
  const person = people.find(({ id }) => String(id) === params.id);
  if (person === undefined) throw new NotFoundError();
  return {
    person,
    schedules,
    hours: schedules.people.find(({ person_id }) => person_id === person.id),
  };
}

function view(ui: Ui, { person, hours, schedules }: WeekData): PageView {
  const { id, name } = person;
  const title = ui.t("hours.title_of", { name });
  if (hours === undefined) {
    return {
      title,
      lead: ui.t("hours.adult", { name }),
      body: html`
        <p class="buttons">${linkButton(`/people/${id}`, name, { icon: "chevron-left" })}</p>
      `,
    };
  }
  const refresh = reloadSeconds(ui, hours.next_change);
  return {
    title,
    lead: html`<span id="hours-lead" data-refresh=${refresh}>${leadOf(ui, hours)}</span>`,
    action: html`
      <span class="with-script">
        <button type="button" class="button plain" data-print="true">
          ${icon("printer")}
          <span>${ui.t("hours.print")}</span>
        </button>
      </span>
      ${linkButton(
        "/hours",
        ui.t("hours.title"),
        {
          icon: "chevron-left",
        },
      )}
    `,
    body: html`
      <div class="stack hours-of">
        ${unknownClockNote(ui, schedules.time_known)}
        ${weekCard(ui, hours)}
        <div class="grid columns not-printed">
          <section class="card" id="hours-today" data-refresh=${refresh}>
            <header><h2>${ui.t("hours.now")}</h2></header>
            ${timeStateLine(ui, hours, schedules.time_known)}
            ${currentTimeState(ui, hours, schedules.time_known, false)}
          </section>
          <div class="stack">
            ${card(
              ui.t("hours.limits"),
              html`
                <p class="help">${ui.t("hours.limits_help")}</p>
                ${limitChoices(ui, hours)}
              `,
              { id: "limits" },
            )}
            ${hoursFooter(
              ui,
              schedules,
              html`
                <li>
                  <a href=${`/people/${person.id}`}>
                    <bdi>${person.name}</bdi>
                    ${icon("chevron-right")}
                  </a>
                </li>
              `,
            )}
          </div>
        </div>
      </div>
    `,
  };
}

function leadOf(ui: Ui, hours: PersonState): Child {
  return html`${ui.t(leadKey(hours))} ${hours.grid !== "" && sentenceOf(ui, hours)}`;
}

function leadKey({ enabled, grid }: PersonState): TextKey {
  if (enabled) return "hours.are_on";
  return grid === "" ? "hours.never_set" : "hours.are_off";
}

function weekCard(ui: Ui, hours: PersonState): Markup {
  const { person_id, name, enabled, grid, proposed } = hours;
  const may = ui.may("household.write");
  const path = `/api/v1/people/${person_id}/schedule`;
  const shown = grid === "" ? proposed : grid;
  const before = { method: "put", path, body: { enabled, grid } } as const;
  const turned: PageAction = {
    method: "put",
    path,
    body: { enabled: !enabled, grid: shown },
    args: { name },
    done: enabled ? "hours.turned_off" : turnedOnKey(hours),
    undo: before,
  };
  const control = may && switchForm(ui, turned, {
    id: "hours-on",
    label: ui.t("hours.title_of", { name }),
    on: enabled,
    button: ui.t(enabled ? "words.turn_off" : "words.turn_on"),
  });
  return card(
    ui.t("hours.week"),
    html`
      <p class="week-said">
        ${shown.includes("1") ? weekWords(ui, hoursOf(shown)) : ui.t("hours.never_open")}
      </p>
      ${!enabled &&
        html`
          <p class="muted not-printed">
            ${ui.t(grid === "" ? "hours.proposed_off" : "hours.hold_off")}
          </p>
        `}
      ${may
        ? weekForm(ui, hours, shown)
        : weekDays(ui, { grid: shown }, ui.t("hours.title_of", { name }))}
      <p class="help">${ui.t("hours.vacation_rule")}</p>
    `,
    { id: "week", class: "week-card", action: control },
  );
}

function gridOptions(ui: Ui, { name, proposed }: PersonState, grid: string) {
  return {
    id: "week-grid",
    name: "week",
    grid,
    label: ui.t("hours.title_of", { name }),
    on: ui.t("hours.open"),
    off: ui.t("hours.closed"),
    proposed: { grid: proposed, text: ui.t("hours.proposed") },
  };
}

function weekForm(ui: Ui, hours: PersonState, shown: string): Markup {
  const { person_id, name, enabled, grid, proposed } = hours;
  const path = `/api/v1/people/${person_id}/schedule`;
  const undo = { method: "put", path, body: { enabled, grid } } as const;
  const act: PageAction = {
    method: "put",
    path,
    body: { enabled },
    done: "hours.saved",
    args: { name },
    undo,
  };
  const days = Object.fromEntries(WEEKDAYS.map((day) => [`week.${day}`, `week.${day}`]));
  const turnOn = actionText(ui, {
    ...act,
    body: { enabled: true },
    done: turnedOnKey(hours),
    fields: days,
  });
  const propose: PageAction = { ...act, body: { enabled, grid: proposed } };
  return html`
    ${form(
      ui,
      act,
      html`
        ${weekGrid(ui, gridOptions(ui, hours, shown))}
        <p class="buttons week-save not-printed">
          ${submit(ui.t("words.save"), {
            style: enabled ? "main" : "plain",
          })}
          ${!enabled &&
            submit(ui.t("hours.save_on"), {
              style: "main",
              icon: "clock",
              act: turnOn,
            })}
          <span class="muted" data-unsaved="true" hidden>${ui.t("hours.unsaved")}</span>
        </p>
      `,
    )}
    ${grid !== "" &&
      html`
        <div class="without-script not-printed">
          ${actionButton(ui, propose, ui.t("hours.proposed"), {
            icon: "clock",
          })}
        </div>
      `}
  `;
}
