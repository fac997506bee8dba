/** Redirecting HTTP to the name of the box: whether it is on, why not, and what to do (A 7.8). */
import type { RedirectResponse } from "../../../api/features/network/https_redirect/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";

/** Reasons that result from a choice: no error. */
const CALM: ReadonlySet<string> = new Set(["off", "setup", "name", "untrusted", "standby"]);

/** The card of the redirect; reloaded as it changes. */
export function redirectCard(ui: Ui, state: RedirectResponse): Markup {
  const { reason } = state;
  const text = reason === undefined
    ? note(
      "good",
      ui.tRich("dns.redirect_active", {
        url: html`<bdi class="mono" translate="no">${state.url}</bdi>`,
      }),
    )
    : note(
      CALM.has(reason) ? "neutral" : "attention",
      html`<p>${ui.t("dns.redirect_inactive")} ${ui.t(`dns.reason_${reason}`)}</p>`,
    );
  return card(
    ui.t("dns.redirect"),
    html`
      <p class="muted">${ui.t("dns.redirect_help")}</p>
      <div id="redirect-state" data-refresh="30">${text}</div>
    `,
    {
      id: "redirect",
      class: "spaced",
      ...(ui.may("system.write") ? { action: redirectSwitch(ui, state) } : {}),
    },
  );
}

function redirectSwitch(ui: Ui, { enabled }: RedirectResponse): Markup {
  const path = "/api/v1/https-redirect";
  const method = "put" as const;
  const act = {
    method,
    path,
    body: { enabled: !enabled },
    undo: { method, path, body: { enabled } },
    done: enabled ? "dns.redirect_off" : "dns.redirect_on",
  } as const;
  return switchForm(ui, act, {
    id: "switch-redirect",
    label: ui.t("settings.name_https_redirect"),
    on: enabled,
    button: ui.t(enabled ? "words.turn_off" : "words.turn_on"),
  });
}
