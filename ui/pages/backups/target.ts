/** One target of backups: its state, what it keeps, and its configuration. */
import type {
  BackupTargetResponse,
  StoredBackupsResponse,
} from "../../../api/features/box/backups/responses.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { page } from "../../page.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import { badge, card, definitionList, note, table } from "../../parts/card.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { backupFields } from "./fields.ts";
import { stateBadge, targetPlace, testButton, testNote } from "./targets.ts";

interface TargetData {
  readonly target: BackupTargetResponse;
  /** A text = why the target cannot be read now. */
  readonly stored: StoredBackupsResponse["backups"] | string;
}

/** The page at `/backups/targets/1`. */
export const backupTargetPage = page<TargetData>({
  doc: "docs/requirements.md#backups",
  path: "/backups/targets/{id}",
  name: "exports.target",
  access: "backups.read",
  area: "box",
  database: "box",
  async load({ read, params }) {
    const target = await read<BackupTargetResponse>("/api/v1/backups/targets/{id}", { params });
    const stored = await read<StoredBackupsResponse>("/api/v1/backups/targets/{id}/files", {
      params,
    }).then(({ backups }) => backups, (error: Error) => error.message);
    return { target, stored };
  },
  view(ui, { target, stored }) {
    const write = ui.may("backups.write");
    return {
      title: target.name,
      lead: html`
        ${ui.t(`backups.kind_${target.config.kind}`)}, <bdi>${targetPlace(target)}</bdi>
      `,
      action: linkButton("/backups", ui.t("backups.all"), { icon: "chevron-left" }),
      body: html`
        <div class="stack narrow">
          ${testNote(ui)} ${stateCard(ui, target, write)} ${storedCard(ui, target, stored)}
          ${write && editCard(ui, target)}
        </div>
      `,
    };
  },
});

function stateCard(ui: Ui, target: BackupTargetResponse, write: boolean): Markup {
  return card(
    ui.t("words.state"),
    definitionList(
      [ui.t("words.state"), stateBadge(ui, target)],
      [ui.t("backups.last_ok"), ui.relativeTime(target.last_ok)],
      [ui.t("backups.checked"), ui.relativeTime(target.checked)],
    ),
    { action: write && testButton(ui, target) },
  );
}

function storedCard(
  ui: Ui,
  target: BackupTargetResponse,
  stored: TargetData["stored"],
): Markup {
  return card(ui.t("backups.stored"), storedList(ui, target, stored));
}

function storedList(ui: Ui, { id }: BackupTargetResponse, stored: TargetData["stored"]): Child {
  if (typeof stored === "string") {
    const why = refusalOrEnglish(ui, stored);
    return note("attention", html`${ui.tRich("backups.stored_failed", { why })}`);
  }
  if (stored.length === 0) return html`<p class="muted">${ui.t("backups.stored_none")}</p>`;
  type Row = (typeof stored)[number];
  const dateOf = ({ made }: Row) => ui.date(made, { dateStyle: "medium", timeStyle: "short" });
  const restore = ui.may("backups.restore");
  return table<Row>(ui.t("backups.stored"), [
    {
      head: ui.t("words.when"),
      main: true,
      cell: (row) =>
        html`
          ${dateOf(row)} ${!row.own &&
            badge("neutral", ui.t(row.earlier ? "backups.stored_earlier" : "backups.stored_other"))}
        `,
    },
    { head: ui.t("backups.file"), number: true, cell: ({ bytes }) => ui.bytes(bytes) },
    {
      head: ui.t("words.actions"),
      actions: true,
      cell: (row) =>
        html`
          ${restore &&
            linkButton(
              `/backups/restore?${new URLSearchParams({ target: String(id), file: row.name })}`,
              ui.t("backups.restore"),
              { icon: "rotate-ccw" },
            )}
          ${ui.may("backups.write") &&
            actionButton(
              ui,
              {
                method: "delete",
                path: `/api/v1/backups/targets/${id}/files/${row.name}`,
                done: "backups.stored_removed",
              },
              ui.t("words.remove"),
              {
                icon: "trash-2",
                iconOnly: true,
                style: "quiet",
                label: ui.t("backups.stored_remove", { date: dateOf(row) }),
                confirm: ui.t("backups.stored_remove_sure"),
              },
            )}
        `,
    },
  ], stored);
}

function editCard(ui: Ui, target: BackupTargetResponse): Markup {
  const { id, name, config } = target;
  const path = `/api/v1/backups/targets/${id}`;
  const act = {
    method: "put",
    path,
    body: { config: { kind: config.kind } },
    back: `/backups/targets/${id}`,
    done: "backups.saved",
    args: { name },
  } as const;
  const removed = {
    method: "delete",
    path,
    back: "/backups",
    done: "backups.removed",
    args: { name },
  } as const;
  const fields = html`
    ${backupFields(ui, config.kind, target)}
    <div class="buttons">${submit(ui.t("words.save"), { style: "main", id: "save-target" })}</div>
  `;
  return card(
    ui.t("words.change"),
    html`
      ${form(ui, act, fields)}
      <hr />
      ${actionButton(ui, removed, ui.t("backups.remove"), {
        style: "danger",
        icon: "trash-2",
        confirm: ui.t("backups.remove_sure", { name }),
      })}
    `,
  );
}
