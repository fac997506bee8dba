/** Adding a target of backups: first its kind, then its fields. */
import { html } from "../../html.ts";
import { page } from "../../page.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { backupFields } from "./fields.ts";
import { BACKUP_KINDS, type BackupKind, kindLinks } from "./targets.ts";

/** The page at `/backups/new?kind=webdav`. */
export const addBackupPage = page<BackupKind | undefined>({
  doc: "docs/requirements.md#backups",
  path: "/backups/new",
  name: "backups.add",
  access: "backups.write",
  database: "box",
  query: ["kind"],
  load: ({ query }) => Promise.resolve(BACKUP_KINDS.find((kind) => kind === query.kind)),
  view(ui, kind) {
    const way = linkButton("/backups", ui.t("backups.all"), { icon: "chevron-left" });
    if (kind === undefined) {
      return {
        lead: ui.t("backups.add_lead"),
        action: way,
        body: html`<div class="card">${kindLinks(ui)}</div>`,
      };
    }
    const act = {
      method: "post",
      path: "/api/v1/backups/targets",
      back: "/backups",
      done: "backups.added",
      body: { config: { kind } },
    } as const;
    const fields = html`
      ${backupFields(ui, kind, undefined)}
      <div class="buttons">${submit(ui.t("backups.add"), { style: "main", icon: "plus" })}</div>
    `;
    return {
      title: ui.labelWithValue(ui.t("backups.add"), ui.t(`backups.kind_${kind}`)),
      lead: ui.t(`backups.kind_${kind}_help`),
      action: way,
      body: html`<div class="card narrow">${form(ui, act, fields)}</div>`,
    };
  },
});
