/**
 * One device: its kind, users, group, quarantine, and what is known from the network (A 2.4, 2.8,
 * 3.5, 4.4).
 */
import type { DevicePage, DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type { GroupsResponse } from "../../../api/features/household/groups/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type { PeopleResponse } from "../../../api/features/household/people/routes.ts";
import type { RestrictedOverviewResponse } from "../../../api/features/protection/restricted/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, page, type PageView } from "../../page.ts";
import { activitySection, parseActivityPeriod, readActivity } from "../../parts/activity.ts";
import { card, definitionList, note } from "../../parts/card.ts";
import { kindText, systemText } from "../../parts/device_kind.ts";
import { approveButton, deviceBadge, isUnapproved, sharerNames } from "../../parts/device_row.ts";
import { linkButton, type PageAction } from "../../parts/form.ts";
import { protectionCard } from "../../parts/protection_links.ts";
import {
  adultsOf,
  isAdultsDevice,
  restrictedCard,
  restrictedState,
} from "../../parts/restricted.ts";
import { readScopedLists } from "../../parts/scoped_lists.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";
import { deviceTimeCard } from "../hours/person_time.ts";
import type { DeviceData } from "./device_data.ts";
import { aboutCard, removalCards, usersCard } from "./forms.ts";

/** Number of devices offered for merging. */
const TO_MERGE = 300;

/** The page at `/devices/3`. */
export const devicePage = page<DeviceData>({
  doc: "A 2.4, 4.4, 4.5",
  path: "/devices/{id}",
  query: ["period"],
  islands: ["chart"],
  name: "words.device",
  access: "devices.read",
  area: "people",
  database: "box",
  load,
  view,
});

async function load(ask: LoadContext): Promise<DeviceData> {
  const { read, params, principal } = ask;
  const device = await read<DeviceResponse>("/api/v1/devices/{id}", { params: { id: params.id } });
  const may = (right: "household.read" | "devices.write") =>
    principal.kind === "socket" || principal.rights.has(right);
  const [schedules, { people }, { groups }, { devices }] = await Promise.all([
    may("household.read")
      ? read<Schedules>("/api/v1/schedules", { query: { device: device.id } })
      : undefined,
    may("household.read") ? read<PeopleResponse>("/api/v1/people") : { people: [] },
    read<GroupsResponse>("/api/v1/groups"),
    may("devices.write")
      ? read<DevicePage>("/api/v1/devices", { query: { limit: TO_MERGE } })
      : { devices: [] as DeviceResponse[] },
  ]);
  const overview = await read<RestrictedOverviewResponse>("/api/v1/restrict");
  const circumstances = {
    isAdults: isAdultsDevice(device, adultsOf(people)),
    pausedUntil: device.paused_until,
  };
  const lists = await readScopedLists(ask, `device:${device.id}`);
  const activity = await readActivity(
    ask,
    `device:${device.id}`,
    parseActivityPeriod(ask.query.period),
  );
  return {
    activity,
    device,
    schedules,
    people,
    groups,
    others: devices.filter(({ id }) => id !== device.id),
    lists,
    restricted: restrictedState(overview, "device", device.id, device.label, groups, circumstances),
  };
}

function view(ui: Ui, data: DeviceData): PageView {
  const { device } = data;
  const { id, label, quarantined } = device;
  const may = ui.may("devices.write");
  return {
    title: label,
    lead: html`${leadOf(ui, data)} ${deviceBadge(ui, device)}`,
    action: linkButton("/devices", ui.t("people.all_devices"), { icon: "chevron-left" }),
    body: html`
      <div class="stack">
        <div class="grid columns">
          ${quarantined && !isUnapproved(device) &&
            html`<div class="wide">${note("danger", ui.t("devices.lead_quarantine"))}</div>`}
          ${isUnapproved(device) && html`<div class="wide">${waiting(ui, device)}</div>`}
          <div class="stack">
            ${deviceTimeCard(ui, data.schedules, device)}
            ${may && usersCard(ui, data)}
            ${may && aboutCard(ui, data)}
          </div>
          <div class="stack">
            ${protectionCard(
              ui,
              `device:${id}`,
              label,
              `/queries?who=device:${id}`,
              data.lists,
            )}
            ${ui.may("reports.read") && behaviourCard(ui, device)}
            ${restrictedCard(ui, data.restricted)}
            ${networkCard(ui, device)}
            ${may && quarantineCard(ui, device)}
          </div>
        </div>
        ${activitySection(ui, data.activity, `/devices/${id}`)}
        ${may && removalCards(ui, data)}
      </div>
    `,
  };
}

function leadOf(ui: Ui, { device, people, groups }: DeviceData): string {
  const kind = kindText(ui, device.kind);
  const {
    person_id = 0,
    group_id = 0,
    follows,
  } = device;
  if (follows !== undefined && device.people !== undefined) {
    const names = sharerNames(device, people);
    const shared = names.length === 0
      ? ui.t("devices.lead_shared_some", { kind })
      : ui.t("devices.lead_shared", { kind, people: ui.list(names) });
    return `${shared} ${ui.t(`devices.follows_${follows}`)}`;
  }
  const person = people.find(({ id }) => id === person_id);
  const group = groups.find(({ id }) => id === group_id);
  if (person !== undefined) return ui.t("devices.lead_of", { kind, person: person.name });
  // The owner may be known, but this account may not see it.
  if (person_id !== 0) return `${kind}.`;
  return group === undefined
    ? ui.t("devices.lead_nobodys")
    : ui.t("devices.lead_group", { kind, group: group.name });
}

/** What a new device may do, and the button that approves it. */
function waiting(ui: Ui, device: DeviceResponse): Markup {
  const { quarantined, random_mac } = device;
  const text = html`
    ${ui.t(quarantined ? "devices.new_held" : "devices.new_child")}
    ${random_mac && ui.t("devices.new_random")}
  `;
  const tone = quarantined ? "danger" : "attention";
  return note(tone, text, ui.may("devices.write") && approveButton(ui, device));
}

function quarantineCard(ui: Ui, { id, label, quarantined: on }: DeviceResponse): Markup {
  const path = `/api/v1/devices/${id}/quarantine`;
  const act: PageAction = {
    method: "put",
    path,
    body: { on: !on },
    done: on ? "network.now_out" : "devices.held",
    args: { device: label },
    undo: { method: "put", path, body: { on } },
  };
  const control = switchForm(ui, act, {
    id: "quarantine",
    label: ui.t("devices.quarantine"),
    on,
    button: ui.t(on ? "words.turn_off" : "words.turn_on"),
  });
  return card(
    ui.t("devices.quarantine"),
    html`<p class="muted">${ui.t("devices.quarantine_help")}</p>`,
    {
      action: control,
    },
  );
}

/** A link to the behaviour of the device. */
function behaviourCard(ui: Ui, { id }: DeviceResponse): Markup {
  const name = ui.t("behaviour.name");
  return card(name, html`<p class="muted">${ui.t("behaviour.about")}</p>`, {
    action: linkButton(`/devices/${id}/behaviour`, ui.t("words.show")),
  });
}

function networkCard(ui: Ui, device: DeviceResponse): Markup {
  const {
    vendor,
    macs,
    addresses,
    present,
    present_since,
    first_seen,
    seen_at,
    last_query,
    random_mac,
  } = device;
  const each = (texts: readonly string[]): Child =>
    html`
      <span class="addresses">${texts.map((text) => html`<bdi translate="no">${text}</bdi>`)}</span>
    `;
  return card(
    ui.t("devices.here"),
    html`
      ${definitionList(
        present && [ui.t("devices.here_since"), ui.time(present_since)],
        !present && seen_at > 0 && [ui.t("devices.last_seen"), ui.relativeTime(seen_at)],
        [ui.t("words.last_query"), ui.relativeTime(last_query)],
        [ui.t("network.first_seen"), ui.time(first_seen)],
        vendor !== "" && [ui.t("words.maker"), html`<bdi>${vendor}</bdi>`],
        device.system !== "" &&
          [ui.t("system.title"), html`<bdi>${systemText(device.system)}</bdi>`],
      )}
      <details class="reveals">
        <summary>${ui.t("words.addresses")}</summary>
        ${definitionList([ui.t("words.addresses"), each(addresses)], [
          ui.t("network.mac"),
          each(macs),
        ])}
      </details>
      ${random_mac && html`<p class="help">${ui.t("devices.random")}</p>`}
    `,
    { id: "network" },
  );
}
