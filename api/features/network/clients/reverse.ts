/** The reverse name of a client, asked of the resolver of the box, which knows local records and the servers of private zones. */
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
import { queryFor } from "../../../lookup.ts";

const PRIVATE = PRIVATE_RANGES.map((range) => parsePrefix(range)!);
/** From where a machine asks itself: the rest of 127.0.0.0/8 may have names of its own. */
const LOOPBACK = ["127.0.0.1/32", "::1/128"].map((range) => parsePrefix(range)!);

/** What says whose names may be asked for. */
export interface ReverseFacts {
  /** The setting `upstreams`. */
  readonly upstreams: readonly string[];
  /** Whether the box answers a reverse name itself, lower-case text without final dot. */
  readonly isLocal: (name: string) => boolean;
}

/** Whether a text is a whole address: one of which the end was left out is that of nobody. */
export function isWhole(client: string): boolean {
  const address = parseAddress(client);
  return address !== undefined &&
    address.subarray(address.length === 4 ? 3 : 6).some((octet) => octet !== 0);
}

/** Whether a client is the machine of the box itself. */
export function isBox(client: string): boolean {
  const address = parseAddress(client);
  return address !== undefined && LOOPBACK.some((range) => prefixContains(range, address));
}

/**
 * The reverse name to ask for; undefined when nobody on this side of the internet could know it: addresses of clients are told
 * to no public resolver.
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

/** The name that a reverse name points to, "" = none. Rejects when the resolver does not answer, or cannot now. */
export async function askReverse(
  resolver: Pick<ResolverHandle, "ask">,
  reverse: string,
): Promise<string> {
  const { wire, status } = await resolver.ask(queryFor(reverse, TYPE.PTR), "127.0.0.1", false);
  if (status === "failed") throw new Error("The server of this reverse zone does not answer");
  if (!cursor.reset(wire)) return "";
  while (cursor.read() > 0) {
    if (cursor.section !== SECTION.ANSWER || cursor.type !== TYPE.PTR) continue;
    const name = readName(wire, 0, cursor.rdataAt, wire.length);
    if (name !== undefined && name.length > 1) return nameToText(name);
  }
  return "";
}
