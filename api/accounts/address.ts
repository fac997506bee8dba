/** Addresses of clients as accounts show and count them. */
import { addressToText } from "../../policy/model/address.ts";
import { peerAddress } from "../http/sources.ts";

/** An address as a person reads it: without zone, IPv4 out of its mapping; empty = none. */
export function plainAddress(text: string): string {
  const address = peerAddress(text);
  return address === undefined ? "" : addressToText(address);
}

/** An address as it is counted: an IPv6 network of 64 bits is one; empty = none. */
export function addressKey(text: string): string {
  const address = peerAddress(text);
  if (address === undefined) return "";
  return addressToText(
    address.length === 4 ? address : new Uint8Array([...address.subarray(0, 8), ...ZEROS]),
  );
}

const ZEROS = new Uint8Array(8);
