/**
 * The page on which a child or teenager sees their remaining time and requests more. It works
 * without sign-in or scripts, over plain HTTP, and in the oldest browser of a handed-down phone (A
 * 4.2, 5.4). It reveals nothing about other people.
 */
import type { AskedRequest, AskResponse } from "../../api/features/household/requests/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { errorText } from "../layout.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { actionText } from "../parts/form.ts";
import type { Ui } from "../ui.ts";
import { clockText, minutesText, timeRangeText, untilText } from "../parts/times.ts";

/** Seconds after which a page with a pending request is reloaded. */
const AGAIN = 20;
/** Seconds for which the answer to the last request is shown at the top. */
const FRESH = 3600;

/** The page at `/ask`. */
export const askPage = page<AskResponse>({
  doc: "A 4.2, 5.4",
  path: "/ask",
  name: "ask.title",
  access: "open",
  bare: true,
  plain: true,
  load: ({ read }) => read<AskResponse>("/api/v1/ask"),
  view,
});

const DEVICES = ["unknown_device", "nobody", "adult", "shared"] as const;

function view(ui: Ui, state: AskResponse): PageView {
  const { refusal: why, requests } = state;
  const device = DEVICES.find((one) => one === why);
  const problem = refused(ui);
  if (device !== undefined) {
    return { ...problem, lead: ui.t(`ask.${device}`), body: notHere(ui, state, device) };
  }
  const waiting = requests.find(({ status }) => status === "waiting");
  const past = requests.filter(({ status }) => status !== "waiting");
  const [newest] = past;
  const isFresh = waiting === undefined && newest !== undefined &&
    ui.context.now / 1000 - newest.created < FRESH;
  const before = isFresh ? past.slice(1) : past;
  return {
    ...problem,
    lead: leadOf(ui, state),
    ...(waiting === undefined ? {} : { reloadSeconds: AGAIN }),
    body: html`
      <p class="muted you">${you(ui, state)}</p>
      ${stateNotes(ui, state)}
      ${waiting !== undefined && waits(ui, waiting)}
      ${isFresh &&
        html`<div class="box">${answer(ui, newest, state)}</div>`}
      ${state.can_ask ? asking(ui, state) : waiting === undefined && notNow(ui, state)}
      ${today(ui, state)}
      ${before.length > 0 && answered(ui, before, state)}
    `,
  };
}

/** The sentence for a refused form; the page below it gives the details. */
function refused(ui: Ui): Pick<PageView, "refusal"> {
  const { failed } = ui.context;
  if (failed === undefined) return {};
  return {
    refusal: failed.code === "conflict" ? ui.t("ask.not_now") : errorText(ui, failed.code, ""),
  };
}

function leadOf(ui: Ui, { open, why, next_change, cut_until }: AskResponse): Markup {
  const closed = why === "cut" ? "cut" : "closed";
  const key = open ? "open" : closed;
  const change = key === "cut" ? cut_until : next_change;
  const text = change === 0
    ? ui.t(`ask.${key}`)
    : ui.t(`ask.${key}_until`, { until: untilText(ui, change) });
  return html`<span class=${`state ${key}`}>${text}</span>`;
}

function you(ui: Ui, { person: name, device: label }: AskResponse): Child {
  const person = html`<bdi>${name}</bdi>`;
  const device = html`<bdi>${label}</bdi>`;
  return label === ""
    ? ui.tRich("ask.you_alone", { person })
    : ui.tRich("ask.you", { person, device });
}

function stateNotes(
  ui: Ui,
  { homework_until, time_known, extra, why, cut_until, next_change }: AskResponse,
): Child {
  const later = why === "cut" ? "ask.extra_after_cut" : "ask.extra_later";
  const isClosedThen = why === "cut" && next_change > cut_until;
  return html`
    ${isClosedThen &&
      html`<p>${ui.t("hours.closed_then", { until: untilText(ui, next_change) })}</p>`}
    ${extra.until > 0 && html`<p>${ui.t(later, { hours: timeRangeText(ui, extra) })}</p>`}
    ${homework_until > 0 &&
      html`<p>${ui.t("hours.homework_text", { until: untilText(ui, homework_until) })}</p>`}
    ${!time_known && html`<p>${ui.t("hours.time_unknown")}</p>`}
  `;
}

/** Why this device cannot request more time, and what helps. */
function notHere(ui: Ui, { device: label }: AskResponse, why: (typeof DEVICES)[number]): Markup {
  const device = html`<bdi>${label}</bdi>`;
  return html`
    <div class="box">
      ${label !== "" && html`<p class="muted you">${ui.tRich("ask.this_device", { device })}</p>`}
      <p>${ui.t(`ask.${why}_help`)}</p>
      ${why === "adult" &&
        html`<p><a class="button plain" href="/requests">${ui.t("requests.title")}</a></p>`}
    </div>
  `;
}

function whatOf(ui: Ui, category: AskedRequest["category"]): string {
  return category === "" ? ui.t("requests.internet") : ui.t(`categories.${category}`);
}

/** `Internet, 30 min` */
function askedFor(ui: Ui, { category, minutes }: AskedRequest): string {
  return `${whatOf(ui, category)}, ${minutesText(ui, minutes)}`;
}

function waits(ui: Ui, request: AskedRequest): Markup {
  const { created, message } = request;
  return html`
    <div class="box waits" role="status">
      <h2>${ui.t("ask.waiting")}</h2>
      <p>
        ${ui.t("ask.asked_at", {
          time: clockText(ui, created),
          what: askedFor(ui, request),
        })}
      </p>
      ${message !== "" && html`<blockquote><bdi>${message}</bdi></blockquote>`}
      <p class="muted">${ui.t("ask.looks", { seconds: AGAIN })}</p>
      <p><a class="button plain" href="/ask">${ui.t("ask.look_now")}</a></p>
    </div>
  `;
}

function notNow(ui: Ui, { refusal: why, time_known }: AskResponse): Child {
  // Until the time is known, nobody can say for how long there is Internet.
  if (why === "nothing" && !time_known) return null;
  const text = why === "too_many"
    ? ui.t("ask.too_many", { count: LIMITS.timeRequests.perDay })
    : ui.t("ask.nothing");
  return html`
    <div class="box">
      <p>${text}</p>
    </div>
  `;
}

function asking(ui: Ui, state: AskResponse): Markup {
  const used = state.categories.filter(({ blocked }) => blocked).map(({ category }) => category);
  const kinds = [...(state.internet ? [""] : []), ...used] as AskedRequest["category"][];
  const kind = ui.fieldValue("category", kinds[0]);
  const chosen = (kinds as string[]).includes(kind) ? kind : kinds[0];
  const minutes = ui.fieldValue("minutes", state.minutes[1] ?? state.minutes[0]);
  const act = actionText(ui, { method: "post", path: "/api/v1/ask" });
  return html`
    <form method="post" action="/act" class="box">
      <input type="hidden" name="act" value=${act} />
      <fieldset>
        <legend>${ui.t("ask.what")}</legend>
        ${kinds.map((each) => radio("category", each, whatOf(ui, each), each === chosen))}
      </fieldset>
      <fieldset>
        <legend>${ui.t("ask.how_long")}</legend>
        ${state.minutes.map((each) =>
          radio("minutes:number", String(each), minutesText(ui, each), String(each) === minutes)
        )}
      </fieldset>
      <label class="label" for="message">${ui.t("ask.message")}</label>
      <input
        class="text"
        type="text"
        id="message"
        name="message"
        maxlength=${LIMITS.timeRequests.messageCharacters}
        value=${ui.fieldValue("message")}
        autocomplete="off"
      />
      <p><input class="button" type="submit" value=${ui.t("ask.send")} /></p>
      <p class="muted">
        ${ui.t("ask.left", { count: state.requests_left })} ${ui.t("ask.soon")}
      </p>
    </form>
  `;
}

function radio(name: string, value: string, text: string, on: boolean): Markup {
  return html`
    <label class="choice">
      <input type="radio" name=${name} value=${value} checked=${on} />
      ${text}
    </label>
  `;
}

function today(ui: Ui, { categories }: AskResponse): Child {
  if (categories.length === 0) return null;
  return html`
    <div class="box">
      <h2>${ui.t("ask.today")}</h2>
      <ul>
        ${categories.map((each) =>
          html`
            <li>
              <b>${whatOf(ui, each.category)}</b>
              <br />
              ${leftText(ui, each)}
            </li>
          `
        )}
      </ul>
    </div>
  `;
}

/** What is left of a category today; a category that a choice blocks has no time to speak of. */
function leftText(
  ui: Ui,
  { minutes, left, blocked, blocked_by_choice }: AskResponse["categories"][number],
): string {
  const allowed = minutesText(ui, minutes);
  if (blocked_by_choice) return ui.t("ask.blocked_by_choice");
  if (blocked) return ui.t("ask.limit_used", { allowed });
  return ui.t("ask.limit", { left: minutesText(ui, left), allowed });
}

function answered(ui: Ui, requests: readonly AskedRequest[], state: AskResponse): Markup {
  return html`
    <div class="box">
      <h2>${ui.t("ask.before")}</h2>
      <ul>${requests.map((request) => html`<li>${answer(ui, request, state)}</li>`)}</ul>
    </div>
  `;
}

function answer(ui: Ui, request: AskedRequest, { cut_from, categories }: AskResponse): Child {
  const { created, status, category, answered } = request;
  const isAccepted = status === "accepted";
  // A cut ends Internet time that was accepted before it.
  const isCutSince = isAccepted && category === "" && answered < cut_from;
  // Minutes of a category open nothing while a choice blocks it.
  const isBlocked = isAccepted &&
    categories.some((each) => each.category === category && each.blocked_by_choice);
  return html`
    ${clockText(ui, created)} <b>${askedFor(ui, request)}</b>
    <br />
    ${outcome(ui, request)}
    ${isCutSince && html`
      <br />
      ${ui.t("ask.cut_since")}
    `}
    ${isBlocked && html`
      <br />
      ${ui.t("ask.blocked_by_choice")}
    `}
  `;
}

function outcome(ui: Ui, { status, given }: AskedRequest): Markup {
  if (status === "accepted") {
    return html`<span class="yes">${ui.t("ask.accepted", { time: minutesText(ui, given) })}</span>`;
  }
  return status === "refused"
    ? html`<span class="no">${ui.t("ask.refused")}</span>`
    : html`<span class="muted">${ui.t("ask.expired")}</span>`;
}
