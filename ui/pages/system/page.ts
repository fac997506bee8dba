/** The system: the state of the box, its automatic tasks, and administration (A 4.9, 5.5, 7.11). */
import type { PlanResponse } from "../../../api/features/box/plan/routes.ts";
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { TasksResponse } from "../../../api/features/box/tasks/routes.ts";
import type { TelemetryResponse } from "../../../api/features/box/telemetry/routes.ts";
import type { TimeZoneResponse } from "../../../api/features/box/time_zone/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, page } from "../../page.ts";
import { card, note } from "../../parts/card.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { clockCard } from "./clock.ts";
import { identityCard } from "./identity.ts";
import { maintenanceCard, powerCard } from "./power.ts";
import { stateCard, warnings } from "./state.ts";
import { tasksCard } from "./tasks.ts";
import { telemetryCard } from "./telemetry.ts";

interface SystemData {
  readonly status: BoxStatus;
  readonly tasks: TasksResponse;
  /** undefined = its database cannot be used. */
  readonly telemetry: TelemetryResponse | undefined;
  readonly zone: TimeZoneResponse;
  readonly plan: PlanResponse | undefined;
  /** Start time of the restarting box in Unix seconds; 0 = no restart. */
  readonly restarts: number;
  /** The unfolded action: `restart`. */
  readonly ask: string;
}

/** The page at `/system`. */
export const systemPage = page<SystemData>({
  doc: "A 4.9",
  path: "/system",
  name: "system.title",
  access: "system.read",
  area: "box",
  query: ["started", "ask"],
  async load({ read, query }) {
    const [status, tasks, zone] = await Promise.all([
      read<BoxStatus>("/api/v1/status"),
      read<TasksResponse>("/api/v1/tasks"),
      read<TimeZoneResponse>("/api/v1/time-zone"),
    ]);
    const [telemetry, plan] = await Promise.all([
      orNothing<TelemetryResponse>(read, "/api/v1/telemetry"),
      orNothing<PlanResponse>(read, "/api/v1/plan"),
    ]);
    return {
      status,
      tasks,
      telemetry,
      zone,
      plan,
      restarts: Number(query.started) || 0,
      ask: query.ask ?? "",
    };
  },
  view(ui, data) {
    const { status, tasks, telemetry, zone, plan, ask } = data;
    const write = ui.may("system.write");
    return {
      lead: lead(ui, status),
      body: html`
        <div class="stack">
          ${restartNote(ui, data)}
          ${warnings(ui, status)}
          ${identityCard(ui, status)}
          ${stateCard(ui, status)}
          ${tasksCard(ui, tasks)}
          <div class="grid system-grid">
            ${clockCard(ui, zone, status.time_known)}
            ${helpCard(ui)}
            ${write && maintenanceCard(ui)}
            ${write && powerCard(ui, status, ask)}
            ${telemetry && telemetryCard(ui, telemetry)}
            ${plan && planCard(ui, plan)}
          </div>
        </div>
      `,
    };
  },
});

/** Parts that need the broken database are omitted; the rest of the page is shown. */
function orNothing<T>(read: LoadContext["read"], path: string): Promise<T | undefined> {
  return read<T>(path).catch(() => undefined);
}

function lead(ui: Ui, status: BoxStatus): string {
  const { dns, copied, time_known, uptime, warnings, databases, upstreams, filtering } = status;
  if (!dns) return ui.t("system.lead_silent");
  if (upstreams.all > 0 && upstreams.down === upstreams.all) return ui.t("system.lead_upstreams");
  if (Object.values(databases).some((state) => state !== "ok")) return ui.t("system.lead_broken");
  if (warnings.length > 0) return ui.t("system.lead_unwell", { count: warnings.length });
  if (copied) return ui.t("system.lead_copied");
  if (!time_known) return ui.t("system.lead_time");
  if (!filtering) return ui.t("home.problem_filtering");
  return ui.t("system.lead_well", { time: ui.duration(uptime) });
}

function restartNote(ui: Ui, { restarts, status }: SystemData): Child {
  if (restarts === 0) return null;
  const said = status.started === restarts
    ? note(
      "attention",
      ui.t("system.restarting"),
      linkButton(ui.context.address, ui.t("system.look_again"), { icon: "refresh-cw" }),
    )
    : note("good", ui.t("system.restarted"));
  return html`<div id="restart" data-refresh="2" data-said role="status">${said}</div>`;
}

function helpCard(ui: Ui): Markup {
  return card(
    ui.t("system.help"),
    html`
      <p class="muted">${ui.t("system.diagnostic_help")}</p>
      <p class="buttons">
        ${linkButton("/api/v1/diagnostic", ui.t("system.diagnostic"), {
          icon: "download",
        })}
        ${linkButton("/api/v1/openapi.json", ui.t("system.api"), {
          style: "quiet",
          icon: "file-text",
        })}
      </p>
    `,
    { class: "spaced" },
  );
}

function planCard(ui: Ui, { beta, plan, functions }: PlanResponse): Markup {
  const known = plan === "" ? "system.plan_none" : `system.plan_${plan}` as const;
  const text = beta ? "system.plan_beta" : known;
  return card(
    ui.t("system.plan"),
    html`
      <p>${ui.t(text)}</p>
      ${functions.length > 0 && html`
        <details>
          <summary>${ui.t("system.plan_functions", { count: functions.length })}</summary>
          <ul class="plain-list" lang="en">
            ${functions.map(({ summary, method, path }) =>
              html`<li>${summary} <code class="muted">${method} ${path}</code></li>`
            )}
          </ul>
        </details>
      `}
    `,
    { class: "spaced" },
  );
}
