/** The state of a subscribed list: a badge, facts, and available actions. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { TextKey } from "../../text/list.ts";
import { concernsView } from "./concerns.ts";
import { isStillActive } from "../../../policy/model/list_effect.ts";
import { listName } from "./texts.ts";

/** The list that comes with the box. */
export const STARTER_LIST_ID = 0;

/** Rejected lines of a list. */
export function rejectedLines({ counts }: Pick<ListResponse, "counts">): number {
  return Object.values(counts?.refused ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Whether an operation on a list is in progress. */
export function isBusy({ step, health }: ListResponse): boolean {
  return step !== "" || health === "waiting";
}

/** A badge for a problem or an operation in progress; nothing for a list that works or is off. */
function stateBadge(ui: Ui, list: ListResponse): Child {
  if (list.step !== "") return badge("neutral", stepText(ui, list));
  switch (list.health) {
    case "off":
      return list.message === "" ? null : badge("attention", ui.t("lists.still_in_force"));
    case "waiting":
      return badge("neutral", ui.t("lists.waiting"));
    case "held":
      return badge("attention", ui.t("lists.held"));
    case "doubtful":
      return badge("attention", ui.t("lists.doubtful"));
    case "for_no_one":
      return badge("attention", ui.t("listScopes.no_one"));
    case "failing":
      return badge("danger", ui.t(list.why === "" ? "lists.not_in_force" : "lists.failing"));
    default:
      return null;
  }
}

function stepText(ui: Ui, { step, received }: ListResponse): string {
  return ui.t(`lists.step_${step}` as TextKey, { size: ui.bytes(received) });
}

/** Number of active names and rules, and the time of the download: one line. */
export function stateLine(ui: Ui, list: ListResponse): Markup {
  const { counts, last_success, next_attempt, enabled, source } = list;
  const sign = stateBadge(ui, list);
  const parts: Child[] = [];
  if (counts !== null) parts.push(ui.t("lists.names", { count: counts.names }));
  if (counts !== null && counts.rules > 0) {
    parts.push(ui.t("lists.rules", { count: counts.rules }));
  }
  if (source === "embedded") parts.push(ui.t("lists.with_box"));
  else if (last_success > 0) {
    parts.push(html`${ui.tRich("lists.fetched", { ago: ui.relativeTime(last_success) })}`);
  }
  if (enabled && source !== "embedded" && next_attempt > 0) {
    const soon = next_attempt * 1000 <= ui.context.now;
    parts.push(
      soon
        ? ui.t("lists.next_now")
        : html`${ui.tRich("lists.next", { ago: ui.relativeTime(next_attempt) })}`,
    );
  }
  return html`
    <span class="muted parts">${sign}${parts.map((part) => html`<span>${part}</span>`)}</span>
  `;
}

/** Problems in sentences, with immediate actions; nothing for a list that works. */
export function listProblems(ui: Ui, list: ListResponse): Child {
  if (list.health === "held") {
    const text = ui.t("lists.held_text", { now: list.held_lines, before: list.lines });
    return html`<div class="list-trouble attention"><p>${text}</p>${acceptButton(ui, list)}</div>`;
  }
  if (list.health === "doubtful") {
    return html`
      <div class="list-trouble attention">
        <div class="list-doubts">
          <p>${ui.t(doubtKey(list))}</p>
          ${concernsView(ui, list.concerns)}
        </div>
        ${acceptButton(ui, list)}
      </div>
    `;
  }
  if (list.health === "for_no_one") {
    return html`
      <div class="list-trouble attention">
        <p>${ui.t("listScopes.no_one_text")}</p>
      </div>
    `;
  }
  if (list.message === "") return null;
  if (isStillActive(list)) {
    return html`
      <div class="list-trouble danger">
        <p>${refusalOrEnglish(ui, list.message)}</p>
      </div>
    `;
  }
  if (list.why === "") {
    return html`
      <div class="list-trouble danger">
        ${list.in_force !== "copy" && html`<p>${holdsText(ui, list)}</p>`}
        <p>${refusalOrEnglish(ui, list.message)}</p>
      </div>
    `;
  }
  return html`
    <div class="list-trouble danger">
      <p>${refusalOrEnglish(ui, list.why)} ${holdsText(ui, list)}</p>
    </div>
  `;
}

/** What of a failing list holds meanwhile. */
function holdsText(ui: Ui, { in_force, last_success }: ListResponse): Child {
  switch (in_force) {
    case "copy":
      return ui.tRich("lists.keeps_copy", { ago: ui.relativeTime(last_success) });
    case "older":
      return ui.t("lists.keeps_older");
    default:
      return ui.t(last_success === 0 ? "lists.no_copy" : "lists.no_effect");
  }
}

/** What a doubtful list does until somebody decides; without a new copy, the one in force is doubtful. */
function doubtKey({ in_force, held_lines }: ListResponse): TextKey {
  if (in_force === "") return "lists.doubtful_new";
  return held_lines === 0 ? "lists.doubtful_in_force" : "lists.doubtful_copy";
}

function acceptButton(ui: Ui, { id, name, health }: ListResponse): Child {
  if (!ui.may("rules.write")) return null;
  const doubtful = health === "doubtful";
  const act = {
    method: "post",
    path: `/api/v1/lists/${id}/accept`,
    done: doubtful ? "lists.confirmed" : "lists.accepted",
    args: { name },
  } as const;
  return actionButton(ui, act, ui.t(doubtful ? "lists.confirm" : "lists.accept"), {
    icon: "check",
  });
}

/** Turns a list on or off immediately. */
export function listSwitch(ui: Ui, list: ListResponse): Markup {
  const { id, enabled } = list;
  const name = listName(ui, list);
  const path = `/api/v1/lists/${id}`;
  const done = enabled ? "lists.turned_off" : "lists.turned_on";
  const undo = { method: "put", path, body: { enabled } } as const;
  return switchForm(ui, {
    method: "put",
    path,
    body: { enabled: !enabled },
    done,
    args: { name },
    undo,
  }, {
    id: `list-${id}-on`,
    label: ui.t("lists.use_list", { name }),
    on: enabled,
    button: ui.t(enabled ? "words.turn_off" : "words.turn_on"),
    disabled: !ui.may("rules.write"),
  });
}

/** Requests new copies, of one list or of all; the page shows the progress. */
export function refreshButton(ui: Ui, list?: ListResponse): Markup {
  const body = list === undefined ? {} : { id: list.id };
  const act = {
    method: "post",
    path: "/api/v1/lists/refresh?wait=false",
    body,
    done: "lists.refreshing",
  } as const;
  return actionButton(ui, act, ui.t(list === undefined ? "lists.refresh_all" : "lists.refresh"), {
    icon: "refresh-cw",
  });
}

/** Removes a list; one from the Internet can be added again immediately. */
export function removeButton(
  ui: Ui,
  { id, name, url, source, format, kind, category, scopes, except, schedule }: ListResponse,
): Markup {
  const body = {
    url,
    name,
    format,
    kind,
    ...(category === "" ? {} : { category }),
    ...(scopes.length > 0 && { scopes }),
    ...(except.length > 0 && { except }),
    ...(schedule !== "" && { hours: schedule }),
  };
  const again = { method: "post", path: "/api/v1/lists?wait=false", body } as const;
  const act = {
    method: "delete",
    path: `/api/v1/lists/${id}`,
    back: "/lists",
    done: "lists.removed",
  } as const;
  const asks = source === "file" ? { confirm: ui.t("lists.remove_file", { name }) } : {};
  return actionButton(
    ui,
    { ...act, args: { name }, ...(source === "url" && scopes.length > 0 ? { undo: again } : {}) },
    ui.t("words.remove"),
    {
      style: "danger",
      icon: "trash-2",
      ...asks,
    },
  );
}
