/** The evening of the family: who has Internet and until when, what is left, and what one tap does (A 2.2, 3.2; UI 1, 4). */
import type { Schedules } from "../../api/features/household/hours/schedules.ts";
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type View } from "../page.ts";
import { empty } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import type { Ui } from "../shown.ts";
import { hoursCard, readAgain, timeUnknown } from "./hours/card.ts";
import { sharedCard } from "./hours/shared_devices.ts";
import { sentenceOfAll } from "./hours/words.ts";

/** The page at `/hours`. */
export const hoursPage = page<Schedules>({
  doc: "A 2.2, 3.2, 4.2",
  path: "/hours",
  name: "hours.title",
  access: "household.read",
  area: "home",
  database: "box",
  load: ({ read }) => read<Schedules>("/api/v1/schedules"),
  view,
});

function view(ui: Ui, schedules: Schedules): View {
  const { people, shared, time_known } = schedules;
  const next = Math.min(...[...people, ...shared].map(({ next_change }) => next_change || Infinity));
  const refresh = readAgain(ui, Number.isFinite(next) ? next : 0);
  return {
    lead: html`<span id="hours-lead" data-refresh=${refresh}>${
      people.length === 0 ? ui.say("hours.lead_nobody") : sentenceOfAll(ui, people)
    }</span>`,
    body: people.length === 0 ? nobody(ui) : html`<div class="stack">${timeUnknown(ui, time_known)}<div
      class="hours-cards">${people.map((person) => hoursCard(ui, person, schedules))}</div><div id="hours-shared"
      data-refresh=${refresh}>${sharedCard(ui, schedules)}</div>${about(ui, schedules)}</div>`,
  };
}

/** Nobody has hours yet: what they would be, and where people are added. */
function nobody(ui: Ui): Markup {
  return html`<section class="card">${
    empty(
      "clock",
      ui.say("hours.nobody"),
      ui.say("hours.nobody_help"),
      ui.may("household.write") && linkButton("/people", ui.say("hours.to_people"), { style: "main", icon: "users" }),
    )
  }</section>`;
}

/** How quickly changes hold, and what is kept beside. */
function about(ui: Ui, { allow, answers_kept }: Schedules): Markup {
  return html`
    <section class="card">
      <ul class="ways">
        <li><a href="/hours/allowed"><span>${ui.say("hours.allowed_title")} <span class="muted number">${ui.number(
          allow.length,
        )}</span></span>${icon("chevron-right")}</a></li>
      </ul>
      <p class="help">${ui.say("hours.how_soon", { seconds: answers_kept })}</p>
    </section>
  `;
}
