/** One group: its devices and its protection. */
import type { DevicePage, DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type {
  GroupResponse,
  GroupsResponse,
} from "../../../api/features/household/groups/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, NotFoundError, page, type PageView, type Values } from "../../page.ts";
import {
  type ActivityData,
  activitySection,
  parseActivityPeriod,
  readActivity,
} from "../../parts/activity.ts";
import { card } from "../../parts/card.ts";
import { deviceRow } from "../../parts/device_row.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import { pageLinks } from "../../parts/page_links.ts";
import { protectionCard } from "../../parts/protection_links.ts";
import { readScopedLists, type ScopedLists } from "../../parts/scoped_lists.ts";
import type { Ui } from "../../ui.ts";
import { assignForm, foldedCard, groupFields } from "./forms.ts";

/** Devices on one page, and maximum number of devices without a group to choose from. */
const AT_ONCE = 50;
const TO_GIVE = 200;

interface GroupData {
  readonly activity: ActivityData;
  readonly group: GroupResponse;
  readonly devices: readonly DeviceResponse[];
  readonly others: readonly DeviceResponse[];
  readonly next: string;
  readonly paged: boolean;
  readonly lists: ScopedLists;
}

/** The page at `/groups/3`. */
export const groupPage = page<GroupData>({
  doc: "A 2.4",
  path: "/groups/{id}",
  query: ["period", "cursor"],
  islands: ["chart"],
  name: "people.group",
  access: "devices.read",
  area: "people",
  database: "box",
  load,
  view,
});

async function load(ask: LoadContext): Promise<GroupData> {
  const { read, params, query: { cursor } } = ask;
  const { groups } = await read<GroupsResponse>("/api/v1/groups");
  const group = groups.find(({ id }) => String(id) === params.id);
  if (group === undefined) throw new NotFoundError();
  const devices = (query: Values) => read<DevicePage>("/api/v1/devices", { query });
  const [{ devices: inside, next }, { devices: others }] = await Promise.all([
    devices({ group: group.id, cursor, limit: AT_ONCE }),
    devices({ group: 0, limit: TO_GIVE }),
  ]);
  const lists = await readScopedLists(ask, `group:${group.id}`);
  const activity = await readActivity(
    ask,
    `group:${group.id}`,
    parseActivityPeriod(ask.query.period),
  );
  return { activity, group, devices: inside, others, lists, next, paged: cursor !== undefined };
}

function view(ui: Ui, data: GroupData): PageView {
  const { group: { id, name, devices } } = data;
  const count = devices.length;
  return {
    title: name,
    lead: ui.t("people.group_lead", { devices: ui.t("people.count_devices", { count }) }),
    action: linkButton("/people", ui.t("frame.people"), { icon: "chevron-left" }),
    body: html`
      <div class="stack">
        <div class="grid columns">
          <div class="stack">${devicesCard(ui, data)}</div>
          <div class="stack">
            ${protectionCard(
              ui,
              `group:${id}`,
              name,
              `/queries?who=group:${id}`,
              data.lists,
            )}
            ${ui.may("devices.write") && aboutCard(ui, data)}
          </div>
        </div>
        ${activitySection(ui, data.activity, `/groups/${id}`)}
        ${ui.may("devices.write") && removeCard(ui, data.group)}
      </div>
    `,
  };
}

function devicesCard(ui: Ui, { group, devices, others, next, paged }: GroupData): Markup {
  const may = ui.may("devices.write");
  const path = "/api/v1/devices/{id}/group";
  const act: PageAction = {
    method: "put",
    path,
    body: { group_id: group.id },
    done: "people.was_put",
    undo: { method: "put", path, body: { group_id: 0 } },
  };
  return card(
    ui.t("devices.title"),
    html`
      ${devices.length === 0 ? html`<p class="muted">${ui.t("people.no_devices")}</p>` : html`
        <ul class="device-rows">
          ${devices.map((device) =>
            deviceRow(ui, device, { people: [], action: may && takeOut(ui, group, device) })
          )}
        </ul>
      `}
      ${pageLinks(ui, { path: `/groups/${group.id}`, paged, next })}
      ${may && assignForm(ui, others, act, { title: ui.t("people.put_in"), id: "put-device" })}
    `,
    { id: "devices" },
  );
}

function takeOut(ui: Ui, group: GroupResponse, { id, label }: DeviceResponse): Child {
  const path = `/api/v1/devices/${id}/group`;
  const act: PageAction = {
    method: "put",
    path,
    body: { group_id: 0 },
    done: "people.taken_out",
    args: { device: label },
    undo: { method: "put", path, body: { group_id: group.id } },
  };
  return actionButton(ui, act, ui.t("people.take_out"), {
    style: "quiet",
    label: `${ui.t("people.take_out")}: ${label}`,
  });
}

/** Irreversible actions are last and folded, and state what is removed with them. */
function removeCard(ui: Ui, { id, name }: GroupResponse): Markup {
  const act: PageAction = {
    method: "delete",
    path: `/api/v1/groups/${id}`,
    back: "/people",
    done: "people.removed",
    args: { name },
  };
  const sure = ui.t("people.remove_group_confirm", { name });
  const text = ui.t("people.remove_group");
  const button = actionButton(ui, act, text, { style: "danger", icon: "trash-2", confirm: sure });
  return foldedCard(
    text,
    "remove-group",
    html`
      <p class="help">${sure}</p>
      ${button}
    `,
  );
}

function aboutCard(ui: Ui, { group }: GroupData): Child {
  const { id, name, kind } = group;
  const path = `/api/v1/groups/${id}`;
  const act: PageAction = {
    method: "put",
    path,
    done: "people.saved",
    undo: { method: "put", path, body: { name, kind } },
  };
  const fields = html`
    ${groupFields(ui, group, "group")}
    <div>${submit(ui.t("words.save"), { style: "main" })}</div>
  `;
  return card(ui.t("people.group_about"), form(ui, act, fields), { id: "about" });
}
