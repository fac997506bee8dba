/** The last warnings of the log, and errors of programs, in the language of the user. */
import { type Child, html } from "../html.ts";
import type { Ui } from "../ui.ts";
import { note } from "./card.ts";
import { refusalText } from "./refusal.ts";

/**
 * A note for each warning that is translated. The log is in English, so the others follow in one
 * closed list, except on English pages.
 */
export function warningNotes(ui: Ui, warnings: readonly string[]): Child {
  const read = warnings.map((text) => ({ text, shown: refusalText(ui, text) }));
  const isEnglish = ui.context.language === "en";
  const rest = isEnglish ? [] : read.filter(({ shown }) => shown === undefined);
  return html`
    ${read.filter((each) => isEnglish || each.shown !== undefined).map(({ text, shown }) =>
      note("attention", shown ?? html`<bdi>${text}</bdi>`)
    )}
    ${rest.length > 0 && html`
      <details class="small">
        <summary>${ui.t("system.log_warnings", { number: ui.number(rest.length) })}</summary>
        <ul class="plain-list" lang="en">
          ${rest.map(({ text }) => html`<li><bdi>${text}</bdi></li>`)}
        </ul>
      </details>
    `}
  `;
}

/** An error: translated, or the words of a program in a closed detail, except on English pages. */
export function faultText(ui: Ui, fault: string): Child {
  const shown = refusalText(ui, fault);
  if (shown !== undefined) return html`<p class="help">${shown}</p>`;
  if (ui.context.language === "en") return html`<p class="help">${fault}</p>`;
  return html`
    <details class="small">
      <summary>${ui.t("system.technical")}</summary>
      <bdi lang="en">${fault}</bdi>
    </details>
  `;
}
