/** The first page: what the box is, the next steps, and one button. */
import { html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { type StepName, STEPS } from "./step.ts";

const ICONS: Readonly<Record<StepName, IconName>> = {
  account: "circle-user",
  place: "globe",
  protection: "shield",
  terms: "scroll-text",
};
/** Not a secret: the account is valid during the setup only (A 5.7). */
const DEFAULT_ACCOUNT = { account: "admin", password: "admin" };

/** The welcome. */
export function welcomeView(ui: Ui): Markup {
  const act = {
    method: "post",
    path: "/api/v1/session",
    body: DEFAULT_ACCOUNT,
    back: "/setup",
  } as const;
  return html`
    <div class="card welcome">
      <p>${ui.t("setup.welcome_what")}</p>
      <ol class="welcome-steps">
        ${STEPS.map((name) =>
          html`
            <li>
              ${icon(ICONS[name])}
              <div>
                <p class="strong">${ui.t(`setup.step_${name}`)}</p>
                <p class="muted">${ui.t(`setup.step_${name}_what`)}</p>
              </div>
            </li>
          `
        )}
      </ol>
      ${actionButton(ui, act, ui.t("setup.begin"), { style: "main" })}
      <div class="welcome-backup">
        <p class="muted">${ui.t("backups.have_one_what")}</p>
        ${actionButton(ui, { ...act, back: "/setup/backup" }, ui.t("backups.have_one"), {
          icon: "rotate-ccw",
        })}
      </div>
      <p class="help">${ui.t("setup.welcome_now")}</p>
    </div>
  `;
}
