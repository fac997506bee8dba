/** The text of the terms of use. */
import type { TermsTextResponse } from "../../api/features/box/terms/routes.ts";
import { html, type Markup } from "../html.ts";

/** The paragraphs, with a list of everything that the box sends. */
export function termsText({ before, sends, after }: TermsTextResponse): Markup {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => html`<p>${text}</p>`);
  return html`
    <div class="terms">
      ${paragraphs(before)}
      <ul>${sends.map((text) => html`<li>${text}</li>`)}</ul>
      ${paragraphs(after)}
    </div>
  `;
}
