/** Rows of devices: type, state and owner of each. */
import type {
  DeviceResponse,
  NewDevicesResponse,
} from "../../api/features/household/devices/routes.ts";
import type { PersonResponse } from "../../api/features/household/people/routes.ts";
import { actionButton, type PageAction } from "./form.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { deviceLink } from "./query_client.ts";
import { badge } from "./card.ts";
import { chooser } from "./chooser.ts";
import { kindPicture, kindText } from "./device_kind.ts";

/** What a new device may do, the most open first. */
export const NEW_DEVICE_MODES = [
  "open",
  "child",
  "held",
] as const satisfies readonly NewDevicesResponse["mode"][];

/** A person as shown in rows. */
export type NamedPerson = Pick<PersonResponse, "id" | "name">;

/**
 * Maximum number of people to choose from in a row; with more, the page of the device offers the
 * choice.
 */
const MOST_CHOICES = 20;

/**
 * The state of a device as a badge; nothing in the normal state. `away` = whether to show that it
 * is absent.
 */
export function deviceBadge(
  ui: Ui,
  { quarantined, paused_until, known, present, follows, people }: DeviceResponse,
  { away = true } = {},
): Child {
  if (quarantined) return badge("danger", ui.t("devices.quarantine"), "lock");
  if (paused_until > 0) return badge("attention", ui.t("pauses.paused"), "pause");
  if (follows === "child" && people === undefined) {
    return badge("attention", ui.t("devices.as_child"), "shield-check");
  }
  if (!known) return badge("attention", ui.t("words.new"), "circle-help");
  return away && !present && badge("neutral", ui.t("devices.away"));
}

/** Whether a new device waits for somebody to approve it. */
export function isUnapproved(
  { quarantined, known, follows, people }: DeviceResponse,
): boolean {
  return (quarantined && !known) || (follows === "child" && people === undefined);
}

/** The button that approves a new device. */
export function approveButton(ui: Ui, { id, label }: DeviceResponse): Markup {
  const act: PageAction = {
    method: "post",
    path: `/api/v1/devices/${id}/approve`,
    done: "devices.approved",
    args: { device: label },
  };
  return actionButton(ui, act, ui.t("devices.approve"), {
    style: "main",
    icon: "check",
    label: ui.t("devices.approve_of", { device: label }),
  });
}

/**
 * The names of the people who share a device, except one; none where this account may not see them.
 */
export function sharerNames(
  { people = [] }: DeviceResponse,
  everybody: readonly NamedPerson[],
  without = 0,
): string[] {
  return people.filter((id) => id !== without)
    .flatMap((id) => everybody.find((one) => one.id === id)?.name ?? []);
}

/** The request that assigns a device to its previous owner. */
export function undoOwner(
  { id, person_id, people }: DeviceResponse,
): NonNullable<PageAction["undo"]> {
  return {
    method: "put",
    path: `/api/v1/devices/${id}/person`,
    body: people === undefined ? { person_id: person_id ?? 0 } : { people },
  };
}

/**
 * Selects the owner of a device: one person or none. With the page's script, dragging works too.
 */
export function ownerChooser(
  ui: Ui,
  device: DeviceResponse,
  everybody: readonly NamedPerson[],
  { signed = false } = {},
): Child {
  const {
    id,
    label,
    person_id = 0,
  } = device;
  const nobody = { value: "0", text: ui.t("people.nobody") };
  const act: PageAction = {
    method: "put",
    path: `/api/v1/devices/${id}/person`,
    done: "network.given",
    args: { device: label },
    undo: undoOwner(device),
  };
  return chooser(ui, act, {
    id: `whose-${id}`,
    name: "person_id:number",
    value: String(person_id),
    label: ui.t("people.whose_is", { device: label }),
    ...(signed ? { sign: "users" as const } : {}),
    options: [nobody, ...everybody.map((one) => ({ value: String(one.id), text: one.name }))],
  });
}

/** What a row shows besides the device. */
export interface DeviceRowOptions {
  readonly people: readonly NamedPerson[];
  /** The person whose page or card shows the row. */
  readonly of?: number;
  /** Whether the device can be assigned here. */
  readonly gives?: boolean;
  /** Whether initials identify the person, whose name is shown above the rows. */
  readonly signed?: boolean;
  /** At the end of the row. */
  readonly action?: Child;
}

/** The kind of a device, with its vendor or that it is shared. */
function aboutText(ui: Ui, { people, kind, name, vendor }: DeviceResponse): string {
  const known = kindText(ui, kind);
  if (people !== undefined) return `${known} · ${ui.t("activity.shared")}`;
  return name === "" || vendor === "" ? known : `${known} · ${vendor}`;
}

/** One row of a list. */
export function deviceRow(
  ui: Ui,
  device: DeviceResponse,
  { people, of = 0, gives = false, signed = false, action }: DeviceRowOptions,
): Markup {
  const { id, label, kind } = device;
  const shared = device.people !== undefined;
  const may = gives && !shared && people.length > 0 && people.length <= MOST_CHOICES &&
    ui.may("devices.write");
  const names = sharerNames(device, people, of);
  const about = names.length > 0
    ? ui.t(of === 0 ? "people.shared_by" : "people.shared_with", { people: ui.list(names) })
    : aboutText(ui, device);
  return html`
    <li
      class="device-row"
      data-device=${may ? id : undefined}
      draggable=${may ? "true" : undefined}
    >
      ${kindPicture(kind)}
      <span class="device-what">
        <span class="device-name">
          ${deviceLink(ui, {
            id,
            label,
          })} ${deviceBadge(ui, device)}
        </span>
        <span class="muted device-about"><bdi>${about}</bdi></span>
      </span>
      ${may && ownerChooser(ui, device, people, { signed })}
      ${action}
    </li>
  `;
}

/** A list of rows. */
export function deviceRows(
  ui: Ui,
  devices: readonly DeviceResponse[],
  options: DeviceRowOptions,
): Markup {
  return html`<ul class="device-rows">${
    devices.map((device) => deviceRow(ui, device, options))
  }</ul>`;
}
