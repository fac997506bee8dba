import assert from "node:assert/strict";
import { parseAddress } from "../model/address.ts";
import { parseUpstreams } from "../model/upstream_line.ts";
import { PUBLIC_RESOLVERS, publicResolverAddresses } from "./resolvers.ts";

Deno.test("every public resolver has readable addresses, lines that parse and an id of its own", () => {
  assert.equal(new Set(PUBLIC_RESOLVERS.map((resolver) => resolver.id)).size, PUBLIC_RESOLVERS.length);
  for (const resolver of PUBLIC_RESOLVERS) {
    for (const address of resolver.addresses) assert.ok(parseAddress(address), `${resolver.id}: ${address}`);
    const lines = [...resolver.addresses];
    if (resolver.tls !== undefined) lines.push(`tls://${resolver.tls}`);
    if (resolver.https !== undefined) lines.push(resolver.https);
    assert.deepEqual(parseUpstreams(lines).errors, [], resolver.id);
  }
});

Deno.test("publicResolverAddresses() knows the names of the default upstreams", () => {
  assert.ok(publicResolverAddresses("dns.quad9.net")?.includes("9.9.9.9"));
  assert.equal(publicResolverAddresses("dns.example"), undefined);
});
