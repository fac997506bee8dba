/** Local zones that only the box answers, and the router that is queried for local names. */
import type {
  ShownForwarding,
  ShownZones,
} from "../../../api/features/network/records/home_routes.ts";
import { html, type Markup } from "../../html.ts";
import { card, facts } from "../../parts/card.ts";
import { input, toggle } from "../../parts/field.ts";
import { type Act, actButton, actText, form, submit } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";

const ZONES = "/api/v1/dns-records/zones";
const FORWARDING = "/api/v1/dns-records/forwarding";

/** The local zones, each with a remove button, and a field for another one. */
export function zonesCard(ui: Ui, zones: ShownZones["zones"], may: boolean): Markup {
  const rows = zones.map(({ zone, readable, records }) =>
    html`
      <li>
        <span class="record-zone">
          <bdi class="record-name" dir="ltr" translate="no">${readable}</bdi>
          <span class="muted">${ui.say("records.zone_names", { count: records })}</span>
        </span>
        ${may && actButton(ui, removing(zone, readable), ui.say("words.remove"), {
          style: "quiet",
          label: ui.say("records.zone_remove_of", { zone: readable }),
        })}
      </li>
    `
  );
  const path = `${ZONES}/{zone}`;
  const act: Act = {
    method: "put",
    path,
    done: "records.done_zone_added",
    undo: { method: "delete", path },
  };
  const field = input(ui, {
    name: "zone:path",
    id: "zone-name",
    label: ui.say("records.zone"),
    value: "",
    required: true,
    maxlength: 255,
    help: ui.say("records.such_as", { sample: "lab.home.arpa" }),
    inputmode: "url",
    autocomplete: "off",
  });
  return card(
    ui.say("settings.name_local_zones"),
    html`
      <div class="stack">
        <p class="muted">${ui.say("settings.help_local_zones")}</p>
        ${zones.length > 0 && html`<ul class="record-zones">${rows}</ul>`}
        ${may && form(
          ui,
          act,
          html`
            <div class="field-grid">${field}</div>
            <p class="buttons">${submit(ui.say("records.zone_add"))}</p>
          `,
        )}
      </div>
    `,
    { id: "zones" },
  );
}

function removing(zone: string, readable: string): Act {
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
export function routerCard(ui: Ui, forwarding: ShownForwarding, may: boolean): Markup {
  const { router, domain, reverse } = forwarding;
  const none = ui.say("records.none");
  const undo = { method: "put", path: FORWARDING, body: { router, domain, reverse } } as const;
  const shown = facts(
    [ui.say("records.router_address"), router || none],
    [ui.say("settings.name_router_domain"), domain || none],
  );
  const stops: Act = {
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
        label: ui.say("records.router_address"),
        value: router,
        required: true,
        help: ui.say("records.such_as", { sample: "192.168.1.1" }),
        maxlength: 64,
        autocomplete: "off",
      })}
      ${input(ui, {
        name: "domain",
        id: "router-domain",
        label: ui.say("settings.name_router_domain"),
        value: domain,
        help: ui.say("settings.help_router_domain"),
        maxlength: 255,
        inputmode: "url",
        autocomplete: "off",
      })}
    </div>
    ${toggle(ui, {
      name: "reverse:boolean",
      id: "router-reverse",
      label: ui.say("settings.name_router_reverse"),
      help: ui.say("settings.help_router_reverse"),
      on: router === "" || reverse,
    })}
    <p class="buttons">
      ${submit(ui.say(router === "" ? "records.router_save" : "words.save"))}
      ${router !== "" &&
        submit(ui.say("records.router_stop"), { style: "quiet", act: actText(ui, stops) })}
    </p>
  `;
  const asks: Act = { method: "put", path: FORWARDING, done: "records.done_router", undo };
  return card(
    ui.say("records.router"),
    html`
      <div class="stack">
        <p class="muted">${ui.say("records.router_help")}</p>
        ${may ? form(ui, asks, fields) : shown}
      </div>
    `,
    { id: "router" },
  );
}
