/**
 * The pause control of every page: active pauses, ended with one tap, and a new pause for a scope.
 */
import type { ScopeResponse } from "../../api/features/protection/choices/routes.ts";
import type { PauseResponse } from "../../api/features/protection/pauses/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { actionButton, actionText, form, type PageAction, submit } from "./form.ts";
import { scopeName, scopeOptions } from "./scope.ts";

/** Durations of a pause offered, in minutes. */
const MINUTES = [10, 60] as const;
/** Hour of the next morning at which a pause until tomorrow ends. */
const MORNING = 6;
const DAY = 86_400;

/** What the control shows. */
export interface PauseData {
  readonly pauses: readonly PauseResponse[];
  /** Scopes that can be paused; empty where the account may not pause. */
  readonly scopes: readonly ScopeResponse[];
}

/** The control of the frame; nothing if there is no pause to show and none can be made. */
export function pauseMenu(ui: Ui, { pauses, scopes }: PauseData): Child {
  const may = ui.may("rules.write");
  if (pauses.length === 0 && !may) return null;
  const [first] = pauses;
  const all = pauses.find(({ scope }) => scope === "all");
  return html`
    <details class=${first === undefined ? "pauses" : "pauses is-paused"} id="pauses">
      <summary>
        ${icon("pause")}
        <span class="pause-said">${titleOf(ui, pauses)}</span>
        ${first !== undefined &&
          html`<span class="pause-end">${pauseTime(ui, (all ?? first).until)}</span>`}
      </summary>
      <div class="pause-menu">
        ${pauses.length > 0 && html`<ul>${pauses.map((pause) => running(ui, pause, may))}</ul>`}
        ${may && begin(ui, scopes)}
      </div>
    </details>
  `;
}

/** The active pauses in a few words. */
function titleOf(ui: Ui, pauses: readonly PauseResponse[]): Child {
  const [first] = pauses;
  if (first === undefined) return ui.t("pauses.pause");
  if (pauses.some(({ scope }) => scope === "all")) return ui.t("pauses.paused");
  const whom = pauses.length === 1 ? scopeName(ui, first) : ui.number(pauses.length);
  return ui.tRich("pauses.paused_for", { whom: html`<bdi>${whom}</bdi>` });
}

/** The end of a pause: the time, with the day if it is not today. */
function pauseTime(ui: Ui, until: number): string {
  return ui.date(
    until,
    isSoon(ui, until)
      ? { timeStyle: "short" }
      : { weekday: "short", hour: "numeric", minute: "numeric" },
  );
}

/** The end of a pause as part of a sentence; languages phrase times and days differently. */
export function pauseEnd(ui: Ui, until: number): string {
  return ui.t(isSoon(ui, until) ? "pauses.until" : "pauses.until_day", {
    time: pauseTime(ui, until),
  });
}

function isSoon(ui: Ui, until: number): boolean {
  return until - ui.context.now / 1000 < DAY / 2;
}

function running(ui: Ui, pause: PauseResponse, may: boolean): Child {
  return html`
    <li>
      <span>
        <bdi class="strong">${scopeName(ui, pause)}</bdi> <span class="muted">
          ${pauseEnd(ui, pause.until)}
        </span>
      </span>
      ${may && endPause(ui, pause)}
    </li>
  `;
}

/**
 * The button that ends a pause; undo restores the remaining time. Nothing if the account may not
 * pause.
 */
export function endPause(ui: Ui, pause: PauseResponse): Child {
  if (!ui.may("rules.write")) return null;
  const { scope, until } = pause;
  const whom = scopeName(ui, pause);
  const path = pathOf(scope);
  const act: PageAction = {
    method: "delete",
    path,
    done: "pauses.ended",
    args: { whom },
    undo: { method: "put", path, body: { until } },
  };
  return actionButton(ui, act, ui.t("pauses.end"), {
    icon: "play",
    label: ui.t("pauses.end_for", { whom }),
  });
}

function begin(ui: Ui, scopes: readonly ScopeResponse[]): Child {
  const path = "/api/v1/pauses?scope={scope}";
  const undo = { method: "delete", path: `${path}&back=true` } as const;
  const act = (body: PageAction["body"]): PageAction => ({
    method: "put",
    path,
    body,
    done: "pauses.begun",
    undo,
  });
  const fields = { "scope:path": "scope:path" };
  const button = (text: string, body: PageAction["body"]) =>
    submit(text, { act: actionText(ui, { ...act(body), fields }) });
  const everyone = { scope: "all", name: "" };
  return form(
    ui,
    act({ minutes: MINUTES[0] }),
    html`
      <p class="strong">${ui.t("pauses.title")}</p>
      <div class="field">
        <label for="pause-scope">${ui.t("scopes.for_whom")}</label>
        <select id="pause-scope" name="scope:path" autocomplete="off">
          ${scopeOptions(ui, scopes, everyone)}
        </select>
      </div>
      <p class="buttons">
        ${MINUTES.map((minutes) => button(ui.duration(minutes * 60), { minutes }))}
        ${button(ui.t("pauses.tomorrow"), { until: tomorrow(ui) })}
      </p>
      <p class="help">${ui.t("pauses.help")}</p>
    `,
  );
}

/** Unix seconds of the next morning in the household's time zone, a day from now at most. */
function tomorrow(ui: Ui): number {
  const now = Math.floor(ui.context.now / 1000);
  const offset = ui.zoneOffset(now);
  const midnight = Math.floor((now + offset) / DAY + 1) * DAY - offset;
  return Math.min(midnight + MORNING * 3600, now + LIMITS.pauses.minutesMost * 60 - 60);
}

function pathOf(scope: string): string {
  return `/api/v1/pauses?${new URLSearchParams({ scope })}`;
}
