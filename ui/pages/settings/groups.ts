/** The settings in the order of the page: six frequently used ones, then folded groups. */
import type { TextKey } from "../../text/list.ts";

/** A card of the page. */
export interface SettingGroup {
  readonly name: string;
  readonly title: TextKey;
  /** A description of its content, shown while it is folded; absent = it is always open. */
  readonly inside?: TextKey;
  /** Keys of the settings, in display order. */
  readonly keys: readonly string[];
}

/** The cards. Upstream servers have their own page. */
export const GROUPS: readonly SettingGroup[] = [
  { name: "box", title: "words.the_box", keys: ["box_name", "language", "time_zone"] },
  {
    name: "log",
    title: "settings.group_log",
    keys: ["journal", "journal_days", "anonymize_clients"],
  },
  { name: "protection", title: "words.filtering", keys: ["filtering", "blocked_response"] },
  {
    name: "household",
    title: "settings.group_household",
    inside: "settings.group_household_help",
    keys: [
      "country",
      "network_kind",
      "telemetry",
      "holiday_service_url",
      "country_database_url",
      "password_breach_check",
      "password_range_url",
    ],
  },
  {
    name: "updates",
    title: "updates.title",
    inside: "settings.group_updates_help",
    keys: ["automatic_updates", "update_hour", "update_channel", "update_url"],
  },
  {
    name: "blocking",
    title: "settings.group_blocking",
    inside: "settings.group_blocking_help",
    keys: [
      "list_refresh_hours",
      "blocked_ttl",
      "canaries",
      "tunnel_detection",
      "rebinding",
      "rebinding_allowed",
      "spyware",
      "spyware_url",
      "lookalike",
      "lookalike_typos",
      "lookalike_ask",
      "lookalike_allowed",
      "remote_tools",
      "beacons",
      "lists_allow_private",
    ],
  },
  {
    name: "keeping",
    title: "settings.group_keeping",
    inside: "settings.group_keeping_help",
    keys: [
      "journal_max_mb",
      "statistics_days",
      "alerts_days",
      "audit_days",
      "journal_flush",
      "backup_schedule",
      "backup_hour",
      "backup_keep",
    ],
  },
  {
    name: "network",
    title: "settings.group_network",
    inside: "settings.group_network_help",
    keys: [
      "allowed_ranges",
      "denied_clients",
      "local_domain",
      "local_records",
      "local_zones",
      "rate_limit",
      "rate_limit_burst",
      "new_devices",
      "network_scan",
      "rate_limit_prefix4",
      "rate_limit_prefix6",
      "passkey_names",
      "metrics",
      "version_text",
    ],
  },
  {
    name: "cache",
    title: "words.answer_cache",
    inside: "settings.group_cache_help",
    keys: [
      "cache_size",
      "cache_prefetch",
      "cache_stale",
      "cache_min_ttl",
      "cache_max_ttl",
      "cache_negative_ttl",
    ],
  },
  {
    name: "machine",
    title: "settings.group_machine",
    inside: "settings.group_machine_help",
    keys: [
      "dns_listen",
      "http_listen",
      "https_listen",
      "dot_listen",
      "doq_listen",
      "dns_over_tls",
      "dns_over_https",
      "dns_over_quic",
      "https_redirect",
      "advertise_addr",
      "hosts_file",
      "workers",
      "cloud_url",
      "acme_directory",
      "trust_clock",
      "data_dir",
    ],
  },
];

/** Settings that can only be set at startup: a saved value would have no effect. */
export const START_ONLY: ReadonlySet<string> = new Set(["data_dir"]);
