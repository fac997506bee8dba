/** Reads addresses to listen on: `:53`, `127.0.0.1:5300` and `[::1]:53`, separated by commas. */
import { addressToText, parseAddress } from "../../policy/model/address.ts";

/**
 * An address and port to listen on; an empty address = all addresses of the machine, IPv4 and IPv6.
 */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/** Maximum number of listeners of one setting. */
const MOST = 32;

/**
 * Reads a list of addresses with ports; returns a sentence about the first invalid part. "" = none.
 */
export function parseListen(text: string): readonly ListenAddress[] | string {
  if (text.trim() === "") return [];
  const parts = text.split(",");
  if (parts.length > MOST) return `At most ${MOST} addresses can be listened on: ${parts.length}`;
  const found: ListenAddress[] = [];
  for (const part of parts) {
    const read = parseOne(part.trim());
    if (read === undefined) {
      return `This is no address with a port such as :53 or [::1]:53: ${part.trim()}`;
    }
    if (!found.some(({ address, port }) => address === read.address && port === read.port)) {
      found.push(read);
    }
  }
  return found;
}

function parseOne(text: string): ListenAddress | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+(?:%[\w.-]+)?)\]|([0-9.]+)|\*)?:(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const port = Number(match[3]);
  if (port < 1 || port > 65_535) return undefined;
  const written = match[1] ?? match[2];
  if (written === undefined) return { address: "", port };
  const address = parseAddress(written);
  if (address === undefined || (match[1] !== undefined && !written.includes(":"))) return undefined;
  const zone = written.includes("%") ? written.slice(written.indexOf("%")) : "";
  return { address: addressToText(address) + zone, port };
}

/** The addresses of a validated setting; none for an invalid text. */
export function listenAddresses(text: string): readonly ListenAddress[] {
  const read = parseListen(text);
  return typeof read === "string" ? [] : read;
}
