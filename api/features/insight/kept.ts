/**
 * What of an observation is kept: with the device that asked, with clients as the setting says, and without the name where it is
 * about what is nobody's business. Such a question is counted and journalled, and its name is known to nobody (A 1).
 */
import { isSensitive } from "../../../policy/catalogue/categories.ts";
import type { Observation } from "../../../resolver/protocol.ts";
import { type Anonymization, anonymizedClient } from "./anonymize.ts";

/** An observation as it is kept. */
export interface KeptQuery extends Observation {
  /** The device that asked; 0 = none that is known, or clients are left out. */
  readonly device: number;
  /** What the name is about, as a list or a protection told it: `games`; "" = nobody said. */
  readonly category: string;
  /** The service that the name belongs to, where that decided or was told: `tiktok`; "" = none. */
  readonly service: string;
}

/** What stands in the place of a name that is left out: no question has it, the root is `.`. */
export const HIDDEN = "";

/** What keeping needs to know. */
export interface KeepingOptions {
  readonly anonymization: () => Anonymization;
  /** The device at an address; 0 = none that is known. */
  readonly deviceAt: (address: string) => number;
  /** The category of a list, and that in which the names of a service count; "" = none, or it is not known. */
  readonly categoryOfList: (list: number) => string;
  readonly categoryOfService: (id: string) => string;
}

/** Origins and rules that name a category or a service: `category:games`, `service:tiktok`. */
const CATEGORY = "category:", SERVICE = "service:";
/** The category of which nothing is told beside its word: its lists are confidential (DESIGN 11). */
const CONFIDENTIAL = "child_abuse";

/** An observation as it is kept. */
export function kept(seen: Observation, options: KeepingOptions): KeptQuery {
  const mode = options.anonymization(), { service, category } = toldOf(seen, options);
  const device = mode === "off" ? options.deviceAt(seen.client) : 0;
  const all = { ...seen, client: anonymizedClient(seen.client, mode), device, category, service };
  if (!isSensitive(category)) return all;
  const hidden = { ...all, name: HIDDEN, answer: "", rule: "", service: "" };
  // That of a service would tell which one.
  if (service !== "") return { ...hidden, origin: CATEGORY + category };
  return category === CONFIDENTIAL
    ? { ...hidden, list: -1, origin: CATEGORY + CONFIDENTIAL }
    : hidden;
}

/** The service and the category that a list or a protection told of a question; "" = none. */
export function toldOf(
  seen: Observation,
  options: Pick<KeepingOptions, "categoryOfList" | "categoryOfService">,
): { readonly service: string; readonly category: string } {
  const service = serviceOfQuery(seen);
  return { service, category: categoryOfQuery(seen, service, options) };
}

function serviceOfQuery({ origin, rule, list }: Observation): string {
  if (origin.startsWith(SERVICE)) return origin.slice(SERVICE.length);
  return list < 0 && rule.startsWith(SERVICE) ? rule.slice(SERVICE.length) : "";
}

/** What a question is about: as its origin says, the service that it belongs to, or the list that matched. */
function categoryOfQuery(
  seen: Observation,
  service: string,
  options: Pick<KeepingOptions, "categoryOfList" | "categoryOfService">,
): string {
  const { origin, list, reason, rule } = seen;
  if (origin.startsWith(CATEGORY)) return origin.slice(CATEGORY.length);
  if (service !== "") return options.categoryOfService(service);
  // What a list lets through is not about what the list is about.
  const lets = reason === "" && rule.startsWith("@@");
  return list >= 0 && !lets && (reason === "" || reason === "list")
    ? options.categoryOfList(list)
    : "";
}
