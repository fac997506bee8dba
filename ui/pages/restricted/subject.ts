/** Restricted mode of one device or group: its state, what was blocked, and its names (A 7.2). */
import type { DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type { GroupsResponse } from "../../../api/features/household/groups/routes.ts";
import type { PeopleResponse } from "../../../api/features/household/people/routes.ts";
import type {
  RestrictedDeviceResponse,
  RestrictedNameResponse,
  RestrictedOverviewResponse,
} from "../../../api/features/protection/restricted/routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html } from "../../html.ts";
import { type LoadContext, NotFoundError, page, type PageView } from "../../page.ts";
import { badge, card, note } from "../../parts/card.ts";
import { domain } from "../../parts/domain.ts";
import { actionButton, linkButton } from "../../parts/form.ts";
import {
  adultsOf,
  canContinue,
  canRestore,
  isAdultsDevice,
  isStopped,
  modeButtons,
  restrictedBadge,
  type RestrictedState,
  restrictedState,
  restrictedText,
} from "../../parts/restricted.ts";
import type { Ui } from "../../ui.ts";
import {
  addName,
  allowName,
  companiesCard,
  exportLink,
  findName,
  type ListOfDomains,
  nameRows,
  type NamesPath,
  pageOfDomains,
  queriesText,
} from "./names.ts";

interface SubjectData {
  readonly state: RestrictedState;
  readonly names: readonly RestrictedNameResponse[];
  /** The names that the device gets from its group; undefined = it is in none. */
  readonly ofGroup: GroupNames | undefined;
  /** Names for all devices. */
  readonly all: readonly RestrictedNameResponse[];
  readonly query: ListOfDomains["query"];
}

/** Names in force of the group of a device. */
interface GroupNames {
  readonly id: number;
  readonly name: string;
  readonly names: readonly RestrictedNameResponse[];
}

/** Seconds between two updates of what is learned. */
const OFTEN = 5;

/** The page at `/restrict/device/3`. */
export const restrictedSubjectPage = page<SubjectData>({
  doc: "A 7.2",
  path: "/restrict/{scope}/{id}",
  query: ["q", "names", "group", "outside"],
  name: "restricted.card_title",
  access: "devices.read",
  area: "protection",
  database: "box",
  load,
  view,
});

async function load(ask: LoadContext): Promise<SubjectData> {
  const { read, params, principal, query } = ask;
  const { scope, id } = params;
  if (scope !== "device" && scope !== "group") throw new NotFoundError();
  const may = principal.kind === "socket" || principal.rights.has("household.read");
  const [overview, { groups }, { names }, device, { people }] = await Promise.all([
    read<RestrictedOverviewResponse>("/api/v1/restrict"),
    read<GroupsResponse>("/api/v1/groups"),
    read<{ names: RestrictedNameResponse[] }>("/api/v1/restrict/{scope}/{id}/names", {
      params: { scope, id },
    }),
    scope === "device"
      ? read<DeviceResponse>("/api/v1/devices/{id}", { params: { id } })
      : undefined,
    may ? read<PeopleResponse>("/api/v1/people") : { people: [] },
  ]);
  const isAdults = device !== undefined && isAdultsDevice(device, adultsOf(people));
  const pausedUntil = device?.paused_until ?? 0;
  const circumstances = { isAdults, pausedUntil };
  const label = device?.label ?? groups.find((group) => group.id === Number(id))?.name ?? id;
  const state = restrictedState(overview, scope, Number(id), label, groups, circumstances);
  return {
    state,
    names,
    ofGroup: await groupNames(ask, state, overview, groups),
    all: overview.all,
    query,
  };
}

/** The names of the group of a device. What a group still learns is not in force yet. */
async function groupNames(
  { read }: LoadContext,
  { device }: RestrictedState,
  { subjects }: RestrictedOverviewResponse,
  groups: GroupsResponse["groups"],
): Promise<GroupNames | undefined> {
  const id = device?.group_id ?? 0;
  if (id === 0) return undefined;
  const { names } = await read<{ names: RestrictedNameResponse[] }>(
    "/api/v1/restrict/{scope}/{id}/names",
    { params: { scope: "group", id: `${id}` } },
  );
  const learns = subjects.some((one) =>
    one.scope === "group" && one.id === id && one.mode === "learning"
  );
  return {
    id,
    name: groups.find((group) => group.id === id)?.name ?? `${id}`,
    names: learns ? names.filter(({ source }) => source === "admin") : names,
  };
}

function view(ui: Ui, { state, names, ofGroup, all, query }: SubjectData): PageView {
  const { kind, id, label, device, group } = state;
  const inForce = [...names, ...ofGroup?.names ?? [], ...all];
  const place: NamesPath = `${kind}/${id}`;
  const path = `/restrict/${place}`;
  const list = (parameter: string) => ({ path, parameter, query });
  const most = Math.max(names.length, ofGroup?.names.length ?? 0, device?.outside.length ?? 0);
  const part = (key: string, inside: Child) =>
    html`<div id=${`restrict-${key}`} class="stack" data-refresh=${OFTEN}>${inside}</div>`;
  return {
    title: label,
    lead: html`
      <span id="restrict-lead" data-refresh=${OFTEN}>
        ${restrictedText(ui, state)} ${restrictedBadge(ui, state)}
      </span>
    `,
    action: linkButton("/restrict", ui.t("restricted.name"), { icon: "chevron-left" }),
    body: html`
      <div class="stack">
        ${device?.suspended && note("attention", ui.t("restricted.suspended_help"))}
        ${state.isAdults && device === undefined &&
          html`<p class="muted">${ui.t("restricted.adults_help")}</p>`}
        ${isStopped(state) &&
          note("attention", ui.t("restricted.stopped_help", { count: LIMITS.restricted.names }))}
        ${group !== "" && device !== undefined &&
          linkButton(
            `/restrict/group/${device.group_id}`,
            ui.t("restricted.as_group", { group }),
            { icon: "users" },
          )}
        ${canContinue(ui, state) && !state.isAdults && note(
          "attention",
          ui.t("restricted.continue_help", {
            date: ui.date(state.subject!.undo_until, { dateStyle: "long", timeStyle: "short" }),
          }),
        )}
        ${canRestore(ui, state) && !state.isAdults && html`
          <p class="muted">
            ${ui.t("restricted.restore_help", {
              date: ui.date(state.subject!.restore_until, {
                dateStyle: "long",
                timeStyle: "short",
              }),
            })}
          </p>
        `}
        ${modeButtons(ui, state)}
        ${findName(ui, path, most, query)}
        ${device !== undefined && device.outside.length > 0 &&
          part("outside", outsideCard(ui, state, device, inForce, list("outside")))}
        ${part(
          "names",
          html`
            ${companiesCard(ui, names)}
            ${card(
              ui.t("restricted.names_title"),
              names.length === 0
                ? html`<p class="muted">${ui.t("restricted.no_names")}</p>`
                : nameRows(ui, place, names, list("names")),
              { id: "names", action: names.length > 0 && exportLink(ui, place, label) },
            )}
            ${ofGroup !== undefined && ofGroup.names.length > 0 && card(
              ui.t("restricted.names_of", { group: ofGroup.name }),
              nameRows(ui, `group/${ofGroup.id}`, ofGroup.names, list("group")),
              { id: "group-names" },
            )}
          `,
        )}
        ${addName(ui, place)}
      </div>
    `,
  };
}

/** Domains that were blocked for the device, each with a button that allows it if it is not yet. */
function outsideCard(
  ui: Ui,
  { kind, id }: RestrictedState,
  { outside }: RestrictedDeviceResponse,
  names: readonly RestrictedNameResponse[],
  list: ListOfDomains,
): Child {
  const text = ui.t("queries.allow");
  const allowed = new Set(names.map(({ domain }) => domain));
  const page = pageOfDomains(ui, outside, list);
  const rows = page.rows.map(({ domain: name, time, count, rule, part_rule: part }) => {
    const isAllowed = allowed.has(name) || rule !== "";
    return html`
      <li class="list-row">
        <div class="list-main">
          <p class="list-name">
            ${domain(name)} ${isAllowed && badge("good", ui.t("scopes.is_allow"), "check")}
          </p>
          <p class="small muted">${queriesText(ui, count, time)}</p>
          ${rule !== "" && html`<p class="small">${ruleText(ui, `${kind}:${id}`, rule)}</p>`}
          ${!isAllowed && part !== "" && html`
            <p class="small">${ruleText(ui, `${kind}:${id}`, part, "restricted.by_part_rule")}</p>
          `}
        </div>
        ${ui.may("devices.write") && !isAllowed &&
          actionButton(ui, allowName(`${kind}/${id}`, name), text, { label: `${text}: ${name}` })}
      </li>
    `;
  });
  const found = rows.length === 0 ? html`<p class="muted">${ui.t("records.nothing")}</p>` : html`
    <ul class="list-rows">${rows}</ul>
    ${page.links}
  `;
  return card(ui.t("restricted.outside_title"), found, { id: "outside" });
}

/** Which rule of the device allows a domain or a part of it, with a link to it. */
function ruleText(
  ui: Ui,
  scope: string,
  rule: string,
  key: "restricted.by_rule" | "restricted.by_part_rule" = "restricted.by_rule",
): Child {
  const shown = domain(rule);
  const query = new URLSearchParams({ scope, name: rule });
  return ui.tRich(key, {
    rule: ui.may("rules.read") ? html`<a href=${`/rules?${query}`}>${shown}</a>` : shown,
  });
}
