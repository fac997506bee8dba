/** Rows of the pages about checks for threats: a check with its button, and an allowed domain. */
import { type Child, html, type Markup } from "../html.ts";
import type { TextKey } from "../text/list.ts";
import type { Ui } from "../ui.ts";
import { badge } from "./card.ts";
import { domain } from "./domain.ts";
import { actionButton, type PageAction } from "./form.ts";

/** A check that a button turns on and off. */
export interface Check {
  /** Where the API takes the change, and in which field. */
  readonly path: string;
  readonly field: string;
  readonly title: string;
  readonly help: Child;
  readonly isOn: boolean;
  /** Whether it is on but cannot run. */
  readonly isIdle?: boolean;
}

/** A check in a list; `more` comes below its help. */
export function checkRow(ui: Ui, check: Check, more: Child = null): Markup {
  const { path, field, title, help, isOn, isIdle } = check;
  const change = (on: boolean): PageAction => ({ method: "put", path, body: { [field]: on } });
  const text = ui.t(isOn ? "words.turn_off" : "words.turn_on");
  const act: PageAction = {
    ...change(!isOn),
    done: isOn ? "lookalikes.turned_off" : "lookalikes.turned_on",
    args: { what: title },
    undo: change(isOn),
  };
  return html`
    <li class="list-row">
      <div class="list-main">
        <p class="list-name">
          <span class="strong">${title}</span>
          ${badge(
            isOn && !isIdle ? "good" : "neutral",
            ui.t(stateKey(check)),
          )}
        </p>
        <p class="small muted">${help}</p>
        ${more}
      </div>
      ${ui.may("system.write") && ui.may("rules.write") &&
        html`<div>${actionButton(ui, act, text, { label: `${text}: ${title}` })}</div>`}
    </li>
  `;
}

/** Off, on, or on without effect. */
function stateKey({ isOn, isIdle }: Check): TextKey {
  if (!isOn) return "settings.value_off";
  return isIdle ? "lookalikes.idle" : "settings.value_on";
}

/**
 * Allows a domain at the page's address in the API; `{domain}` = the field of the form. Its undo
 * takes back this domain alone.
 */
export function allowAction(
  path: string,
  name: string,
  done: TextKey,
  args: PageAction["args"] = name === "{domain}" ? {} : { name },
): PageAction {
  const allowed = allowedPath(path, name);
  return {
    method: "put",
    path: allowed,
    done,
    args,
    undo: { method: "delete", path: allowed },
  };
}

function allowedPath(path: string, name: string): string {
  return `${path}/allowed/${name === "{domain}" ? name : encodeURIComponent(name)}`;
}

/** An allowed domain in a list, with a button that removes it. */
export function allowedRow(ui: Ui, path: string, name: string, done: TextKey): Markup {
  const text = ui.t("words.remove");
  const allowed = allowedPath(path, name);
  const act: PageAction = {
    method: "delete",
    path: allowed,
    done,
    args: { name },
    undo: { method: "put", path: allowed },
  };
  return html`
    <li class="list-row">
      <div class="list-main"><p class="list-name">${domain(name)}</p></div>
      ${ui.may("rules.write") &&
        actionButton(ui, act, text, { style: "quiet", label: `${text}: ${name}` })}
    </li>
  `;
}
