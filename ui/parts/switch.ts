/**
 * A switch that takes effect immediately: a form submitted on every change, by a button without
 * scripts.
 */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { form, type PageAction, submit } from "./form.ts";

/** What a switch shows. */
export interface SwitchOptions {
  /** Unique on the page. */
  readonly id: string;
  /** What it turns on, for screen readers. */
  readonly label: string;
  readonly on: boolean;
  /** The label of the button shown without scripts. */
  readonly button: string;
  readonly disabled?: boolean;
}

/** The switch; `act` is the request sent when it is switched from its current state. */
export function switchForm(
  ui: Ui,
  act: PageAction,
  { id, label, on, button, disabled }: SwitchOptions,
): Markup {
  const fields = html`
    <input
      type="checkbox"
      role="switch"
      id=${id}
      checked=${on}
      disabled=${disabled}
      aria-label=${label}
      autocomplete="off"
    />
    <span class="without-script">
      ${submit(button, {
        label: `${button}: ${label}`,
      })}
    </span>
  `;
  return form(ui, act, fields, { class: "switch", auto: true });
}
