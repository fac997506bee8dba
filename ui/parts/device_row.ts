/** Rows of devices: what each is, how it stands, and whose it is. */
import type { ShownDevice } from "../../api/features/household/devices/routes.ts";
import type { ShownPerson } from "../../api/features/household/people/routes.ts";
import type { Act } from "./form.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../shown.ts";
import { deviceLink } from "./asker.ts";
import { badge } from "./card.ts";
import { chooser } from "./chooser.ts";
import { kindPicture, kindText } from "./device_kind.ts";

/** A person as rows name them. */
export type NamedPerson = Pick<ShownPerson, "id" | "name">;

/** People to choose among in a row; where there are more, the page of the device chooses. */
const MOST_CHOICES = 20;

/** How a device stands, as a badge; nothing where all is as usual. `away` = whether it says that it is not there. */
export function deviceBadge(
  ui: Ui,
  { quarantined, paused_until, known, present }: ShownDevice,
  { away = true } = {},
): Child {
  if (quarantined) return badge("danger", ui.say("devices.quarantine"), "lock");
  if (paused_until > 0) return badge("attention", ui.say("pauses.paused"), "pause");
  if (!known) return badge("attention", ui.say("words.new"), "circle-help");
  return away && !present && badge("neutral", ui.say("devices.away"));
}

/** The names of people who share a device, without one of them. */
export function sharerNames(
  { people = [] }: ShownDevice,
  everybody: readonly NamedPerson[],
  without = 0,
): string[] {
  return people.filter((id) => id !== without).map((id) =>
    everybody.find((one) => one.id === id)?.name ?? String(id)
  );
}

/** What gives a device to whom it was before. */
export function ownerBefore({ id, person_id, people }: ShownDevice): NonNullable<Act["undo"]> {
  return {
    method: "put",
    path: `/api/v1/devices/${id}/person`,
    body: people === undefined ? { person_id: person_id ?? 0 } : { people },
  };
}

/** A choice of whose a device is: one person or nobody; by drag too, where the page has the script. */
export function ownerChooser(
  ui: Ui,
  device: ShownDevice,
  everybody: readonly NamedPerson[],
  { signed = false } = {},
): Child {
  const { id, label, person_id = 0 } = device,
    nobody = { value: "0", text: ui.say("people.nobody") };
  const act: Act = {
    ...{
      method: "put",
      path: `/api/v1/devices/${id}/person`,
      done: "network.given",
      args: { device: label },
    },
    undo: ownerBefore(device),
  };
  return chooser(ui, act, {
    ...{ id: `whose-${id}`, name: "person_id:number", value: String(person_id) },
    label: ui.say("people.whose_is", { device: label }),
    ...(signed ? { sign: "users" as const } : {}),
    options: [nobody, ...everybody.map((one) => ({ value: String(one.id), text: one.name }))],
  });
}

/** What a row shows beside the device. */
export interface DeviceRowOptions {
  readonly people: readonly NamedPerson[];
  /** The person on whose page or card it stands. */
  readonly of?: number;
  /** Whether it can be given away here. */
  readonly gives?: boolean;
  /** Whether a sign stands for the person, whose name is over the rows. */
  readonly signed?: boolean;
  /** At the end of the row. */
  readonly action?: Child;
}

/** One row of a list. */
export function deviceRow(
  ui: Ui,
  device: ShownDevice,
  { people, of = 0, gives = false, signed = false, action }: DeviceRowOptions,
): Markup {
  const { id, label, kind, vendor, name } = device, shared = device.people !== undefined;
  const may = gives && !shared && people.length > 0 && people.length <= MOST_CHOICES &&
    ui.may("devices.write");
  const names = ui.list(sharerNames(device, people, of));
  const about = shared
    ? ui.say(of === 0 ? "people.shared_by" : "people.shared_with", { people: names })
    : [kindText(ui, kind), name === "" ? "" : vendor].filter((text) => text !== "").join(" · ");
  return html`
    <li class="device-row" data-device=${may ? id : undefined}
      draggable=${may ? "true" : undefined}>${kindPicture(
        kind,
      )}<span class="device-what"><span class="device-name">${deviceLink(ui, {
        id,
        label,
      })} ${deviceBadge(
        ui,
        device,
      )}</span><span class="muted device-about"><bdi>${about}</bdi></span></span>${may &&
        ownerChooser(ui, device, people, { signed })}${action}</li>
  `;
}

/** A list of rows. */
export function deviceRows(
  ui: Ui,
  devices: readonly ShownDevice[],
  options: DeviceRowOptions,
): Markup {
  return html`<ul class="device-rows">${
    devices.map((device) => deviceRow(ui, device, options))
  }</ul>`;
}
