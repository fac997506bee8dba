/** Text to copy: a tap selects it, and a button copies it where scripts run. */
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../ui.ts";

/** One line of text with a copy button; `label` describes it if no heading does. */
export function copyField(ui: Ui, text: string, label?: string): Markup {
  return html`
    <div class="copy">
      <output class="mono" translate="no" aria-label=${label}>${breakable(text)}</output>
      ${copyButton(ui, text)}
    </div>
  `;
}

/** The button alone, for text shown elsewhere. */
export function copyButton(ui: Ui, text: string): Markup {
  return html`
    <button
      type="button"
      class="button plain scripted"
      data-copy=${text}
      data-done=${ui.t("frame.copied")}
    >
      ${icon("copy")}
      <span>${ui.t("frame.copy")}</span>
    </button>
  `;
}

/** An address that may wrap after dots, slashes and colons. */
export function breakable(text: string): Child[] {
  return text.split(/(?<=[/.:])(?![/.:])/).flatMap((part, at) =>
    at === 0 ? [part] : [html`<wbr />`, part]
  );
}
