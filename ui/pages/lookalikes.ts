/** Look-alike names: what was found, what is no imitation, and the switches (A 7.5). */
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type {
  LookalikeResponse,
  LookalikesResponse,
} from "../../api/features/protection/lookalikes/routes.ts";
import { readableName } from "../../policy/lookalikes/readable.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { badge, card, emptyState } from "../parts/card.ts";
import { allowAction, allowedRow, type Check, checkRow } from "../parts/check.ts";
import { domain } from "../parts/domain.ts";
import { actionButton, linkButton } from "../parts/form.ts";
import { comparedNames, imitatedText } from "../parts/lookalike.ts";
import { settingValue } from "../parts/setting.ts";
import type { TextKey } from "../text/list.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";

interface LookalikesData {
  readonly state: LookalikesResponse;
  /** Settings; undefined = this account may not see them. */
  readonly settings: SettingsResponse | undefined;
}

/** The page at `/lookalike`. */
export const lookalikesPage = page<LookalikesData>({
  doc: "A 7.5",
  path: "/lookalike",
  name: "lookalikes.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  async load(ask) {
    const [state, { data: settings }] = await Promise.all([
      ask.read<LookalikesResponse>(PATH),
      tryRead<SettingsResponse>(ask, "system.read", "/api/v1/settings"),
    ]);
    return { state, settings };
  },
  view,
});

const PATH = "/api/v1/lookalike";
/** Names that are shown at once. */
const MOST = 100;

function view(ui: Ui, { state, settings }: LookalikesData): PageView {
  const { lookalikes } = state;
  const hasService = settings === undefined || settingValue(settings, "cloud_url") !== "";
  return {
    lead: leadOf(ui, state),
    body: html`
      <div class="stack">
        ${lookalikes.length === 0
          ? html`
            <div class="card">
              ${emptyState(
                "shield-check",
                ui.t("lookalikes.empty"),
                ui.t(emptyHelpKey(state)),
              )}
            </div>
          `
          : html`
            <section class="card">
              <h2 class="visually-hidden">${ui.t("lookalikes.name")}</h2>
              <ul class="list-rows">${lookalikes.slice(0, MOST).map((one) => row(ui, one))}</ul>
              ${lookalikes.length > MOST &&
                html`<p class="small muted">${ui.t("lookalikes.only_newest", { count: MOST })}</p>`}
            </section>
          `}
        ${switches(ui, state, hasService)}
        ${state.allowed.length > 0 && allowedCard(ui, state)}
        ${card(
          ui.t("lookalikes.what_is"),
          html`
            <div class="stack">
              <p>${ui.t("lookalikes.explained", { count: state.protected })}</p>
              <p>${ui.t("lookalikes.advice")}</p>
            </div>
          `,
        )}
      </div>
    `,
  };
}

function emptyHelpKey({ filtering, enabled }: LookalikesResponse): TextKey {
  if (!filtering) return "lookalikes.empty_filtering_off";
  return enabled ? "lookalikes.empty_help" : "lookalikes.empty_off";
}

function leadOf(ui: Ui, { filtering, enabled, lookalikes }: LookalikesResponse): string {
  if (!filtering) return ui.t("lookalikes.lead_filtering_off");
  if (!enabled) return ui.t("lookalikes.is_off");
  const open = lookalikes.filter(({ rule }) => rule === "");
  const blocked = open.filter((one) => one.blocked).length;
  if (blocked > 0) return ui.t("lookalikes.lead_blocked", { count: blocked });
  if (open.length > 0) return ui.t("lookalikes.lead_told", { count: open.length });
  return ui.t(lookalikes.length > 0 ? "lookalikes.lead_allowed" : "lookalikes.lead_none");
}

function row(ui: Ui, one: LookalikeResponse): Markup {
  const { name, imitates, young, count, last, rule } = one;
  return html`
    <li class="list-row" id=${`name-${name}`}>
      <div class="list-main">
        <p class="list-name">
          <span class="strong">${comparedNames(name, imitates).name}</span>
          ${stateBadge(ui, one)}
        </p>
        <p>${reasonText(ui, one)} ${young && ui.t("lookalikes.young")}</p>
        <p class="small muted">
          ${name !== one.readable &&
            html`
              <bdi translate="no">${name}</bdi>${" · "}
            `}${ui.tRich("alerts.times", { last: ui.relativeTime(last) }, count)}
        </p>
        ${rule !== "" && html`<p class="small">${ruleText(ui, rule)}</p>`}
        ${ui.may("rules.write") && rule === "" &&
          html`<div class="buttons">${allowButton(ui, one)}</div>`}
      </div>
    </li>
  `;
}

function stateBadge(ui: Ui, { blocked, rule }: LookalikeResponse): Markup {
  if (rule !== "") return badge("good", ui.t("scopes.is_allow"), "check");
  return blocked
    ? badge("danger", ui.t("scopes.is_block"), "ban")
    : badge("attention", ui.t("tunnels.is_told"));
}

/** Which rule allows a name, with a link to it. */
function ruleText(ui: Ui, rule: string): Child {
  const shown = domain(rule);
  return ui.tRich("lookalikes.by_rule", {
    rule: html`<a href=${`/rules?${new URLSearchParams({ name: rule })}`}>${shown}</a>`,
  });
}

/** What a name imitates and how; one of mixed alphabets imitates no known name. */
function reasonText(ui: Ui, one: LookalikeResponse): Child {
  const { name, imitates } = one;
  if (imitates === "") return ui.t("steps.blocked_alphabets");
  const beside = ui.tRich("lookalikes.beside", { imitated: imitatedText(ui, name, imitates) });
  return html`
    ${beside} ${whyText(ui, one)}
  `;
}

/** How a name imitates. A typing error may also be letters that look like others. */
function whyText(ui: Ui, { why, alike }: LookalikeResponse): string {
  return ui.t(why === "typosquat" && alike ? "lookalikes.why_alike" : `lookalikes.why_${why}`);
}

function allowButton(ui: Ui, { domain: name }: LookalikeResponse): Markup {
  const text = ui.t("queries.allow");
  const readable = readableName(name);
  const act = allowAction(PATH, name, "lookalikes.allowed_now", { name: readable });
  return actionButton(ui, act, text, { label: `${text}: ${readable}` });
}

function allowedCard(ui: Ui, { allowed }: LookalikesResponse): Markup {
  const rows = allowed.map((name) => allowedRow(ui, PATH, name, "lookalikes.removed"));
  return card(ui.t("lookalikes.allowed_title"), html`<ul class="list-rows">${rows}</ul>`);
}

const FIELDS = ["enabled", "typos", "ask"] as const;

function switches(ui: Ui, state: LookalikesResponse, hasService: boolean): Markup {
  const rows = FIELDS.map((field) => {
    const why = state[field] ? idleText(ui, field, state, hasService) : null;
    const check: Check = {
      path: PATH,
      field,
      title: ui.t(`lookalikes.switch_${field}`),
      help: ui.t(`lookalikes.switch_${field}_help`),
      isOn: state[field],
      isIdle: why !== null,
    };
    return checkRow(ui, check, why);
  });
  return card(ui.t("lookalikes.switches"), html`<ul class="list-rows">${rows}</ul>`);
}

/** Why a switch that is on has no effect here; null = it has one. */
function idleText(
  ui: Ui,
  field: typeof FIELDS[number],
  { filtering, enabled }: LookalikesResponse,
  hasService: boolean,
): Child {
  if (field === "ask" && !hasService) return noService(ui);
  const key = idleKey(field, { filtering, enabled });
  return key === null ? null : html`<p class="small">${ui.t(key)}</p>`;
}

function idleKey(
  field: typeof FIELDS[number],
  { filtering, enabled }: Pick<LookalikesResponse, "filtering" | "enabled">,
): TextKey | null {
  if (filtering && (enabled || field === "enabled")) return null;
  if (field === "ask") return "lookalikes.idle_ask";
  return filtering ? "lookalikes.idle_typos" : "lookalikes.idle_filtering";
}

/** Why ages are not requested, with the way to the setting. */
function noService(ui: Ui): Markup {
  return html`
    <p class="small">${ui.t("lookalikes.ask_idle")}</p>
    <div class="buttons">${linkButton("/settings?q=cloud_url", ui.t("words.change"))}</div>
  `;
}
