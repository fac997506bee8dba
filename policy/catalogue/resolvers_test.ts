import assert from "node:assert/strict";
import { parseAddress } from "../model/address.ts";
import { parseTarget, parseUpstreams } from "../model/upstream_line.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../snapshot/settings.ts";
import { PUBLIC_RESOLVERS } from "./resolver_rows.ts";
import { nearestResolver, protocolsOf, publicResolverAddresses } from "./resolvers.ts";

Deno.test("every public resolver has valid addresses and upstream lines, and a unique identifier", () => {
  assert.equal(
    new Set(PUBLIC_RESOLVERS.map((resolver) => resolver.id)).size,
    PUBLIC_RESOLVERS.length,
  );
  for (const resolver of PUBLIC_RESOLVERS) {
    for (const address of resolver.addresses) {
      assert.ok(parseAddress(address), `${resolver.id}: ${address}`);
    }
    const lines = [...resolver.addresses];
    if (resolver.tls !== undefined) lines.push(`tls://${resolver.tls}`);
    if (resolver.https !== undefined) lines.push(resolver.https);
    assert.deepEqual(parseUpstreams(lines).errors, [], resolver.id);
    assert.ok(resolver.country, `${resolver.id} says nothing of where its operator is`);
  }
});

Deno.test("every public resolver is an upstream by its identifier and by each of its protocols", () => {
  for (const resolver of PUBLIC_RESOLVERS) {
    const { id, pinned } = resolver;
    const best = parseTarget(id);
    assert.equal(best?.text, id);
    assert.ok(best.transport === "https" || best.transport === "tls", `${id} is not encrypted`);
    for (const protocol of protocolsOf(resolver)) {
      const target = parseTarget(`${id}/${protocol}`);
      assert.ok(target, `${id}/${protocol}`);
      const known = target.address !== undefined ||
        publicResolverAddresses(target.host) !== undefined;
      assert.equal(known, pinned || protocol === "plain", `${id}/${protocol} needs a look-up`);
    }
  }
});

Deno.test("nearestResolver() finds a misspelled identifier, and nothing for an unrelated word", () => {
  for (
    const [word, id] of [["quad", "quad9"], ["qad9", "quad9"], ["cloudflare-kids", "cloudflare"], [
      "gogle",
      "google",
    ]]
  ) assert.equal(nearestResolver(word), id, word);
  for (const word of ["unbound", "router", "pihole", "dns", "ns1", "x", "", "a".repeat(1000)]) {
    assert.equal(nearestResolver(word), undefined, word);
  }
});

Deno.test("the default upstreams need no lookup before their first query", () => {
  for (const { host } of parseUpstreams(DEFAULT_RESOLVER_SETTINGS.upstreams).defaults) {
    assert.ok(publicResolverAddresses(host) !== undefined, `${host} has no published addresses`);
  }
  assert.ok(publicResolverAddresses("dns.quad9.net")?.includes("9.9.9.9"));
  assert.equal(publicResolverAddresses("dns.example"), undefined);
});
