/** Forms of people and groups. */
import type { DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import { DEVICE_KINDS } from "../../../policy/catalogue/device_kinds.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { kindText } from "../../parts/device_kind.ts";
import { input, segmented, select } from "../../parts/field.ts";
import { form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

const PROFILES = ["child", "teen", "adult"] as const;
const { nameCharacters: maxlength } = LIMITS.household;

/** The name of a person or group, and the profile of a person. */
export function personFields(ui: Ui, person: { name: string; profile: string }): Child {
  return html`
    ${input(ui, {
      name: "name",
      label: ui.t("words.name"),
      value: person.name,
      required: true,
      maxlength,
      autocomplete: "off",
      autocapitalize: "words",
    })}
    ${segmented(ui, {
      name: "profile",
      label: ui.t("people.profile"),
      value: person.profile,
      help: ui.t("people.profile_help"),
      options: PROFILES.map((value) => ({ value, text: ui.t(`people.${value}`) })),
    })}
  `;
}

/** The form for a new person, folded unless there are no people yet. */
export function addPersonForm(ui: Ui, open: boolean): Markup {
  const act: PageAction = { method: "post", path: "/api/v1/people", done: "people.added" };
  const fields = html`
    ${personFields(ui, { name: "", profile: "child" })}
    <div>${submit(ui.t("people.add"), { style: "main", icon: "user-plus" })}</div>
  `;
  return foldedCard(
    ui.t("people.add"),
    "add-person",
    form(ui, act, fields),
    open || wasRefused(ui),
    true,
  );
}

/** The name and the icon of a group. */
export function groupFields(ui: Ui, group: { name: string; kind: string }, id: string): Child {
  const options = DEVICE_KINDS.map((value) => ({
    value,
    text: value === "" ? "–" : kindText(ui, value),
  }));
  return html`
    ${input(ui, {
      id: `${id}-name`,
      name: "name",
      label: ui.t("words.name"),
      value: group.name,
      required: true,
      maxlength,
      autocomplete: "off",
      autocapitalize: "sentences",
    })}
    ${select(ui, {
      id: `${id}-kind`,
      name: "kind",
      label: ui.t("people.group_kind"),
      value: group.kind,
      options,
    })}
  `;
}

/** The form for a new group. */
export function addGroupForm(ui: Ui): Markup {
  const act: PageAction = { method: "post", path: "/api/v1/groups", done: "people.group_added" };
  const fields = html`
    ${groupFields(ui, { name: "", kind: "" }, "new-group")}
    <div>${submit(ui.t("people.add_group"), { style: "main", icon: "plus" })}</div>
  `;
  return html`
    <details class="ask" id="add-group">
      <summary class="button plain">
        ${icon("plus")}
        <span>${ui.t("people.add_group")}</span>
      </summary>
      ${form(ui, act, fields)}
    </details>
  `;
}

/**
 * A form that assigns one of several devices to the subject of the page; nothing if there is none.
 */
export function assignForm(
  ui: Ui,
  devices: readonly DeviceResponse[],
  act: PageAction,
  texts: { readonly title: string; readonly id: string },
): Child {
  if (devices.length === 0) return null;
  const options = devices.map(({ id, label }) => ({ value: String(id), text: label }));
  return form(
    ui,
    act,
    html`
      ${select(ui, {
        id: texts.id,
        name: "id:path",
        label: ui.t("people.which_device"),
        options,
      })}
      <div>${submit(texts.title, { icon: "plus" })}</div>
    `,
    { class: "form row give" },
  );
}

/** A folded card; with `again` it stays open after a submission, for the next entry. */
export function foldedCard(
  title: string,
  id: string,
  body: Child,
  open = false,
  again = false,
): Markup {
  return html`
    <details class="card folded" id=${id} data-again=${again ? "true" : undefined} open=${open}>
      <summary>
        <h2>${title}</h2>
        ${icon("chevron-down")}
      </summary>
      ${body}
    </details>
  `;
}

/** Whether the form of a person was just refused; it then shows the submitted values. */
function wasRefused(ui: Ui): boolean {
  return ui.context.failed?.values.profile !== undefined;
}
