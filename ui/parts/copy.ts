/** Text to take away: it is selected by a tap, and copied by a button where there are scripts. */
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../shown.ts";

/** One line of text with its button; `label` says what it is where no heading does. */
export function copyField(ui: Ui, text: string, label?: string): Markup {
  return html`
    <div
      class="copy"><output class="mono" translate="no" aria-label=${label}>${breakable(
        text,
      )}</output>${copyButton(ui, text)}</div>
  `;
}

/** The button alone, for text that stands somewhere else. */
export function copyButton(ui: Ui, text: string): Markup {
  return html`
    <button type="button" class="button plain scripted" data-copy=${text}
      data-done=${ui.say("frame.copied")}>${icon("copy")}<span>${ui.say(
        "frame.copy",
      )}</span></button>
  `;
}

/** An address that breaks after its dots, slashes and colons where it is too long for a line. */
export function breakable(text: string): Child[] {
  return text.split(/(?<=[/.:])(?![/.:])/).flatMap((part, at) =>
    at === 0 ? [part] : [html`<wbr />`, part]
  );
}
