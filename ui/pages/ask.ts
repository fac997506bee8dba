/**
 * The page on which a child or teenager sees their remaining time and requests more. It works
 * without sign-in or scripts, over plain HTTP, and in the oldest browser of a handed-down phone (A
 * 4.2, 5.4). It reveals nothing about other people.
 */
import type { AskedRequest, ShownAsk } from "../../api/features/household/requests/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { refusal } from "../frame.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type View } from "../page.ts";
import { actText } from "../parts/form.ts";
import type { Ui } from "../shown.ts";
import { clockText, spanText, stretchText, untilText } from "../parts/times.ts";

/** Seconds after which a page with a pending request is reloaded. */
const AGAIN = 20;
/** Seconds for which the answer to the last request is shown at the top. */
const FRESH = 3600;

/** The page at `/ask`. */
export const askPage = page<ShownAsk>({
  doc: "A 4.2, 5.4",
  path: "/ask",
  name: "ask.title",
  access: "open",
  bare: true,
  plain: true,
  load: ({ read }) => read<ShownAsk>("/api/v1/ask"),
  view,
});

const DEVICES = ["unknown_device", "nobody", "adult", "shared"] as const;

function view(ui: Ui, state: ShownAsk): View {
  const { refusal: why, requests } = state;
  const device = DEVICES.find((one) => one === why);
  const problem = refused(ui);
  if (device !== undefined) {
    return { ...problem, lead: ui.say(`ask.${device}`), body: notHere(ui, state, device) };
  }
  const waiting = requests.find(({ status }) => status === "waiting");
  const past = requests.filter(({ status }) => status !== "waiting");
  const [newest] = past;
  const isFresh = waiting === undefined && newest !== undefined &&
    ui.shown.now / 1000 - newest.created < FRESH;
  const before = isFresh ? past.slice(1) : past;
  return {
    ...problem,
    lead: leadOf(ui, state),
    ...(waiting === undefined ? {} : { again: AGAIN }),
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
function refused(ui: Ui): Pick<View, "refusal"> {
  const { failed } = ui.shown;
  if (failed === undefined) return {};
  return {
    refusal: failed.code === "conflict" ? ui.say("ask.not_now") : refusal(ui, failed.code, ""),
  };
}

function leadOf(ui: Ui, { open, why, next_change, cut_until }: ShownAsk): Markup {
  const closed = why === "cut" ? "cut" : "closed";
  const key = open ? "open" : closed;
  const change = key === "cut" ? cut_until : next_change;
  const text = change === 0
    ? ui.say(`ask.${key}`)
    : ui.say(`ask.${key}_until`, { until: untilText(ui, change) });
  return html`<span class=${`state ${key}`}>${text}</span>`;
}

function you(ui: Ui, { person: name, device: label }: ShownAsk): Child {
  const person = html`<bdi>${name}</bdi>`;
  const device = html`<bdi>${label}</bdi>`;
  return label === ""
    ? ui.rich("ask.you_alone", { person })
    : ui.rich("ask.you", { person, device });
}

function stateNotes(
  ui: Ui,
  { homework_until, time_known, extra, why, cut_until, next_change }: ShownAsk,
): Child {
  const later = why === "cut" ? "ask.extra_after_cut" : "ask.extra_later";
  const isClosedThen = why === "cut" && next_change > cut_until;
  return html`
    ${isClosedThen &&
      html`<p>${ui.say("hours.closed_then", { until: untilText(ui, next_change) })}</p>`}
    ${extra.until > 0 && html`<p>${ui.say(later, { hours: stretchText(ui, extra) })}</p>`}
    ${homework_until > 0 &&
      html`<p>${ui.say("hours.homework_text", { until: untilText(ui, homework_until) })}</p>`}
    ${!time_known && html`<p>${ui.say("hours.time_unknown")}</p>`}
  `;
}

/** Why this device cannot request more time, and what helps. */
function notHere(ui: Ui, { device: label }: ShownAsk, why: (typeof DEVICES)[number]): Markup {
  const device = html`<bdi>${label}</bdi>`;
  return html`
    <div class="box">
      ${label !== "" && html`<p class="muted you">${ui.rich("ask.this_device", { device })}</p>`}
      <p>${ui.say(`ask.${why}_help`)}</p>
      ${why === "adult" &&
        html`<p><a class="button plain" href="/requests">${ui.say("requests.title")}</a></p>`}
    </div>
  `;
}

function whatOf(ui: Ui, category: AskedRequest["category"]): string {
  return category === "" ? ui.say("requests.internet") : ui.say(`categories.${category}`);
}

/** `Internet, 30 min` */
function askedFor(ui: Ui, { category, minutes }: AskedRequest): string {
  return `${whatOf(ui, category)}, ${spanText(ui, minutes)}`;
}

function waits(ui: Ui, request: AskedRequest): Markup {
  const { created, message } = request;
  return html`
    <div class="box waits" role="status">
      <h2>${ui.say("ask.waiting")}</h2>
      <p>
        ${ui.say("ask.asked_at", {
          time: clockText(ui, created),
          what: askedFor(ui, request),
        })}
      </p>
      ${message !== "" && html`<blockquote><bdi>${message}</bdi></blockquote>`}
      <p class="muted">${ui.say("ask.looks", { seconds: AGAIN })}</p>
      <p><a class="button plain" href="/ask">${ui.say("ask.look_now")}</a></p>
    </div>
  `;
}

function notNow(ui: Ui, { refusal: why, time_known }: ShownAsk): Child {
  // Until the time is known, nobody can say for how long there is Internet.
  if (why === "nothing" && !time_known) return null;
  const text = why === "too_many"
    ? ui.say("ask.too_many", { count: LIMITS.timeRequests.perDay })
    : ui.say("ask.nothing");
  return html`
    <div class="box">
      <p>${text}</p>
    </div>
  `;
}

function asking(ui: Ui, state: ShownAsk): Markup {
  const used = state.categories.filter(({ blocked }) => blocked).map(({ category }) => category);
  const kinds = [...(state.internet ? [""] : []), ...used] as AskedRequest["category"][];
  const kind = ui.typed("category", kinds[0]);
  const chosen = (kinds as string[]).includes(kind) ? kind : kinds[0];
  const minutes = ui.typed("minutes", state.minutes[1] ?? state.minutes[0]);
  const act = actText(ui, { method: "post", path: "/api/v1/ask" });
  return html`
    <form method="post" action="/act" class="box">
      <input type="hidden" name="act" value=${act} />
      <fieldset>
        <legend>${ui.say("ask.what")}</legend>
        ${kinds.map((each) => radio("category", each, whatOf(ui, each), each === chosen))}
      </fieldset>
      <fieldset>
        <legend>${ui.say("ask.how_long")}</legend>
        ${state.minutes.map((each) =>
          radio("minutes:number", String(each), spanText(ui, each), String(each) === minutes)
        )}
      </fieldset>
      <label class="label" for="message">${ui.say("ask.message")}</label>
      <input
        class="text"
        type="text"
        id="message"
        name="message"
        maxlength=${LIMITS.timeRequests.messageCharacters}
        value=${ui.typed("message")}
        autocomplete="off"
      />
      <p><input class="button" type="submit" value=${ui.say("ask.send")} /></p>
      <p class="muted">
        ${ui.say("ask.left", { count: state.requests_left })} ${ui.say("ask.soon")}
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

function today(ui: Ui, { categories }: ShownAsk): Child {
  if (categories.length === 0) return null;
  return html`
    <div class="box">
      <h2>${ui.say("ask.today")}</h2>
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
  { minutes, left, blocked, blocked_by_choice }: ShownAsk["categories"][number],
): string {
  const allowed = spanText(ui, minutes);
  if (blocked_by_choice) return ui.say("ask.blocked_by_choice");
  if (blocked) return ui.say("ask.limit_used", { allowed });
  return ui.say("ask.limit", { left: spanText(ui, left), allowed });
}

function answered(ui: Ui, requests: readonly AskedRequest[], state: ShownAsk): Markup {
  return html`
    <div class="box">
      <h2>${ui.say("ask.before")}</h2>
      <ul>${requests.map((request) => html`<li>${answer(ui, request, state)}</li>`)}</ul>
    </div>
  `;
}

function answer(ui: Ui, request: AskedRequest, { cut_from, categories }: ShownAsk): Child {
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
      ${ui.say("ask.cut_since")}
    `}
    ${isBlocked && html`
      <br />
      ${ui.say("ask.blocked_by_choice")}
    `}
  `;
}

function outcome(ui: Ui, { status, given }: AskedRequest): Markup {
  if (status === "accepted") {
    return html`<span class="yes">${ui.say("ask.accepted", { time: spanText(ui, given) })}</span>`;
  }
  return status === "refused"
    ? html`<span class="no">${ui.say("ask.refused")}</span>`
    : html`<span class="muted">${ui.say("ask.expired")}</span>`;
}
