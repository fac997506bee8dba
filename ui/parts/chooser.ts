/** A list whose choice is saved as soon as it is made, by a button where there is no script. */
import { html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../shown.ts";
import type { Option } from "./field.ts";
import { type Act, form, submit } from "./form.ts";

/** What a chooser shows. */
export interface ChooserOptions {
  /** Unlike that of any other of the page. */
  readonly id: string;
  /** The field of the body, as a form names it: `services.tiktok`. */
  readonly name: string;
  /** What is chosen about, said by screen readers. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** A word of its look: `block`. */
  readonly look?: string;
  readonly disabled?: boolean;
  /** A sign in the place of the chosen text, where the page says that beside; the label is then shown to a pointer too. */
  readonly sign?: IconName;
}

/** The chooser; `act` is what is sent, without the choice. */
export function chooser(ui: Ui, act: Act, options: ChooserOptions): Markup {
  const { id, name, label, value, options: rows, look = "", disabled, sign } = options;
  const fields = html`
    ${sign && icon(sign)}<select id=${id} name=${name} aria-label=${label} title=${sign && label}
      disabled=${disabled}
      autocomplete="off">${rows.map((row) =>
        html`<option value=${row.value} selected=${row.value === value}>${row.text}</option>`
      )}</select><span class="without-script">${submit(ui.say("words.save"), {
        label: `${ui.say("words.save")}: ${label}`,
      })}</span>
  `;
  return form(ui, act, fields, {
    class: `chooser ${look}${sign === undefined ? "" : " signed"}`,
    auto: true,
  });
}
