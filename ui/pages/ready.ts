/**
 * What remains after the setup: configuring the network to use the box, and checking that it works
 * (A 4.9).
 */
import type { BackupsResponse } from "../../api/features/box/backups/responses.ts";
import type { FoundImportsResponse } from "../../api/features/box/import/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { ClientsResponse } from "../../api/features/insight/statistics/routes.ts";
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page } from "../page.ts";
import { card } from "../parts/card.ts";
import { copyField } from "../parts/copy.ts";
import { linkButton } from "../parts/form.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import { foundCard } from "./imports/found.ts";

interface ReadyData {
  /** Addresses at which devices reach the box. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** Number of devices that have sent queries, without the box itself. */
  readonly devices: number;
  /** Settings of other products on the machine, for those who may import them. */
  readonly found: FoundImportsResponse["found"];
  /** Whether a recovery key can be made, and there is none yet. */
  readonly needsKey: boolean;
}

/** The page at `/ready`. */
export const readyPage = page({
  doc: "A 4.9",
  path: "/ready",
  name: "setup.ready_title",
  access: ["system.read", "reports.read"],
  bare: true,
  async load(context): Promise<ReadyData> {
    const { read, host, principal } = context;
    const mayImport = principal.kind === "session" && principal.rights.has("backups.restore");
    const [{ addresses, listeners }, { clients }, { found }, { data }] = await Promise.all([
      read<BoxStatus>("/api/v1/status"),
      read<ClientsResponse>("/api/v1/clients", { query: { period: "day" } }),
      mayImport ? read<FoundImportsResponse>("/api/v1/import/found") : { found: [] },
      tryRead<BackupsResponse>(context, "backups.read", "/api/v1/backups"),
    ]);
    const needsKey = data !== undefined && data.key === null;
    const devices = clients.filter(({ address }) => !isLoopback(address)).length;
    const places = listeners.map((text) => /^udp \[?(.*?)\]?:(\d+)$/.exec(text)).filter((found) =>
      found !== null
    );
    const chosen = places.map(([, address]) => address).filter((address) =>
      !/^(0\.0\.0\.0|::|)$/.test(address)
    );
    const opened = host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
    const reachable = isOfNetwork(opened) ? [opened] : addresses;
    // If it listens only on certain addresses, these are shown; otherwise the one in the browser,
    // which works.
    const known = chosen.length > 0 ? chosen : reachable;
    const port = Number(places[0]?.[2] ?? 53);
    return { addresses: known.slice(0, 2), port, devices, found, needsKey };
  },
  view: (ui, data) => ({
    lead: ui.t(data.devices > 0 ? "setup.ready_lead_works" : "setup.ready_lead"),
    body: html`
      <div class="stack">
        ${address(ui, data)}
        ${check(ui, data)}
        ${data.found.map((each) => foundCard(ui, each))}
        ${ui.may("backups.restore") && data.found.length === 0 && importCard(ui)}
        ${data.needsKey && ui.may("backups.restore") && keyCard(ui)}
        ${linkButton("/", ui.t("setup.ready_open"), { style: "main", icon: "house" })}
      </div>
    `,
  }),
});

/** The recovery key of backups: offered here, and later on the page Backups. */
function keyCard(ui: Ui): Markup {
  return card(
    ui.t("setup.ready_key"),
    html`
      <p class="muted">${ui.t("setup.ready_key_why")}</p>
      <p class="buttons">
        ${linkButton("/backups/key?from=ready", ui.t("backups.key_create"), { icon: "key-round" })}
      </p>
    `,
    { class: "spaced" },
  );
}

/** For users who used another filter before. */
function importCard(ui: Ui): Markup {
  return card(
    ui.t("imports.coming"),
    html`
      <p class="muted">${ui.t("imports.lead")}</p>
      <p class="buttons">${linkButton("/import", ui.t("imports.choose"), { icon: "upload" })}</p>
    `,
    { class: "spaced" },
  );
}

/** Whether a host is an address that other devices can reach. */
function isOfNetwork(host: string): boolean {
  return /^[\d.]+$|:/.test(host) && !isLoopback(host);
}

function isLoopback(address: string): boolean {
  return /^127\.|^::1$/.test(address);
}

function address(ui: Ui, { addresses, port }: ReadyData): Markup {
  return card(
    ui.t("setup.ready_address"),
    html`
      <div class="form">
        ${addresses.map((text) => copyField(ui, text))}
        ${port !== 53 &&
          html`<p class="help">${ui.t("setup.ready_port", { port: String(port) })}</p>`}
        <div>
          <h3>${ui.t("setup.ready_router")}</h3>
          <p class="muted">${ui.t("setup.ready_how")}</p>
        </div>
      </div>
    `,
  );
}

/** Reloads automatically until a device has sent a query. */
function check(ui: Ui, { devices }: ReadyData): Markup {
  const works = devices > 0;
  const body = html`
    <p
      id="works"
      class=${`works ${works ? "good" : ""}`}
      role="status"
      data-refresh=${works ? undefined : "3"}
    >
      ${icon(works ? "circle-check" : "radio")}
      <span>
        ${works ? ui.t("setup.ready_works", { count: devices }) : ui.t("setup.ready_waiting")}
      </span>
    </p>
  `;
  return card(ui.t("setup.ready_check"), body);
}
