/** Concerns about a list, in plain words, with examples. */
import type { ConcernResponse } from "../../../api/features/protection/lists/routes.ts";
import { html, type Markup } from "../../html.ts";
import type { Ui } from "../../ui.ts";

/** One sentence per concern, with the lines or names that caused it. */
export function concernsView(ui: Ui, concerns: readonly ConcernResponse[]): Markup {
  return html`<ul class="concerns">${concerns.map((concern) => concernView(ui, concern))}</ul>`;
}

function concernView(ui: Ui, { kind, count, of, examples }: ConcernResponse): Markup {
  const text = ui.t(`lists.concern_${kind}`, { count, of: ui.number(of) });
  const shown = examples.map((example) => html`<li><bdi class="mono sample">${example}</bdi></li>`);
  const title = ui.t(kind === "refused" ? "lists.refused_lines" : "lists.blocked_sites");
  return html`
    <li>
      <p>${text}</p>
      ${examples.length > 0 && html`
        <details class="reveals">
          <summary>${title}</summary>
          <ul class="examples">${shown}</ul>
        </details>
      `}
    </li>
  `;
}
