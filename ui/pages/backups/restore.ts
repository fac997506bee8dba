/** Restoring: a backup is chosen, shown, then confirmed with the password. */
import type {
  BackupsResponse,
  RestorePlanResponse,
} from "../../../api/features/box/backups/responses.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { page } from "../../page.ts";
import { card, note } from "../../parts/card.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { passwordConfirmForm } from "../../parts/password_confirm.ts";
import { tryRead } from "../../try_read.ts";
import type { Ui } from "../../ui.ts";
import { fileField, keyField, planBody, planLead } from "./plan.ts";

/** A backup that a target keeps; `file` empty = a file is uploaded. */
interface Chosen {
  readonly target: string;
  readonly file: string;
  /** Whether a backup is being made or restored, so that nothing is uploaded. */
  readonly isBusy: boolean;
}

/** The page at `/backups/restore`. */
export const restorePage = page<Chosen>({
  doc: "docs/requirements.md#backups",
  path: "/backups/restore",
  name: "backups.restore",
  access: "backups.restore",
  database: "box",
  query: ["target", "file"],
  async load(context) {
    const { target = "", file = "" } = context.query;
    const { data } = await tryRead<BackupsResponse>(context, "backups.read", "/api/v1/backups");
    return { target, file, isBusy: data !== undefined && data.running !== null };
  },
  view(ui, chosen) {
    const plan = ui.context.result as RestorePlanResponse | undefined;
    const way = linkButton("/backups", ui.t("backups.all"), { icon: "chevron-left" });
    if (plan?.inside === undefined && chosen.isBusy) {
      const again = linkButton(ui.context.address, ui.t("system.look_again"), {
        icon: "refresh-cw",
      });
      return {
        lead: ui.t("backups.restore_busy"),
        action: way,
        body: note("neutral", ui.t("backups.restore_busy_help"), again),
      };
    }
    if (plan?.inside === undefined) {
      return { lead: ui.t("backups.restore_lead"), action: way, body: choose(ui, chosen) };
    }
    return {
      lead: planLead(ui, plan),
      action: way,
      body: html`<div class="stack narrow">${planBody(ui, plan)}${confirm(ui, plan)}</div>`,
    };
  },
});

function choose(ui: Ui, { target, file }: Chosen): Markup {
  const isStored = file !== "" && /^\d{1,9}$/.test(target);
  const act = {
    method: "post",
    path: "/api/v1/backups/restore/preview",
    back: ui.context.address,
    result: true,
    body: isStored ? { target: Number(target), file } : {},
  } as const;
  const source: Child = isStored ? html`<p class="mono"><bdi>${file}</bdi></p>` : fileField(ui);
  const fields = html`
    ${source} ${keyField(ui, ui.t("backups.key_help"), false)}
    <p class="buttons">${submit(ui.t("backups.look"), { style: "main", icon: "eye" })}</p>
  `;
  return html`
    <div class="stack narrow">
      ${card(
        ui.t("backups.restore"),
        form(ui, act, fields, { files: !isStored, id: "restore-file" }),
      )}
    </div>
  `;
}

function confirm(ui: Ui, { id }: RestorePlanResponse): Markup {
  const act = {
    method: "post",
    path: `/api/v1/backups/restore/${id}/apply`,
    back: "/sign-in",
    here: "/backups/restore",
    done: "backups.restored",
  } as const;
  return card(
    ui.t("backups.restore_now"),
    html`
      <p>${ui.t("backups.restore_sure")}</p>
      ${passwordConfirmForm(ui, "restore-now", ui.t("backups.restore_now"), act, true)}
    `,
    { class: "spaced" },
  );
}
