/**
 * Protections of AdGuard Home other than lists and rules, for everyone or one client: services,
 * adult content, malware, safe search.
 */
import { ADGUARD_SERVICES } from "../../../../policy/catalogue/service_aliases.ts";
import { findService } from "../../../../policy/catalogue/services.ts";
import { asList, asText, asTexts, type DocumentValue, isOn, valueAt } from "./document.ts";
import type { Findings, ItemRemark, ItemScope } from "./model.ts";
import { gridOf, zoneOf } from "./schedule.ts";

/** The search engines that both products know. */
const ENGINES = ["google", "bing", "duckduckgo", "yandex", "pixabay", "ecosia", "youtube"] as const;
/** The categories that its safe browsing corresponds to. */
const SAFE_BROWSING = ["malware", "phishing"] as const;

/** The protections of everyone or of one client. */
export interface Protections {
  readonly parental: boolean;
  readonly safeBrowsing: boolean;
  /** Set when safe search is on, with the switch of each engine; undefined = off. */
  readonly safeSearch: DocumentValue;
  /** Identifiers of blocked services, and the times at which they are allowed. */
  readonly services: readonly string[];
  readonly schedule: DocumentValue;
}

/** Reads the protections of `filtering` or of a client. */
export function protectionsOf(part: DocumentValue): Protections {
  const services = valueAt(part, "blocked_services");
  const search = valueAt(part, "safe_search");
  const older = isOn(valueAt(part, "safesearch_enabled")) ? {} : undefined;
  return {
    parental: isOn(valueAt(part, "parental_enabled")),
    safeBrowsing: isOn(valueAt(part, "safebrowsing_enabled")),
    safeSearch: isOn(valueAt(search, "enabled")) ? search : older,
    // The services were a plain list before schema 21, and before schema 22 for clients.
    services: asTexts(Array.isArray(services) ? asList(services) : valueAt(services, "ids")),
    schedule: valueAt(services, "schedule"),
  };
}

/** The source of each item and the scope it applies to. */
export interface ProtectionPlace {
  readonly from: string;
  readonly whom: ItemScope;
  /** Time zone of the box; "" = unknown. */
  readonly zone: string;
}

/**
 * Adds protections to the findings. `wider` = the protections of everyone, when a client differs
 * from them. Returns the paths of the values that made a difference.
 */
export function readProtections(
  own: Protections,
  place: ProtectionPlace,
  findings: Findings,
  wider?: Protections,
): readonly string[] {
  return [
    ...readCategories(own, place, findings, wider),
    ...readSafeSearch(own, place, findings, wider),
  ];
}

function readCategories(
  own: Protections,
  { from, whom }: ProtectionPlace,
  findings: Findings,
  wider?: Protections,
): readonly string[] {
  const paths: string[] = [];
  const set = (is: boolean, was: boolean | undefined, path: string, keys: readonly string[]) => {
    if (wider === undefined ? !is : is === was) return;
    paths.push(path);
    for (const key of keys) {
      const target = {
        what: "category",
        whom,
        key,
        value: is ? "block" : "allow",
        schedule: "",
      } as const;
      findings.add(`${from}${path} = ${is}`, target);
    }
  };
  set(own.parental, wider?.parental, "parental_enabled", ["adult"]);
  set(own.safeBrowsing, wider?.safeBrowsing, "safebrowsing_enabled", SAFE_BROWSING);
  return paths;
}

function readSafeSearch(
  own: Protections,
  { from, whom }: ProtectionPlace,
  findings: Findings,
  wider?: Protections,
): readonly string[] {
  const paths: string[] = [];
  for (const engine of ENGINES) {
    const is = isSearchOn(own.safeSearch, engine);
    const was = wider !== undefined && isSearchOn(wider.safeSearch, engine);
    if (is === was) continue;
    const on = engine === "youtube" ? "strict" : "on";
    const value = is ? on : "off";
    const target = { what: "safe_search", whom, key: engine, value, schedule: "" } as const;
    findings.add(`${from}safe_search.${engine} = ${is}`, target);
    paths.push(`safe_search.${engine}`, "safe_search.enabled", "safesearch_enabled");
  }
  return paths;
}

/**
 * Whether safe search is on for an engine; an engine that the file does not name follows the
 * others.
 */
function isSearchOn(search: DocumentValue, engine: string): boolean {
  return search !== undefined && valueAt(search, engine) !== false;
}

/**
 * Adds blocked services to the findings. `wider` = those of everyone, which do not apply to a
 * client with its own list.
 */
export function readServices(
  own: Protections,
  place: ProtectionPlace,
  findings: Findings,
  wider?: Protections,
): void {
  const { from, whom, zone } = place;
  const schedule = gridOf(own.schedule);
  const seen = new Set<string>();
  for (const id of own.services) {
    const key = knownService(id);
    const text = `${from}blocked_services: ${id}`;
    if (key === undefined) findings.cannot("service", text, "unknown_service");
    else if (schedule === undefined) findings.cannot("service", text, "turned_off");
    else if (!seen.has(key)) {
      const remark: ItemRemark =
        schedule !== "" && zoneOf(own.schedule) !== "" && zoneOf(own.schedule) !== zone
          ? { why: "time_zone", detail: asText(valueAt(own.schedule, "time_zone")) ?? "" }
          : {};
      findings.add(text, { what: "service", whom, key, value: "block", schedule }, remark);
    }
    if (key !== undefined) seen.add(key);
  }
  for (const id of wider?.services ?? []) {
    const key = knownService(id);
    if (key === undefined || seen.has(key)) continue;
    seen.add(key);
    findings.add(`${from}blocked_services`, {
      what: "service",
      whom,
      key,
      value: "allow",
      schedule: "",
    });
  }
}

function knownService(id: string): string | undefined {
  return findService(ADGUARD_SERVICES.get(id) ?? "")?.id;
}
