/**
 * Determines where passkeys can be used: browsers allow them at trusted names and localhost, never
 * at addresses.
 */
import { parseAddress } from "../../../policy/model/address.ts";
import type { RelyingParty } from "./webauthn.ts";

/**
 * The relying party for a Host (lower case, with its port), or a sentence that says why passkeys
 * cannot be used.
 */
export function passkeyPlace(host: string, trusted: readonly string[]): RelyingParty | string {
  const name = host.replace(/:\d{1,5}$/, "");
  if (name === "localhost") return { id: name, origins: [`https://${host}`, `http://${host}`] };
  if (parseAddress(name.replace(/^\[(.*)\]$/, "$1")) !== undefined) {
    return "Browsers take passkeys at names only, not at addresses; open the box by a name that has a trusted certificate";
  }
  if (trusted.includes(name)) return { id: name, origins: [`https://${host}`] };
  return "Browsers take passkeys only where they trust the certificate; name the trusted names of the box in passkey_names";
}
