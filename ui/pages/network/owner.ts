/**
 * Setting the owner of a device: one tap per person and group, or a select list if there are many.
 */
import type { MachineResponse } from "../../../api/features/network/machines/routes.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { kindIcon } from "../../parts/device_kind.ts";
import { avatar } from "../../parts/avatar.ts";
import { form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** A person or group that can own a device. */
export interface Owner {
  readonly id: number;
  readonly name: string;
}

/** The people and groups of the household. */
export interface OwnerChoices {
  readonly people: readonly Owner[];
  readonly groups: readonly (Owner & { readonly kind: string })[];
}

/** Maximum number of buttons before a select list replaces them. */
const MOST_BUTTONS = 10;
/** Maximum number of people in a select list; with more, the page of the device has the choice. */
const MOST_OPTIONS = 50;

/** The choice; nothing if there is no owner to choose or the current user may not. */
export function ownerChoice(
  ui: Ui,
  machine: MachineResponse,
  { people, groups }: OwnerChoices,
): Markup | null {
  // A shared device is in no group.
  const into = machine.people.length > 1 ? [] : groups;
  if (!ui.may("devices.write") || people.length + into.length === 0) return null;
  if (people.length > MOST_OPTIONS) return null;
  if (people.length + into.length > MOST_BUTTONS) return ownerList(ui, machine, people);
  const own = machine.people.length === 1 ? machine.people[0] : 0;
  return html`
    <div class="owners" role="group" aria-label=${`${machine.label}: ${ui.t("network.whose")}`}>
      ${people.length > 0 &&
        form(
          ui,
          give(machine),
          people.map((one) => button("person_id", one, own, avatar(one.name))),
          {
            class: "owner-form",
          },
        )}
      ${into.length > 0 &&
        form(
          ui,
          putInto(machine),
          into.map((one) =>
            button(
              "group_id",
              one,
              machine.group,
              one.kind === "" ? icon("network") : kindIcon(one.kind),
            )
          ),
          {
            class: "owner-form",
          },
        )}
    </div>
  `;
}

/** Assigns a machine to the person in the form; includes the undo request. */
function give({ mac, label: device, people }: MachineResponse): PageAction {
  const path = `/api/v1/hosts/${mac}/assign`;
  const before = people.length > 1 ? { people } : { person_id: people[0] ?? 0 };
  return {
    method: "put",
    path,
    done: "network.given",
    args: { device },
    undo: { method: "put", path, body: before },
  };
}

/** Adds a machine to the group in the form; includes the undo request. */
function putInto({ mac, label: device, group }: MachineResponse): PageAction {
  const path = `/api/v1/hosts/${mac}/assign`;
  const undo = { method: "put", path, body: { group_id: group } } as const;
  return { method: "put", path, done: "network.given", args: { device }, undo };
}

/** For the current owner, the same tap removes the assignment. */
function button(
  field: "person_id" | "group_id",
  { id, name }: Owner,
  own: number,
  picture: Markup,
): Markup {
  return html`
    <button
      type="submit"
      name=${`${field}:number`}
      value=${id === own ? 0 : id}
      class="owner"
      aria-pressed=${String(id === own)}
    >
      ${picture}
      <bdi>${name}</bdi>
    </button>
  `;
}

function ownerList(ui: Ui, machine: MachineResponse, people: readonly Owner[]): Markup {
  const { mac, label } = machine;
  const id = `owner-${mac.replaceAll(":", "")}`;
  const own = machine.people.length === 1 ? machine.people[0] : 0;
  const options = [{ id: 0, name: ui.t("network.nobodys") }, ...people];
  return form(
    ui,
    give(machine),
    html`
      <div class="find">
        <label class="visually-hidden" for=${id}>${ui.t("network.whose")} ${label}</label>
        <select id=${id} name="person_id:number" autocomplete="off">
          ${options.map((one) =>
            html`<option value=${one.id} selected=${one.id === own}>${one.name}</option>`
          )}
        </select>
        ${submit(ui.t("words.save"), { label: `${ui.t("words.save")}: ${label}` })}
      </div>
    `,
  );
}
