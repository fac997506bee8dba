/** Pasted lines: the form, and its result with the accepted and the rejected lines. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { icon } from "../icons.ts";
import { note } from "./card.ts";
import { form, type PageAction } from "./form.ts";
import { refusalOrEnglish } from "./refusal.ts";

/** Maximum number of rejected lines shown, and of characters of each. */
const MOST_SHOWN = 20;
const MOST_CHARACTERS = 200;

/** A rejected line. */
export interface RejectedLine {
  /** Starting at 1. */
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

/** The folded card with the form for lines; the answer is shown by `linesReport()`. */
export function linesCard(ui: Ui, id: string, act: PageAction, fields: Markup): Markup {
  return html`
    <details class="card folded" id=${id}>
      <summary>
        <h2>${ui.t("rules.paste")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${form(ui, act, fields)}
    </details>
  `;
}

/** The report; `left` introduces the rejected lines. */
export function linesReport(
  ui: Ui,
  taken: string,
  left: string,
  refused: readonly RejectedLine[],
): Markup {
  if (refused.length === 0) {
    return html`<div data-said="" role="status">${note("good", taken)}</div>`;
  }
  const rows = refused.slice(0, MOST_SHOWN).map(({ line, text, why }) =>
    html`
      <li>
        ${ui.t("rules.paste_line", { line })}: <code>
          <bdi>${text.slice(0, MOST_CHARACTERS)}</bdi>
        </code> <span class="muted">${refusalOrEnglish(ui, why)}</span>
      </li>
    `
  );
  return html`
    <div data-said="" role="status">
      ${note(
        "attention",
        html`
          <p>${taken} ${left}</p>
          <ul>${rows}</ul>
        `,
      )}
    </div>
  `;
}
