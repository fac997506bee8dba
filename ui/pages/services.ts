/** Services: which are blocked for a scope, group by group (A 7.2.3, 4.9). */
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import type {
  BlockedServices,
  ChosenService,
} from "../../api/features/protection/services/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { card, emptyState } from "../parts/card.ts";
import { actionButton, linkButton, submit } from "../parts/form.ts";
import { scopeLead, scopeNames, scopePicker } from "../parts/scope.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { addServiceCard } from "./services/custom.ts";
import { servicesPath } from "./services/choice_action.ts";
import { serviceInitials, serviceTiles, type TileContext } from "./services/tile.ts";

interface Data {
  readonly shown: BlockedServices;
  readonly scopes: readonly ScopeResponse[];
  readonly group: string;
  readonly name: string;
}

/** Number of service initials shown for a folded group. */
const SAMPLES = 6;

/** The page at `/services?scope=person:1`. */
export const servicesPage = page<Data>({
  doc: "A 7.2.3",
  path: "/services",
  name: "services.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  query: ["scope", "group", "name"],
  async load({ read, query }) {
    const [shown, { scopes }] = await Promise.all([
      read<BlockedServices>("/api/v1/blocked-services", { query: { scope: query.scope } }),
      read<ScopesResponse>("/api/v1/scopes"),
    ]);
    const group = shown.groups.find((each) => each === query.group) ?? "";
    return { shown, scopes, group, name: query.name?.trim() ?? "" };
  },
  view: (ui, data) => view(ui, data),
});

function view(ui: Ui, data: Data): PageView {
  const { shown, scopes, group, name } = data;
  const blocked = shown.services.filter(({ effective }) => effective === "block");
  const timed = blocked.filter(({ hours }) => hours.length > 0).length;
  const lead = blocked.length === 0
    ? ui.t(shown.scope === "all" ? "services.lead_none_all" : "services.lead_none")
    : ui.t("services.lead", { count: blocked.length });
  const scene = { shown, names: scopeNames(ui, scopes), may: ui.may("rules.write") };
  return {
    lead: scopeLead(
      ui,
      shown,
      timed === 0 ? lead : `${lead} ${ui.t("services.lead_timed", { count: timed })}`,
    ),
    body: html`<div class="stack">${choices(ui, data)}${results(ui, scene, { name, group })}</div>`,
  };
}

function results(ui: Ui, scene: TileContext, { name, group }: Pick<Data, "name" | "group">): Child {
  if (name !== "") return searchResults(ui, scene, name);
  return group === "" ? overview(ui, scene) : groupCard(ui, scene, group);
}

/** The scope of the page, and the search. */
function choices(ui: Ui, { shown, scopes, group, name }: Data): Child {
  const hidden = {
    ...(group === "" ? {} : { group }),
    ...(name === "" ? {} : { name }),
  };
  return html`
    <div class="chosen-for">
      ${scopePicker(ui, {
        path: "/services",
        scopes,
        chosen: shown,
        kept: hidden,
      })}
      <form method="get" action="/services" class="form">
        ${shown.scope !== "all" &&
          html`<input type="hidden" name="scope" value=${shown.scope} />`}
        <div class="find">
          <label class="visually-hidden" for="service-search">${ui.t("services.search")}</label>
          <input
            id="service-search"
            type="search"
            name="name"
            value=${name}
            maxlength="64"
            placeholder=${ui.t("services.search")}
            spellcheck="false"
            autocomplete="off"
          />
          ${submit(ui.t("words.search"), {
            icon: "search",
          })}
        </div>
      </form>
    </div>
  `;
}

function address({ shown }: TileContext, more: Readonly<Record<string, string>>): string {
  const values = { ...(shown.scope === "all" ? {} : { scope: shown.scope }), ...more };
  return Object.keys(values).length === 0
    ? "/services"
    : `/services?${new URLSearchParams(values)}`;
}

function searchResults(ui: Ui, scene: TileContext, name: string): Child {
  const wanted = name.toLowerCase();
  const services = scene.shown.services.filter((each) =>
    each.name.toLowerCase().includes(wanted) || each.id === wanted
  );
  const back = linkButton(address(scene, {}), ui.t("services.all_groups"), {
    icon: "chevron-left",
  });
  if (services.length === 0) {
    return card(
      ui.t("services.found"),
      emptyState("search", ui.t("services.nothing"), ui.t("services.nothing_help"), back),
    );
  }
  return card(ui.t("services.found"), serviceTiles(ui, scene, services), { action: back });
}

function groupCard(ui: Ui, scene: TileContext, group: string): Child {
  const services = scene.shown.services.filter((each) => each.group === group);
  const { scope } = scene.shown;
  const whole = (value: "block" | "") => ({
    services: Object.fromEntries(services.map(({ id }) => [id, value])),
  });
  const timed = services.filter(({ here, hours }) => here === "block" && hours.length > 0);
  const before = {
    services: Object.fromEntries(services.map(({ id, here }) => [id, here])),
    schedules: Object.fromEntries(timed.map(({ id, hours }) => [id, hours])),
  };
  const name = ui.t(`services.group_${group}` as TextKey);
  const path = servicesPath(scope);
  const method = "put" as const;
  const act = (value: "block" | "") => ({
    method,
    path,
    body: whole(value),
    done: "scopes.done" as const,
    args: { name },
    undo: { method, path, body: before },
  });
  const all = html`
    <span class="buttons">
      ${actionButton(ui, act("block"), ui.t("services.block_group"), { icon: "ban" })}
      ${services.some(({ here }) => here !== "") &&
        actionButton(ui, act(""), ui.t("scopes.all_automatic"))}
      ${linkButton(address(scene, {}), ui.t("services.all_groups"), { icon: "chevron-left" })}
    </span>
  `;
  return card(name, serviceTiles(ui, scene, services), scene.may ? { action: all } : {});
}

function overview(ui: Ui, scene: TileContext): Child {
  const { services, groups } = scene.shown;
  const isChosen = ({ here, effective, from }: ChosenService) =>
    here !== "" || (effective === "block" && !from.startsWith("category:"));
  const chosen = services.filter(isChosen);
  const blocked = services.filter(({ effective }) => effective === "block");
  const rest = blocked.filter((each) => !isChosen(each)).length;
  const more = rest > 0 &&
    html`
      <p class="muted">
        ${ui.t("services.by_category", { count: rest })} <a href=${`/categories`}>
          ${ui.t("categoryPage.name")}
        </a>
      </p>
    `;
  return html`
    ${(chosen.length > 0 || rest > 0) &&
      card(
        ui.t("services.chosen"),
        html`${serviceTiles(ui, scene, chosen)}${more}`,
      )}
    <section aria-labelledby="groups-title">
      <h2 id="groups-title" class="between">${ui.t("services.all_groups")}</h2>
      <ul class="service-groups">${groups.map((group) => groupTile(ui, scene, group))}</ul>
    </section>
    ${scene.may && addServiceCard(ui, groups)}
  `;
}

function groupTile(ui: Ui, scene: TileContext, group: string): Child {
  const services = scene.shown.services.filter((each) => each.group === group);
  const blocked = services.filter(({ effective }) => effective === "block").length;
  const said = blocked === 0
    ? ui.t("services.count", { count: services.length })
    : ui.t("services.blocked_of", { blocked, all: services.length });
  return html`
    <li class="service-group">
      <a href=${address(scene, {
        group,
      })}>
        <span class="samples" aria-hidden="true">
          ${services.slice(0, SAMPLES).map((each) => serviceInitials(scene.shown, each))}
        </span>
        <span class="group-name">
          ${ui.t(
            `services.group_${group}` as TextKey,
          )}
          ${icon("chevron-right")}
        </span>
        <span class=${blocked === 0 ? "muted" : "blocked-count"}>${said}</span>
      </a>
    </li>
  `;
}
