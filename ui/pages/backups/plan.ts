/** A backup before its restore: where it is from, what is in it, and what does not come. */
import type { RestorePlanResponse } from "../../../api/features/box/backups/responses.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card, note, table } from "../../parts/card.ts";
import { input } from "../../parts/field.ts";
import type { Ui } from "../../ui.ts";
import { outsideList } from "./content.ts";

/** Maximum size of an uploaded backup, in a readable unit. */
const MOST = 16_000_000;
const COUNTED = [
  "people",
  "devices",
  "groups",
  "rules",
  "lists",
  "dns_records",
  "accounts",
  "settings",
] as const;

/** Where a backup is from and when it was made, in one sentence. */
export function planLead(ui: Ui, { box, made }: RestorePlanResponse): Child {
  return ui.tRich("backups.plan_lead", {
    name: html`<bdi>${box}</bdi>`,
    date: ui.date(made, { dateStyle: "long", timeStyle: "short" }),
  });
}

/** The content; `isNew` = the box is being set up, so nothing is replaced. */
export function planBody(ui: Ui, plan: RestorePlanResponse, isNew = false): Markup {
  const { older, own, earlier, version, files, inside, here } = plan;
  const rows = COUNTED.filter((name) => inside[name] > 0 || here[name] > 0);
  return html`
    ${older && note("neutral", ui.t("backups.plan_older", { version }))}
    ${!own && note("attention", ui.t(earlier ? "backups.plan_earlier" : "backups.plan_other"))}
    ${card(
      ui.t("backups.plan_content"),
      html`
        ${table(ui.t("backups.plan_content"), [
          {
            head: ui.t("audit.what"),
            main: true,
            cell: (name) => ui.t(`backups.count_${name}`),
          },
          {
            head: ui.t("backups.plan_in"),
            number: true,
            cell: (name) => ui.number(inside[name] ?? 0),
          },
          ...isNew ? [] : [{
            head: ui.t("backups.plan_here"),
            number: true,
            cell: (name: (typeof COUNTED)[number]) => ui.number(here[name] ?? 0),
          }],
        ], rows)}
        <div class="backup-content">
          ${files.length > 0 && html`
            <ul class="plain-list">
              ${files.map((file) =>
                html`<li>${icon("check")}<span>${ui.t(`backups.file_${file}`)}</span></li>`
              )}
            </ul>
          `}
          ${outsideList(ui)}
        </div>
      `,
    )}
  `;
}

/** The field for the file. */
export function fileField(ui: Ui): Child {
  return html`
    <div class="field">
      <label for="backup-content">${ui.t("backups.file")}</label>
      <input
        type="file"
        id="backup-content"
        name="content:file"
        required
        accept=".age"
        aria-describedby="backup-content-help"
      />
      <p class="help" id="backup-content-help">
        ${ui.t("backups.file_help", { size: ui.bytes(MOST) })}
      </p>
    </div>
  `;
}

/** The field for the recovery key. */
export function keyField(ui: Ui, help: string, required: boolean): Child {
  return input(ui, {
    name: "recovery_key",
    type: "password",
    autocomplete: "off",
    maxlength: 200,
    required,
    label: ui.t("backups.key"),
    help,
    placeholder: "AGE-SECRET-KEY-",
  });
}
