/**
 * Look-ups in the table of public resolvers: by identifier, by server name, or by a misspelled
 * identifier.
 */
import { PUBLIC_RESOLVERS, type PublicResolver, type ResolverProtocol } from "./resolver_rows.ts";

const PINNED = new Map<string, readonly string[]>();
for (const resolver of PUBLIC_RESOLVERS) {
  if (!resolver.pinned) continue;
  if (resolver.tls !== undefined) PINNED.set(resolver.tls, resolver.addresses);
  if (resolver.https !== undefined) {
    PINNED.set(new URL(resolver.https).hostname, resolver.addresses);
  }
}

/** The published addresses of a resolver's lower-case host name; undefined = look it up. */
export function publicResolverAddresses(host: string): readonly string[] | undefined {
  return PINNED.get(host);
}

const BY_ID = new Map(PUBLIC_RESOLVERS.map((resolver) => [resolver.id, resolver]));

/** The resolver with this identifier. */
export function publicResolver(id: string): PublicResolver | undefined {
  return BY_ID.get(id);
}

/**
 * The protocols of a resolver, the best first: HTTPS passes where other ports are closed, and both
 * HTTPS and TLS are encrypted.
 */
export function protocolsOf({ https, tls, plain }: PublicResolver): ResolverProtocol[] {
  const offered = { doh: https !== undefined, dot: tls !== undefined, plain };
  return (["doh", "dot", "plain"] as const).filter((protocol) => offered[protocol]);
}

/**
 * The identifier nearest to an unknown one, if it is close: it has the same start, or differs by
 * two letters at most.
 */
export function nearestResolver(id: string): string | undefined {
  if (id.length < 3 || id.length > 64) return undefined;
  const near = PUBLIC_RESOLVERS.map((resolver) => ({
    id: resolver.id,
    far: lettersApart(resolver.id, id),
  }));
  const best = near.reduce((least, each) => each.far < least.far ? each : least);
  if (best.far <= Math.min(2, id.length - 3)) return best.id;
  return near.find((each) =>
    id.length > 3 && each.id.startsWith(id) || id.startsWith(`${each.id}-`)
  )?.id;
}

/** Number of letters to add, remove or change to turn one word into the other. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length];
}
