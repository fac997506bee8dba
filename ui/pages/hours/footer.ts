/** The footer of the pages about hours: related links, and how quickly changes take effect. */
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Ui } from "../../ui.ts";

/** The card, with a link specific to the page first. */
export function hoursFooter(ui: Ui, { allow, answers_kept }: Schedules, way: Markup): Markup {
  return html`
    <section class="card">
      <ul class="ways">
        ${way}
        <li>
          <a href="/hours/allowed">
            <span>
              ${ui.t("hours.allowed_title")} <span class="muted number">
                ${ui.number(allow.length)}
              </span>
            </span>
            ${icon("chevron-right")}
          </a>
        </li>
      </ul>
      <p class="help">${ui.t("hours.how_soon", { seconds: answers_kept })}</p>
    </section>
  `;
}
