/** Targets of backups: their kinds, their state, and the result of a test. */
import type {
  BackupTargetResponse,
  BackupTestResponse,
} from "../../../api/features/box/backups/responses.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import { badge, type Column, note } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** The kinds of targets. */
export const BACKUP_KINDS = ["folder", "webdav", "s3", "sftp"] as const;
/** A kind of target. */
export type BackupKind = (typeof BACKUP_KINDS)[number];

const PICTURES: Readonly<Record<BackupKind, IconName>> = {
  folder: "hard-drive",
  webdav: "globe",
  s3: "database",
  sftp: "server",
};

/** The kinds to choose from, as links. */
export function kindLinks(ui: Ui): Markup {
  return html`
    <ul class="kinds">
      ${BACKUP_KINDS.map((kind) =>
        html`
          <li>
            <a href=${`/backups/new?kind=${kind}`}>
              ${icon(PICTURES[kind])}
              <span class="strong">${ui.t(`backups.kind_${kind}`)}</span>
              <span class="help">${ui.t(`backups.kind_${kind}_help`)}</span>
            </a>
          </li>
        `
      )}
    </ul>
  `;
}

/** Where a target is, for display. */
export function targetPlace({ config }: BackupTargetResponse): string {
  switch (config.kind) {
    case "folder":
      return config.path;
    case "webdav":
      return URL.parse(config.url)?.host ?? "";
    case "s3":
      return `${URL.parse(config.url)?.host ?? ""}/${config.bucket}`;
    case "sftp":
      return `${config.host}:${config.port}`;
  }
}

/** Whether the last backup or the last check of a target failed. */
export function isFailing(target: BackupTargetResponse): boolean {
  const { enabled, last_error, last_error_at, last_ok, check_error } = target;
  return enabled && (check_error !== "" || last_error !== "" && last_error_at >= last_ok);
}

/** The state of a target, with the reason if it fails. */
export function stateBadge(ui: Ui, target: BackupTargetResponse): Child {
  const { enabled, last_ok, last_error, check_error } = target;
  if (!enabled) return badge("neutral", ui.t("backups.is_off"));
  if (isFailing(target)) {
    return html`
      ${badge("danger", ui.t("backups.is_failing"))}
      <p class="help">${refusalOrEnglish(ui, last_error || check_error)}</p>
    `;
  }
  return last_ok === 0
    ? badge("neutral", ui.t("backups.is_new"))
    : badge("good", ui.t("backups.is_well"));
}

/** The columns of the table of targets. */
export function targetColumns(ui: Ui): Column<BackupTargetResponse>[] {
  return [
    {
      head: ui.t("exports.target"),
      main: true,
      cell: (row) =>
        html`
          <span class="export-name">
            ${icon(PICTURES[row.config.kind], ui.t(`backups.kind_${row.config.kind}`))}
            <span>
              <a href=${`/backups/targets/${row.id}`}><bdi>${row.name}</bdi></a>
              <span class="help"><bdi>${targetPlace(row)}</bdi></span>
            </span>
          </span>
        `,
    },
    { head: ui.t("words.state"), cell: (row) => stateBadge(ui, row) },
    { head: ui.t("backups.last_ok"), cell: ({ last_ok }) => ui.relativeTime(last_ok) },
    { head: ui.t("backups.checked"), cell: ({ checked }) => ui.relativeTime(checked) },
    ...ui.may("backups.write")
      ? [{
        head: ui.t("words.actions"),
        actions: true,
        cell: (row: BackupTargetResponse) => testButton(ui, row),
      }]
      : [],
  ];
}

/** The button that tests a target; the result is shown on the same page. */
export function testButton(ui: Ui, { id, name }: BackupTargetResponse): Markup {
  return actionButton(
    ui,
    { method: "post", path: `/api/v1/backups/targets/${id}/test`, result: true },
    ui.t("backups.test"),
    { icon: "play", label: ui.t("backups.test_label", { name }) },
  );
}

/** The result of the test, scrolled into view. */
export function testNote(ui: Ui): Child {
  const outcome = ui.context.result as BackupTestResponse | undefined;
  if (outcome === undefined || !Array.isArray(outcome.steps)) return null;
  const { ok, error, duration } = outcome;
  const text = ok
    ? ui.t("backups.test_well", { time: ui.latency(duration * 1000) })
    : ui.tRich("backups.test_failed", { why: refusalOrEnglish(ui, error) });
  return html`<div data-said role="status">${note(ok ? "good" : "danger", text)}</div>`;
}
