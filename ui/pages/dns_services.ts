/**
 * Encrypted DNS: setting up devices, what works now, the certificate and its source, and the
 * redirect from HTTP (A 4.6, 7.8, 7.9).
 */
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { StatisticsResponse } from "../../api/features/insight/statistics/routes.ts";
import type { DnsServicesResponse } from "../../api/features/network/dns_services/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LoadContext, page } from "../page.ts";
import { card } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import { settingValue } from "../parts/setting.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import {
  certificateCard,
  isExpired,
  progressCard,
  renewedNote,
} from "./dns_services/certificate.ts";
import { choiceCard } from "./dns_services/choice.ts";
import { devicesCard } from "./dns_services/devices.ts";
import { protocolsCard } from "./dns_services/protocols.ts";
import { redirectCard } from "./dns_services/redirect.ts";
import type { DnsServicesData } from "./dns_services/data.ts";

/** The page at `/dns-services`. */
export const dnsServicesPage = page<DnsServicesData>({
  doc: "A 4.6, 7.8, 7.9",
  path: "/dns-services",
  name: "dns.title",
  access: "system.read",
  area: "box",
  database: "box",
  query: ["mode", "provider"],
  load: loaded,
  view: (ui, data) => ({
    lead: html`<span id="dns-lead" data-refresh="5">${leadOf(ui, data.services)}</span>`,
    body: html`<div class="stack" id="dns-services">${cards(ui, data)}</div>`,
  }),
});

/**
 * Parts that depend on the certificate are reloaded periodically; parts with input fields are not.
 * Devices come first, unless something must be done before they can send queries.
 */
function cards(ui: Ui, data: DnsServicesData): Child[] {
  const { certificate, protocols, encrypted } = data.services;
  const has = certificate.serving !== "";
  const closed = Object.values(protocols).some(({ enabled, listening }) =>
    enabled && listening.length === 0
  );
  const progress = [renewedNote(ui, certificate), progressCard(ui, certificate)];
  const devices = part("dns-devices", 10, has && devicesCard(ui, data));
  const now = part(
    "dns-now",
    10,
    has && [protocolsCard(ui, data), certificateCard(ui, certificate)],
  );
  const choice = ui.may("system.write") && choiceCard(ui, data);
  const inOrder = () => {
    if (isExpired(ui, certificate)) return [choice, now, devices];
    return closed ? [now, choice, devices] : [devices, now, choice];
  };
  return [
    part("dns-progress", certificate.state === "obtaining" ? 2 : 10, progress),
    ...inOrder(),
    html`
      <div class="grid dns-grid">
        ${redirectCard(ui, encrypted.http_redirect)}
        ${blockedCard(ui, data.blocked)}
      </div>
    `,
  ];
}

function part(id: string, seconds: number, inside: Child): Child {
  return html`<div id=${id} class="stack" data-refresh=${seconds}>${inside}</div>`;
}

async function loaded(ask: LoadContext): Promise<DnsServicesData> {
  const { read, query, host, agent } = ask;
  const [services, status, settings, counted] = await Promise.all([
    read<DnsServicesResponse>("/api/v1/dns-services"),
    read<BoxStatus>("/api/v1/status"),
    read<SettingsResponse>("/api/v1/settings"),
    tryRead<StatisticsResponse>(ask, "reports.read", "/api/v1/statistics", { period: "day" }),
  ]);
  return {
    services,
    asked: counted.data?.by.transport,
    blocked: String(settingValue(settings, "blocked_response") ?? ""),
    addresses: status.addresses,
    host,
    agent,
    mode: query.mode ?? "",
    provider: query.provider ?? "",
  };
}

function leadOf(ui: Ui, { certificate, protocols }: DnsServicesResponse): Child {
  const { state, serving } = certificate;
  const name = html`<bdi class="lead-name">${serving}</bdi>`;
  if (state === "obtaining") return ui.t("dns.lead_obtaining");
  if (serving === "") return ui.t(state === "failed" ? "dns.lead_failed" : "dns.lead_none");
  if (isExpired(ui, certificate)) return ui.tRich("dns.lead_expired", { name });
  if (certificate.from * 1000 > ui.context.now) return ui.tRich("dns.lead_not_yet", { name });
  const on = Object.values(protocols).filter(({ enabled }) => enabled);
  if (on.length === 0) return ui.tRich("dns.lead_off", { name });
  const isOpen = on.some(({ listening }) => listening.length > 0);
  return ui.tRich(isOpen ? "dns.lead_on" : "dns.lead_closed", { name });
}

/** The link to the block page (A 7.6); `response` = how queries for blocked names are answered. */
function blockedCard(ui: Ui, response: string): Markup {
  return card(
    ui.t("dns.blocked"),
    html`
      <p class="muted">${ui.t("dns.blocked_text")}</p>
      <p>${ui.t(response === "page" ? "dns.blocked_page" : "dns.blocked_other")}</p>
      <p class="buttons">${linkButton("/block-page", ui.t("blockPage.name"))}</p>
    `,
    { id: "blocked", class: "spaced" },
  );
}
