/** E-mail addresses of the breach watch: valid ones, their keys and their hashes (A 2.1). */
import { createHash } from "node:crypto";
import { LIMITS } from "../../../../policy/limits.ts";

const { addressCharacters: MOST, localPartCharacters: MOST_LOCAL } = LIMITS.breaches;
const FORBIDDEN = /["(),:;<>[\\]/;
/** Spaces of any kind, control characters and invisible marks. */
const INVISIBLE = /[\p{Z}\p{C}]/u;
/** Characters of a hash that leave the box. */
const PREFIX = 6;

/** The hash of an address, in two parts. */
export interface AddressHash {
  /** Six hexadecimal digits in capitals. */
  readonly prefix: string;
  /** The other 34. */
  readonly suffix: string;
}

/** Whether a text is an address by the rules of A 2.1. */
export function isAddress(text: string): boolean {
  if ([...text].length > MOST || FORBIDDEN.test(text) || INVISIBLE.test(text)) return false;
  const [local, domain, ...more] = text.split("@");
  if (domain === undefined || more.length > 0) return false;
  const length = [...local].length;
  return length >= 1 && length <= MOST_LOCAL && domain.includes(".") && !domain.includes("|");
}

/** The form of an address by which duplicates are found: lower case. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

/** The SHA-1 of the lower-cased address; its domain is not converted (A 7.3.4). */
export function addressHash(address: string): AddressHash {
  const hash = createHash("sha1").update(addressKey(address)).digest("hex").toUpperCase();
  return { prefix: hash.slice(0, PREFIX), suffix: hash.slice(PREFIX) };
}
