/** The page in the place of blocked sites, and the certificate that devices need for it (A 7.6, 7.7). */
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { actButton, linkButton } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";

/** The card; `response` = how blocked names are answered. */
export function blockedCard(ui: Ui, response: string): Markup {
  const shown = response === "page", path = "/api/v1/settings/blocked_response", method = "put" as const;
  const act = {
    ...{ method, path, body: { value: "page", seen: response }, undo: { method, path, body: { value: response } } },
    done: "dns.blocked_done",
  } as const;
  return card(
    ui.say("dns.blocked"),
    html`
      <p class="muted">${ui.say("dns.blocked_text")}</p>
      <p>${ui.say(shown ? "dns.blocked_page" : "dns.blocked_other")}</p>
      <div class="buttons">${!shown && ui.may("system.write") &&
        actButton(ui, act, ui.say("dns.blocked_on"))}${linkButton("/certificate", ui.say("dns.blocked_certificate"), {
          style: "quiet",
          icon: "shield-check",
        })}</div>
    `,
    { id: "blocked", class: "spaced" },
  );
}
