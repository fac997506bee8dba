/** One service as a tile: its initials, name, state and choice. */
import type {
  BlockedServices,
  ChosenService,
} from "../../../api/features/protection/services/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { chooser } from "../../parts/chooser.ts";
import { scopeName, sourceText } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import { choiceAction } from "./choice_action.ts";
import { weekText } from "../../parts/week_grid.ts";

/** What the tiles of a page share. */
export interface TileContext {
  readonly shown: BlockedServices;
  readonly names: ReadonlyMap<string, string>;
  readonly may: boolean;
}

const COLOURS = 8;

/** The initials of a service in the colour of its group. */
export function serviceInitials(
  { groups }: BlockedServices,
  { letter, group }: Pick<ChosenService, "letter" | "group">,
): Markup {
  const colour = Math.max(0, groups.indexOf(group)) % COLOURS + 1;
  return html`<span class=${`letters on-c${colour}`} aria-hidden="true">${letter}</span>`;
}

/** The address of the page of a service for a scope. */
export function serviceAddress(id: string, scope: string): string {
  return `/services/${id}${scope === "all" ? "" : `?${new URLSearchParams({ scope })}`}`;
}

/** The choices for a service, with the meaning of following the wider scopes. */
export function serviceOptions(
  ui: Ui,
  { follows, fixed }: Pick<ChosenService, "follows" | "fixed">,
) {
  return [
    { value: "", text: ui.t(`scopes.follow_${follows}`) },
    ...(fixed ? ["block"] as const : ["block", "allow"] as const).map((value) => ({
      value,
      text: ui.t(`scopes.choose_${value}`),
    })),
  ];
}

/** Services as tiles. */
export function serviceTiles(
  ui: Ui,
  scene: TileContext,
  services: readonly ChosenService[],
): Markup {
  return html`<ul class="tiles">${services.map((service) => tile(ui, scene, service))}</ul>`;
}

function tile(ui: Ui, scene: TileContext, service: ChosenService): Markup {
  const { id, name, effective, here } = service;
  const { shown, may } = scene;
  const blocked = effective === "block";
  return html`
    <li class=${`tile ${blocked ? "is-blocked" : ""}`}>
      ${serviceInitials(shown, service)}
      <div class="tile-text">
        <a href=${serviceAddress(id, shown.scope)}><bdi>${name}</bdi></a>
        ${stateText(ui, scene, service)}
      </div>
      ${may &&
        chooser(ui, choiceAction(shown.scope, service), {
          id: `choice-${id}`,
          name: `services.${id}`,
          value: here,
          look: `is-${effective}${here === "" ? "" : " is-chosen"}`,
          label: ui.t("scopes.choice_for", { name, whom: scopeName(ui, shown) }),
          options: serviceOptions(ui, service),
        })}
    </li>
  `;
}

/** What the choice does not show: which scope blocks the service, and when. */
function stateText(ui: Ui, { names, shown, may }: TileContext, service: ChosenService): Child {
  const { effective, from, here, hours, custom } = service;
  const action = may ? "" : ui.t(`scopes.is_${effective}`);
  const by = here === "" && from !== "" && from !== shown.scope ? sourceText(ui, from, names) : "";
  const parts = [action, by, weekText(ui, hours), custom ? ui.t("services.own") : ""].filter((
    part,
  ) => part !== "");
  return parts.length > 0 &&
    html`
      <span class="tile-state">${effective === "block" && icon("ban")}${parts.join(" · ")}</span>
    `;
}
