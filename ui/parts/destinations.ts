/** The destinations that the box connects to, with their state, why, what is sent and what stops it (A 7.12.2). */
import type { BackupsResponse } from "../../api/features/box/backups/responses.ts";
import type { ExportsResponse } from "../../api/features/box/exports/routes.ts";
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { TelemetryResponse } from "../../api/features/box/telemetry/routes.ts";
import type { BreachesResponse } from "../../api/features/household/breaches/routes.ts";
import type { VacationsResponse } from "../../api/features/household/vacations/routes.ts";
import type { DnsServicesResponse } from "../../api/features/network/dns_services/routes.ts";
import type { ListsResponse } from "../../api/features/protection/lists/routes.ts";
import {
  type Destination,
  DESTINATION_CHOICES,
  DESTINATION_IDS,
  type DestinationChoice,
  type DestinationId,
  DESTINATIONS,
} from "../../policy/catalogue/destinations.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { badge, definitionList, type Tone } from "./card.ts";
import { settingName, settingValue } from "./setting.ts";

/** What the state of destinations follows from; undefined = this account may not see it. */
export interface DestinationFacts {
  readonly settings: SettingsResponse | undefined;
  readonly lists: ListsResponse | undefined;
  readonly vacations: VacationsResponse | undefined;
  readonly breaches: BreachesResponse | undefined;
  readonly dns: DnsServicesResponse | undefined;
  readonly exports: ExportsResponse | undefined;
  readonly backups: BackupsResponse | undefined;
  readonly telemetry: TelemetryResponse | undefined;
}

/** Whether the box connects there: `unset` = no host is configured. */
export type DestinationState = "on" | "off" | "unset" | "unknown";

/** A destination with its state and its hosts, without paths, which may contain secrets. */
export interface DestinationStatus {
  readonly id: DestinationId;
  readonly state: DestinationState;
  readonly hosts: readonly string[];
}

/** Reads the facts that this account may see; the others stay undefined. */
export async function destinationFacts(
  ask: Pick<LoadContext, "read" | "principal">,
): Promise<DestinationFacts> {
  const [settings, lists, vacations, breaches, dns, exports, backups, telemetry] = await Promise
    .all([
      tryRead<SettingsResponse>(ask, "system.read", "/api/v1/settings"),
      tryRead<ListsResponse>(ask, "rules.read", "/api/v1/lists"),
      tryRead<VacationsResponse>(ask, "household.read", "/api/v1/vacations"),
      tryRead<BreachesResponse>(ask, "household.read", "/api/v1/breaches"),
      tryRead<DnsServicesResponse>(ask, "system.read", "/api/v1/dns-services"),
      tryRead<ExportsResponse>(ask, "system.read", "/api/v1/exports"),
      tryRead<BackupsResponse>(ask, "backups.read", "/api/v1/backups"),
      tryRead<TelemetryResponse>(ask, "system.read", "/api/v1/telemetry"),
    ]);
  return {
    settings: settings.data,
    lists: lists.data,
    vacations: vacations.data,
    breaches: breaches.data,
    dns: dns.data,
    exports: exports.data,
    backups: backups.data,
    telemetry: telemetry.data,
  };
}

type Found = Omit<DestinationStatus, "id">;

const UNKNOWN: Found = { state: "unknown", hosts: [] };

/** The state of every destination, in the order of the list. */
export function destinationStates(known: DestinationFacts): readonly DestinationStatus[] {
  return DESTINATION_IDS.map((id) => ({ id, ...STATES[id](known) }));
}

const STATES: Readonly<Record<DestinationId, (known: DestinationFacts) => Found>> = {
  upstreams: (known) => bySettings(known, DESTINATIONS.upstreams.hostSettings),
  bootstrap: (known) => bySettings(known, DESTINATIONS.bootstrap.hostSettings),
  lists({ lists }) {
    if (lists === undefined) return UNKNOWN;
    const downloaded = lists.lists.filter(({ source }) => source === "url");
    const used = downloaded.filter(({ enabled }) => enabled);
    if (used.length > 0) return { state: "on", hosts: hostsOf(used.map(({ url }) => url)) };
    return { state: downloaded.length > 0 ? "off" : "unset", hosts: [] };
  },
  spyware_list: (known) => bySettings(known, DESTINATIONS.spyware_list.hostSettings),
  updates(known) {
    const found = bySettings(known, DESTINATIONS.updates.hostSettings);
    if (found.state !== "on") return found;
    const mode = valueOf(known, "automatic_updates");
    return { ...found, state: mode === "off" ? "off" : "on" };
  },
  holidays(known) {
    const found = bySettings(known, DESTINATIONS.holidays.hostSettings);
    if (found.state !== "on") return found;
    if (known.vacations === undefined) return { ...found, state: "unknown" };
    return { ...found, state: known.vacations.import === null ? "off" : "on" };
  },
  countries: (known) => bySettings(known, DESTINATIONS.countries.hostSettings),
  online_service: (known) => byMode(known, DESTINATIONS.online_service.hostSettings, ["box"]),
  domain_ages(known) {
    const found = bySettings(known, DESTINATIONS.domain_ages.hostSettings);
    if (found.state !== "on") return found;
    const isOn = (key: string) => valueOf(known, key) === true;
    const isUsed = isOn("lookalike") || isOn("beacons");
    return { ...found, state: isUsed && isOn("lookalike_ask") ? "on" : "off" };
  },
  breach_ranges(known) {
    const found = bySettings(known, DESTINATIONS.breach_ranges.hostSettings);
    if (found.state !== "on") return found;
    const { breaches } = known;
    if (breaches === undefined) return { ...found, state: "unknown" };
    return { ...found, state: breaches.allowed && breaches.addresses.length > 0 ? "on" : "off" };
  },
  password_ranges(known) {
    const found = bySettings(known, DESTINATIONS.password_ranges.hostSettings);
    if (found.state !== "on") return found;
    const isOn = valueOf(known, "password_breach_check");
    return { ...found, state: isOn === false ? "off" : "on" };
  },
  certificate_authority: (known) =>
    byMode(known, DESTINATIONS.certificate_authority.hostSettings, ["box", "domain"]),
  dns_provider({ dns }) {
    if (dns === undefined) return UNKNOWN;
    const { mode, provider } = dns.certificate;
    if (mode !== "domain") return { state: "unset", hosts: [] };
    const name = dns.providers.find(({ id }) => id === provider)?.name ?? provider;
    return { state: "on", hosts: [name] };
  },
  domain_servers({ dns }) {
    if (dns === undefined) return UNKNOWN;
    const { mode, name } = dns.certificate;
    if (mode !== "domain" && mode !== "box") return { state: "unset", hosts: [] };
    return { state: "on", hosts: name === "" ? [] : [name] };
  },
  statistics(known) {
    const found = bySettings(known, DESTINATIONS.statistics.hostSettings);
    if (found.state !== "on") return found;
    if (known.telemetry === undefined) return { ...found, state: "unknown" };
    return { ...found, state: known.telemetry.sends ? "on" : "off" };
  },
  mail: (known) => byExports(known, "mail"),
  webhook: (known) => byExports(known, "webhook"),
  syslog: (known) => byExports(known, "syslog"),
  backup_webdav: (known) => byBackups(known, "webdav"),
  backup_s3: (known) => byBackups(known, "s3"),
  backup_sftp: (known) => byBackups(known, "sftp"),
  home_names: (known) => bySettings(known, DESTINATIONS.home_names.hostSettings),
  neighbours(known) {
    const value = valueOf(known, "network_scan");
    if (value === undefined) return UNKNOWN;
    return { state: value === true ? "on" : "off", hosts: [] };
  },
};

/** The value of a setting; undefined = this account may not see the settings. */
function valueOf({ settings }: DestinationFacts, key: string) {
  return settings && settingValue(settings, key);
}

function bySettings({ settings }: DestinationFacts, keys: readonly string[]): Found {
  if (settings === undefined) return UNKNOWN;
  const values = settings.settings.filter(({ key }) => keys.includes(key))
    .flatMap(({ value }) => Array.isArray(value) ? value : [String(value)]);
  const hosts = hostsOf(values);
  return { state: hosts.length === 0 ? "unset" : "on", hosts };
}

/** A destination that is used while the certificate comes from one of some places. */
function byMode(
  known: DestinationFacts,
  keys: readonly string[],
  modes: readonly string[],
): Found {
  const found = bySettings(known, keys);
  if (found.state !== "on") return found;
  if (known.dns === undefined) return { ...found, state: "unknown" };
  return { ...found, state: modes.includes(known.dns.certificate.mode) ? "on" : "off" };
}

function byExports({ exports }: DestinationFacts, kind: string): Found {
  if (exports === undefined) return UNKNOWN;
  const targets = exports.exports.filter(({ config }) => config.kind === kind);
  if (targets.length === 0) return { state: "unset", hosts: [] };
  const hosts = hostsOf(
    targets.map(({ config }) => config.kind === "webhook" ? config.url : config.host),
  );
  return { state: targets.some(({ enabled }) => enabled) ? "on" : "off", hosts };
}

function byBackups({ backups }: DestinationFacts, kind: string): Found {
  if (backups === undefined) return UNKNOWN;
  const targets = backups.targets.filter(({ config }) => config.kind === kind);
  if (targets.length === 0) return { state: "unset", hosts: [] };
  const hosts = targets.flatMap(({ config }) => {
    if (config.kind === "folder") return [];
    return config.kind === "sftp" ? [config.host] : [config.url];
  });
  return { state: targets.some(({ enabled }) => enabled) ? "on" : "off", hosts: hostsOf(hosts) };
}

function hostsOf(values: readonly string[]): string[] {
  return [...new Set(values.map(hostOf).filter((host) => host !== ""))];
}

/** The host of an address or of an upstream line such as `[/lan/]tls://dns.example`. */
function hostOf(line: string): string {
  const text = line.replace(/^\[\/[^\]]*\/\]/, "").trim();
  if (/^sdns:/i.test(text)) return "sdns://…";
  return URL.parse(text)?.hostname || text.replace(/[/?#@].*$/, "");
}

/** Hosts that are named; more are counted. */
const MOST_HOSTS = 6;

/** The destinations outside or inside the network, each with everything about it. */
export function destinationList(
  ui: Ui,
  all: readonly DestinationStatus[],
  isInside: boolean,
): Markup {
  const shown = all.filter(({ id }) => DESTINATIONS[id].isInside === isInside);
  return html`<div class="destinations">${shown.map((one) => whole(ui, one))}</div>`;
}

/** The names of the destinations outside the network, with their states. */
export function destinationNames(ui: Ui, all: readonly DestinationStatus[]): Markup {
  const shown = all.filter(({ id }) => !DESTINATIONS[id].isInside);
  return html`<ul class="plain-list destinations">${
    shown.map((one) => html`<li class="destination-head">${head(ui, one)}</li>`)
  }</ul>`;
}

function whole(ui: Ui, one: DestinationStatus): Markup {
  const { id, hosts } = one;
  const row: Destination = DESTINATIONS[id];
  return html`
    <section class="destination" id=${`to-${id}`}>
      <h3 class="destination-head">${head(ui, one)}</h3>
      ${definitionList(
        hosts.length > 0 && [ui.t("privacy.where"), hostTexts(ui, hosts)],
        [ui.t("privacy.why"), ui.t(`privacy.why_${id}`)],
        [ui.t("privacy.leaves"), ui.t(`privacy.leaves_${id}`)],
        ui.may("system.read") && [ui.t("privacy.stop"), ways(ui, row)],
      )}
    </section>
  `;
}

const TONES: Readonly<Record<DestinationState, Tone>> = {
  on: "good",
  off: "neutral",
  unset: "neutral",
  unknown: "neutral",
};

function head(ui: Ui, { id, state }: DestinationStatus): Child {
  const name = html`<span>${ui.t(`privacy.name_${id}`)}</span>`;
  return state === "unknown" ? name : html`${name}${badge(TONES[state], ui.t(`privacy.${state}`))}`;
}

function hostTexts(ui: Ui, hosts: readonly string[]): Markup {
  const named = hosts.slice(0, MOST_HOSTS);
  const rest = hosts.length - named.length;
  return html`<ul class="plain-list">${
    named.map((host) => html`<li><bdi translate="no">${host}</bdi></li>`)
  }${rest > 0 && html`<li>${ui.t("privacy.more", { count: rest })}</li>`}</ul>`;
}

const CHOICE_NAMES: Readonly<Record<DestinationChoice, TextKey>> = {
  lists: "words.lists",
  holidays: "holidays.title",
  certificate: "dns.title",
  exports: "exports.title",
  backups: "backups.title",
  breaches: "breaches.name",
  terms: "terms.title",
};

/** Links to what stops a destination: settings by name, and the page of a choice. */
function ways(ui: Ui, { stopSettings, stopChoice }: Destination): Markup {
  const links = stopSettings.map((key) =>
    html`<li><a href=${settingPlace(key)}>${settingName(ui, key)}</a></li>`
  );
  return html`<ul class="plain-list">${links}${
    stopChoice !== undefined &&
    html`<li><a href=${DESTINATION_CHOICES[stopChoice]}>${ui.t(CHOICE_NAMES[stopChoice])}</a></li>`
  }</ul>`;
}

/** Upstreams are chosen on their own page. */
function settingPlace(key: string): string {
  const isUpstream = DESTINATIONS.upstreams.hostSettings.some((one) => one === key) ||
    key === "bootstrap" || key === "private_upstreams";
  return isUpstream ? "/upstreams" : `/settings?${new URLSearchParams({ q: key })}`;
}
