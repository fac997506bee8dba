/**
 * Determines where passkeys can be used: browsers allow them at trusted names and localhost, never
 * at addresses.
 */
import { parseAddress } from "../../../policy/model/address.ts";
import type { RelyingParty } from "./webauthn.ts";
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";

/**
 * The relying party for a Host (lower case, with its port), or a sentence that says why passkeys
 * cannot be used.
 */
export function passkeyPlace(host: string, trusted: readonly string[]): RelyingParty | Sentence {
  const name = host.replace(/:\d{1,5}$/, "");
  if (name === "localhost") return { id: name, origins: [`https://${host}`, `http://${host}`] };
  if (parseAddress(name.replace(/^\[(.*)\]$/, "$1")) !== undefined) {
    return sentence`Passkeys do not work at IP addresses; open the box by a name that has a trusted certificate`;
  }
  if (trusted.includes(name)) return { id: name, origins: [`https://${host}`] };
  return sentence`Passkeys work only at names whose certificate browsers trust; add this name to the setting passkey_names if they do`;
}
