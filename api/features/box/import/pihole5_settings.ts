/** Settings of Pi-hole 5: `KEY=value` lines of setupVars.conf and pihole-FTL.conf. */
import { asNumber, isOn, linesOf } from "./document.ts";
import { type DnsmasqPlaces, readReverse } from "./dnsmasq.ts";
import {
  readDays,
  readDomain,
  readMode,
  readPrivacy,
  readRate,
  readTtl,
} from "./pihole_settings.ts";

/** Keys that only describe the installation and appearance of Pi-hole. */
const OWN =
  /^(?:PIHOLE_INTERFACE|IPV[46]_ADDRESS|INSTALL_|LIGHTTPD_|WEB(?:UI|THEME|_)|TEMPERATUREUNIT|CACHE_SIZE|ADMIN_EMAIL|DNS_FQDN|DNS_BOGUS|API_|DNSMASQ_LISTENING|BLOCK_ICLOUD|MOZILLA_CANARY|PIHOLE_SKIP|QUERY_LOGGING|LOCAL_IPV|SOCKET|RESOLVE|DBINTERVAL|DBFILE|DEBUG|LOGFILE|PIDFILE|NICE|NAMES_FROM|MACVENDOR|GRAVITYDB|BUSY_|PIHOLE_PTR|REPLY_|ADDR2|REFRESH|CNAME|CHECK_|SHMEM|DELAY|EDNS|PARSE|SHOW_|IGNORE_|AAAA|ANALYZE|MAXLOGAGE|MAXNETAGE|PRIVACY$)/;

/** Returns the pairs of a file, keys in upper case. */
export function readPairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, key, value] = /^\s*([A-Za-z0-9_]+)\s*=\s*"?(.*?)"?\s*$/.exec(line) ?? [];
    if (key !== undefined && pairs.size < 2000) pairs.set(key.toUpperCase(), value);
  }
  return pairs;
}

/** Adds the settings of the pairs to the findings. */
export function readPiholePairs(pairs: ReadonlyMap<string, string>, places: DnsmasqPlaces): void {
  const { findings, upstreams } = places;
  const number = (key: string) => asNumber(pairs.get(key));
  for (const [key, value] of pairs) {
    if (/^PIHOLE_DNS_\d+$/.test(key)) upstreams.take("upstreams", value, findings);
    else if (/^REV_SERVER$|^CONDITIONAL_FORWARDING$/.test(key) && isOn(value)) {
      readForwarding(pairs, places);
    } else if (key === "WEBPASSWORD" && value !== "") findings.cannot("account", key, "secret");
    else if (/^(?:DNSSEC|DHCP_ACTIVE|BLOCK_ESNI)$/.test(key)) {
      if (isOn(value)) findings.cannot("setting", `${key} = ${value}`, "no_equivalent");
    } else if (!KNOWN.test(key) && !OWN.test(key)) findings.warn(`Unknown setting: ${key}`);
  }
  if (pairs.get("BLOCKING_ENABLED") === "false") {
    const target = { what: "setting", key: "filtering", value: false } as const;
    findings.add("BLOCKING_ENABLED = false", target, { why: "pauses_protection", chosen: false });
  }
  readDomain("PIHOLE_DOMAIN", pairs.get("PIHOLE_DOMAIN"), findings);
  readMode(pairs.get("BLOCKINGMODE"), "BLOCKINGMODE", findings);
  readPrivacy("PRIVACYLEVEL", number("PRIVACYLEVEL"), findings);
  readDays("MAXDBDAYS", number("MAXDBDAYS"), findings);
  const [count, interval] = (pairs.get("RATE_LIMIT") ?? "").split("/").map((part) =>
    asNumber(part)
  );
  readRate("RATE_LIMIT", count, interval, findings);
  readTtl("BLOCK_TTL", number("BLOCK_TTL"), findings);
}

const KNOWN =
  /^(?:BLOCKING_ENABLED|PIHOLE_DOMAIN|BLOCKINGMODE|PRIVACYLEVEL|MAXDBDAYS|RATE_LIMIT|BLOCK_TTL|WEBPASSWORD|REV_SERVER.*|CONDITIONAL_FORWARDING.*|DHCP_.*)$/;

function readForwarding(pairs: ReadonlyMap<string, string>, places: DnsmasqPlaces): void {
  const target = pairs.get("REV_SERVER_TARGET") ?? pairs.get("CONDITIONAL_FORWARDING_IP") ?? "";
  const domain = pairs.get("REV_SERVER_DOMAIN") ?? pairs.get("CONDITIONAL_FORWARDING_DOMAIN") ?? "";
  readReverse([pairs.get("REV_SERVER_CIDR") ?? "", target, domain], places);
}
