/** A select list saved on every change; without scripts a button saves it. */
import { html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { type Option, plainName } from "./field.ts";
import { form, type PageAction, submit } from "./form.ts";

/** What a chooser shows. */
export interface ChooserOptions {
  /** Unique on the page. */
  readonly id: string;
  /** The field of the body, as a form names it: `services.tiktok`. */
  readonly name: string;
  /** The subject of the choice, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** A style variant: `block`. */
  readonly look?: string;
  readonly disabled?: boolean;
  /**
   * An icon that replaces the selected text where the page already shows it. The label then appears
   * as a tooltip.
   */
  readonly sign?: IconName;
}

/** The select list; `act` is the request without the choice. */
export function chooser(ui: Ui, act: PageAction, options: ChooserOptions): Markup {
  const {
    id,
    name,
    label,
    value,
    options: rows,
    look = "",
    disabled,
    sign,
  } = options;
  ui.noteLabel(plainName(name), label);
  const fields = html`
    ${sign && icon(sign)}
    <select
      id=${id}
      name=${name}
      aria-label=${label}
      title=${sign && label}
      disabled=${disabled}
      autocomplete="off"
    >
      ${rows.map((row) =>
        html`<option value=${row.value} selected=${row.value === value}>${row.text}</option>`
      )}
    </select>
    <span class="without-script">
      ${submit(ui.t("words.save"), {
        label: `${ui.t("words.save")}: ${label}`,
      })}
    </span>
  `;
  return form(ui, act, fields, {
    class: `chooser ${look}${sign === undefined ? "" : " signed"}`,
    auto: true,
  });
}
