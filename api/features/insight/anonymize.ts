/** Leaves client addresses out of what is kept, as the setting `anonymize_clients` says. */
import { addressToText, parseAddress } from "../../../policy/model/address.ts";

/** How much of a client's address is kept: all of it, its network (/24 or /48), nothing. */
export type Anonymization = "off" | "prefix" | "all";

/** The text of a client as it is kept; "" = left out. */
export function anonymizedClient(client: string, mode: Anonymization): string {
  if (mode === "off") return client;
  const address = mode === "all" ? undefined : parseAddress(client);
  if (address === undefined) return "";
  const kept = address.slice().fill(0, address.length === 4 ? 3 : 6);
  return addressToText(kept);
}
