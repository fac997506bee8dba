/** The time state on other pages: of a person, of a device, of everyone on the home page. */
import type { DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { avatar } from "../../parts/avatar.ts";
import type { Ui } from "../../ui.ts";
import { currentTimeState, reloadSeconds, timeStateLine, unknownClockNote } from "./card.ts";
import { limitBars } from "./limits.ts";
import { sharedLine } from "./shared_devices.ts";
import { sentenceOfAll } from "./time_state.ts";

/** Maximum number of people with a line of their own on the home page. */
const MOST_LINES = 6;

/** The card of a person's time; nothing for an adult. */
export function timeCard(ui: Ui, { people, time_known }: Schedules, id: number): Child {
  const person = people.find(({ person_id }) => person_id === id);
  if (person === undefined) return null;
  return html`
    <section
      class="card hours-card"
      id="hours-now"
      data-refresh=${reloadSeconds(ui, person.next_change)}
    >
      <header><h2>${ui.t("hours.title")}</h2></header>
      ${unknownClockNote(ui, time_known)}
      ${timeStateLine(ui, person, time_known)}
      ${currentTimeState(ui, person, time_known)}
      ${hoursWays(ui, person)}
    </section>
  `;
}

function hoursWays(ui: Ui, { person_id }: PersonState): Child {
  const ways = [
    [`/people/${person_id}/hours`, ui.t("hours.week_of")],
    ...(ui.may("reports.read") ? [[`/people/${person_id}/time`, ui.t("spent.title")]] : []),
  ];
  return html`
    <ul class="ways">
      ${ways.map(([to, text]) =>
        html`
          <li><a href=${to}><span>${text}</span>${icon("chevron-right")}</a></li>
        `
      )}
    </ul>
  `;
}

/**
 * Whether a device is open, by its person or its users; nothing for a device without young users.
 */
export function deviceTimeCard(
  ui: Ui,
  schedules: Schedules | undefined,
  { id, person_id, people }: Pick<DeviceResponse, "id" | "person_id" | "people">,
): Child {
  const shared = schedules?.shared.find(({ device_id }) => device_id === id);
  const person = people === undefined &&
    schedules?.people.find((one) => one.person_id === person_id);
  if (shared !== undefined) {
    const body = html`
      ${sharedLine(ui, shared)}
      <p class="help">${ui.t("hours.shared_help")}</p>
      ${limitBars(ui, shared.limits)}
    `;
    return card(ui.t("hours.title"), body, { id: "time", class: "hours-card" });
  }
  if (!person) return null;
  const body = html`
    ${timeStateLine(ui, person, schedules!.time_known)}
    ${limitBars(ui, person.limits)}
    ${hoursWays(ui, person)}
  `;
  return card(ui.t("hours.title"), body, { id: "time", class: "hours-card" });
}

/**
 * Who has Internet and until when, one line each if there are few people. Nothing is shown while no
 * person has hours, a cut or homework. People without devices are left out: the page says that
 * nothing applies to them.
 */
export function hoursLines(ui: Ui, schedules: Schedules | undefined): Child {
  const people =
    schedules?.people.filter(({ devices, enabled, mode }) =>
      devices > 0 && (enabled || mode.mode !== "")
    ) ?? [];
  if (schedules === undefined || people.length === 0) return null;
  const said = people.length > MOST_LINES
    ? html`<p>${sentenceOfAll(ui, people, schedules.counts)}</p>`
    : html`
      <ul>
        ${people.map((person) =>
          html`
            <li>
              ${avatar(person.name)}
              <div>
                <bdi>${person.name}</bdi>
                ${timeStateLine(ui, person, schedules.time_known)}
              </div>
            </li>
          `
        )}
      </ul>
    `;
  return html`<a class="home-hours" href="/hours">${said}${icon("chevron-right")}</a>`;
}
