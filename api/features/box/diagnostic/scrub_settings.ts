/**
 * Settings in a diagnostic report: numbers, switches and enumerated values unchanged, URLs
 * shortened, and for the rest only whether it is set.
 */
import { parseUpstreams } from "../../../../policy/model/upstream_line.ts";
import { type SettingKey, SETTINGS } from "../../../settings/list.ts";
import type { ResolvedSettings } from "../../../settings/resolve.ts";
import { type PrivateWords, scrubUpstream, scrubUrl } from "./scrub.ts";

/**
 * How texts and lists are shown; of a setting not listed here, only whether it is set is shown, so
 * that a new one reveals nothing.
 */
const TEXTS: Partial<Record<SettingKey, "word" | "url" | "upstreams">> = {
  upstream_strategy: "word",
  blocked_response: "word",
  anonymize_clients: "word",
  language: "word",
  network_kind: "word",
  country: "word",
  time_zone: "word",
  cloud_url: "url",
  update_url: "url",
  update_channel: "word",
  automatic_updates: "word",
  holiday_service_url: "url",
  country_database_url: "url",
  password_range_url: "url",
  acme_directory: "url",
  upstreams: "upstreams",
  fallback_upstreams: "upstreams",
  private_upstreams: "upstreams",
};

/** A setting in a diagnostic. */
export interface DiagnosticSetting {
  readonly key: string;
  readonly source: string;
  readonly value: string | number | boolean | readonly string[];
}

/** Returns the settings without private data. */
export function scrubSettings(
  { values, sources }: ResolvedSettings,
  own: PrivateWords,
): DiagnosticSetting[] {
  return SETTINGS.map(({ key, default: usual }) => {
    const value: unknown = values[key];
    return { key, source: sources[key], value: shownValue(key, value, usual, own) };
  });
}

function shownValue(
  key: SettingKey,
  value: unknown,
  usual: unknown,
  own: PrivateWords,
): DiagnosticSetting["value"] {
  if (typeof value === "number" || typeof value === "boolean") return value;
  const how = TEXTS[key];
  if (Array.isArray(value)) {
    return how === "upstreams"
      ? value.map((line) => scrubUpstream(line, own))
      : `entries: ${value.length}`;
  }
  if (how === "word") return String(value);
  if (how === "url") return value === "" ? "" : scrubUrl(String(value), own);
  if (value === usual) return "default";
  return value === "" ? "empty" : "set";
}

/** Returns the domains of the household in the settings and local records. */
export function ownDomains({ values }: ResolvedSettings, recorded: readonly string[]): string[] {
  const {
    upstreams,
    private_upstreams,
    fallback_upstreams,
    local_records,
    local_domain,
    box_name,
  } = values;
  const home = [
    ...values.local_zones,
    values.router_domain,
    ...recorded.filter((name) => !name.endsWith(".arpa")),
  ];
  const routes = parseUpstreams([...upstreams, ...private_upstreams, ...fallback_upstreams]).routes;
  const records = local_records.map((line) => line.trim().split(/\s+/)[0]);
  const all = [
    ...routes.map(({ domain }) => domain),
    ...records,
    ...home,
    local_domain,
    `${box_name}.${local_domain}`,
  ];
  return [...new Set(all.map((name) => name.toLowerCase().replace(/^\*\./, "").replace(/\.$/, "")))]
    .filter((name) => name !== "");
}
