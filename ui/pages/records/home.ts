/** Local zones that only the box answers, and the router that is queried for local names. */
import type {
  ForwardingResponse,
  ZonesResponse,
} from "../../../api/features/network/records/home_routes.ts";
import { html, type Markup } from "../../html.ts";
import { card, definitionList } from "../../parts/card.ts";
import { input, toggle } from "../../parts/field.ts";
import { actionButton, actionText, form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

const ZONES = "/api/v1/dns-records/zones";
const FORWARDING = "/api/v1/dns-records/forwarding";

/** The local zones, each with a remove button, and a field for another one. */
export function zonesCard(ui: Ui, zones: ZonesResponse["zones"], may: boolean): Markup {
  const rows = zones.map(({ zone, readable, records }) =>
    html`
      <li>
        <span class="record-zone">
          <bdi class="record-name" dir="ltr" translate="no">${readable}</bdi>
          <span class="muted">${ui.t("records.zone_names", { count: records })}</span>
        </span>
        ${may && actionButton(ui, removing(zone, readable), ui.t("words.remove"), {
          style: "quiet",
          label: ui.t("records.zone_remove_of", { zone: readable }),
        })}
      </li>
    `
  );
  const path = `${ZONES}/{zone}`;
  const act: PageAction = {
    method: "put",
    path,
    done: "records.done_zone_added",
    undo: { method: "delete", path },
  };
  const field = input(ui, {
    name: "zone:path",
    id: "zone-name",
    label: ui.t("records.zone"),
    value: "",
    required: true,
    maxlength: 255,
    help: ui.t("records.such_as", { sample: "lab.home.arpa" }),
    inputmode: "url",
    autocomplete: "off",
  });
  return card(
    ui.t("settings.name_local_zones"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("settings.help_local_zones")}</p>
        ${zones.length > 0 && html`<ul class="record-zones">${rows}</ul>`}
        ${may && form(
          ui,
          act,
          html`
            <div class="field-grid">${field}</div>
            <p class="buttons">${submit(ui.t("records.zone_add"))}</p>
          `,
        )}
      </div>
    `,
    { id: "zones" },
  );
}

function removing(zone: string, readable: string): PageAction {
  const path = `${ZONES}/${encodeURIComponent(zone)}`;
  return {
    method: "delete",
    path,
    done: "records.done_zone_removed",
    args: { zone: readable },
    undo: { method: "put", path },
  };
}

/** The router: its address, its domain, and whether it is queried for names of addresses. */
export function routerCard(ui: Ui, forwarding: ForwardingResponse, may: boolean): Markup {
  const { router, domain, reverse } = forwarding;
  const none = ui.t("records.none");
  const undo = { method: "put", path: FORWARDING, body: { router, domain, reverse } } as const;
  const shown = definitionList(
    [ui.t("records.router_address"), router || none],
    [ui.t("settings.name_router_domain"), domain || none],
  );
  const stops: PageAction = {
    method: "put",
    path: FORWARDING,
    body: { router: "" },
    done: "records.done_router_off",
    undo,
    fields: {},
  };
  const fields = html`
    <div class="field-grid">
      ${input(ui, {
        name: "router",
        id: "router-address",
        label: ui.t("records.router_address"),
        value: router,
        required: true,
        help: ui.t("records.such_as", { sample: "192.168.1.1" }),
        maxlength: 64,
        autocomplete: "off",
      })}
      ${input(ui, {
        name: "domain",
        id: "router-domain",
        label: ui.t("settings.name_router_domain"),
        value: domain,
        help: ui.t("settings.help_router_domain"),
        maxlength: 255,
        inputmode: "url",
        autocomplete: "off",
      })}
    </div>
    ${toggle(ui, {
      name: "reverse:boolean",
      id: "router-reverse",
      label: ui.t("settings.name_router_reverse"),
      help: ui.t("settings.help_router_reverse"),
      on: router === "" || reverse,
    })}
    <p class="buttons">
      ${submit(ui.t(router === "" ? "records.router_save" : "words.save"))}
      ${router !== "" &&
        submit(ui.t("records.router_stop"), { style: "quiet", act: actionText(ui, stops) })}
    </p>
  `;
  const asks: PageAction = { method: "put", path: FORWARDING, done: "records.done_router", undo };
  return card(
    ui.t("records.router"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("records.router_help")}</p>
        ${may ? form(ui, asks, fields) : shown}
      </div>
    `,
    { id: "router" },
  );
}
