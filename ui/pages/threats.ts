/**
 * Threats: what was found, the devices in quarantine, the checks, and the list of spyware (A 2.5,
 * 7.4).
 */
import type { DeviceResponse } from "../../api/features/household/devices/routes.ts";
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { ListResponse, ListsResponse } from "../../api/features/protection/lists/routes.ts";
import type {
  FoundThreat,
  SpywareListResponse,
  ThreatsResponse,
} from "../../api/features/protection/threats/routes.ts";
import { isDangerous } from "../../policy/catalogue/categories.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { alertText } from "../parts/alert.ts";
import { badge, card, emptyState, note } from "../parts/card.ts";
import { allowAction, allowedRow, type Check, checkRow } from "../parts/check.ts";
import { input } from "../parts/field.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../parts/form.ts";
import { deviceLink } from "../parts/query_client.ts";
import { settingHelp, settingName, settingValue } from "../parts/setting.ts";
import type { TextKey } from "../text/list.ts";
import { threatAdvice } from "../parts/threat_advice.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import { isBlocking } from "../../policy/model/list_effect.ts";
import { listProblems, stateLine } from "./lists/state.ts";
import { categoryText, listName } from "./lists/texts.ts";

interface ThreatsData {
  readonly threats: ThreatsResponse;
  readonly list: SpywareListResponse;
  /** The subscribed lists against malware and phishing. */
  readonly dangerous: readonly ListResponse[];
  /** The first devices in quarantine; empty = this account may not see devices. */
  readonly held: readonly DeviceResponse[];
  /** Settings; undefined = this account may not see them. */
  readonly settings: SettingsResponse | undefined;
}

const PATH = "/api/v1/threats";
/** Findings and devices that are shown at once. */
const MOST_FOUND = 100;
const MOST_HELD = 20;

/** The page at `/threats`. */
export const threatsPage = page<ThreatsData>({
  doc: "A 7.4",
  path: "/threats",
  name: "threats.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  async load(ask) {
    const { read, principal } = ask;
    const [threats, list, { lists }, { data: settings }] = await Promise.all([
      read<ThreatsResponse>(PATH),
      read<SpywareListResponse>(`${PATH}/spyware`),
      read<ListsResponse>("/api/v1/lists"),
      tryRead<SettingsResponse>(ask, "system.read", "/api/v1/settings"),
    ]);
    const ids = principal.rights.has("devices.read") ? threats.quarantined.slice(0, MOST_HELD) : [];
    const held = await Promise.all(
      ids.map((id) =>
        read<DeviceResponse>("/api/v1/devices/{id}", { params: { id } }).catch((error) => {
          // A device may be forgotten meanwhile.
          if (error.code === "not_found") return undefined;
          throw error;
        })
      ),
    );
    return {
      threats,
      list,
      dangerous: lists.filter(isDangerous),
      held: held.filter((device) => device !== undefined),
      settings,
    };
  },
  view,
});

function view(ui: Ui, { threats, list, dangerous, held, settings }: ThreatsData): PageView {
  // Beacons are reported only while the online service can be asked for the age of domains.
  const isIdle = threats.beacons && settings !== undefined &&
    (settingValue(settings, "lookalike_ask") !== true ||
      settingValue(settings, "cloud_url") === "");
  const isKept = settings !== undefined && settingValue(settings, "spyware_url") === "";
  const open = threats.found.filter(({ acknowledged }) => !acknowledged);
  const mayRead = ui.may("reports.read");
  return {
    lead: leadOf(ui, threats, isIdle),
    action: open.length > 0 && mayRead &&
      linkButton("/alerts?group=security", ui.t("frame.alerts"), { icon: "bell" }),
    body: html`
      <div class="stack">
        ${threatAdvice(ui, open.map(({ kind }) => kind))} ${foundCard(ui, threats)}
        ${card(ui.t("threats.quarantine"), quarantined(ui, threats, held))}
        ${card(
          ui.t("threats.checks"),
          html`
            <ul class="list-rows">
              ${CHECKS.map((check) =>
                threatCheck(ui, check, threats, idleKey(check.field, threats, isIdle))
              )}
            </ul>
          `,
        )}
        ${allowedCard(ui, threats)}
        ${card(ui.t("threats.dangerous"), dangerousLists(ui, dangerous, threats), {
          id: "dangerous",
        })}
        ${card(ui.t("threats.list"), listState(ui, list, isKept), { id: "list" })}
        ${card(
          ui.t("threats.also"),
          html`
            <div class="buttons">
              ${linkButton("/lookalike", ui.t("lookalikes.name"))}
              ${linkButton("/tunnels", ui.t("tunnels.name"))}
              ${open.length === 0 && mayRead && linkButton("/alerts", ui.t("frame.alerts"))}
            </div>
          `,
        )}
      </div>
    `,
  };
}

/** What was found, and whether anything is blocked at all. */
function leadOf(ui: Ui, threats: ThreatsResponse, isIdle: boolean): Child {
  const found = foundText(ui, threats, isIdle);
  return threats.filtering ? found : [found, " ", ui.t("threats.filtering_off")];
}

/** Names what is not acknowledged; if nothing is, what was found and which checks do not run. */
function foundText(ui: Ui, threats: ThreatsResponse, isIdle: boolean): Child {
  const { found } = threats;
  const open = found.filter(({ acknowledged }) => !acknowledged);
  const spyware = open.filter(({ kind }) => kind === "spyware");
  if (spyware.length > 0) {
    const last = Math.max(...spyware.map((one) => one.last));
    return ui.tRich("threats.lead_spyware", { when: ui.relativeTime(last) });
  }
  if (open.length > 0) return ui.t("threats.lead_found", { count: open.length });
  if (found.length > 0) return ui.t("threats.lead_seen");
  const off = CHECKS.filter(({ field }) => !threats[field] || (field === "beacons" && isIdle));
  if (off.length === 0) return ui.t("threats.lead_none");
  const names = off.map(({ key }) => settingName(ui, key));
  return ui.t("threats.lead_off", { checks: ui.list(names) });
}

function foundCard(ui: Ui, { found, rebinding_allowed: allowed }: ThreatsResponse): Markup {
  if (found.length === 0) {
    return html`
      <div class="card">
        ${emptyState("shield-check", ui.t("threats.empty"), ui.t("threats.empty_help"))}
      </div>
    `;
  }
  return html`
    <section class="card">
      <h2 class="visually-hidden">${ui.t("threats.name")}</h2>
      <ul class="list-rows">
        ${found.slice(0, MOST_FOUND).map((one) => foundRow(ui, one, allowed))}
      </ul>
      ${found.length > MOST_FOUND &&
        html`<p class="small muted">${ui.t("threats.only_newest", { count: MOST_FOUND })}</p>`}
    </section>
  `;
}

function foundRow(ui: Ui, one: FoundThreat, allowed: readonly string[]): Markup {
  const { kind, name, count, last } = one;
  const isAllowed = allowed.some((known) => name === known || name.endsWith(`.${known}`));
  return html`
    <li class="list-row">
      <div class="list-main">
        <p>${alertText(ui, { ...one, detail: one.extra }).text} ${blockedBadge(ui, one)}</p>
        <p class="small muted">
          ${ui.tRich("alerts.times", { last: ui.relativeTime(last) }, count)}
        </p>
        ${kind === "rebinding" && name !== "" && !isAllowed && ui.may("rules.write") &&
          html`<div class="buttons">${allowButton(ui, name)}</div>`}
      </div>
    </li>
  `;
}

/** Kinds that the box can block. */
const BLOCKABLE: ReadonlySet<FoundThreat["kind"]> = new Set(["rebinding", "spyware", "malicious"]);

/** Whether a name was blocked or only reported; nothing for what is never blocked. */
function blockedBadge(ui: Ui, { kind, blocked }: FoundThreat): Child {
  if (!BLOCKABLE.has(kind)) return null;
  return blocked
    ? badge("danger", ui.t("scopes.is_block"), "ban")
    : badge("attention", ui.t("tunnels.is_told"));
}

function allowButton(ui: Ui, name: string): Markup {
  const text = ui.t("threats.allow_home");
  const act = allowAction(PATH, name, "threats.allowed_now");
  return actionButton(ui, act, text, { label: `${text}: ${name}` });
}

function quarantined(
  ui: Ui,
  { quarantined: ids }: ThreatsResponse,
  held: readonly DeviceResponse[],
): Child {
  if (ids.length === 0) return html`<p class="muted">${ui.t("threats.no_quarantine")}</p>`;
  const more = ids.length - held.length;
  return html`
    <div class="stack">
      <ul class="list-rows">${held.map((device) => heldRow(ui, device))}</ul>
      ${more > 0 && html`<p class="small muted">${ui.t("threats.more", { count: more })}</p>`}
    </div>
  `;
}

function heldRow(ui: Ui, device: DeviceResponse): Markup {
  const { id, label } = device;
  const text = ui.t("threats.release");
  const change = (on: boolean): PageAction => ({
    method: "put",
    path: `/api/v1/devices/${id}/quarantine`,
    body: { on },
  });
  const act: PageAction = {
    ...change(false),
    done: "threats.released",
    args: { name: label },
    undo: change(true),
  };
  return html`
    <li class="list-row">
      <div class="list-main"><p class="list-name">${deviceLink(ui, device)}</p></div>
      ${ui.may("devices.write") && actionButton(ui, act, text, { label: `${text}: ${label}` })}
    </li>
  `;
}

/** The checks: field of the API, and the setting whose words explain it. */
const CHECKS = [
  { field: "rebinding", key: "rebinding" },
  { field: "spyware", key: "spyware" },
  { field: "remote", key: "remote_tools" },
  { field: "beacons", key: "beacons" },
] as const;

/** Why a check that is on has no effect, or not its whole effect; null = it has. */
function idleKey(
  field: typeof CHECKS[number]["field"],
  state: ThreatsResponse,
  isBeaconIdle: boolean,
): TextKey | null {
  if (!state[field]) return null;
  if (field === "beacons") return isBeaconIdle ? "threats.beacons_idle" : null;
  if (state.filtering || field === "remote") return null;
  return field === "spyware" ? "threats.spyware_idle" : "lookalikes.idle_filtering";
}

function threatCheck(
  ui: Ui,
  { field, key }: typeof CHECKS[number],
  state: ThreatsResponse,
  idle: TextKey | null,
): Markup {
  const isOn = state[field];
  const check: Check = {
    path: PATH,
    field,
    title: settingName(ui, key),
    help: settingHelp(ui, key),
    isOn,
    isIdle: idle !== null,
  };
  if (idle !== null) return checkRow(ui, check, html`<p class="small">${ui.t(idle)}</p>`);
  if (field !== "rebinding" || !isOn || state.networks.length === 0) return checkRow(ui, check);
  const networks = ui.t("threats.networks", { networks: ui.list(state.networks) });
  return checkRow(ui, check, html`<p class="small muted">${networks}</p>`);
}

function allowedCard(ui: Ui, { rebinding_allowed: allowed }: ThreatsResponse): Child {
  const mayWrite = ui.may("rules.write");
  if (allowed.length === 0 && !mayWrite) return null;
  const rows = allowed.map((name) => allowedRow(ui, PATH, name, "threats.removed"));
  return card(
    settingName(ui, "rebinding_allowed"),
    html`
      <div class="stack">
        <p class="small muted">${ui.t("threats.allowed_help")}</p>
        ${rows.length > 0 && html`<ul class="list-rows">${rows}</ul>`}
        ${mayWrite && allowed.length < LIMITS.rebinding.allowed && addForm(ui)}
      </div>
    `,
    { id: "allowed" },
  );
}

function addForm(ui: Ui): Markup {
  const act = allowAction(PATH, "{domain}", "threats.domain_added");
  const fields = html`
    ${input(ui, {
      name: "domain:path",
      id: "allowed-domain",
      label: ui.t("records.zone"),
      required: true,
      maxlength: 253,
      placeholder: "nas.example.com",
    })}
    <div class="buttons">${submit(ui.t("upstreams.add"))}</div>
  `;
  return form(ui, act, fields);
}

function dangerousLists(
  ui: Ui,
  lists: readonly ListResponse[],
  { filtering }: ThreatsResponse,
): Markup {
  if (lists.length === 0) {
    return html`
      <div class="stack">
        <p>${ui.t("threats.dangerous_none")}</p>
        ${ui.may("rules.write") &&
          html`
            <div class="buttons">
              ${linkButton("/lists/add", ui.t("lists.add"), { icon: "plus" })}
            </div>
          `}
      </div>
    `;
  }
  return html`
    <div class="stack">
      ${!(filtering && lists.some(isBlocking)) && note("attention", ui.t("threats.dangerous_idle"))}
      <ul class="list-rows">${lists.map((list) => dangerousRow(ui, list))}</ul>
    </div>
  `;
}

function dangerousRow(ui: Ui, list: ListResponse): Markup {
  const { id, category, enabled } = list;
  return html`
    <li class=${enabled ? "list-row" : "list-row is-off"}>
      <div class="list-main">
        <p class="list-name">
          <a href=${`/lists/${id}`}><bdi>${listName(ui, list)}</bdi></a>
          <span class="muted">${categoryText(ui, category)}</span>
          ${!enabled && badge("neutral", ui.t("settings.value_off"))}
        </p>
        ${stateLine(ui, list)} ${listProblems(ui, list)}
      </div>
    </li>
  `;
}

/** `isKept` = no newer list is downloaded. */
function listState(ui: Ui, list: SpywareListResponse, isKept: boolean): Markup {
  const {
    name,
    homepage,
    licence,
    domains,
    downloaded,
    refreshed,
    failing,
    held,
    held_version: version,
    undo_until: undoUntil,
  } = list;
  const back = { method: "post", path: `${PATH}/spyware/undo` } as const;
  const use: PageAction = {
    method: "post",
    path: `${PATH}/spyware/accept`,
    body: { version },
    done: "threats.list_used",
    undo: back,
  };
  const canUndo = undoUntil * 1000 > ui.context.now;
  const source = html`<a href=${homepage} rel="noreferrer"><bdi translate="no">${name}</bdi></a>`;
  return html`
    <div class="stack">
      <p>
        ${ui.t("threats.list_known", { count: domains })} ${refreshed > 0
          ? ui.tRich("threats.list_fresh", { when: ui.relativeTime(refreshed) })
          : !downloaded && ui.t("threats.list_built_in")}
      </p>
      ${isKept
        ? html`<p>${ui.t("threats.list_kept")}</p>`
        : failing && note("attention", ui.t("threats.list_failing"))}
      ${held > 0 && note(
        "attention",
        ui.t("threats.list_held", { count: held }),
        ui.may("rules.write") &&
          actionButton(ui, use, ui.t("threats.list_use"), {}),
      )}
      ${canUndo && ui.may("rules.write") && html`
        <p>
          ${ui.t("threats.list_return_help", {
            date: ui.date(undoUntil, { dateStyle: "long", timeStyle: "short" }),
          })}
        </p>
        <div class="buttons">
          ${actionButton(
            ui,
            { ...back, done: "threats.list_returned" },
            ui.t("threats.list_return"),
            {},
          )}
        </div>
      `}
      <p class="small muted">${ui.tRich("threats.list_source", { name: source, licence })}</p>
    </div>
  `;
}
