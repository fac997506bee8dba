/**
 * Finds the addresses of host names with the box's own resolver: the resolver of the machine may be
 * the box itself, or not be configured yet.
 */
import { addressToText } from "../../policy/model/address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import { TYPE } from "../../resolver/wire/codes.ts";
import { readAnswerContent } from "../../resolver/wire/answer_content.ts";

/**
 * A query of class IN with recursion desired and id 0. Throws a TypeError when the name is invalid.
 */
export function createQuery(name: string, type: number): Uint8Array {
  const wire = nameFromText(name);
  if (wire === undefined) throw new TypeError(`This is not a domain name: ${name}`);
  const query = new Uint8Array(12 + wire.length + 4);
  query.set([0, 0, 1, 0, 0, 1]);
  query.set(wire, 12);
  query.set([type >> 8, type & 0xff, 0, 1], 12 + wire.length);
  return query;
}

/**
 * The addresses of a host, IPv4 first, queried with the box as client. Throws an Error when the box
 * blocks the name.
 */
export async function lookup(
  resolver: Pick<ResolverHandle, "ask">,
  host: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [type, bytes] of [[TYPE.A, 4], [TYPE.AAAA, 16]]) {
    const { wire, status, reason } = await resolver.ask(
      createQuery(host, type),
      "127.0.0.1",
      false,
    );
    if (status === "blocked") {
      throw new Error(`The box itself blocks ${host} (${reason}): allow this name to reach it`);
    }
    const addresses = readAnswerContent(wire).addresses.filter((address) =>
      address.length === bytes
    );
    found.push(...addresses.map((address) => addressToText(address)));
  }
  return found;
}

/** Whether the resolver answers a query that needs no upstream; for health checks. */
export async function isResolverAnswering(resolver: Pick<ResolverHandle, "ask">): Promise<boolean> {
  try {
    const { wire } = await resolver.ask(createQuery("localhost", TYPE.A), "127.0.0.1", false);
    return wire.length > 12 && (wire[3] & 15) === 0;
  } catch {
    return false;
  }
}
