/** Restricted mode: devices and groups that learn or are restricted, and the start of more (A 7.2). */
import type { DevicePage, DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type {
  GroupResponse,
  GroupsResponse,
} from "../../../api/features/household/groups/routes.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import type { RestrictedOverviewResponse } from "../../../api/features/protection/restricted/routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, page, type PageView } from "../../page.ts";
import { card, emptyState } from "../../parts/card.ts";
import { kindPicture, kindText } from "../../parts/device_kind.ts";
import { input } from "../../parts/field.ts";
import { form, type PageAction, submit } from "../../parts/form.ts";
import { optionGroup } from "../../parts/option_group.ts";
import {
  adultsOf,
  isAdultsDevice,
  isDue,
  isStopped,
  modeButtons,
  restrictedBadge,
  type RestrictedState,
  restrictedState,
} from "../../parts/restricted.ts";
import type { Ui } from "../../ui.ts";
import { addName, exportLink, findName, type ListOfDomains, nameRows } from "./names.ts";

interface RestrictedData {
  readonly overview: RestrictedOverviewResponse;
  readonly devices: readonly DeviceResponse[];
  readonly groups: readonly GroupResponse[];
  /** Empty where the account may not see them. */
  readonly people: readonly PersonResponse[];
  /** Whether only televisions are offered. */
  readonly televisions: boolean;
  readonly query: ListOfDomains["query"];
}

const { restricted: LIMIT } = LIMITS;
/** Devices that are read, and days that a television learns if nothing else is said. */
const READ = 1000;
const TELEVISION_DAYS = 14;
/** Seconds between two updates of what is learned. */
const OFTEN = 5;

/** The page at `/restrict`. */
export const restrictedPage = page<RestrictedData>({
  doc: "A 7.2",
  path: "/restrict",
  query: ["kind", "q", "names"],
  name: "restricted.name",
  access: "devices.read",
  area: "protection",
  database: "box",
  load,
  view,
});

async function load({ read, query, principal }: LoadContext): Promise<RestrictedData> {
  const may = principal.kind === "socket" || principal.rights.has("household.read");
  const [overview, { devices }, { groups }, { people }] = await Promise.all([
    read<RestrictedOverviewResponse>("/api/v1/restrict"),
    read<DevicePage>("/api/v1/devices", { query: { limit: READ } }),
    read<GroupsResponse>("/api/v1/groups"),
    may ? read<PeopleResponse>("/api/v1/people") : { people: [] as PersonResponse[] },
  ]);
  const televisions = query.kind === "tv";
  const all = [...devices, ...await readFurther(read, overview, devices)];
  return { overview, devices: all, groups, people, televisions, query };
}

/** Devices with a mode that are not among the first. */
async function readFurther(
  read: LoadContext["read"],
  overview: RestrictedOverviewResponse,
  devices: readonly DeviceResponse[],
): Promise<readonly DeviceResponse[]> {
  const first = new Set(devices.map(({ id }) => id));
  const further = [...idsWithMode(overview)].filter((id) => !first.has(id)).slice(0, READ);
  if (further.length === 0) return [];
  const query = { ids: further.join(), limit: READ };
  return (await read<DevicePage>("/api/v1/devices", { query })).devices;
}

/** The numbers of the devices that have or follow a mode, or whose learning ended. */
function idsWithMode({ devices, subjects }: RestrictedOverviewResponse): Set<number> {
  return new Set([
    ...devices.map(({ id }) => id),
    ...subjects.filter(({ scope }) => scope === "device").map(({ id }) => id),
  ]);
}

function view(ui: Ui, data: RestrictedData): PageView {
  const { overview, query } = data;
  const states = statesOf(data);
  return {
    lead: html`<span id="restrict-lead" data-refresh=${OFTEN}>${leadOf(ui, data)}</span>`,
    body: html`
      <div class="stack">
        ${states.length === 0
          ? html`
            <div class="card">
              ${emptyState("lock", ui.t("restricted.lead_none"), ui.t("restricted.empty_help"))}
            </div>
          `
          : html`
            <section class="card" id="restrict-list" data-refresh=${OFTEN}>
              <h2 class="visually-hidden">${ui.t("restricted.name")}</h2>
              <ul class="list-rows">${states.map((state) => row(ui, state, data))}</ul>
            </section>
          `}
        ${ui.may("devices.write") && startCard(ui, data)}
        ${ui.may("devices.write") && groupsCard(ui, data)}
        ${card(
          ui.t("restricted.all_title"),
          html`
            <div class="stack">
              <p class="muted">${ui.t("restricted.all_help")}</p>
              ${findName(ui, "/restrict", overview.all.length, query)}
              ${overview.all.length > 0 &&
                nameRows(ui, "all/0", overview.all, {
                  path: "/restrict",
                  parameter: "names",
                  query,
                })}
              ${addName(ui, "all/0")}
            </div>
          `,
          {
            id: "all",
            action: overview.all.length > 0 &&
              exportLink(ui, "all/0", ui.t("restricted.all_title")),
          },
        )}
        ${card(
          ui.t("restricted.what_is"),
          html`
            <div class="stack">
              <p>${ui.t("restricted.explained")}</p>
              <p>${ui.t("restricted.advice")}</p>
            </div>
          `,
        )}
      </div>
    `,
  };
}

function leadOf(ui: Ui, { overview: { filtering, devices }, ...data }: RestrictedData): string {
  const paused = new Set(
    data.devices.filter(({ paused_until }) => paused_until > 0).map(({ id }) => id),
  );
  const active = devices.filter(({ suspended }) => !suspended);
  const allRestricted = active.filter(({ mode }) => mode === "restricted");
  const pausedCount = allRestricted.filter(({ id }) => paused.has(id)).length;
  const restricted = allRestricted.length - pausedCount;
  const learning = active.filter(({ mode }) => mode === "learning").length;
  const blocked = active.reduce((sum, one) => sum + one.blocked_today, 0);
  const suspended = devices.length - active.length;
  const parts = [
    !filtering && restricted > 0 && ui.t("restricted.lead_filtering_off"),
    filtering && restricted > 0 && ui.t("restricted.lead_restricted", { count: restricted }),
    pausedCount > 0 && ui.t("restricted.lead_paused", { count: pausedCount }),
    learning > 0 && ui.t("restricted.lead_learning", { count: learning }),
    suspended > 0 && ui.t("restricted.lead_suspended", { count: suspended }),
    blocked > 0 && ui.t("restricted.lead_blocked", { count: blocked }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? ui.t("restricted.lead_none") : parts.join(" ");
}

/** Groups first, then devices: those with a mode, and those whose learning stopped by itself. */
function statesOf(
  { overview, devices, groups }: RestrictedData,
): RestrictedState[] {
  const ofGroups = overview.subjects.filter(({ scope }) => scope === "group").map(({ id }) =>
    restrictedState(
      overview,
      "group",
      id,
      groups.find((group) => group.id === id)?.name ?? String(id),
      groups,
    )
  );
  const ids = idsWithMode(overview);
  const ofDevices = devices.filter(({ id }) => ids.has(id)).map((device) =>
    restrictedState(overview, "device", device.id, device.label, groups, {
      pausedUntil: device.paused_until,
    })
  );
  return [...ofGroups, ...ofDevices];
}

function row(ui: Ui, state: RestrictedState, { devices }: RestrictedData): Markup {
  const { kind, id, label, device, group } = state;
  const of = devices.find((one) => kind === "device" && one.id === id);
  return html`
    <li class="list-row wraps" id=${`restrict-${kind}-${id}`}>
      ${kindPicture(of?.kind ?? "")}
      <div class="list-main">
        <p class="list-name">
          <a class="strong" href=${`/restrict/${kind}/${id}`}><bdi>${label}</bdi></a>
          ${restrictedBadge(ui, state)}
        </p>
        <p class="small muted">${aboutOf(ui, state)}</p>
        ${device?.suspended && html`<p class="small">${ui.t("restricted.suspended_help")}</p>`}
        ${isStopped(state) &&
          html`<p class="small">${ui.t("restricted.stopped_help", { count: LIMIT.names })}</p>`}
      </div>
      ${group === "" && modeButtons(ui, state, { short: true })}
    </li>
  `;
}

/** Names, days and what was blocked, in a few words. */
function aboutOf(ui: Ui, { kind, subject, device, group }: RestrictedState): string {
  const isLearning = subject?.mode === "learning" && device?.suspended !== true;
  const parts = [
    kind === "group" && ui.t("restricted.group"),
    group !== "" && ui.t("restricted.as_group", { group }),
    subject !== undefined && group === "" &&
    ui.t("lists.names", { count: subject.names }),
    isLearning && !isDue(ui, subject) &&
    ui.t("restricted.until", { date: ui.date(subject.ends, { dateStyle: "long" }) }),
    device !== undefined && device.blocked_today > 0 &&
    ui.t("restricted.blocked_today", { count: device.blocked_today }),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

/** Devices that can start to learn: not in the list above, and not used by an adult. */
function offered({ overview, devices, people, televisions }: RestrictedData): DeviceResponse[] {
  const busy = idsWithMode(overview);
  const adults = adultsOf(people);
  const open = devices.filter((one) =>
    !busy.has(one.id) && !isAdultsDevice(one, adults) && (!televisions || one.kind === "tv")
  );
  // Things of the household first: they need the fewest names.
  return open.sort((a, b) => Number(isPersonal(a)) - Number(isPersonal(b)));
}

function isPersonal({ person_id = 0, people = [] }: DeviceResponse): boolean {
  return person_id !== 0 || people.length > 0;
}

function startCard(ui: Ui, data: RestrictedData): Markup {
  const { televisions } = data;
  const rows = offered(data);
  const act: PageAction = {
    method: "post",
    path: "/api/v1/restrict/objects",
    done: "restricted.done_learn",
    back: "/restrict",
  };
  const link = televisions
    ? html`<a class="button plain" href="/restrict#start">${ui.t("restricted.all_devices")}</a>`
    : data.devices.some(({ kind }) => kind === "tv") &&
      html`
        <a class="button plain" href="/restrict?kind=tv#start">${ui.t("restricted.televisions")}</a>
      `;
  const fields = html`
    ${optionGroup({
      type: "checkbox",
      name: "devices:numbers",
      legend: ui.t("devices.title"),
      rows: rows.map(({ id, label, kind }) => ({
        value: String(id),
        text: html`<bdi>${label}</bdi>`,
        help: kindText(ui, kind),
        on: televisions,
      })),
    })}
    ${input(ui, {
      name: "days:number",
      label: ui.t("restricted.learn_for"),
      type: "number",
      value: String(televisions ? TELEVISION_DAYS : LIMIT.learningDays),
      min: LIMIT.learningDaysLeast,
      max: LIMIT.learningDaysMost,
      unit: ui.t("settings.unit_days"),
      required: true,
    })}
    ${submit(ui.t("restricted.start"), { style: "main" })}
  `;
  return card(
    ui.t("restricted.start_title"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("restricted.start_help")}</p>
        ${televisions && html`<p class="muted">${ui.t("restricted.television_help")}</p>`}
        ${rows.length === 0
          ? html`<p class="muted">${ui.t("restricted.no_devices")}</p>`
          : form(ui, act, fields)}
      </div>
    `,
    { id: "start", action: link },
  );
}

/** Groups without a mode, each with its button. */
function groupsCard(ui: Ui, { overview, groups }: RestrictedData): Child {
  const open = groups.filter(({ id }) =>
    !overview.subjects.some((one) => one.scope === "group" && one.id === id)
  );
  if (open.length === 0) return null;
  const rows = open.map(({ id, name }) => {
    const state = restrictedState(overview, "group", id, name, groups);
    return html`
      <li class="list-row">
        <div class="list-main"><p class="list-name"><bdi class="strong">${name}</bdi></p></div>
        ${modeButtons(ui, state)}
      </li>
    `;
  });
  return card(
    ui.t("people.groups"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("restricted.groups_help")}</p>
        <ul class="list-rows">${rows}</ul>
      </div>
    `,
    { id: "groups" },
  );
}
