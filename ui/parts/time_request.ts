/**
 * Pending requests for more time: the person, the request, their message, and the answer in one tap
 * (A 2.2).
 */
import type {
  RequestLine,
  RequestResponse,
  Requests,
} from "../../api/features/household/requests/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { LivePart, LoadContext } from "../page.ts";
import { clockText, minutesText, untilText } from "./times.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { personLink } from "./query_client.ts";
import { avatar } from "./avatar.ts";
import { actionButton, type PageAction } from "./form.ts";

/** Maximum number of requests read by pages other than the page of requests. */
const READ = 50;
/** Seconds before a request expires at which the page shows how long it can be answered. */
const SOON = 2 * 3600;

/** Reads the pending requests. Throws a DomainError if the account may not see them. */
export async function readPendingRequests(
  { read }: Pick<LoadContext, "read">,
): Promise<readonly RequestResponse[]> {
  const { requests } = await read<Requests>("/api/v1/requests", { query: { limit: READ } });
  return requests.filter(({ status }) => status === "waiting");
}

/** The subject of a request: `Internet` or a category. */
export function requestedText(ui: Ui, { category }: Pick<RequestResponse, "category">): string {
  return category === "" ? ui.t("requests.internet") : ui.t(`categories.${category}`);
}

/**
 * A sentence about pending requests: the person and subject of a single one, otherwise the number.
 * Null if there are none.
 */
export function requestsSentence(ui: Ui, waiting: readonly RequestResponse[]): Child {
  if (waiting.length > 1) return ui.t("requests.lead_many", { count: waiting.length });
  return waiting.length === 0 ? null : asks(ui, waiting[0], html`<bdi>${waiting[0].person}</bdi>`);
}

function asks(ui: Ui, request: RequestResponse, person: Child): Child {
  return ui.tRich("requests.asks", {
    person,
    time: minutesText(ui, request.minutes),
    what: requestedText(ui, request),
  });
}

/** Cards on pages other than the page of requests; with more, a link leads there. */
const MOST_CARDS = 5;

/** The pending requests, each a card with its answers; live parts replace it. */
export function requestCards(
  ui: Ui,
  waiting: readonly RequestResponse[],
  most: number = MOST_CARDS,
): Markup {
  return html`
    <div class="requests-now" id="requests-now">
      ${waiting.slice(0, most).map((request) => requestCard(ui, request))}
      ${waiting.length > most &&
        html`
          <p>
            <a href="/requests">${ui.t("requests.lead_many", { count: waiting.length })}</a>
          </p>
        `}
    </div>
  `;
}

function requestCard(ui: Ui, request: RequestResponse): Markup {
  const { id, person_id, person, device, message, created, expires } = request;
  const who = html`<b class="strong">${personLink(ui, { id: person_id, name: person })}</b>`;
  return html`
    <section class="card request" aria-labelledby=${`request-${id}`}>
      ${avatar(person)}
      <div class="request-body">
        <h2 id=${`request-${id}`}>${asks(ui, request, who)}</h2>
        ${message !== "" && html`<blockquote><bdi>${message}</bdi></blockquote>`}
        <p class="request-facts">
          ${ui.relativeTime(created)}
          ${device !== "" &&
            html`<bdi class="client">${device}</bdi>`}
          ${expires - ui.context.now / 1000 < SOON &&
            html`
              <span>
                ${ui.t("requests.answerable", {
                  until: untilText(ui, expires),
                })}
              </span>
            `}
        </p>
        ${besideText(ui, request) !== "" && html`<p class="muted">${besideText(ui, request)}</p>`}
        ${ui.may("household.write") && answers(ui, request)}
      </div>
    </section>
  `;
}

/** The effect of accepting while a choice, a cut or homework is in force; "" = there is none. */
function besideText(ui: Ui, request: RequestResponse): string {
  const { person: name, category, cut_until, homework_until, blocked_by_choice } = request;
  if (blocked_by_choice) {
    return ui.t("requests.blocked_stays", { name, what: requestedText(ui, request) });
  }
  if (cut_until > 0) {
    const until = untilText(ui, cut_until);
    return ui.t(category === "" ? "requests.opens_cut" : "requests.cut_stays", { name, until });
  }
  return category !== "" && homework_until > 0
    ? ui.t("requests.homework_stays", { name, until: untilText(ui, homework_until) })
    : "";
}

/** The message after minutes are granted: they do not lift other restrictions. */
function givenText(ui: Ui, request: RequestResponse): Pick<PageAction, "done" | "args"> {
  const { person: name, category, cut_until, homework_until, blocked_by_choice } = request;
  if (blocked_by_choice) {
    const what = requestedText(ui, request);
    return { done: "requests.given_blocked", args: { name, what } };
  }
  const until = category === "" ? 0 : cut_until || homework_until;
  if (until === 0) return { done: "requests.given", args: { name } };
  return {
    done: cut_until > 0 ? "requests.given_cut" : "requests.given_homework",
    args: { name, until: untilText(ui, until) },
  };
}

/** The requested time is highlighted, and in the middle if three times can be granted. */
function answers(ui: Ui, request: RequestResponse): Markup {
  const { id, person: name } = request;
  const path = `/api/v1/requests/${id}`;
  const what = requestedText(ui, request);
  const give = LIMITS.hours.extraMinutes.map((minutes) => {
    const time = minutesText(ui, minutes);
    const isRequested = minutes === request.minutes;
    const given = givenText(ui, request);
    const act: PageAction = {
      method: "post",
      path: `${path}/accept`,
      body: { minutes },
      ...given,
      args: { ...given.args, time },
    };
    const label = ui.t("requests.give", { name, time, what });
    return actionButton(ui, act, `+${time}`, {
      label,
      ...(isRequested ? { style: "main", icon: "check" } : {}),
    });
  });
  const refuse: PageAction = {
    method: "post",
    path: `${path}/refuse`,
    done: "requests.refused_told",
    args: { name },
  };
  const label = ui.t("requests.refuse_of", { name });
  return html`
    <div class="request-answers" role="group" aria-label=${ui.t("requests.answers_of", { name })}>
      ${give}
      ${actionButton(ui, refuse, ui.t("requests.refuse"), { icon: "x", label })}
    </div>
  `;
}

interface Outcome {
  readonly look: string;
  readonly sign: IconName;
  readonly text: TextKey;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  accepted: { look: "good", sign: "check", text: "requests.is_accepted" },
  refused: { look: "danger", sign: "x", text: "requests.is_refused" },
};
const EXPIRED: Outcome = { look: "neutral", sign: "hourglass", text: "requests.is_expired" };

/** The result of a request, who answered it, and its icon. */
export function requestOutcome(ui: Ui, { status, given, answered_by }: RequestResponse): Markup {
  const { look, sign, text } = OUTCOMES[status] ?? EXPIRED;
  const by = answered_by !== "" &&
    ui.tRich("requests.by", { name: html`<bdi>${answered_by}</bdi>` });
  return html`
    <div class="request-outcome">
      <span class=${look}>
        ${icon(sign)}
        <span>${ui.t(text, { time: minutesText(ui, given) })}</span>
      </span>
      ${by &&
        html`<span class="muted">${by}</span>`}
    </div>
  `;
}

/** The time of a request: the time for today, otherwise with the day. */
export function requestTime(ui: Ui, { created }: RequestResponse): Child {
  const today = ui.date(created, { dateStyle: "short" }) ===
    ui.date(ui.context.now / 1000, { dateStyle: "short" });
  return today ? clockText(ui, created) : ui.time(created);
}

/**
 * The number of pending requests, linked to their page. Like the number of alerts, it is rendered
 * even at zero, so that live parts can replace it.
 */
export function requestCount(ui: Ui, count: number): Markup {
  return html`
    <span class="count" id="waiting-requests" data-refresh="60" hidden=${count === 0}>
      <span aria-hidden="true">${ui.compactNumber(count)}</span>
      <span class="visually-hidden">${ui.t("requests.lead_many", { count })}</span>
    </span>
  `;
}

/** Pending requests as they arrive and end, for the live parts of a page. */
export async function* liveRequests(
  { read, follow }: LoadContext,
  ui: Ui,
  others: (all: Requests) => readonly LivePart[] = () => [],
  most: number = MOST_CARDS,
): AsyncGenerator<readonly LivePart[]> {
  for await (const _ of follow<RequestLine>("/api/v1/requests/stream", { last: 0 })) {
    const all = await read<Requests>("/api/v1/requests", { query: { limit: READ } });
    const waiting = all.requests.filter(({ status }) => status === "waiting");
    yield [
      { put: "replace", into: "requests-now", markup: requestCards(ui, waiting, most) },
      { put: "replace", into: "waiting-requests", markup: requestCount(ui, all.waiting) },
      ...others(all),
    ];
  }
}
