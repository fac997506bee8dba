/**
 * The network: present and absent devices, new devices first with a prompt for their owner, and
 * scans (A 2.8, 4.8).
 */
import type { DevicePage } from "../../api/features/household/devices/routes.ts";
import type { GroupsResponse } from "../../api/features/household/groups/routes.ts";
import type { PeopleResponse } from "../../api/features/household/people/routes.ts";
import type { NetworkPage } from "../../api/features/network/machines/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LoadContext, page, type PageView } from "../page.ts";
import { card, emptyState } from "../parts/card.ts";
import { linkButton, submit } from "../parts/form.ts";
import { pageLinks } from "../parts/page_links.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import { isNew, machineList, type MachineRow, newMachineRow } from "./network/machine.ts";
import type { OwnerChoices } from "./network/owner.ts";
import { networksCard, scanButton, scanProgress } from "./network/scan.ts";

interface Data {
  readonly network: NetworkPage;
  readonly met: readonly MachineRow[];
  readonly owners: OwnerChoices;
  readonly q: string;
  readonly paged: boolean;
}

/**
 * Maximum number of devices shown (others are found by search), and of new ones with a prompt at
 * once.
 */
const MOST_SHOWN = 50;
const MOST_NEW = 8;

/** The page at `/network`. */
export const networkPage = page<Data>({
  doc: "A 2.8, 4.8",
  path: "/network",
  name: "settings.group_network",
  access: "devices.read",
  area: "people",
  database: "box",
  query: ["q", "cursor"],
  load: loaded,
  view,
});

async function loaded(ask: LoadContext): Promise<Data> {
  const q = (ask.query.q ?? "").trim().slice(0, 255);
  const { cursor } = ask.query;
  const network = await ask.read<NetworkPage>("/api/v1/network", {
    query: { limit: MOST_SHOWN, q: q || undefined, cursor },
  });
  const ids = network.machines.map(({ device_id }) => device_id).filter((id) => id !== 0);
  const [{ devices }, people, groups] = await Promise.all([
    ids.length === 0
      ? { devices: [] }
      : ask.read<DevicePage>("/api/v1/devices", { query: { ids: ids.join(), limit: MOST_SHOWN } }),
    tryRead<PeopleResponse>(ask, "household.read", "/api/v1/people"),
    tryRead<GroupsResponse>(ask, "devices.read", "/api/v1/groups"),
  ]);
  const byId = new Map(devices.map((device) => [device.id, device]));
  const met = network.machines.map((machine) => ({ machine, device: byId.get(machine.device_id) }));
  return {
    network,
    met,
    q,
    paged: cursor !== undefined,
    owners: { people: people.data?.people ?? [], groups: groups.data?.groups ?? [] },
  };
}

function view(ui: Ui, data: Data): PageView {
  const { network, met, owners, q } = data;
  const { running } = network.scan;
  const fresh = met.filter(isNew).sort((a, b) => b.machine.first_seen - a.machine.first_seen);
  const unassigned = q === "" ? fresh.slice(0, MOST_NEW) : [];
  const rest = met.filter((one) => !unassigned.includes(one));
  return {
    lead: html`<span id="network-lead" data-refresh="10">${
      leadOf(ui, network, fresh.length)
    }</span>`,
    action: html`
      <span id="network-scan" data-refresh=${running ? 2 : undefined}>
        ${scanButton(ui, network)}
      </span>
    `,
    body: html`
      <div class="stack">
        <div id="network-progress" data-refresh=${running ? 2 : undefined}>
          ${scanProgress(ui, network.scan)}
        </div>
        ${network.total === 0 ? nothing(ui) : html`
          ${whoCard(ui, unassigned, owners)}
          ${(rest.length > 0 || q !== "") && listCard(ui, data, rest)}
        `}
        ${networksCard(ui, network)}
      </div>
    `,
  };
}

function leadOf(ui: Ui, { total, present }: NetworkPage, count: number): Child {
  if (total === 0) return ui.t("network.lead_none");
  const here = ui.t("network.lead", { count: present });
  return count === 0 ? here : `${here} ${ui.t("network.lead_new", { count })}`;
}

function nothing(ui: Ui): Markup {
  return html`
    <div class="card">${emptyState(
      "radar",
      ui.t("network.empty"),
      ui.t("network.empty_help"),
    )}</div>
  `;
}

/** New devices, each with a prompt for its owner. */
function whoCard(ui: Ui, asked: readonly MachineRow[], owners: OwnerChoices): Child {
  if (asked.length === 0) return null;
  const nobody = owners.people.length + owners.groups.length === 0 && ui.may("household.write");
  return card(
    ui.t("network.who"),
    html`
      ${ui.may("devices.write") &&
        html`<p class="muted">${ui.t(nobody ? "network.who_nobody" : "network.who_help")}</p>`}
      ${nobody &&
        html`
          <p class="buttons">
            ${linkButton("/people", ui.t("network.add_people"), { icon: "user-plus" })}
          </p>
        `}
      <ul class="machines-new">${asked.map((one) => newMachineRow(ui, one, owners))}</ul>
    `,
    { id: "who" },
  );
}

function listCard(
  ui: Ui,
  { network, owners, q, paged }: Data,
  rest: readonly MachineRow[],
): Markup {
  const byName = new Intl.Collator(ui.context.language, { numeric: true }).compare;
  const here = rest.filter(({ machine }) => machine.present).sort((a, b) =>
    byName(a.machine.label, b.machine.label)
  );
  const away = rest.filter(({ machine }) => !machine.present);
  const shown = network.machines.length;
  const body = html`
    ${searchForm(ui, q)}
    ${rest.length === 0 && q !== "" && html`<p class="muted">${ui.t("network.found_none")}</p>`}
    ${here.length > 0 ? machineList(ui, here, owners) : q === "" && network.present === 0 &&
      html`<p class="muted">${ui.t("network.nobody_here")}</p>`}
    ${away.length > 0 && html`
      <h3 class="machines-away">
        ${ui.t("network.away")} <span class="muted">${ui.number(away.length)}</span>
      </h3>
      ${machineList(ui, away, owners)}
    `}
    ${(network.next !== "" || paged) &&
      html`
        <p class="small muted">${ui.t("network.not_all", { shown, total: network.total })}</p>
      `}
    ${pageLinks(ui, { path: "/network", query: { q }, paged, next: network.next })}
  `;
  return card(ui.t("network.here"), body, { id: "here" });
}

function searchForm(ui: Ui, q: string): Markup {
  return html`
    <form method="get" action="/network" class="form machine-search" role="search">
      <div class="find">
        <label class="visually-hidden" for="machine-search">${ui.t("network.find")}</label>
        <input
          id="machine-search"
          type="search"
          name="q"
          value=${q}
          maxlength="255"
          placeholder=${ui.t("network.find")}
          autocomplete="off"
          spellcheck="false"
        />
        ${submit(ui.t("words.search"), {
          icon: "search",
        })}
      </div>
    </form>
  `;
}
