/**
 * Discovery of UPnP devices (SSDP): their types, and the URLs of their descriptions (UPnP Device
 * Architecture 2.0, 1.3).
 */
import { parseAddress } from "../../../../policy/model/address.ts";
import { sanitizeAnnouncedName } from "../../../../policy/model/announced_name.ts";

/** Group and port of the search. */
export const SSDP_GROUP = "239.255.255.250";
export const SSDP_PORT = 1900;

const MOST_BYTES = 4096;
const MOST_LINES = 50;
const MOST_VALUE = 256;

/** The response of a device. */
export interface SsdpAnswer {
  /** Types and server together, for guesses. */
  readonly text: string;
  /**
   * URL of its description; "" = none that may be read: only plain HTTP at the address that
   * responded.
   */
  readonly location: string;
}

/** Returns a search for all devices, with responses spread over `seconds`. */
export function ssdpSearch(seconds: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    `M-SEARCH * HTTP/1.1\r\nHOST: ${SSDP_GROUP}:${SSDP_PORT}\r\nMAN: "ssdp:discover"\r\nMX: ${seconds}\r\nST: ssdp:all\r\n\r\n`,
  );
}

/** Parses the response of a device at `from`; undefined when it is invalid. */
export function readSsdp(bytes: Uint8Array, from: string): SsdpAnswer | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  const [status, ...lines] = new TextDecoder("latin1").decode(bytes).split(/\r?\n/, MOST_LINES);
  if (!/^HTTP\/1\.[01] 200(?: |$)/.test(status)) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.set(
        line.slice(0, colon).trim().toLowerCase(),
        line.slice(colon + 1, colon + 1 + MOST_VALUE).trim(),
      );
    }
  }
  const text = ["st", "usn", "server"].map((name) => sanitizeAnnouncedName(headers.get(name) ?? ""))
    .filter(
      Boolean,
    ).join(" ");
  return text === ""
    ? undefined
    : { text, location: ownLocation(headers.get("location") ?? "", from) };
}

function ownLocation(text: string, from: string): string {
  const url = URL.parse(text);
  const own = url !== null && url.protocol === "http:" && url.username === "" &&
    url.hostname === from;
  return own && parseAddress(from) !== undefined ? url.href : "";
}

/** The content of a device's description, "" for missing fields. */
export interface UpnpDescription {
  readonly name: string;
  /** Type, maker and model together, for guesses. */
  readonly text: string;
}

/**
 * Parses the needed part of a device description (XML). Never throws; any other text gives empty
 * fields.
 */
export function readDescription(xml: string): UpnpDescription {
  const head = xml.slice(0, 65_536);
  const of = (tag: string) => {
    const open = head.indexOf(`<${tag}>`);
    const end = open < 0 ? -1 : head.indexOf(`</${tag}>`, open);
    return end < 0 ? "" : sanitizeAnnouncedName(
      unescaped(head.slice(open + tag.length + 2, Math.min(end, open + 1000))),
    );
  };
  const text = ["deviceType", "manufacturer", "modelName", "modelDescription"].map(of).filter(
    Boolean,
  ).join(" ");
  return { name: of("friendlyName"), text };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,5}));/gi,
    (whole, hex?: string, digits?: string, name = "") => {
      if (hex === undefined && digits === undefined) return ENTITIES[name] ?? whole;

      const code = hex === undefined ? Number(digits) : parseInt(hex, 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}
