/**
 * Validates names of rules and lists, host names chosen for the box and its network, and names that
 * the box must not claim.
 */
import { CANARIES, findSpecialUse } from "../catalogue/special_use.ts";
import { nameFromText, nameToText } from "../model/name.ts";
import { type Sentence, sentence } from "../model/sentence.ts";

/** A name of a rule or list. */
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** A label of a host name (RFC 952, RFC 1123 2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters of the longest name in text (RFC 1035 2.3.4). */
const LONGEST = 253;
/** Characters that leave room for the longest label before the domain. */
const LONGEST_DOMAIN = LONGEST - 64;
/**
 * Names that systems look up automatically and trust. Their answers configure proxies or tunnels
 * for the entire network.
 */
const SEARCHED: ReadonlySet<string> = new Set(["wpad", "isatap", "broadcasthost", "localdomain"]);
/** The name that the box has by default, although it is a public suffix too. */
const OWN_LABEL = "box";

/**
 * Parses a host name into lower-case ASCII without its final dot, with non-ASCII letters as
 * A-labels (RFC 5891); undefined = invalid.
 */
export function hostNameFromText(text: string): string | undefined {
  // Escapes are for names with arbitrary bytes (RFC 1035 5.1), which are not host names.
  const wire = text.includes("\\") ? undefined : nameFromText(text);
  if (wire === undefined) return undefined;
  const name = nameToText(wire);
  const labels = name.split(".");
  const isHost = name.length <= LONGEST && labels.every((label) => LABEL.test(label)) &&
    // A name that ends in a number is read as an address (RFC 1123 2.1).
    !/^\d+$/.test(labels.at(-1)!);
  return isHost ? name : undefined;
}

/**
 * Parses a name into lower-case ASCII without the final dot: labels of letters, digits, `-` and
 * `_`, other scripts as A-labels. undefined if it is invalid, or if its last label has no letter,
 * as in an address.
 */
export function asciiName(text: string): string | undefined {
  let name = text.endsWith(".") ? text.slice(0, -1) : text;
  if (!isAscii(name)) {
    const wire = name.length > LONGEST ? undefined : nameFromText(name);
    if (wire === undefined) return undefined;
    name = nameToText(wire);
  }
  name = name.toLowerCase();
  if (name.length > LONGEST || !NAME.test(name)) return undefined;
  return /(?:^|\.)[\d_-]+$/.test(name) ? undefined : name;
}

/**
 * Whether a name in lower-case ASCII is a public suffix (public_suffix.ts). It is a parameter because the
 * suffix list is not loaded at startup.
 */
export type IsSuffix = (name: string) => boolean;

/**
 * Why a label, in the form of `hostNameFromText`, is not allowed as the name of the box; undefined
 * = it is allowed.
 */
export function boxNameFault(name: string, isSuffix: IsSuffix): string | undefined {
  if (name === OWN_LABEL) return undefined;
  return endingFault(name, isSuffix) ?? specialFault(name);
}

/**
 * Why a domain, in the form of `hostNameFromText`, is not allowed as the local domain; undefined =
 * it is allowed.
 */
export function localDomainFault(name: string, isSuffix: IsSuffix): string | undefined {
  if (name === "home.arpa") return undefined;
  // Devices query subdomains of it by multicast, so these queries never reach the box (RFC 6762 3).
  if (name === "local" || name.endsWith(".local")) return MULTICAST;
  if (name.length > LONGEST_DOMAIN) return "Names of devices below it would be too long";
  return endingFault(name, isSuffix) ?? specialFault(name);
}

/**
 * Why a domain, in the form of `hostNameFromText`, cannot be forwarded to a router; undefined = it
 * can.
 */
export function routerDomainFault(name: string, isSuffix: IsSuffix): string | undefined {
  if (name === "home.arpa") return undefined;
  // Directory services of companies use domains below it, which their servers answer over unicast
  // DNS.
  if (name === "local") return MULTICAST;
  if (name.endsWith(".local")) return undefined;
  return endingFault(name, isSuffix) ?? specialFault(name);
}

/** Why the box cannot be the only server for a domain; undefined = it can. */
export function zoneFault(name: string, isSuffix: IsSuffix): Sentence | undefined {
  if (name !== "home.arpa" && isSuffix(name)) {
    return sentence`This ending belongs to many owners`;
  }
  return name === "localhost" || name.endsWith(".localhost")
    ? sentence`Every machine answers this name itself`
    : undefined;
}

const MULTICAST = "Devices look for names below local by multicast DNS and never ask the box";

function endingFault(name: string, isSuffix: IsSuffix): string | undefined {
  return isSuffix(name)
    ? "Others register names below this one, and the box must not claim it"
    : undefined;
}

function specialFault(name: string): string | undefined {
  const [first] = name.split(".");
  const zone = findSpecialUse(name)?.zone;
  const isReserved = zone !== undefined && zone !== "home.arpa" && zone !== "test";
  const isArpa = name.endsWith(".arpa") && !name.endsWith(".home.arpa");
  return isReserved || isArpa || SEARCHED.has(first) ||
      CANARIES.some((canary) => canary.endsWith(`.${name}`))
    ? "This name has a meaning of its own, and the box must not claim it"
    : undefined;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
