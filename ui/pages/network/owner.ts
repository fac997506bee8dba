/** Saying whose a device is: one tap for each person and group, or a list where there are many (UI, Principles 4). */
import type { ShownMachine } from "../../../api/features/network/machines/routes.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { face } from "../../parts/face.ts";
import { type Act, actText, form, submit } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";

/** Somebody or something that a device can belong to. */
export interface Owner {
  readonly id: number;
  readonly name: string;
}

/** Who is in the household. */
export interface Owners {
  readonly people: readonly Owner[];
  readonly groups: readonly Owner[];
}

/** Buttons that stand side by side before a list takes their place. */
const MOST_BUTTONS = 10;

/** The choice; nothing where there is nobody to choose or whoever looks may not. */
export function ownerChoice(ui: Ui, machine: ShownMachine, { people, groups }: Owners): Markup | null {
  // A device that several share is in no group.
  const into = machine.people.length > 1 ? [] : groups;
  if (!ui.may("devices.write") || people.length + into.length === 0) return null;
  if (people.length + into.length > MOST_BUTTONS) return ownerList(ui, machine, people);
  const buttons = html`
    <div class="owners" role="group" aria-label=${`${machine.label}: ${ui.say("network.whose")}`}>${people.map((
      person,
    ) => personButton(ui, machine, person))}${into.map((group) => groupButton(ui, machine, group))}</div>
  `;
  return form(ui, give(machine, { person_id: 0 }), buttons, { class: "owner-form" });
}

/** What gives a machine to a person or puts it into a group, and what undoes it; `whom` = to be said. */
function give({ mac, label: device, people, group }: ShownMachine, body: Record<string, number>, whom = ""): Act {
  const path = `/api/v1/hosts/${encodeURIComponent(mac)}/assign`, grouped = "group_id" in body;
  const before = grouped ? { group_id: group } : people.length > 1 ? { people } : { person_id: people[0] ?? 0 };
  const done = whom === ""
    ? "network.given" as const
    : grouped
    ? "network.put_in" as const
    : "network.give_to" as const;
  return { method: "put", path, body, done, args: { device, whom }, undo: { method: "put", path, body: before } };
}

function personButton(ui: Ui, machine: ShownMachine, { id, name }: Owner): Markup {
  const own = machine.people.length === 1 && machine.people[0] === id;
  return button(
    ui,
    own ? give(machine, { person_id: 0 }) : give(machine, { person_id: id }, name),
    name,
    own,
    face(name),
  );
}

function groupButton(ui: Ui, machine: ShownMachine, { id, name }: Owner): Markup {
  const own = machine.group === id;
  return button(
    ui,
    own ? give(machine, { group_id: 0 }) : give(machine, { group_id: id }, name),
    name,
    own,
    icon("network"),
  );
}

function button(ui: Ui, act: Act, name: string, own: boolean, picture: Markup): Markup {
  return html`
    <button type="submit" name="act" value=${actText(ui, act)} class="owner" aria-pressed=${String(own)}
    >${picture}<bdi>${name}</bdi></button>
  `;
}

function ownerList(ui: Ui, machine: ShownMachine, people: readonly Owner[]): Markup {
  const { mac, label } = machine, id = `owner-${mac.replaceAll(":", "")}`;
  const own = machine.people.length === 1 ? machine.people[0] : 0;
  const options = [{ id: 0, name: ui.say("network.nobodys") }, ...people];
  const { body: _, ...act } = give(machine, {});
  return form(
    ui,
    act,
    html`<div class="find"><label class="only-heard" for=${id}>${ui.say("network.whose")} ${label}</label>
      <select id=${id} name="person_id:number" autocomplete="off">${
      options.map((one) => html`<option value=${one.id} selected=${one.id === own}>${one.name}</option>`)
    }</select>${submit(ui.say("words.save"), { label: `${ui.say("words.save")}: ${label}` })}</div>`,
  );
}
