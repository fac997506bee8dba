/**
 * The account's person in the household: their devices, and whether reports may show names (A 4.4,
 * 7.1.5).
 */
import type { OwnHousehold } from "../../../api/features/household/people/routes.ts";
import { type Child, html } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { linkButton } from "../../parts/form.ts";
import { avatar } from "../../parts/avatar.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";

/** The card; nothing for an account that belongs to no person. */
export function householdCard(
  ui: Ui,
  { person, devices, shared_devices: shared }: OwnHousehold,
): Child {
  if (person === undefined) return null;
  const row = ({ label }: { label: string }, isShared: boolean) =>
    html`<li><bdi>${label}</bdi>${isShared && badge("neutral", ui.t("activity.shared"))}</li>`;
  const all = [
    ...devices.map((device) => row(device, false)),
    ...shared.map((device) => row(device, true)),
  ];
  return card(
    ui.t("activity.household"),
    html`
      <p class="own-person">
        ${avatar(person.name)}
        <span>
          ${ui.tRich("activity.you_are", {
            name: html`<b><bdi>${person.name}</bdi></b>`,
          })}
        </span>
      </p>
      ${all.length === 0
        ? html`<p class="muted">${ui.t("activity.no_own_devices")}</p>`
        : html`<ul class="own-devices">${all}</ul>`}
      <p class="buttons">${linkButton("/me/time", ui.t("spent.title"), { icon: "clock" })}</p>
      ${person.profile === "adult" && consent(ui, person.detailed_reports)}
    `,
    { id: "household", class: "wide" },
  );
}

/** An adult's consent: changes take effect immediately. */
function consent(ui: Ui, on: boolean): Child {
  const path = "/api/v1/me/detailed-reports";
  const change = (agree: boolean) => ({ method: "put" as const, path, body: { agree } });
  const act = {
    ...change(!on),
    done: on ? "activity.consent_off" as const : "activity.consent_on" as const,
    undo: change(on),
  };
  const label = ui.t("activity.consent");
  return html`
    <div class="own-consent">
      <div>
        <b>${label}</b>
        <p class="help">${ui.t("activity.consent_help")}</p>
      </div>
      ${switchForm(ui, act, {
        id: "consent",
        label,
        on,
        button: ui.t(on ? "words.turn_off" : "words.turn_on"),
      })}
    </div>
  `;
}
