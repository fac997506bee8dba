/** How the rows of services are written. */

/** What a service carries out of a company (B 2.4); the channel `ai` is the group of that name. */
export type ServiceChannel = "transfer" | "storage" | "mixed" | "paste" | "upload" | "webmail";

/** Identifier, name, and the names that belong to this service alone, divided by spaces; each covers all below it. */
export type Row = readonly [id: string, name: string, domains: string, channel?: ServiceChannel];

/** The names of one label under several endings: `under("ebay", "com de")` = `ebay.com ebay.de`. */
export function under(label: string, endings: string): string {
  return endings.split(" ").map((ending) => `${label}.${ending}`).join(" ");
}
