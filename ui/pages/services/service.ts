/** One service: its state for each scope, its hours, and the names that it uses (A 7.2.3). */
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../../api/features/protection/choices/routes.ts";
import type {
  BlockedServices,
  ChosenService,
  OfferedServices,
  ServiceResponse,
} from "../../../api/features/protection/services/routes.ts";
import { html } from "../../html.ts";
import { NotFoundError, page, type PageView } from "../../page.ts";
import { card } from "../../parts/card.ts";
import { domain } from "../../parts/domain.ts";
import { segmented } from "../../parts/field.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { scopeLead, scopeNames, scopePicker, sourceText } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import { choiceAction } from "./choice_action.ts";
import { hoursForm } from "./hours.ts";
import { changeServiceCard } from "./custom.ts";
import { serviceInitials, serviceOptions } from "./tile.ts";

interface Data {
  readonly shown: BlockedServices;
  readonly scopes: readonly ScopeResponse[];
  readonly chosen: ChosenService;
  readonly service: ServiceResponse;
}

/** The page at `/services/tiktok?scope=person:1`. */
export const servicePage = page<Data>({
  doc: "A 7.2.3",
  path: "/services/{id}",
  name: "services.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  query: ["scope"],
  islands: ["week_grid"],
  async load({ read, query, params: { id } }) {
    const [shown, offered, { scopes }] = await Promise.all([
      read<BlockedServices>("/api/v1/blocked-services", { query: { scope: query.scope } }),
      read<OfferedServices>("/api/v1/services"),
      read<ScopesResponse>("/api/v1/scopes"),
    ]);
    const chosen = shown.services.find((each) => each.id === id);
    const service = offered.services.find((each) => each.id === id);
    if (chosen === undefined || service === undefined) throw new NotFoundError();
    return { shown, scopes, chosen, service };
  },
  view: (ui, data) => view(ui, data),
});

function leadText(ui: Ui, { shown, scopes, chosen }: Data): string {
  const { name, effective, from, hours } = chosen;
  const isTimed = hours.length > 0;
  if (effective !== "block") return ui.t("services.one_allowed", { name });
  if (from === shown.scope) {
    return ui.t(isTimed ? "services.one_timed" : "services.one_blocked", { name });
  }
  const why = sourceText(ui, from, scopeNames(ui, scopes));
  return ui.t(isTimed ? "services.one_timed_by" : "services.one_blocked_by", { name, why });
}

function view(ui: Ui, data: Data): PageView {
  const { shown, scopes, chosen, service } = data;
  const { name, group, id } = chosen;
  const may = ui.may("rules.write");
  const parameters = { group, ...(shown.scope === "all" ? {} : { scope: shown.scope }) };
  return {
    title: name,
    lead: scopeLead(ui, shown, leadText(ui, data)),
    action: linkButton(
      `/services?${new URLSearchParams(parameters)}`,
      ui.t("services.all_groups"),
      {
        icon: "chevron-left",
      },
    ),
    body: html`
      <div class="stack">
        <div class="chosen-for">
          ${serviceInitials(shown, chosen)}
          ${scopePicker(ui, {
            path: `/services/${id}`,
            scopes,
            chosen: shown,
          })}
        </div>
        ${may && choiceCard(ui, shown, chosen)}
        ${may && hoursCard(ui, shown, chosen)}
        ${service.custom && may
          ? changeServiceCard(ui, shown.groups, service)
          : domainsCard(ui, service)}
      </div>
    `,
  };
}

function choiceCard(ui: Ui, { scope }: BlockedServices, service: ChosenService) {
  const { id, here } = service;
  const label = ui.t("services.choice");
  const fields = html`
    <div class="service-choice">
      ${segmented(ui, {
        name: `services.${id}`,
        label,
        value: here,
        options: serviceOptions(ui, service),
      })}
      <span class="without-script">${submit(ui.t("words.save"), { style: "main" })}</span>
    </div>
  `;
  return html`
    <section class="card">${form(ui, choiceAction(scope, service), fields, {
      auto: true,
    })}</section>
  `;
}

function hoursCard(ui: Ui, { scope }: BlockedServices, service: ChosenService) {
  const body = service.here === "block"
    ? hoursForm(ui, scope, service)
    : html`<p class="muted">${ui.t("services.hours_first")}</p>`;
  return card(ui.t("services.hours"), body);
}

function domainsCard(ui: Ui, { domains }: ServiceResponse) {
  const names = html`<ul class="name-list">${
    domains.map((name) => html`<li>${domain(name)}</li>`)
  }</ul>`;
  return card(ui.t("services.domains"), names);
}
