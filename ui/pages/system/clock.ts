/** The clock of the box and the time zone of the household. */
import type { TimeZoneResponse } from "../../../api/features/box/time_zone/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { input } from "../../parts/field.ts";
import { actionButton, form, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** What to do while the box does not know the time; one tap confirms that the clock is right. */
function unknownNote(ui: Ui): Markup {
  const path = "/api/v1/settings/trust_clock";
  const undo = { method: "put", path, body: { value: "auto" } } as const;
  const act = {
    method: "put",
    path,
    body: { value: "always" },
    done: "system.clock_trusted",
    undo,
  } as const;
  return html`
    ${note("attention", ui.t("system.clock_unknown"))}
    ${ui.may("system.write") &&
      html`<div class="buttons">${actionButton(ui, act, ui.t("system.clock_trust"))}</div>`}
  `;
}

/** The card of the clock; `known` = whether the box knows the time. */
export function clockCard(
  ui: Ui,
  { zone, in_force, system, restart_needed }: TimeZoneResponse,
  known: boolean,
): Markup {
  const time = ui.date(Math.floor(ui.context.now / 1000), {
    dateStyle: "full",
    timeStyle: "short",
  });
  const undo = { method: "put", path: "/api/v1/time-zone", body: { zone } } as const;
  const field = input(ui, {
    name: "zone",
    label: ui.t("settings.name_time_zone"),
    value: zone,
    maxlength: 64,
    list: Intl.supportedValuesOf("timeZone"),
    help: ui.t("system.zone_help", { zone: in_force, system }),
    disabled: !ui.may("system.write"),
  });
  return card(
    ui.t("system.clock"),
    html`
      <div>
        <p>${ui.tRich("system.clock_now", { time: html`<strong>${time}</strong>` })}</p>
        <p class="help">${ui.t("system.clock_wrong")}</p>
      </div>
      ${!known && unknownNote(ui)}
      ${restart_needed && note("attention", ui.t("system.zone_waits"))}
      ${form(
        ui,
        { method: "put", path: "/api/v1/time-zone", done: "system.zone_saved", undo },
        html`
          ${field}
          ${ui.may("system.write") &&
            html`<div class="buttons">${submit(ui.t("system.zone_save"))}</div>`}
        `,
      )}
    `,
    { class: "spaced", id: "clock" },
  );
}
