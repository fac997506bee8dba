/** All devices of the household, searchable by name, vendor or address (A 2.4, 4.4). */
import { searchField } from "../../parts/search.ts";
import type {
  DevicePage,
  DeviceResponse,
  NewDevicesResponse,
} from "../../../api/features/household/devices/routes.ts";
import type { GroupsResponse } from "../../../api/features/household/groups/routes.ts";
import type { PeopleResponse } from "../../../api/features/household/people/routes.ts";
import { type Child, html } from "../../html.ts";
import { page, type PageView } from "../../page.ts";
import { deviceLink, personLink } from "../../parts/query_client.ts";
import { icon } from "../../icons.ts";
import { badge, type Column, emptyState, table } from "../../parts/card.ts";
import { kindPicture, kindText } from "../../parts/device_kind.ts";
import {
  approveButton,
  deviceBadge,
  isUnapproved,
  type NamedPerson,
  NEW_DEVICE_MODES,
  sharerNames,
} from "../../parts/device_row.ts";
import { actionButton, linkButton, type PageAction } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** Devices per page. */
const AT_ONCE = 100;

interface DevicesData {
  readonly devices: readonly DeviceResponse[];
  readonly next: string;
  readonly people: readonly NamedPerson[];
  readonly groups: ReadonlyMap<number, string>;
  readonly mode: NewDevicesResponse["mode"];
  readonly q: string;
  readonly person: string;
  readonly paged: boolean;
}

/** The page at `/devices`. */
export const devicesPage = page<DevicesData>({
  doc: "A 2.4, 4.4",
  path: "/devices",
  name: "devices.title",
  access: "devices.read",
  area: "people",
  database: "box",
  query: ["q", "person", "cursor"],
  async load({ read, query, principal }) {
    const q = query.q?.trim() ?? "";
    const person = /^\d{1,15}$/.test(query.person ?? "") ? query.person! : "";
    const mayPeople = principal.kind === "socket" || principal.rights.has("household.read");
    const [{ devices, next }, { groups }, { people }, { mode }] = await Promise.all([
      read<DevicePage>("/api/v1/devices", {
        query: {
          q: q || undefined,
          person: person || undefined,
          cursor: query.cursor,
          limit: AT_ONCE,
        },
      }),
      read<GroupsResponse>("/api/v1/groups"),
      mayPeople ? read<PeopleResponse>("/api/v1/people") : { people: [] },
      read<NewDevicesResponse>("/api/v1/new-devices"),
    ]);
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    return {
      devices,
      next,
      people,
      groups: names,
      mode,
      q,
      person,
      paged: query.cursor !== undefined,
    };
  },
  view,
});

function view(ui: Ui, data: DevicesData): PageView {
  const { devices, next, q, person, paged } = data;
  const count = devices.length;
  const found = q !== "" || person !== "" || paged;
  const isWhole = next === "" && !paged;
  const all = isWhole ? "devices.lead" : "devices.lead_more";
  const some = isWhole ? "devices.lead_found" : "devices.lead_page";
  const lead = found ? some : all;
  const whole = count === 0 && !found
    ? html`
      <div class="card">
        ${emptyState("smartphone", ui.t("network.empty"), ui.t("devices.empty_help"))}
      </div>
    `
    : html`<section class="card">${searchForm(ui, data)}${list(ui, data)}</section>`;
  return {
    lead: ui.t(lead, { count }),
    body: html`
      <div class="stack">
        ${newDevicesCard(ui, data.mode)}
        ${whole}
      </div>
    `,
  };
}

/** What becomes of new devices, with one button for each choice. */
function newDevicesCard(ui: Ui, mode: NewDevicesResponse["mode"]): Child {
  if (!ui.may("devices.write")) return null;
  const path = "/api/v1/new-devices";
  const word = (each: NewDevicesResponse["mode"]) => ui.t(`settings.choice_new_devices_${each}`);
  const buttons = NEW_DEVICE_MODES.map((each) => {
    const act: PageAction = {
      method: "put",
      path,
      body: { mode: each },
      done: "devices.new_changed",
      args: { mode: word(each) },
      undo: { method: "put", path, body: { mode } },
    };
    return each === mode
      ? badge("good", word(each), "check")
      : actionButton(ui, act, word(each), { id: `new-devices-${each}` });
  });
  const summary = ui.labelWithValue(ui.t("settings.name_new_devices"), word(mode));
  return html`
    <details class="card folded" id="new-devices">
      <summary>
        <h2>${summary}</h2>
        ${icon("chevron-down")}
      </summary>
      <p class="help">${ui.t("settings.help_new_devices")}</p>
      <div class="buttons">${buttons}</div>
    </details>
  `;
}

function searchForm(ui: Ui, { q, person }: DevicesData): Child {
  const to = (value: string) => {
    const kept = new URLSearchParams({
      ...(q === "" ? {} : { q }),
      ...(value === "" ? {} : { person: value }),
    });
    return kept.size === 0 ? "/devices" : `/devices?${kept}`;
  };
  const link = (value: string, text: string) =>
    html`<a href=${to(value)} aria-current=${person === value ? "true" : undefined}>${text}</a>`;
  return html`
    <div class="log-filters">
      <nav class="segmented" aria-label=${ui.t("devices.whose")}>
        ${link("", ui.t("people.all_devices"))}
        ${link("0", ui.t("devices.only_nobodys"))}
      </nav>
      <form method="get" action="/devices" class="form">
        ${person !== "" &&
          html`<input type="hidden" name="person" value=${person} />`}
        <div class="find">
          ${searchField(ui, {
            id: "device-search",
            name: "q",
            value: q,
            label: ui.t("network.find"),
          })}
        </div>
      </form>
    </div>
  `;
}

/** The owner, and for a new device that waits the button that approves it. */
function ownerCell(ui: Ui, data: DevicesData, device: DeviceResponse): Child {
  const shown = owner(ui, data, device);
  if (!isUnapproved(device) || !ui.may("devices.write")) return shown;
  return html`${shown} ${approveButton(ui, device)}`;
}

function list(ui: Ui, data: DevicesData): Child {
  const { devices, next, q, person, paged, groups } = data;
  if (devices.length === 0) {
    return emptyState(
      "search",
      ui.t("devices.nothing"),
      ui.t("devices.nothing_help"),
      linkButton("/devices", ui.t("people.all_devices")),
    );
  }
  const columns: Column<DeviceResponse>[] = [
    {
      head: ui.t("words.device"),
      main: true,
      cell: (device) =>
        html`
          <span class="device-cell">
            ${kindPicture(device.kind)}
            <span class="device-what">
              <span class="device-name">${deviceLink(ui, device)} ${deviceBadge(ui, device)}</span>
              <span class="muted device-about">${kindText(ui, device.kind)}</span>
            </span>
          </span>
        `,
    },
    { head: ui.t("devices.whose"), cell: (device) => ownerCell(ui, data, device) },
    { head: ui.t("people.group"), cell: ({ group_id = 0 }) => group(groups, group_id) },
    { head: ui.t("devices.seen"), cell: ({ seen_at }) => ui.relativeTime(seen_at) },
    {
      head: ui.t("words.address"),
      cell: ({ addresses, macs }) =>
        html`<bdi class="device-address" translate="no">${addresses[0] ?? macs[0]}</bdi>`,
    },
  ];
  const to = (more: Record<string, string>) => {
    const query = {
      ...(q === "" ? {} : { q }),
      ...(person === "" ? {} : { person }),
      ...more,
    };
    return `/devices?${new URLSearchParams(query)}`;
  };
  return html`
    ${table(ui.t("devices.caption"), columns, devices)}
    <p class="buttons page-links">
      ${paged && linkButton(to({}), ui.t("records.first"), { icon: "chevron-left" })}
      ${next !== "" &&
        linkButton(to({ cursor: next }), ui.t("words.more"), { icon: "chevron-right" })}
    </p>
  `;
}

function owner(ui: Ui, { people }: DevicesData, device: DeviceResponse): Child {
  if (device.people !== undefined) return html`<bdi>${ui.list(sharerNames(device, people))}</bdi>`;
  const person = people.find(({ id }) => id === device.person_id);
  return person === undefined
    ? ""
    : html`<span class="person-link">${personLink(ui, person)}</span>`;
}

function group(groups: DevicesData["groups"], id: number): Child {
  const name = groups.get(id);
  return name === undefined ? "" : html`
    <span class="person-link"><a href=${`/groups/${id}`}><bdi>${name}</bdi></a></span>
  `;
}
