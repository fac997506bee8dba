/** The return to the version before: what changed since, and what would be lost. */
import type {
  UpdateChangesResponse,
  UpdatesResponse,
} from "../../../api/features/box/updates/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { form, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { confirmField, foldedForm } from "../system/power.ts";

/** The card of the return. */
export function rollbackCard(
  ui: Ui,
  { version: current }: UpdatesResponse,
  changes: UpdateChangesResponse,
): Markup {
  const { version, since } = changes;
  const text = ui.t("updates.rollback", { version });
  const act = {
    method: "post",
    path: "/api/v1/updates/rollback",
    body: { version },
  } as const;
  const fields = html`
    ${changedList(ui, changes)}
    ${confirmField(ui, "rollback")}
    ${submit(text, {
      style: "danger",
      confirm: ui.t("updates.rollback_sure", { version }),
    })}
  `;
  return card(
    text,
    html`
      <p>
        ${ui.tRich("updates.rollback_help", {
          version: html`<bdi>${version}</bdi>`,
          current: html`<bdi>${current}</bdi>`,
          when: ui.relativeTime(since),
        })}
      </p>
      ${lostTexts(ui, changes).map((lost) => html`<p>${lost}</p>`)}
      ${ui.may("system.write") &&
        foldedForm("rollback", text, "rotate-ccw", form(ui, act, fields))}
    `,
    { class: "spaced", id: "rollback" },
  );
}

/** What a return means for the data, in sentences. */
function lostTexts(
  ui: Ui,
  {
    version,
    data_lost,
    log_lost,
    stats_lost,
    whole_log_lost: isWholeLog,
    all_stats_lost: areAllStats,
    log_fault,
    stats_fault,
  }: UpdateChangesResponse,
): readonly string[] {
  const wholeLog = log_fault === "" ? "updates.whole_log_lost" : "updates.whole_log_uncopied";
  const allStats = stats_fault === "" ? "updates.all_stats_lost" : "updates.all_stats_uncopied";
  const lost = [
    data_lost && ui.t("updates.data_lost", { version }),
    log_lost && ui.t(isWholeLog ? wholeLog : "updates.log_lost", { version, why: log_fault }),
    stats_lost &&
    ui.t(areAllStats ? allStats : "updates.stats_lost", { version, why: stats_fault }),
  ].filter((text) => text !== false);
  return lost.length === 0 ? [ui.t("updates.data_kept")] : lost;
}

function changedList(ui: Ui, { actions, since }: UpdateChangesResponse): Child {
  if (actions.length === 0) return html`<p>${ui.t("updates.changes_none")}</p>`;
  const day = new Date((since + ui.zoneOffset(since)) * 1000).toISOString().slice(0, 10);
  return html`
    <h3>${ui.t("updates.changes")}</h3>
    <ul class="plain-list" lang="en">
      ${actions.map(({ text, count }) => html`<li>${text} · ${ui.number(count)}</li>`)}
    </ul>
    <p><a href=${`/audit?from=${day}`}>${ui.t("updates.changes_all")}</a></p>
  `;
}
