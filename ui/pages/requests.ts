/** Requests of children and teenagers, answered in one tap, and previous answers (A 4.2). */
import type { RequestResponse, Requests } from "../../api/features/household/requests/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LivePart, page } from "../page.ts";
import { card, type Column, emptyState, table } from "../parts/card.ts";
import { copyField } from "../parts/copy.ts";
import { personLink } from "../parts/query_client.ts";
import { linkButton } from "../parts/form.ts";
import {
  liveRequests,
  readPendingRequests,
  requestCards,
  requestedText,
  requestOutcome,
  requestsSentence,
  requestTime,
} from "../parts/time_request.ts";
import type { Ui } from "../ui.ts";
import { minutesText } from "../parts/times.ts";

const PAGE = 50;

interface RequestsData {
  readonly requests: Requests;
  /** The pending requests, regardless of the current page of results. */
  readonly waiting: readonly RequestResponse[];
  readonly cursor: string;
}

/** The page at `/requests`. */
export const requestsPage = page<RequestsData>({
  doc: "A 4.2",
  path: "/requests",
  name: "requests.title",
  access: "household.read",
  area: "home",
  query: ["cursor"],
  database: "box",
  async load(ask) {
    const { read, query: { cursor = "" } } = ask;
    const query = { limit: PAGE, cursor: cursor || undefined };
    const requests = await read<Requests>("/api/v1/requests", { query });
    const waiting = cursor === "" ? waitingOf(requests) : await readPendingRequests(ask);
    return { requests, waiting, cursor };
  },
  view(ui, { requests, waiting, cursor }) {
    const live = cursor === "" ? "/requests/live" : undefined;
    return {
      lead: lead(ui, waiting),
      body: html`
        <div class="stack" data-live=${live}>
          ${cursor === "" && requestCards(ui, waiting, Infinity)}
          ${history(ui, requests)}
          ${where(ui)}
        </div>
      `,
    };
  },
  live: (ask, ui) => liveRequests(ask, ui, (all) => parts(ui, all), Infinity),
});

function waitingOf({ requests }: Requests): RequestResponse[] {
  return requests.filter(({ status }) => status === "waiting");
}

function lead(ui: Ui, waiting: readonly RequestResponse[]): Markup {
  return html`
    <span id="requests-lead">${requestsSentence(ui, waiting) ?? ui.t("requests.lead_none")}</span>
  `;
}

function parts(ui: Ui, all: Requests): LivePart[] {
  const waiting = waitingOf(all);
  return [
    { put: "replace", into: "requests-lead", markup: lead(ui, waiting) },
    { put: "replace", into: "requests-history", markup: history(ui, all) },
  ];
}

/** Answered requests, the newest first. */
function history(ui: Ui, { requests, next }: Requests): Markup {
  const past = requests.filter(({ status }) => status !== "waiting");
  // If requests are pending, the page must not say that there never were any.
  if (past.length === 0 && next === "" && requests.length > 0) {
    return html`<div id="requests-history" hidden></div>`;
  }
  const none = next === "" &&
    emptyState("hourglass", ui.t("requests.none"), ui.t("requests.history_help"));
  const body = past.length === 0 ? none : table(ui.t("requests.history"), columns(ui), past);
  const earlier = next !== "" &&
    html`
      <p class="buttons">
        ${linkButton(`/requests?cursor=${next}`, ui.t("requests.earlier"), {
          icon: "chevron-right",
        })}
      </p>
    `;
  return card(ui.t("requests.history"), html`${body}${earlier}`, {
    id: "requests-history",
    class: "requests-history",
  });
}

function columns(ui: Ui): Column<RequestResponse>[] {
  return [
    { head: ui.t("words.who"), main: true, cell: (row) => whoOf(ui, row) },
    { head: ui.t("requests.asked"), cell: (row) => whatOf(ui, row) },
    { head: ui.t("why.answer"), cell: (row) => requestOutcome(ui, row) },
    { head: ui.t("words.when"), cell: (row) => requestTime(ui, row) },
  ];
}

function whoOf(ui: Ui, { person_id, person }: RequestResponse): Child {
  return personLink(ui, { id: person_id, name: person });
}

function whatOf(ui: Ui, request: RequestResponse): Child {
  const { minutes, message } = request;
  return html`
    <div>
      ${requestedText(ui, request)}, ${minutesText(ui, minutes)}
      ${message !== "" && html`<div class="request-message muted"><bdi>${message}</bdi></div>`}
    </div>
  `;
}

/** The address that children open. */
function where(ui: Ui): Markup {
  const address = `http://${ui.context.box}/ask`;
  return card(
    ui.t("requests.where"),
    html`
      <div class="request-where">
        <p>${ui.t("requests.where_help")}</p>
        ${copyField(ui, address)}
      </div>
    `,
  );
}
