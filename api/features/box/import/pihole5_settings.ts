/** Settings of Pi-hole 5: `KEY=value` lines of setupVars.conf and pihole-FTL.conf. */
import { asNumber, isOn, linesOf } from "./document.ts";
import { sentence } from "../../../../policy/model/sentence.ts";
import type { Findings, ItemReason } from "./model.ts";
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
  /^(?:BLOCKING_ENABLED|PIHOLE_INTERFACE|IPV[46]_ADDRESS|INSTALL_|LIGHTTPD_|WEB(?:UI|THEME|_)|TEMPERATUREUNIT|CACHE_SIZE|ADMIN_EMAIL|DNS_FQDN|DNS_BOGUS|API_|DNSMASQ_LISTENING|BLOCK_ICLOUD|MOZILLA_CANARY|PIHOLE_SKIP|QUERY_LOGGING|LOCAL_IPV|SOCKET|RESOLVE|DBINTERVAL|DBFILE|DEBUG|LOGFILE|PIDFILE|NICE|NAMES_FROM|MACVENDOR|GRAVITYDB|BUSY_|PIHOLE_PTR|REPLY_|ADDR2|REFRESH|CNAME|CHECK_|SHMEM|DELAY|EDNS|PARSE|SHOW_|IGNORE_|AAAA|ANALYZE|MAXLOGAGE|MAXNETAGE|PRIVACY$)/;

/** Returns the pairs of a file, keys in upper case; other lines are reported. */
export function readPairs(
  text: string,
  name: string,
  findings: Findings,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (
    const line of linesOf(text, (said) => findings.warn(sentence`In the file ${name}: ${said}`))
  ) {
    const [, key, value] = /^\s*([A-Za-z0-9_]+)\s*=\s*"?(.*?)"?\s*$/.exec(line) ?? [];
    if (key !== undefined && pairs.size < 2000) pairs.set(key.toUpperCase(), value);
    else if (!/^\s*(?:#.*)?$/.test(line)) {
      findings.cannot("setting", `${name}: ${line}`, "bad_value");
    }
  }
  return pairs;
}

/** Adds the settings of the pairs to the findings; what is left is reported with its reason. */
export function readPiholePairs(pairs: ReadonlyMap<string, string>, places: DnsmasqPlaces): void {
  const { findings, upstreams } = places;
  const left = new Map(pairs);
  const take = (key: string) => {
    const value = left.get(key);
    left.delete(key);
    return value;
  };
  const number = (key: string) => {
    const value = asNumber(left.get(key));
    if (value !== undefined) left.delete(key);
    return value;
  };
  for (const [key, value] of pairs) {
    if (!/^PIHOLE_DNS_\d+$/.test(key)) continue;
    left.delete(key);
    upstreams.take("upstreams", value, findings);
  }
  if (isOn(left.get("REV_SERVER")) || isOn(left.get("CONDITIONAL_FORWARDING"))) {
    readForwarding(pairs, places);
    for (const key of pairs.keys()) if (FORWARDING.test(key)) left.delete(key);
  }
  if (take("WEBPASSWORD")) findings.cannot("account", "WEBPASSWORD", "secret");
  if (left.get("BLOCKING_ENABLED") === "false") {
    left.delete("BLOCKING_ENABLED");
    const target = { what: "setting", key: "filtering", value: false } as const;
    findings.add("BLOCKING_ENABLED = false", target, { why: "pauses_protection", chosen: false });
  }
  readDomain("PIHOLE_DOMAIN", take("PIHOLE_DOMAIN"), findings);
  readMode(take("BLOCKINGMODE"), "BLOCKINGMODE", findings);
  readPrivacy("PRIVACYLEVEL", number("PRIVACYLEVEL"), findings);
  readDays("MAXDBDAYS", number("MAXDBDAYS"), findings);
  const [, count, interval] = /^(\d+)\/(\d+)$/.exec(left.get("RATE_LIMIT") ?? "") ?? [];
  if (count !== undefined) {
    readRate("RATE_LIMIT", Number(count), Number(interval), findings);
    left.delete("RATE_LIMIT");
  }
  readTtl("BLOCK_TTL", number("BLOCK_TTL"), findings);
  for (const [key, value] of left) {
    if (value !== "") findings.cannot("setting", `${key} = ${value}`, whyLeft(key, pairs));
  }
}

/** A network whose names another server knows. */
const FORWARDING = /^(?:REV_SERVER|CONDITIONAL_FORWARDING)/;
/** Settings of which a number or a pair of numbers could not be read. */
const NUMBERS = /^(?:PRIVACYLEVEL|MAXDBDAYS|RATE_LIMIT|BLOCK_TTL)$/;

function whyLeft(key: string, pairs: ReadonlyMap<string, string>): ItemReason {
  if (NUMBERS.test(key)) return "bad_value";
  if (FORWARDING.test(key)) return "turned_off";
  if (/^DHCP_/.test(key)) return isOn(pairs.get("DHCP_ACTIVE")) ? "no_equivalent" : "turned_off";
  if (OWN.test(key)) return "not_needed";
  return pairs.get(key) === "false" ? "turned_off" : "no_equivalent";
}

function readForwarding(pairs: ReadonlyMap<string, string>, places: DnsmasqPlaces): void {
  const target = pairs.get("REV_SERVER_TARGET") ?? pairs.get("CONDITIONAL_FORWARDING_IP") ?? "";
  const domain = pairs.get("REV_SERVER_DOMAIN") ?? pairs.get("CONDITIONAL_FORWARDING_DOMAIN") ?? "";
  readReverse([pairs.get("REV_SERVER_CIDR") ?? "", target, domain], places);
}
