/** The alerts: events that need attention, and acknowledging them (A 6). */
import type { AlertPage, AlertResponse } from "../../api/features/insight/alerts/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LivePart, page, type Values } from "../page.ts";
import { alertCount, alertItem } from "../parts/alert.ts";
import { emptyState } from "../parts/card.ts";
import { type Option, select } from "../parts/field.ts";
import { actionButton, linkButton, submit } from "../parts/form.ts";
import type { Ui } from "../ui.ts";

const GROUPS = ["security", "bypass", "network", "household", "business", "system"] as const;
const PAGE = 30;
const SEVERE = 7;

/** The filter from the address; absent = open alerts, of any severity, about everything. */
interface Choice {
  readonly show: "open" | "all";
  readonly severity: string;
  readonly group: string;
}

interface Shown {
  readonly choice: Choice;
  readonly page: AlertPage;
  /** Number of severe open alerts. */
  readonly severe: number;
  readonly cursor: string;
  /** Number of the newest alert; live alerts follow it. */
  readonly newest: number;
}

function choiceOf({ show, severity = "", group = "" }: Readonly<Record<string, string>>): Choice {
  return {
    show: show === "all" ? "all" : "open",
    severity: ["4", "7"].includes(severity) ? severity : "",
    group: (GROUPS as readonly string[]).includes(group) ? group : "",
  };
}

function askedFor({ show, severity, group }: Choice): Values {
  const wanted = { acknowledged: show === "open" ? "false" : "", severity, group };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ""));
}

function addressOf(choice: Partial<Choice> & { cursor?: string }): string {
  const filled = Object.entries(choice).filter(([, value]) =>
    value !== "" && value !== undefined && value !== "open"
  );
  const text = new URLSearchParams(filled as [string, string][]).toString();
  return text === "" ? "/alerts" : `/alerts?${text}`;
}

/** The page at `/alerts?show=all&severity=7&group=system`. */
export const alertsPage = page<Shown>({
  doc: "A 6",
  path: "/alerts",
  name: "frame.alerts",
  access: "reports.read",
  area: "alerts",
  query: ["show", "severity", "group", "cursor", "after"],
  database: "box",
  async load({ query, read }) {
    const choice = choiceOf(query);
    const cursor = query.cursor ?? "";
    const alerts = (query: Values) => read<AlertPage>("/api/v1/alerts", { query });
    const [page, severe, newest] = await Promise.all([
      alerts({ ...askedFor(choice), limit: PAGE, cursor: cursor || undefined }),
      alerts({ acknowledged: "false", severity: SEVERE, limit: 100 }),
      alerts({ limit: 1 }),
    ]);
    return {
      choice,
      page,
      severe: severe.alerts.length,
      cursor,
      newest: newest.alerts[0]?.id ?? 0,
    };
  },
  view: (ui, shown) => ({
    lead: html`<span id="alerts-lead" data-refresh="30">${lead(ui, shown)}</span>`,
    action: shown.page.open > 0 && ui.may("reports.write") && acknowledgeAll(ui),
    body: html`${filters(ui, shown.choice)}${list(ui, shown)}${paging(ui, shown)}`,
  }),
  live: liveAlerts,
});

/** Alerts that match the filter as they arrive, and the number of open ones. */
async function* liveAlerts(
  { query, follow, read }: Parameters<NonNullable<Parameters<typeof page>[0]["live"]>>[0],
  ui: Ui,
): AsyncGenerator<readonly LivePart[]> {
  const { severity, group } = choiceOf(query);
  const fits = (alert: AlertResponse) =>
    alert.severity >= Number(severity) && (group === "" || alert.group === group);
  const after = /^\d{1,15}$/.test(query.after ?? "") ? query.after : undefined;
  for await (const batch of follow<AlertResponse>("/api/v1/alerts/stream", { last: 0, after })) {
    const { open } = await read<AlertPage>("/api/v1/alerts", { query: { limit: 1 } });
    yield [
      ...["open-alerts", "open-alerts-above"].map((into) =>
        ({ put: "replace", into, markup: alertCount(ui, open, into) }) as const
      ),
      ...batch.filter(fits).map((alert) => ({
        put: "first" as const,
        into: "alert-list",
        markup: alertItem(ui, alert, { fresh: true }),
      })),
    ];
  }
}

function lead(ui: Ui, { page, severe }: Shown): Child {
  if (page.open === 0) return ui.t("alerts.lead_none");
  const severely = severe === 0 ? "" : ` ${ui.t("alerts.lead_severe", { count: severe })}`;
  const open = ui.may("reports.write") ? "alerts.lead_open" : "alerts.lead_readable";
  return `${ui.t(open, { count: page.open })}${severely}`;
}

function acknowledgeAll(ui: Ui): Markup {
  return actionButton(
    ui,
    {
      method: "post",
      path: "/api/v1/alerts/acknowledge",
      body: { all: true },
      done: "alerts.all_acknowledged",
      undo: {
        method: "post",
        path: "/api/v1/alerts/reopen",
        body: { since: Math.floor(ui.context.now / 1000) },
      },
    },
    ui.t("alerts.acknowledge_all"),
    { icon: "check" },
  );
}

function filters(ui: Ui, choice: Choice): Markup {
  const severities: Option[] = [
    { value: "", text: ui.t("alerts.severity_any") },
    { value: "4", text: ui.t("alerts.severity_4") },
    { value: "7", text: ui.t("alerts.severity_7") },
  ];
  const groups: Option[] = [
    { value: "", text: ui.t("alerts.group_any") },
    ...GROUPS.map((group) => ({ value: group, text: ui.t(`alerts.group_${group}`) })),
  ];
  return html`
    <div class="alert-filters">
      <nav class="segmented" aria-label=${ui.t("alerts.state")}>
        ${(["open", "all"] as const).map((
          show,
        ) =>
          html`
            <a
              href=${addressOf({ ...choice, show })}
              aria-current=${choice.show === show ? "true" : undefined}
            >
              ${ui.t(`alerts.state_${show}`)}
            </a>
          `
        )}
      </nav>
      <form method="get" action="/alerts" class="form row" data-auto>
        ${choice.show === "all" &&
          html`<input type="hidden" name="show" value="all" />`}
        ${select(ui, {
          name: "severity",
          label: ui.t("alerts.severity"),
          value: choice.severity,
          options: severities,
        })}
        ${select(ui, {
          name: "group",
          label: ui.t("alerts.group"),
          value: choice.group,
          options: groups,
        })}
        <div class="without-script">${submit(ui.t("words.show"))}</div>
      </form>
    </div>
  `;
}

function list(ui: Ui, { page, choice, cursor, newest }: Shown): Markup {
  const live = new URLSearchParams({ ...choice, after: String(newest) }).toString();
  // Older pages do not change: new alerts appear on the first one.
  return html`
    <section
      class="card alerts-card"
      data-live=${cursor === "" ? `/alerts/live?${live}` : undefined}
    >
      <h2 class="visually-hidden">${ui.t("alerts.list")}</h2>
      <ol class="alert-list" id="alert-list">
        ${page.alerts.map((alert) => alertItem(ui, alert))}
      </ol>
      ${page.alerts.length === 0 && nothing(ui, choice)}
    </section>
  `;
}

function nothing(ui: Ui, { show, severity, group }: Choice): Markup {
  const more = linkButton(addressOf({ show: "all" }), ui.t("alerts.show_all"));
  if (severity !== "" || group !== "") {
    return emptyState("search", ui.t("alerts.none_found"), ui.t("alerts.none_found_help"), more);
  }
  if (show === "open") {
    return emptyState("bell", ui.t("alerts.none_open"), ui.t("alerts.none_open_help"), more);
  }
  return emptyState("bell", ui.t("alerts.none"), ui.t("alerts.none_help"));
}

function paging(ui: Ui, { page, choice, cursor }: Shown): Child {
  if (page.next === "" && cursor === "") return null;
  return html`
    <p class="buttons page-links">
      ${cursor !== "" &&
        linkButton(addressOf({ ...choice }), ui.t("alerts.newest"), { icon: "chevron-left" })}
      ${page.next !== "" &&
        linkButton(addressOf({ ...choice, cursor: page.next }), ui.t("alerts.older"), {
          icon: "chevron-right",
        })}
    </p>
  `;
}
