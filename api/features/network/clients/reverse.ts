/**
 * Looks up the reverse name of a client at the box's own resolver, which knows local records and
 * the servers of private zones.
 */
import {
  parseAddress,
  parsePrefix,
  prefixContains,
  PRIVATE_RANGES,
} from "../../../../policy/model/address.ts";
import { nameToText } from "../../../../policy/model/name.ts";
import { forwardedDomains } from "../../../../policy/snapshot/local_index.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { RecordCursor, SECTION } from "../../../../resolver/wire/message.ts";
import { readName, reverseText } from "../../../../resolver/wire/names.ts";
import { createQuery } from "../../../system/lookup.ts";

const PRIVATE = PRIVATE_RANGES.map((range) => parsePrefix(range)!);
/**
 * The addresses from which the machine itself sends queries: the rest of 127.0.0.0/8 may have its
 * own names.
 */
const LOOPBACK = ["127.0.0.1/32", "::1/128"].map((range) => parsePrefix(range)!);

/** Decides for which clients a reverse name may be requested. */
export interface ReverseFacts {
  /** The setting `upstreams`. */
  readonly upstreams: readonly string[];
  /** Whether the box answers a reverse name itself, lower-case text without final dot. */
  readonly isLocal: (name: string) => boolean;
}

/** Whether a text is a complete address: a truncated address identifies no client. */
export function isWholeAddress(client: string): boolean {
  const address = parseAddress(client);
  return address !== undefined &&
    address.subarray(address.length === 4 ? 3 : 6).some((byte) => byte !== 0);
}

/** Whether a client is the machine of the box itself. */
export function isBoxAddress(client: string): boolean {
  const address = parseAddress(client);
  return address !== undefined && LOOPBACK.some((range) => prefixContains(range, address));
}

/**
 * The reverse name to look up; undefined when no local server could know it. Addresses of clients
 * are never sent to public resolvers.
 */
export function reverseOf(
  client: string,
  { upstreams, isLocal }: ReverseFacts,
): string | undefined {
  const address = parseAddress(client);
  if (address === undefined) return undefined;
  const name = reverseText(address);
  if (PRIVATE.some((range) => prefixContains(range, address))) return name;
  const below = (zone: string) => name === zone || name.endsWith(`.${zone}`);
  const forwarded = forwardedDomains({ upstreams }).some((domain) =>
    below(domain.replace(/^\*\./, ""))
  );
  return forwarded || isLocal(name) ? name : undefined;
}

const cursor = new RecordCursor();

/**
 * Returns the name that a reverse name points to; "" = none. Rejects when the resolver does not
 * respond, or fails temporarily.
 */
export async function queryReverse(
  resolver: Pick<ResolverHandle, "ask">,
  reverse: string,
): Promise<string> {
  const { wire, status } = await resolver.ask(createQuery(reverse, TYPE.PTR), "127.0.0.1", false);
  if (status === "failed") throw new Error("The server of this reverse zone does not answer");
  if (!cursor.reset(wire)) return "";
  while (cursor.read() > 0) {
    if (cursor.section !== SECTION.ANSWER || cursor.type !== TYPE.PTR) continue;
    const name = readName(wire, 0, cursor.rdataAt, wire.length);
    if (name !== undefined && name.length > 1) return nameToText(name);
  }
  return "";
}
