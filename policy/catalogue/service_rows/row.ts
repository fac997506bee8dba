/** The format of service rows. */

/**
 * The channel by which a service carries data out of a company (B 2.4). The channel `ai` is the
 * group of that name.
 */
export type ServiceChannel = "transfer" | "storage" | "mixed" | "paste" | "upload" | "webmail";

/**
 * Identifier, name, and the names used by this service only, separated by spaces. Each includes its
 * subdomains.
 */
export type Row = readonly [id: string, name: string, domains: string, channel?: ServiceChannel];

/**
 * The names of one label under several top-level domains: `under("ebay", "com de")` = `ebay.com
 * ebay.de`.
 */
export function under(label: string, endings: string): string {
  return endings.split(" ").map((ending) => `${label}.${ending}`).join(" ");
}
