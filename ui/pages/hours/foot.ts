/** What stands below the pages of hours: where they lead, and how quickly changes hold. */
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Ui } from "../../shown.ts";

/** The card, with a way of the page's own first. */
export function hoursFoot(ui: Ui, { allow, answers_kept }: Schedules, way: Markup): Markup {
  return html`
    <section class="card">
      <ul class="ways">
        ${way}
        <li><a href="/hours/allowed"><span>${ui.say(
          "hours.allowed_title",
        )} <span class="muted number">${ui.number(
          allow.length,
        )}</span></span>${icon("chevron-right")}</a></li>
      </ul>
      <p class="help">${ui.say("hours.how_soon", { seconds: answers_kept })}</p>
    </section>
  `;
}
