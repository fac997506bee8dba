/** What is shown instead of blocked sites, and the link to its page (A 7.6). */
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";

/** The card; `response` = how queries for blocked names are answered. */
export function blockedCard(ui: Ui, response: string): Markup {
  return card(
    ui.say("dns.blocked"),
    html`
      <p class="muted">${ui.say("dns.blocked_text")}</p>
      <p>${ui.say(response === "page" ? "dns.blocked_page" : "dns.blocked_other")}</p>
      <p class="buttons">${linkButton("/block-page", ui.say("blockPage.name"))}</p>
    `,
    { id: "blocked", class: "spaced" },
  );
}
