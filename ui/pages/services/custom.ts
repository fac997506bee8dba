/** Custom services: a form for a new one, and one for each existing one. */
import type { ServiceResponse } from "../../../api/features/protection/services/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { input, select, textArea } from "../../parts/field.ts";
import { actionButton, form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** The form for a new service, folded. */
export function addServiceCard(ui: Ui, groups: readonly string[]): Markup {
  const act: PageAction = { method: "post", path: "/api/v1/services", done: "services.added" };
  const open = ui.context.failed?.values.domains !== undefined;
  return html`
    <details class="card folded" id="own-service" open=${open}>
      <summary>
        <h2>${ui.t("services.add")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${form(ui, act, fields(ui, groups, undefined))}
    </details>
  `;
}

/** The form for an existing service. */
export function changeServiceCard(
  ui: Ui,
  groups: readonly string[],
  service: ServiceResponse,
): Markup {
  const { id, name, group, domains } = service;
  const path = `/api/v1/services/${id}`;
  const act: PageAction = {
    method: "put",
    path,
    done: "services.changed",
    undo: { method: "put", path, body: { name, group, domains } },
  };
  const remove: PageAction = {
    method: "delete",
    path,
    back: "/services",
    done: "services.removed",
    args: { name },
  };
  const action = actionButton(ui, remove, ui.t("words.remove"), {
    style: "danger",
    icon: "trash-2",
    confirm: ui.t("services.remove_sure", { name }),
  });
  return card(ui.t("words.change"), form(ui, act, fields(ui, groups, service)), { action });
}

function fields(ui: Ui, groups: readonly string[], service: ServiceResponse | undefined): Child {
  return html`
    <div class="field-grid">
      ${input(ui, {
        name: "name",
        label: ui.t("words.name"),
        value: service?.name ?? "",
        required: true,
        maxlength: 64,
        autocomplete: "off",
      })}
      ${select(ui, {
        name: "group",
        label: ui.t("services.group"),
        value: service?.group ?? "software",
        options: groups.map((value) => ({
          value,
          text: ui.t(`services.group_${value}` as TextKey),
        })),
      })}
    </div>
    ${textArea(ui, {
      name: "domains:lines",
      label: ui.t("services.domains"),
      help: ui.t("services.domains_help"),
      rows: 4,
      value: service?.domains.join("\n") ?? "",
      required: true,
    })}
    <p class="buttons">
      ${submit(service === undefined ? ui.t("services.add") : ui.t("words.save"), {
        style: "main",
      })}
    </p>
  `;
}
