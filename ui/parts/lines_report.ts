/** The result of pasted lines: the accepted lines, and the rejected ones with the reason. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { note } from "./card.ts";

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
        </code> <span class="muted" lang="en">${why}</span>
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
