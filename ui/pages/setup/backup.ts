/** "I have a backup": the setup of a new box in one page, from the backup of another. */
import type { SetupResponse } from "../../../api/features/box/setup/routes.ts";
import type { RestorePlanResponse } from "../../../api/features/box/backups/responses.ts";
import { html } from "../../html.ts";
import { page, RedirectError } from "../../page.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import { fileField, keyField, planBody, planLead } from "../backups/plan.ts";

/** The page at `/setup/backup`. */
export const setupBackupPage = page<boolean>({
  doc: "A 5.7",
  path: "/setup/backup",
  name: "backups.have_one",
  access: "open",
  bare: true,
  secure: true,
  async load({ read, principal, language }) {
    const { finished } = await read<SetupResponse>("/api/v1/setup", { query: { lang: language } });
    if (finished) throw new RedirectError(principal.kind === "session" ? "/" : "/sign-in");
    // The default account begins the setup, as on the welcome page.
    if (principal.kind !== "session" || !principal.setup) throw new RedirectError("/setup");
    return true;
  },
  view(ui) {
    const plan = ui.context.result as RestorePlanResponse | undefined;
    const other = html`
      <p>${linkButton("/setup", ui.t("backups.setup_back"), { style: "quiet" })}</p>
    `;
    if (plan?.inside === undefined) {
      const act = {
        method: "post",
        path: "/api/v1/setup/restore/preview",
        back: "/setup/backup",
        result: true,
      } as const;
      const fields = html`
        ${fileField(ui)} ${keyField(ui, ui.t("backups.key_help_setup"), true)}
        <p class="buttons">${submit(ui.t("backups.look"), { style: "main", icon: "eye" })}</p>
      `;
      return {
        lead: ui.t("backups.setup_lead"),
        body: html`
          <div class="card narrow">${form(ui, act, fields, { files: true, id: "backup" })}</div>
          ${other}
        `,
      };
    }
    const act = {
      method: "post",
      path: `/api/v1/setup/restore/${plan.id}/apply`,
      back: "/sign-in",
      here: "/setup/backup",
      done: "backups.restored",
    } as const;
    return {
      lead: planLead(ui, plan),
      body: html`
        <div class="stack narrow">
          ${planBody(ui, plan, true)}
          <p class="buttons">
            ${actionButton(ui, act, ui.t("backups.restore_now"), {
              style: "main",
              icon: "rotate-ccw",
            })}
          </p>
          ${other}
        </div>
      `,
    };
  },
});
