/**
 * AdGuardHome.yaml of several schemas for tests. What later schemas moved is placed where that
 * schema has it.
 */
import { bytesOf } from "./import_files.ts";

/** The supported schemas. */
export type AdguardSchema = 20 | 28 | 34;

const LISTS = `
filters:
  - { enabled: true, url: "https://lists.example/filter.txt", name: Base, id: 1 }
  - { enabled: false, url: "https://lists.example/other.txt", name: Other, id: 2 }
  - { enabled: true, url: /opt/own.txt, name: Own, id: 3 }
whitelist_filters:
  - { enabled: true, url: "https://lists.example/good.txt", name: Good, id: 4 }
user_rules:
  - "! a comment"
  - "||blocked.example^"
  - "@@||allowed.example^$important"
  - "||tablet.example^$client='Tablet of Mia'"
  - "||one.example^$client=192.168.1.77"
  - "||tags.example^$ctag=device_tv"
  - "||moved.example^$dnsrewrite=192.168.1.60"
  - "||aaaa.example^$dnstype=AAAA"
  - "example.org##.ad"
  - "||gone.example^"
  - "||gone.example^$badfilter"
`;

/** The file. */
export function adguardYaml(schema: AdguardSchema): Uint8Array {
  const isFiltering = schema >= 26;
  return bytesOf(`
${schema >= 23 ? "http:\n  address: 0.0.0.0:3000" : "bind_host: 0.0.0.0\nbind_port: 3000"}
users:
  - name: admin
    password: $2a$10$abcdefghijklmnopqrstuv
language: de
dns:
  upstream_dns:
    - https://dns.quad9.net/dns-query
    - "[/corp.example/]10.0.0.1"
    - quic://dns.example
    - sdns://AgMAAAAAAAAABzkuOS45LjkgKhX11qy258CQGt5Ou8dDsszUiQMrRuFkLwaTaDABJYoSZG5zOS5xdWFkOS5uZXQ6NDQzCi9kbnMtcXVlcnk
    - sdns://gQ0xOTIuMC4yLjE6NDQz
    - "# a comment"
  bootstrap_dns: [9.9.9.10]
  fallback_dns: [1.1.1.1]
  ${schema >= 28 ? "upstream_mode: parallel" : "all_servers: true"}
  ratelimit: 20
  anonymize_client_ip: true
  cache_size: 4194304
  cache_ttl_min: 0
  enable_dnssec: true
  upstream_timeout: 10s
${isFiltering ? "" : filteringOf(schema)}
tls:
  enabled: true
  private_key: "-----BEGIN PRIVATE KEY-----"
querylog: { enabled: true, interval: 168h }
statistics: { enabled: true, interval: 24h }
${LISTS}
clients:
  persistent:
    - name: Tablet of Mia
      ids: ["aa:bb:cc:00:00:21", 192.168.1.21]
      tags: [device_tablet, os_android, user_child]
      use_global_settings: false
      filtering_enabled: true
      parental_enabled: true
      safebrowsing_enabled: false
      safe_search: { enabled: false }
      use_global_blocked_services: false
      blocked_services: ${
    schema < 22 ? "[youtube]" : "{ ids: [youtube], schedule: { time_zone: Local } }"
  }
    - { name: Router, ids: [192.168.1.250], use_global_settings: true, use_global_blocked_services: true }
${isFiltering ? `filtering:${filteringOf(schema)}` : ""}
novelty: 1
schema_version: ${schema}
`);
}

/** The part that is `filtering` since schema 26 and was in `dns` before. */
function filteringOf(schema: AdguardSchema): string {
  const on = schema >= 31 ? ", enabled: true" : "";
  const off = schema >= 31
    ? "    - { domain: off.home.example, answer: 192.168.1.51, enabled: false }\n"
    : "";
  const services = schema === 20
    ? "  blocked_services: [tiktok, no_such_service]"
    : `  blocked_services:
    schedule:
      time_zone: Europe/Paris
      mon: { start: 8h0m0s, end: 9h30m0s }
    ids: [tiktok, no_such_service]`;
  return `
  blocking_mode: nxdomain
  blocked_response_ttl: 15
  protection_enabled: true
  filtering_enabled: true
  parental_enabled: true
  safebrowsing_enabled: true
  safe_search: { enabled: true, bing: true, google: true, youtube: false }
${services}
  rewrites:
    - { domain: cam.home.example, answer: 192.168.1.50${on} }
    - { domain: cam.home.example, answer: "fd00::50" }
    - { domain: "*.lab.home.example", answer: cam.home.example }
${off}`;
}
