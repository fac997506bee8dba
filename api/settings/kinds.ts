/**
 * The kinds of value that a setting can have: how each is checked, read from text, and described
 * when it is refused.
 */
import { isMisleading } from "../../policy/model/label.ts";
import { COUNTRIES } from "../../policy/catalogue/countries.ts";
import { parseAddress, parsePrefix } from "../../policy/model/address.ts";
import {
  asciiName,
  boxNameFault,
  hostNameFromText,
  type IsSuffix,
  localDomainFault,
  routerDomainFault,
  zoneFault,
} from "../../policy/lists/host_name.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { parseTarget, parseUpstreams } from "../../policy/model/upstream_line.ts";
import { parseListen } from "./listen.ts";
import { suffixChecks } from "./suffixes.ts";

/** The facts of a kind from which a form chooses a field. */
export interface KindShape {
  readonly type: "switch" | "number" | "choice" | "list" | "text";
  /** Bounds of a number. */
  readonly least?: number;
  readonly most?: number;
  /** The words of a choice. */
  readonly choices?: readonly string[];
}

/** A kind of value. */
export interface Kind<T> {
  /** Whether a value of the setting's type is valid. */
  readonly holds: (value: unknown) => value is T;
  readonly shape: KindShape;
  /** Converts the text of a flag or a variable into the input of `holds`. */
  readonly fromText: (text: string) => unknown;
  /** The allowed values, as in an error message. */
  readonly allowed: string;
  /** Whether checking a value needs public suffixes (suffixes.ts). */
  readonly readsSuffixes?: true;
  /**
   * The fault of a refused value, as a sentence that ends with the faulty part; undefined =
   * `allowed` is enough.
   */
  readonly why?: (value: unknown) => string | undefined;
}

/** Maximum entries of a list, and maximum characters of a text. */
const LONGEST_LIST = 500;
const LONGEST_TEXT = 512;

/** A whole number within bounds. */
export function whole(least: number, most: number, unit = ""): Kind<number> {
  return {
    holds: (value): value is number =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    shape: { type: "number", least, most },
    fromText: (text) => /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : text,
    allowed: `a whole number from ${least} to ${most}${unit === "" ? "" : ` (${unit})`}`,
  };
}

const SWITCH: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  "1": true,
  off: false,
  false: false,
  no: false,
  "0": false,
};

/** On or off. */
export const onOff: Kind<boolean> = {
  holds: (value) => typeof value === "boolean",
  shape: { type: "switch" },
  fromText: (text) => {
    const word = text.trim().toLowerCase();
    return Object.hasOwn(SWITCH, word) ? SWITCH[word] : text;
  },
  allowed: "on or off",
};

/** One of several words. */
export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  return {
    holds: (value): value is T => words.includes(value as T),
    shape: { type: "choice", choices: words },
    fromText: (text) => text.trim(),
    allowed: words.join(", "),
  };
}

/** One line of text that a check accepts. */
export function text(accepts: (text: string) => boolean, allowed: string): Kind<string> {
  return {
    shape: { type: "text" },
    holds: (value): value is string =>
      typeof value === "string" && value.length <= LONGEST_TEXT && !isMisleading(value) &&
      accepts(value),
    fromText: (text) => text.trim(),
    allowed,
  };
}

/**
 * A list of texts, each accepted by a check; in a flag or a variable they are separated by commas
 * or line ends.
 */
export function list(
  accepts: (entry: string) => boolean,
  allowed: string,
): Kind<readonly string[]> {
  const entry = text(accepts, allowed);
  return {
    holds: (value): value is readonly string[] =>
      Array.isArray(value) && value.length <= LONGEST_LIST && value.every(entry.holds),
    shape: { type: "list" },
    fromText: (text) =>
      text.split(/[,\n]/).map((part) => part.trim()).filter((part) => part !== ""),
    allowed: `a list of at most ${LONGEST_LIST} entries, each ${allowed}`,
  };
}

/**
 * A list of lines, each accepted by a check; in a flag or a variable they are separated by line
 * ends only.
 */
export function lines(
  accepts: (line: string) => boolean,
  allowed: string,
): Kind<readonly string[]> {
  const fromText = (text: string) =>
    text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return { ...list(accepts, allowed), fromText };
}

/** Listen addresses (`:53`, `127.0.0.1:5300,[::1]:5300`); `mayBeEmpty` = none is allowed. */
export function listen(mayBeEmpty: boolean): Kind<string> {
  return text(
    (value) => value === "" ? mayBeEmpty : typeof parseListen(value) !== "string",
    `addresses with a port such as :53 or 127.0.0.1:5300,[::1]:5300${
      mayBeEmpty ? "; empty = none" : ""
    }`,
  );
}

/** An IP address. */
export function isAddress(value: string): boolean {
  return parseAddress(value) !== undefined;
}

/** A range of addresses, or `private` for the private ones. */
export function isRange(value: string): boolean {
  return value === "private" || parsePrefix(value) !== undefined;
}

/** An address, or a range that is narrow enough to name single providers. */
export function isNarrowRange(value: string): boolean {
  const prefix = parsePrefix(value);
  return prefix !== undefined && prefix.length >= (prefix.address.length === 4 ? 8 : 16);
}

/** A domain name. */
function isDomain(value: string): boolean {
  return value !== "." && nameFromText(value) !== undefined;
}

/** The rule for a host name, as in an error message (RFC 1123 2.1). */
const HOST_ALLOWED = "letters, digits and hyphens, 63 between two dots and 253 in all";

/** A host name in which `fault` finds no fault, in lower case; `mayBeEmpty` = none is allowed. */
function hostName(
  fault: (name: string, isSuffix: IsSuffix) => string | undefined,
  allowed: string,
  mayBeEmpty = false,
): Kind<string> {
  const faultOf = (value: unknown): string | undefined => {
    if (typeof value !== "string" || (value === "" && mayBeEmpty)) return undefined;
    const name = hostNameFromText(value);
    return name === undefined ? undefined : fault(name, suffixChecks().isAnyPublicSuffix);
  };
  const accepts = (value: string) =>
    (value === "" && mayBeEmpty) ||
    (hostNameFromText(value) === value && faultOf(value) === undefined);
  return {
    ...text(accepts, allowed),
    readsSuffixes: true,
    fromText: (value) => hostNameFromText(value.trim()) ?? value.trim(),
    why(value) {
      const found = faultOf(value);
      return found && `${found}; allowed is ${allowed}: ${value}`;
    },
  };
}

/** The name of the box: a host name of one label. */
export const boxName: Kind<string> = hostName(
  (name, isSuffix) =>
    name.includes(".") ? "The name of the box has no dot" : boxNameFault(name, isSuffix),
  "one word of letters, digits and hyphens, 63 at most, such as box",
);

/** The domain of the local network. */
export const localDomain: Kind<string> = hostName(
  localDomainFault,
  `a domain of ${HOST_ALLOWED}, such as home.arpa, lan or one of your own`,
);

/** The domain that a router knows, or none. */
export const routerDomain: Kind<string> = hostName(
  routerDomainFault,
  `a domain of ${HOST_ALLOWED}, such as lan or fritz.box; empty = none`,
  true,
);

/** Host names of the box in a domain of the household. */
export const hostNames: Kind<readonly string[]> = list(
  (value) => hostNameFromText(value) !== undefined,
  `a domain of ${HOST_ALLOWED}, such as box.example.com`,
);

/** Domains that only the box answers. */
export const zones: Kind<readonly string[]> = {
  ...list(isZone, "a domain such as lab.example, no whole ending such as com"),
  readsSuffixes: true,
};

/** Domains, each with its subdomains, `most` at most. */
export function domains(most: number): Kind<readonly string[]> {
  // DNS accepts other characters and addresses too, which match no name that devices ask.
  const isUsable = (value: string) => isZone(value) && asciiName(value) !== undefined;
  const entries = list(isUsable, "a domain such as example.com, no whole ending such as com");
  return {
    ...entries,
    readsSuffixes: true,
    holds: (value): value is readonly string[] => entries.holds(value) && value.length <= most,
    allowed: entries.allowed.replace(String(LONGEST_LIST), String(most)),
  };
}

function isZone(value: string): boolean {
  const name = nameFromText(value);
  return isDomain(value) &&
    zoneFault(nameToText(name!), suffixChecks().isPublicSuffix) === undefined;
}

/**
 * A server for plain DNS, by its address, for example a router: `192.168.1.1`, `[fd00::1]:5353`.
 */
export function isPlainServer(value: string): boolean {
  if (/[\s/]/.test(value)) return false;
  const target = parseTarget(value);
  return target?.address !== undefined && target.transport === "udp";
}

/** A list of upstreams and of public resolvers by their identifiers. */
export function upstreams(allowed: string): Kind<readonly string[]> {
  return {
    ...list((line) => line !== "" && upstreamFault(line) === undefined, allowed),
    why: (value) =>
      Array.isArray(value)
        ? value.map(upstreamFault).find((fault) => fault !== undefined)
        : undefined,
  };
}

function upstreamFault(line: unknown): string | undefined {
  if (typeof line !== "string") return undefined;
  return parseUpstreams([line], "").errors[0]?.replace(/^, line 1: /, "");
}

/** A web address without a secret in it; empty = none. */
function isWebAddress(value: string): boolean {
  if (value === "") return true;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "";
}

/**
 * A time zone by its name (IANA), spelled as in the zone database; empty = the zone of the system.
 */
export const timeZone: Kind<string> = {
  ...text(
    (value) => value === "" || zoneNamed(value) === value,
    "a time zone such as Europe/Paris; empty = the system's",
  ),
  fromText: (value) => zoneNamed(value.trim()) ?? value.trim(),
};

/**
 * The zone of a name, spelled as in the zone database; an offset such as +01:00 is not accepted,
 * since it has no summer time.
 */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A country by its code (ISO 3166-1 alpha-2), in capital letters; empty = not given. */
export const country: Kind<string> = {
  ...text(
    (value) => value === "" || COUNTRIES.includes(value),
    "a country such as FR; empty = not set",
  ),
  fromText: (value) => value.trim().toUpperCase(),
};

/** A web address, or none; `such` = an example. */
export function webAddress(such: string): Kind<string> {
  const allowed = `an address such as ${such}; empty = none`;
  // A refused address may contain a password or a token, and refusals are logged.
  return { ...text(isWebAddress, allowed), why: () => `Allowed is ${allowed}` };
}
