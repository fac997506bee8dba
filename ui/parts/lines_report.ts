/** What became of pasted lines: what was taken, and the lines that were not, with why. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../shown.ts";
import { note } from "./card.ts";

/** Lines that were not taken, of which so many are shown, and characters of each. */
const MOST_SHOWN = 20;
const MOST_CHARACTERS = 200;

/** A line that was not taken. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

/** The report; `left` introduces the lines that were not taken. */
export function linesReport(
  ui: Ui,
  taken: string,
  left: string,
  refused: readonly RefusedLine[],
): Markup {
  if (refused.length === 0) {
    return html`<div data-said="" role="status">${note("good", taken)}</div>`;
  }
  const rows = refused.slice(0, MOST_SHOWN).map(({ line, text, why }) =>
    html`<li>${ui.say("rules.paste_line", { line })}: <code><bdi>${
      text.slice(0, MOST_CHARACTERS)
    }</bdi></code> <span class="muted" lang="en">${why}</span></li>`
  );
  return html`<div data-said="" role="status">${
    note(
      "attention",
      html`
        <p>${taken} ${left}</p>
        <ul>${rows}</ul>
      `,
    )
  }</div>`;
}
