/**
 * The export: where alerts and the administration log are sent, and whether delivery works (A 6).
 */
import type {
  ExportResponse,
  ExportsResponse,
  ExportTestResponse,
} from "../../../api/features/box/exports/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { page } from "../../page.ts";
import { badge, card, type Column, emptyState, note, table } from "../../parts/card.ts";
import { actionButton, linkButton } from "../../parts/form.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";
import { TARGET_KINDS, type TargetConfig } from "./fields.ts";

const PICTURES: Readonly<Record<string, IconName>> = {
  mail: "mail",
  webhook: "globe",
  syslog: "server",
};

/** The page at `/exports`. */
export const exportsPage = page<ExportsResponse>({
  doc: "A 6",
  path: "/exports",
  name: "exports.title",
  access: "system.read",
  area: "box",
  database: "box",
  load: ({ read }) => read<ExportsResponse>("/api/v1/exports"),
  view(ui, { exports }) {
    const write = ui.may("system.write");
    return {
      lead: leadOf(ui, exports),
      ...(write && exports.length > 0 &&
        {
          action: linkButton("/exports/new", ui.t("exports.add"), {
            style: "main",
            icon: "plus",
          }),
        }),
      body: html`
        <div class="stack">
          ${testNote(ui)}
          ${exports.length === 0
            ? card(
              ui.t("exports.title"),
              html`
                ${emptyState("upload", ui.t("exports.none"), ui.t("exports.none_help"))}
                ${write && kindLinks(ui)}
              `,
            )
            : html`
              <div id="targets" data-refresh="10">
                ${card(
                  ui.t("exports.title"),
                  table(ui.t("exports.title"), columns(ui), exports),
                )}
              </div>
            `}
        </div>
      `,
    };
  },
});

function leadOf(ui: Ui, exports: readonly ExportResponse[]): string {
  const failing = exports.filter(isFailing).length;
  if (failing > 0) return ui.t("exports.lead_failing", { count: failing });
  const on = exports.filter(({ enabled }) => enabled);
  if (on.length === 0) return ui.t("exports.lead_none");
  const hasNew = on.some(({ last_ok }) => last_ok === 0);
  return ui.t(hasNew ? "exports.lead_new" : "exports.lead_well", { count: on.length });
}

/** Whether delivery fails. */
export function isFailing({ enabled, last_error_at, last_ok }: ExportResponse): boolean {
  return enabled && last_error_at > 0 && last_error_at >= last_ok;
}

/** The address of a target, never with its path, which may contain a secret. */
export function targetAddress({ config }: ExportResponse): string {
  const { url, host, port, to } = config as TargetConfig;
  if (Array.isArray(to)) return to.join(", ");
  return url === undefined ? `${host}:${port}` : URL.parse(String(url))?.host ?? "";
}

/** The kinds to choose from, as links: each leads to the form with its fields. */
export function kindLinks(ui: Ui): Markup {
  return html`
    <ul class="kinds">
      ${TARGET_KINDS.map((kind) =>
        html`
          <li>
            <a href=${`/exports/new?kind=${kind}`}>
              ${icon(PICTURES[kind])}
              <span class="strong">${ui.t(`exports.kind_${kind}`)}</span>
              <span class="help">${ui.t(`exports.kind_${kind}_help`)}</span>
            </a>
          </li>
        `
      )}
    </ul>
  `;
}

/** The result of the test, scrolled into view. */
export function testNote(ui: Ui): Child {
  const outcome = ui.context.result as ExportTestResponse | undefined;
  if (outcome === undefined || !Array.isArray(outcome.steps)) return null;
  return html`<div data-said role="status">${outcomeNote(ui, outcome)}</div>`;
}

function outcomeNote(ui: Ui, { ok, steps, error, duration }: ExportTestResponse): Markup {
  if (ok) return note("good", ui.t("exports.test_well", { time: ui.latency(duration * 1000) }));
  const why = refusalOrEnglish(ui, error);
  const before = steps.map((step) =>
    html`
      ${refusalOrEnglish(ui, step)}
    `
  );
  return note(
    "danger",
    html`
      <p>${ui.tRich("exports.test_failed", { why })}</p>
      ${steps.length > 0 &&
        html`<p class="help">${ui.labelWithValue(ui.t("exports.test_steps"), "")}${before}</p>`}
    `,
  );
}

/** The button that sends a test; its result is shown on the same page. */
export function testButton(ui: Ui, { id, name }: ExportResponse): Markup {
  return actionButton(
    ui,
    { method: "post", path: `/api/v1/exports/${id}/test`, result: true },
    ui.t("exports.test"),
    { icon: "play", label: ui.t("exports.test_label", { name }) },
  );
}

/** The button that sends now what waits for a target that fails. */
export function retryButton(ui: Ui, { id, name }: ExportResponse): Markup {
  return actionButton(
    ui,
    { method: "post", path: `/api/v1/exports/${id}/retry`, done: "exports.retried" },
    ui.t("exports.retry"),
    { icon: "refresh-cw", label: ui.t("exports.retry_label", { name }) },
  );
}

function columns(ui: Ui): Column<ExportResponse>[] {
  return [
    {
      head: ui.t("exports.target"),
      main: true,
      cell: (row) =>
        html`
          <span class="export-name">
            ${icon(PICTURES[row.config.kind], ui.t(`exports.kind_${row.config.kind}`))}
            <span>
              <a href=${`/exports/${row.id}`}><bdi>${row.name}</bdi></a>
              <span class="help"><bdi>${targetAddress(row)}</bdi></span>
            </span>
          </span>
        `,
    },
    { head: ui.t("words.state"), cell: (row) => stateBadge(ui, row) },
    { head: ui.t("exports.last_ok"), cell: ({ last_ok }) => ui.relativeTime(last_ok) },
    { head: ui.t("exports.waiting"), number: true, cell: ({ waiting }) => ui.number(waiting) },
    ...ui.may("system.write")
      ? [{
        head: ui.t("words.actions"),
        actions: true,
        cell: (row: ExportResponse) =>
          html`${isFailing(row) && retryButton(ui, row)} ${testButton(ui, row)}`,
      }]
      : [],
  ];
}

/** The state of a target, with the reason if it fails. */
export function stateBadge(ui: Ui, row: ExportResponse): Child {
  const lost = row.dropped > 0 &&
    html`<p class="help">${ui.t("exports.dropped", { count: row.dropped })}</p>`;
  if (!row.enabled) return html`${badge("neutral", ui.t("exports.is_off"))}${lost}`;
  if (isFailing(row)) {
    return html`
      ${badge("danger", ui.t("exports.is_failing"))}
      <p class="help">${refusalOrEnglish(ui, row.last_error)}</p>
      ${lost}
    `;
  }
  return html`
    ${row.last_ok === 0
      ? badge("neutral", ui.t("exports.is_new"))
      : badge("good", ui.t("exports.is_well"))}
    ${lost}
  `;
}
