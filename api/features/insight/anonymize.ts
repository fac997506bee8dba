/** Removes client addresses from stored data according to the setting `anonymize_clients`. */
import { addressToText, parseAddress } from "../../../policy/model/address.ts";

/** How much of a client address is stored: all of it, its network (/24 or /48), nothing. */
export type Anonymization = "off" | "prefix" | "all";

/** The stored text of a client; "" = left out. */
export function anonymizedClient(client: string, mode: Anonymization): string {
  if (mode === "off") return client;
  const address = mode === "all" ? undefined : parseAddress(client);
  if (address === undefined) return "";
  const kept = address.slice().fill(0, address.length === 4 ? 3 : 6);
  return addressToText(kept);
}
