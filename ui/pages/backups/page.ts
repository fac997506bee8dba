/** Backups: the recovery key, the targets, the schedule, what is in, and restoring. */
import type { SettingsResponse } from "../../../api/features/box/settings/routes.ts";
import type {
  BackupsResponse,
  BackupTargetResponse,
} from "../../../api/features/box/backups/responses.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { page } from "../../page.ts";
import { card, emptyState, note, table } from "../../parts/card.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import { passwordConfirmForm } from "../../parts/password_confirm.ts";
import { settingField } from "../../parts/setting.ts";
import { tryRead } from "../../try_read.ts";
import type { Ui } from "../../ui.ts";
import { contentCard } from "./content.ts";
import { isFailing, kindLinks, targetColumns, testNote } from "./targets.ts";

interface BackupsData {
  readonly backups: BackupsResponse;
  readonly settings: SettingsResponse | undefined;
}

const SCHEDULE = ["backup_schedule", "backup_hour", "backup_keep"] as const;

/** The page at `/backups`. */
export const backupsPage = page<BackupsData>({
  doc: "docs/requirements.md#backups",
  path: "/backups",
  name: "backups.title",
  access: "backups.read",
  area: "box",
  database: "box",
  async load(context) {
    const [backups, settings] = await Promise.all([
      context.read<BackupsResponse>("/api/v1/backups"),
      tryRead<SettingsResponse>(context, "system.read", "/api/v1/settings"),
    ]);
    return { backups, settings: settings.data };
  },
  view(ui, { backups, settings }) {
    const isReady = backups.key !== null && backups.targets.length > 0;
    const runs = isReady && backups.running === null && ui.may("backups.write");
    return {
      lead: leadOf(ui, backups),
      ...(runs && { action: runButton(ui) }),
      body: html`
        <div class="stack">
          ${testNote(ui)} ${progress(ui, backups)}
          ${keyCard(ui, backups)} ${targetsCard(ui, backups)}
          ${settings && scheduleCard(ui, backups, settings)}
          ${restoreCard(ui, backups)} ${contentCard(ui)}
        </div>
      `,
    };
  },
});

function leadOf(ui: Ui, { key, targets, running, next }: BackupsResponse): Child {
  if (key === null) return ui.t("backups.lead_no_key");
  if (targets.length === 0) return ui.t("backups.lead_no_target");
  if (running !== null) return ui.t("backups.lead_running");
  const failing = targets.filter(isFailing).length;
  if (failing > 0) return ui.t("backups.lead_failing", { count: failing });
  const last = Math.max(...targets.map(({ last_ok }) => last_ok));
  if (last > 0) return ui.tRich("backups.lead_well", { ago: ui.relativeTime(last) });
  if (next === 0) return ui.t("backups.lead_off");
  return ui.t("backups.lead_new", { time: ui.date(next, { timeStyle: "short" }) });
}

function runButton(ui: Ui): Markup {
  const act = {
    method: "post",
    path: "/api/v1/backups/run",
    body: { wait: false },
    done: "backups.run_begun",
  } as const;
  return actionButton(ui, act, ui.t("backups.run"), { style: "main", icon: "upload" });
}

/** What is going on, refreshed until it ends. */
function progress(ui: Ui, { running }: BackupsResponse): Child {
  if (running === null) return null;
  const { step, target, bytes, total } = running;
  const share = total > 0 && bytes <= total ? ` ${ui.percent(bytes / total)}` : "";
  const text = ui.labelWithValue(ui.t(`backups.step_${step}`), target === "" ? "…" : target);
  const cancel = ui.may("backups.write") &&
    actionButton(
      ui,
      { method: "delete", path: "/api/v1/backups/run", done: "backups.cancelled" },
      ui.t("backups.cancel"),
      { icon: "x" },
    );
  return html`
    <div id="backup-progress" data-refresh="2" role="status">
      ${note("neutral", html`<bdi>${text}</bdi>${share}`, cancel)}
    </div>
  `;
}

function keyCard(ui: Ui, { key }: BackupsResponse): Markup {
  const act = {
    method: "post",
    path: "/api/v1/backups/key",
    back: "/backups/key",
    result: true,
  } as const;
  const isNew = key === null;
  const text = ui.t(isNew ? "backups.key_create" : "backups.key_renew");
  const button = ui.may("backups.restore") && passwordConfirmForm(ui, "key-new", text, act);
  return card(
    ui.t("backups.key"),
    html`
      ${key === null ? html`<p>${ui.t("backups.key_what")}</p>` : html`
        <p>
          ${ui.tRich("backups.key_made", {
            date: ui.date(key.made, { dateStyle: "long" }),
            name: html`<bdi>${key.made_by}</bdi>`,
          })}
        </p>
        ${ui.may("backups.restore") &&
          html`<p class="help">${ui.t("backups.key_renew_what")}</p>`}
      `} ${button}
    `,
    { class: "spaced", id: "key" },
  );
}

function targetsCard(ui: Ui, { targets, key }: BackupsResponse): Markup {
  const write = ui.may("backups.write");
  const add = write && targets.length > 0 &&
    linkButton("/backups/new", ui.t("backups.add"), { icon: "plus" });
  const download = key !== null && html`
    <p class="buttons">
      ${linkButton("/api/v1/backups/download", ui.t("backups.download"), { icon: "download" })}
    </p>
  `;
  const content = targets.length === 0
    ? html`
      ${emptyState("hard-drive", ui.t("backups.none"), ui.t("backups.none_help"))}
      ${write && kindLinks(ui)}
    `
    : html`
      <div id="targets" data-refresh="10">
        ${table<BackupTargetResponse>(ui.t("backups.targets"), targetColumns(ui), targets)}
      </div>
    `;
  return card(ui.t("backups.targets"), html`${content}${download}`, { action: add });
}

function scheduleCard(ui: Ui, { next }: BackupsResponse, { settings }: SettingsResponse): Markup {
  const rows = settings.filter(({ key }) => SCHEDULE.some((each) => each === key));
  const write = ui.may("system.write");
  const seen = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const act = {
    method: "put",
    path: "/api/v1/settings",
    body: { seen },
    done: "settings.saved",
  } as const;
  const when = next > 0 && html`
    <p class="muted">
      ${ui.t("backups.next", {
        time: ui.date(next, { dateStyle: "full", timeStyle: "short" }),
      })}
    </p>
  `;
  const fields = html`
    ${rows.map((row) => settingField(ui, row, { write, startOnly: false }))}
    ${write && html`
      <div class="buttons">
        ${submit(ui.t("words.save"), { style: "main", id: "save-schedule" })}
      </div>
    `}
  `;
  return card(ui.t("backups.schedule"), html`${when}${form(ui, act, fields)}`, { id: "schedule" });
}

function restoreCard(ui: Ui, { restored, return_to: point }: BackupsResponse): Child {
  if (!ui.may("backups.restore")) return null;
  const back = { method: "post", path: "/api/v1/backups/return", back: "/sign-in" } as const;
  const date = ui.date(point, { dateStyle: "medium", timeStyle: "short" });
  return card(
    ui.t("backups.restore"),
    html`
      <p class="muted">${ui.t("backups.restore_what")}</p>
      ${restored && html`
        <p>
          ${restored.is_return
            ? ui.tRich("backups.last_return", { ago: ui.relativeTime(restored.time) })
            : ui.tRich("backups.last_restore", {
              ago: ui.relativeTime(restored.time),
              name: html`<bdi>${restored.box}</bdi>`,
            })}
        </p>
      `}
      <p class="buttons">
        ${linkButton("/backups/restore", ui.t("backups.restore"), { icon: "rotate-ccw" })}
      </p>
      ${point > 0 &&
        passwordConfirmForm(
          ui,
          "return",
          ui.t("backups.go_back", { date }),
          { ...back, done: "backups.returned" },
          true,
        )}
    `,
    { class: "spaced", id: "restore" },
  );
}
