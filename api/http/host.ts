/**
 * The host of a request: in its field Host, its absolute target, or the server name of TLS (RFC
 * 9110, 7.2; RFC 9112, 3.2).
 */
import { addressToText, parseAddress } from "../../policy/model/address.ts";

/** A host as a client wrote it, normalised. */
export interface RequestHost {
  /** A name in lower case without final dot, or an address without brackets and zone. */
  readonly name: string;
  /** Whether it is an address. */
  readonly address: boolean;
  /** As a URL shows it: an IPv6 address is in brackets. */
  readonly shown: string;
}

/** Most bytes of a host that is parsed: a name has 253, and no port has more than five digits. */
const MOST = 270;
const FIELD = /^(?:\[([0-9a-f:.]{2,45})(?:%[\w.~%-]{1,40})?\]|([a-z0-9_.-]{1,254}))(?::\d{0,5})?$/;

const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The host of a field; undefined when it is empty or invalid. The port is left out: the listener
 * decides it.
 */
export function requestHost(field: string): RequestHost | undefined {
  const match = field.length > MOST ? null : FIELD.exec(field.toLowerCase());
  if (match === null) return undefined;
  const [, literal, written] = match;
  if (literal !== undefined) return literal.includes(":") ? addressHost(literal) : undefined;
  const name = written.replace(/\.$/, "");
  const address = addressHost(name);
  if (address !== undefined) return address;
  return NAME.test(name) ? { name, address: false, shown: name } : undefined;
}

/** Whether a field Host has a form that the standard allows; an empty one is valid (RFC 9112, 3.2). */
export function isHostField(field: string): boolean {
  return field === "" || requestHost(field) !== undefined;
}

function addressHost(text: string): RequestHost | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const name = addressToText(address);
  return { name, address: true, shown: address.length === 16 ? `[${name}]` : name };
}

/**
 * Whether a host is the box: an address, or one of its names. Any other name is refused, even if it
 * resolves to the box (DNS rebinding).
 */
export function isOfBox(host: RequestHost | undefined, names: readonly string[]): boolean {
  return host !== undefined && (host.address || names.includes(host.name));
}
