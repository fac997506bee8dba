/** Formats addresses of clients for display and for counting. */
import { addressToText } from "../../policy/model/address.ts";
import { peerAddress } from "../http/sources.ts";

/** An address for display: without zone, and IPv4-mapped addresses as IPv4; empty = invalid. */
export function plainAddress(text: string): string {
  const address = peerAddress(text);
  return address === undefined ? "" : addressToText(address);
}

/** An address for counting: an IPv6 address is reduced to its /64; empty = invalid. */
export function addressKey(text: string): string {
  const address = peerAddress(text);
  if (address === undefined) return "";
  return addressToText(
    address.length === 4 ? address : new Uint8Array([...address.subarray(0, 8), ...ZEROS]),
  );
}

const ZEROS = new Uint8Array(8);
