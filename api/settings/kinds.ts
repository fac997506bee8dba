/** The kinds of value that a setting can hold: how each is checked, read from text, and described when it is refused. */
import { COUNTRIES } from "../../policy/catalogue/countries.ts";
import { parseAddress, parsePrefix } from "../../policy/model/address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { parseTarget, parseUpstreams } from "../../policy/model/upstream_line.ts";
import { parseListen } from "./listen.ts";

/** What a form needs to know of a kind to offer a fitting field. */
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
  /** Whether a value, in its own type, is one of this kind. */
  readonly holds: (value: unknown) => value is T;
  readonly shape: KindShape;
  /** Turns the text of a flag or a variable into what `holds` checks. */
  readonly fromText: (text: string) => unknown;
  /** What is allowed, as an error says it. */
  readonly allowed: string;
  /** What is wrong with a value that was refused, as a sentence that ends with the part meant; undefined = `allowed` says enough. */
  readonly why?: (value: unknown) => string | undefined;
}

/** Entries of a list, and octets of a text, that are taken at most. */
const LONGEST_LIST = 500, LONGEST_TEXT = 512;

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

/** One word out of a few. */
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
      // deno-lint-ignore no-control-regex
      typeof value === "string" && value.length <= LONGEST_TEXT && !/[\0-\x1f\x7f]/.test(value) &&
      accepts(value),
    fromText: (text) => text.trim(),
    allowed,
  };
}

/** A list of texts, each accepted by a check; in a flag or a variable they are parted by commas or line ends. */
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

/** A list of lines, each accepted by a check; in a flag or a variable they are parted by line ends alone. */
export function lines(
  accepts: (line: string) => boolean,
  allowed: string,
): Kind<readonly string[]> {
  const fromText = (text: string) =>
    text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return { ...list(accepts, allowed), fromText };
}

/** Where to listen (`:53`, `127.0.0.1:5300,[::1]:5300`); `mayBeEmpty` = nowhere is allowed. */
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

/** A domain name. */
export function isDomain(value: string): boolean {
  return value !== "." && nameFromText(value) !== undefined;
}

/** A server that is asked in plain DNS, by its address, as a router is: `192.168.1.1`, `[fd00::1]:5353`. */
export function isPlainServer(value: string): boolean {
  if (/[\s/]/.test(value)) return false;
  const target = parseTarget(value);
  return target?.address !== undefined && target.transport === "udp";
}

/** A list of upstreams (migration D3) and of public resolvers by their identifiers. */
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

/** An address of the web without a secret in it; empty = none. */
function isWebAddress(value: string): boolean {
  if (value === "") return true;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "";
}

/** A time zone by its name (IANA), spelled as the zone database does; empty = that of the system. */
export const timeZone: Kind<string> = {
  ...text(
    (value) => value === "" || zoneNamed(value) === value,
    "a time zone such as Europe/Paris; empty = the system's",
  ),
  fromText: (value) => zoneNamed(value.trim()) ?? value.trim(),
};

/** The zone of a name as the zone database spells it; an offset such as +01:00 is none, since it knows no summer time. */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A country by its code (ISO 3166-1 alpha-2), in capital letters; empty = not told. */
export const country: Kind<string> = {
  ...text(
    (value) => value === "" || COUNTRIES.includes(value),
    "a country such as FR; empty = not told",
  ),
  fromText: (value) => value.trim().toUpperCase(),
};

/** An address of the web, or nothing; `such` = an example. */
export function webAddress(such: string): Kind<string> {
  return text(isWebAddress, `an address such as ${such}; empty = none`);
}
