/**
 * The family's time today: who has Internet and until when, what is left, and one-tap actions (A
 * 2.2, 3.2).
 */
import type { Schedules } from "../../api/features/household/hours/schedules.ts";
import type { RequestResponse } from "../../api/features/household/requests/routes.ts";
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { emptyState } from "../parts/card.ts";
import { findPerson, PEOPLE_AT_ONCE } from "../parts/find_person.ts";
import { linkButton } from "../parts/form.ts";
import { currentCuts, cutControl } from "../parts/household_cut.ts";
import { pageLinks } from "../parts/page_links.ts";
import {
  liveRequests,
  readPendingRequests,
  requestCards,
  requestsSentence,
} from "../parts/time_request.ts";
import type { Ui } from "../ui.ts";
import { hoursCard, reloadSeconds, unknownClockNote } from "./hours/card.ts";
import { hoursFooter } from "./hours/footer.ts";
import { sharedCard } from "./hours/shared_devices.ts";
import { sentenceOfAll } from "./hours/time_state.ts";

interface HoursData {
  readonly schedules: Schedules;
  readonly waiting: readonly RequestResponse[];
  readonly q: string;
  readonly paged: boolean;
}

/** The page at `/hours`. */
export const hoursPage = page<HoursData>({
  doc: "A 2.2, 3.2, 4.2",
  path: "/hours",
  name: "hours.title",
  access: "household.read",
  area: "home",
  database: "box",
  query: ["q", "cursor"],
  async load(ask) {
    const { q: text = "", cursor } = ask.query;
    const q = text.trim();
    const [schedules, waiting] = await Promise.all([
      ask.read<Schedules>("/api/v1/schedules", {
        query: { q: q || undefined, cursor, limit: PEOPLE_AT_ONCE },
      }),
      readPendingRequests(ask),
    ]);
    return { schedules, waiting, q, paged: cursor !== undefined };
  },
  view,
  live: (ask, ui) =>
    liveRequests(ask, ui, ({ requests }) => [
      {
        put: "replace",
        into: "hours-asked",
        markup: requestsLead(ui, requests.filter(({ status }) => status === "waiting")),
      },
    ]),
});

function view(ui: Ui, { schedules, waiting, q, paged }: HoursData): PageView {
  const { people, shared, time_known } = schedules;
  const found = people.length > 0 || q !== "" || paged;
  const next = Math.min(
    ...[...people, ...shared].map(({ next_change }) => next_change || Infinity),
  );
  const refresh = reloadSeconds(ui, Number.isFinite(next) ? next : 0);
  return {
    lead: html`
      ${requestsLead(ui, waiting)} <span id="hours-lead" data-refresh=${refresh}>
        ${people.length === 0 && !found
          ? ui.t("hours.lead_nobody")
          : sentenceOfAll(ui, people, schedules.counts)}
      </span>
    `,
    body: !found ? withCuts(ui, schedules) : html`
      <div class="stack" data-live="/hours/live">
        ${requestCards(ui, waiting)}
        ${unknownClockNote(ui, time_known)}
        ${currentCuts(ui, schedules)}
        ${cutControl(ui, schedules)}
        ${(schedules.next !== "" || paged || q !== "") && findPerson(ui, "/hours", q)}
        ${people.length === 0 && html`<p class="muted">${ui.t("people.found_none")}</p>`}
        <div class="hours-cards">${people.map((person) => hoursCard(ui, person, schedules))}</div>
        ${pageLinks(ui, { path: "/hours", query: { q }, paged, next: schedules.next })}
        <div id="hours-shared" data-refresh=${refresh}>${sharedCard(ui, schedules)}</div>
        ${hoursFooter(
          ui,
          schedules,
          html`
            <li>
              <a href="/hours/holidays">
                <span>${ui.t("holidays.title")}</span>
                ${icon("chevron-right")}
              </a>
            </li>
          `,
        )}
      </div>
    `,
  };
}

/** The sentence about pending requests, before the one about the state of each person. */
function requestsLead(ui: Ui, waiting: readonly RequestResponse[]): Markup {
  return html`<span id="hours-asked">${requestsSentence(ui, waiting)}</span>`;
}

function withCuts(ui: Ui, schedules: Schedules): Markup {
  return html`
    <div class="stack">
      ${currentCuts(ui, schedules)}
      ${nobody(ui)}
      ${cutControl(ui, schedules)}
    </div>
  `;
}

/** No person has hours yet: explains hours and links to adding people. */
function nobody(ui: Ui): Markup {
  return html`
    <section class="card">
      ${emptyState(
        "clock",
        ui.t("hours.nobody"),
        ui.t("hours.nobody_help"),
        ui.may("household.write") &&
          linkButton("/people", ui.t("hours.to_people"), { style: "main", icon: "users" }),
      )}
    </section>
  `;
}
