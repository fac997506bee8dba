/**
 * Finds names in the reverse zones of private addresses, which no public resolver knows (RFC 6303,
 * RFC 7793, RFC 4193).
 */
import { PRIVATE_REVERSE } from "../../policy/catalogue/special_use.ts";
import { nameFromText, nameToText, type WireName } from "../../policy/model/name.ts";

const ARPA = nameFromText("arpa")!;

/** Whether a name in lower-case wire format lies in a reverse zone of private addresses. */
export function isPrivateReverse(name: WireName): boolean {
  for (let i = 0; i < ARPA.length; i++) {
    if (name[name.length - ARPA.length + i] !== ARPA[i]) return false;
  }
  const text = nameToText(name);
  for (let at = 0;;) {
    if (PRIVATE_REVERSE.has(text.slice(at))) return true;
    at = text.indexOf(".", at) + 1;
    if (at === 0) return false;
  }
}
