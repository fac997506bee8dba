/** Local names: custom records, names of devices, local zones, and the router (A 7.2.3). */
import { searchField } from "../parts/search.ts";
import type {
  ForwardingResponse,
  ZonesResponse,
} from "../../api/features/network/records/home_routes.ts";
import type {
  DeviceNamePage,
  RecordPage,
  RecordResponse,
} from "../../api/features/network/records/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { card, emptyState, table } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import { pageLinks } from "../parts/page_links.ts";
import type { Ui } from "../ui.ts";
import { recordForm, recordType, typeLinks } from "./records/form.ts";
import { routerCard, zonesCard } from "./records/home.ts";
import { pasteCard, pasteResult } from "./records/paste.ts";
import { recordTable } from "./records/rows.ts";

/** Records per page, and the maximum number of records. */
const AT_ONCE = 100;
const ALL = 1000;

interface RecordsShown {
  readonly records: readonly RecordResponse[];
  readonly next: string;
  readonly text: string;
  readonly paged: boolean;
  /** The record being edited. */
  readonly edited: RecordResponse | undefined;
  /** The type of a new record. */
  readonly type: RecordResponse["type"] | undefined;
  readonly name: string;
  readonly devices: DeviceNamePage["names"];
  readonly moreDevices: string;
  readonly pagedDevices: boolean;
  readonly zones: ZonesResponse["zones"];
  readonly forwarding: ForwardingResponse;
}

/** The page at `/records`. */
export const recordsPage = page<RecordsShown>({
  doc: "A 7.2.3",
  path: "/records",
  name: "settings.name_local_records",
  access: "rules.read",
  area: "box",
  database: "box",
  query: ["text", "cursor", "edit", "new", "name", "devices"],
  async load({ read, query }) {
    const text = query.text?.trim() ?? "";
    const path = "/api/v1/dns-records";
    const asked = { text: text || undefined, cursor: query.cursor, limit: AT_ONCE };
    const [found, edited, names, { zones }, forwarding] = await Promise.all([
      read<RecordPage>(path, { query: asked }),
      query.edit === undefined ? undefined : read<RecordPage>(path, { query: { limit: ALL } }),
      read<DeviceNamePage>(`${path}/devices`, {
        query: { cursor: query.devices, limit: AT_ONCE },
      }),
      read<ZonesResponse>(`${path}/zones`),
      read<ForwardingResponse>(`${path}/forwarding`),
    ]);
    return {
      records: found.records,
      next: found.next,
      text,
      paged: query.cursor !== undefined,
      edited: edited?.records.find(({ id }) => String(id) === query.edit),
      name: query.name ?? "",
      type: recordType(query.new),
      devices: names.names,
      moreDevices: names.next,
      pagedDevices: query.devices !== undefined,
      zones,
      forwarding,
    };
  },
  view,
});

function view(ui: Ui, shown: RecordsShown): PageView {
  const { records, edited, text } = shown;
  const may = ui.may("rules.write");
  const searched = text !== "" || shown.paged;
  return {
    lead: leadOf(ui, shown),
    body: html`
      <div class="stack">
        ${pasteResult(ui)}
        ${may && addCard(ui, shown, searched)}
        ${may && edited === undefined && pasteCard(ui)}
        ${(records.length > 0 || searched) &&
          html`<section class="card">${searchForm(ui, text)}${list(ui, shown, may)}</section>`}
        ${records.length === 0 && !searched &&
          html`
            <div class="card">
              ${emptyState("hard-drive", ui.t("records.empty"), ui.t("records.empty_help"))}
            </div>
          `}
        ${devicesCard(ui, shown)}
        ${zonesCard(ui, shown.zones, may)}
        ${routerCard(ui, shown.forwarding, may)}
        <p class="muted">${ui.t("records.others")}</p>
      </div>
    `,
  };
}

function leadOf(ui: Ui, { records, text, next, paged }: RecordsShown): string {
  const count =
    new Set(records.filter(({ enabled }) => enabled || text !== "").map(({ name }) => name)).size;
  if (next !== "" || paged) return ui.t("records.lead_page", { count });
  if (text !== "") return ui.t("records.lead_found", { count });
  return count === 0 ? ui.t("records.lead_none") : ui.t("records.lead", { count });
}

function addCard(ui: Ui, { edited, type, name, records }: RecordsShown, searched: boolean): Child {
  if (edited !== undefined) {
    return card(ui.t("records.edit_title"), recordForm(ui, edited.type, { edited }), {
      id: "record-form",
    });
  }
  const begun = type !== undefined || name !== "";
  const open = begun || (records.length === 0 && !searched);
  const failed = ui.context.failed !== undefined && ui.fieldValue("type") !== undefined;
  return html`
    <details class="card folded" id="record-form" open=${open || failed}>
      <summary>
        <h2>${ui.t("records.add")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${typeLinks(ui, type ?? "A", name)}
      ${recordForm(ui, type ?? "A", { name })}
    </details>
  `;
}

function searchForm(ui: Ui, text: string): Markup {
  const label = ui.t("records.search");
  return html`
    <form method="get" action="/records" class="form record-search">
      <div class="find">
        ${searchField(ui, { id: "record-search", name: "text", value: text, label })}
      </div>
    </form>
  `;
}

function list(ui: Ui, { records, next, text, paged }: RecordsShown, may: boolean): Child {
  if (records.length === 0) {
    const all = linkButton("/records", ui.t("records.show_all"));
    return emptyState("search", ui.t("records.nothing"), ui.t("records.nothing_help"), all);
  }
  const to = (more: Record<string, string>) =>
    `/records?${new URLSearchParams({ ...(text === "" ? {} : { text }), ...more })}`;
  return html`
    ${recordTable(ui, records, may)}
    <p class="buttons page-links">
      ${paged && linkButton(to({}), ui.t("records.first"), { icon: "chevron-left" })}
      ${next !== "" &&
        linkButton(to({ cursor: next }), ui.t("records.next"), { icon: "chevron-right" })}
    </p>
  `;
}

function devicesCard(ui: Ui, { devices, moreDevices, pagedDevices }: RecordsShown): Markup {
  const [first] = devices;
  const dot = first?.name.indexOf(".") ?? -1;
  if (first === undefined) {
    return card(
      ui.t("records.devices"),
      html`<p class="muted">${ui.t("records.devices_none")}</p>`,
    );
  }
  const rows = table(ui.t("records.devices"), [
    {
      head: ui.t("words.name"),
      main: true,
      cell: ({ name }) => html`<bdi class="record-name" dir="ltr" translate="no">${name}</bdi>`,
    },
    { head: ui.t("words.device"), cell: ({ device }) => html`<bdi>${device}</bdi>` },
    {
      head: ui.t("words.addresses"),
      cell: ({ addresses }) =>
        html`<bdi class="record-data" dir="ltr" translate="no">${ui.list(addresses)}</bdi>`,
    },
  ], devices);
  const links = pageLinks(ui, {
    path: "/records",
    paged: pagedDevices,
    next: moreDevices,
    parameter: "devices",
  });
  const help = ui.t("records.devices_help", { domain: first.name.slice(dot + 1) });
  return card(
    ui.t("records.devices"),
    html`<div class="stack"><p class="muted">${help}</p>${rows}${links}</div>`,
    { id: "device-names" },
  );
}
