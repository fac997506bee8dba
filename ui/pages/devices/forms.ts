/** Editing a device: its kind, its users, merging it with another one, and forgetting it. */
import { DEVICE_KINDS } from "../../../policy/catalogue/device_kinds.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { chooser } from "../../parts/chooser.ts";
import { kindText, systemText } from "../../parts/device_kind.ts";
import { undoOwner } from "../../parts/device_row.ts";
import { avatar } from "../../parts/avatar.ts";
import { input, select } from "../../parts/field.ts";
import { actionButton, form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { foldedCard } from "../people/forms.ts";
import type { DeviceData } from "./device_data.ts";

/** Name, kind and system. */
export function aboutCard(ui: Ui, { device }: DeviceData): Markup {
  const { id, name, kind, kind_guessed, system, system_guessed } = device;
  const { nameCharacters, systemCharacters } = LIMITS.household;
  const before = {
    name,
    kind: kind_guessed ? "" : kind,
    system: system_guessed ? "" : system,
  };
  const path = `/api/v1/devices/${id}`;
  const act: PageAction = {
    method: "put",
    path,
    done: "people.saved",
    undo: { method: "put", path, body: before },
  };
  const guess = ui.t("devices.kind_guess", { kind: kindText(ui, kind_guessed ? kind : "") });
  const options = [
    { value: "", text: guess },
    ...DEVICE_KINDS.filter((one) => one !== "").map((value) => ({
      value,
      text: kindText(ui, value),
    })),
  ];
  const fields = html`
    ${input(ui, {
      name: "name",
      label: ui.t("words.name"),
      value: name,
      maxlength: nameCharacters,
      autocomplete: "off",
      autocapitalize: "sentences",
      help: ui.t("devices.name_help"),
      placeholder: name === "" ? device.label : "",
    })}
    ${select(ui, { name: "kind", label: ui.t("devices.kind"), value: before.kind, options })}
    ${input(ui, {
      name: "system",
      label: ui.t("system.title"),
      value: before.system,
      maxlength: systemCharacters,
      autocomplete: "off",
      list: ["apple", "android", "windows", "linux"],
      ...(system_guessed
        ? { help: ui.t("devices.system_guess", { system: systemText(system) }) }
        : {}),
    })}
    <div>${submit(ui.t("words.save"), { style: "main", id: "save-about" })}</div>
  `;
  return card(ui.t("words.what_it_is"), form(ui, act, fields), { id: "about" });
}

/** The users of a device: a checkbox for each person, and the group of a device without users. */
export function usersCard(ui: Ui, data: DeviceData): Markup {
  const { device, people } = data;
  const { id, label } = device;
  const act: PageAction = {
    method: "put",
    path: `/api/v1/devices/${id}/person`,
    done: "network.given",
    args: { device: label },
    undo: undoOwner(device),
  };
  const using = new Set(device.people ?? [device.person_id]);
  const boxes = people.map((person) =>
    html`
      <label class="person-box">
        <input
          type="checkbox"
          name="people:numbers"
          value=${person.id}
          checked=${using.has(person.id)}
        />
        ${avatar(person.name)}
        <bdi>${person.name}</bdi>
      </label>
    `
  );
  const fields = html`
    <input type="hidden" name="people:numbers" value="" />
    <fieldset class="choices">
      <legend class="visually-hidden">${ui.t("devices.who_uses")}</legend>
      <p class="help">${ui.t("devices.who_help")}</p>
      <div class="person-boxes">${boxes}</div>
    </fieldset>
    <div>${submit(ui.t("words.save"), { style: "main", id: "save-who" })}</div>
  `;
  return card(
    ui.t("devices.who_uses"),
    html`
      ${people.length === 0
        ? html`<p class="muted">${ui.t("devices.nobody_there")}</p>`
        : form(ui, act, fields)}
      ${groupField(ui, data)}
    `,
    { id: "who" },
  );
}

function groupField(ui: Ui, { device, groups }: DeviceData): Child {
  const { id, label, group_id } = device;
  const path = `/api/v1/devices/${id}/group`;
  const title = ui.t("people.group");
  if (group_id === undefined) return html`<p class="help">${ui.t("devices.shared_no_group")}</p>`;
  if (groups.length === 0) return null;
  const act: PageAction = {
    method: "put",
    path,
    done: "people.saved",
    undo: { method: "put", path, body: { group_id } },
  };
  const options = [
    { value: "0", text: ui.t("devices.no_group") },
    ...groups.map((group) => ({ value: String(group.id), text: group.name })),
  ];
  return html`
    <div class="group-field">
      <span>${title}</span>
      ${chooser(ui, act, {
        id: "group",
        name: "group_id:number",
        label: `${title}: ${label}`,
        value: String(group_id),
        options,
      })}
    </div>
  `;
}

/** Merging two devices, and forgetting this one. Irreversible actions are last and folded. */
export function removalCards(ui: Ui, { device, others }: DeviceData): Markup {
  const { id, label } = device;
  const options = others.map((one) => ({ value: String(one.id), text: one.label }));
  const merge: PageAction = {
    method: "post",
    path: `/api/v1/devices/${id}/merge`,
    done: "devices.merged",
  };
  const forget: PageAction = {
    method: "delete",
    path: `/api/v1/devices/${id}`,
    back: "/devices",
    done: "devices.forgotten",
    args: { device: label },
  };
  return html`
    ${options.length > 0 && foldedCard(
      ui.t("devices.merge"),
      "merge-device",
      html`
        <p class="help">${ui.t("devices.merge_help")}</p>
        ${form(
          ui,
          merge,
          html`
            ${select(ui, {
              name: "device_id:number",
              label: ui.t("devices.merge_other"),
              options,
            })}
            <div>
              ${submit(ui.t("devices.merge_now"), {
                style: "danger",
                confirm: ui.t("devices.merge_confirm"),
              })}
            </div>
          `,
        )}
      `,
    )}
    ${foldedCard(
      ui.t("devices.forget"),
      "forget-device",
      html`
        <p class="help">${ui.t("devices.forget_help")}</p>
        ${actionButton(ui, forget, ui.t("devices.forget"), {
          style: "danger",
          icon: "trash-2",
          confirm: ui.t("devices.forget_confirm", { device: label }),
        })}
      `,
    )}
  `;
}
