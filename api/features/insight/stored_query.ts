/**
 * Which parts of an observation are stored: the device, and the client as the setting says. The
 * name is left out if it is about a private subject. Such a query is counted and journalled, but
 * its name is not recorded anywhere (A 1).
 */
import { isSensitive } from "../../../policy/catalogue/categories.ts";
import { categoryOfOrigin } from "../../../policy/reasons.ts";
import type { Observation } from "../../../resolver/protocol.ts";
import { type Anonymization, anonymizedClient } from "./anonymize.ts";

/** An observation in its stored form. */
export interface StoredQuery extends Observation {
  /** The device that sent the query; 0 = no known device, or clients are left out. */
  readonly device: number;
  /** The category of the name according to a list or a protection: `games`; "" = unknown. */
  readonly category: string;
  /** The service that the name belongs to, if it decided or was reported: `tiktok`; "" = none. */
  readonly service: string;
}

/** The placeholder for a name that is left out. No query has it, because the root is `.`. */
export const HIDDEN = "";

/** Dependencies of the storage rules. */
export interface StorageRules {
  readonly anonymization: () => Anonymization;
  /** The device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /**
   * The category of a list, or the category that the names of a service count for; "" = none or
   * unknown.
   */
  readonly categoryOfList: (list: number) => string;
  readonly categoryOfService: (id: string) => string;
}

/** Origins and rules that name a category or a service: `category:games`, `service:tiktok`. */
const CATEGORY = "category:";
const SERVICE = "service:";
/** The category of which only the word is recorded, because its lists are confidential. */
const CONFIDENTIAL = "child_abuse";

/** Converts an observation to its stored form. */
export function storedQuery(seen: Observation, options: StorageRules): StoredQuery {
  const mode = options.anonymization();
  const { service, category } = reportedChoice(seen, options);
  const device = mode === "off" ? options.deviceAt(seen.client) : 0;
  const all = { ...seen, client: anonymizedClient(seen.client, mode), device, category, service };
  if (!isSensitive(category)) return all;
  const hidden = { ...all, name: HIDDEN, answer: "", rule: "", service: "" };
  // The origin of a service would reveal which service it was.
  if (service !== "") return { ...hidden, origin: CATEGORY + category };
  return category === CONFIDENTIAL
    ? { ...hidden, list: -1, origin: CATEGORY + CONFIDENTIAL }
    : hidden;
}

/** The service and the category that a list or a protection reported for a query; "" = none. */
export function reportedChoice(
  seen: Observation,
  options: Pick<StorageRules, "categoryOfList" | "categoryOfService">,
): { readonly service: string; readonly category: string } {
  const service = serviceOfQuery(seen);
  return { service, category: categoryOfQuery(seen, service, options) };
}

function serviceOfQuery({ origin, rule, list }: Observation): string {
  if (origin.startsWith(SERVICE)) return origin.slice(SERVICE.length);
  return list < 0 && rule.startsWith(SERVICE) ? rule.slice(SERVICE.length) : "";
}

/**
 * The subject of a query: from its origin, the service that it belongs to, or the list that
 * matched.
 */
function categoryOfQuery(
  seen: Observation,
  service: string,
  options: Pick<StorageRules, "categoryOfList" | "categoryOfService">,
): string {
  const { origin, list, reason, rule } = seen;
  const named = categoryOfOrigin(origin);
  if (named !== "") return named;
  if (service !== "") return options.categoryOfService(service);
  // A name that a list allows is not in the category of the list.
  const lets = reason === "" && rule.startsWith("@@");
  return list >= 0 && !lets && (reason === "" || reason === "list")
    ? options.categoryOfList(list)
    : "";
}
