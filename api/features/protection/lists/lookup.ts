/** Names of list servers asked of the box itself: on the machine that it serves, the system's resolver is the box, or nothing. */
import { addressToText } from "../../../../policy/model/address.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { readAnswerContent } from "../../../../resolver/wire/content.ts";
import { ListError, type Lookup } from "./target.ts";

const HEADER_OCTETS = 12, TYPE_A = 1, TYPE_AAAA = 28, CLASS_IN = 1;
/** RD: the box resolves on behalf of the asker (RFC 1035 4.1.1). */
const RECURSION_DESIRED = 0x01;

/** A lookup through the box's own resolver, IPv4 addresses first. It rejects with ListError when the box blocks the name. */
export function lookupThrough(resolver: Pick<ResolverHandle, "ask">): Lookup {
  return async (host) => {
    const [four, six] = await Promise.all([TYPE_A, TYPE_AAAA].map((type) => addressesOf(resolver, host, type)));
    return [...four, ...six];
  };
}

async function addressesOf(resolver: Pick<ResolverHandle, "ask">, host: string, type: number): Promise<string[]> {
  const answer = await resolver.ask(queryFor(host, type), "127.0.0.1", false);
  if (answer.status === "blocked") {
    throw new ListError(`the box itself blocks ${host} (${answer.reason}); allow this name to fetch the list`);
  }
  const octets = type === TYPE_A ? 4 : 16;
  return readAnswerContent(answer.wire).addresses
    .filter((address) => address.length === octets)
    .map((address) => addressToText(address));
}

function queryFor(host: string, type: number): Uint8Array {
  const name = nameFromText(host);
  if (name === undefined) throw new ListError(`this is no name of a server: ${host}`);
  const wire = new Uint8Array(HEADER_OCTETS + name.length + 4);
  wire[2] = RECURSION_DESIRED;
  wire[5] = 1;
  wire.set(name, HEADER_OCTETS);
  wire[wire.length - 3] = type;
  wire[wire.length - 1] = CLASS_IN;
  return wire;
}
