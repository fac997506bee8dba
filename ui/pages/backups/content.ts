/** What is in a backup, and what is not, in words. */
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import type { Ui } from "../../ui.ts";

const INSIDE = ["household", "protection", "accounts", "identity", "sending"] as const;
const OUTSIDE = ["history", "sessions", "authority", "machine", "passkeys"] as const;

/** The card with both lists. */
export function contentCard(ui: Ui): Markup {
  return card(
    ui.t("backups.content"),
    html`
      <div class="backup-content">
        <ul class="plain-list">
          ${INSIDE.map((name) =>
            html`<li>${icon("check")}<span>${ui.t(`backups.in_${name}`)}</span></li>`
          )}
        </ul>
        ${outsideList(ui)}
      </div>
    `,
  );
}

/** What does not come with a backup. */
export function outsideList(ui: Ui): Markup {
  return html`
    <div>
      <h3>${ui.t("backups.out")}</h3>
      <ul class="plain-list">
        ${OUTSIDE.map((name) =>
          html`<li>${icon("minus")}<span>${ui.t(`backups.out_${name}`)}</span></li>`
        )}
      </ul>
    </div>
  `;
}
