import assert from "node:assert/strict";
import { DEFAULT_RESOLVER_SETTINGS } from "../snapshot/settings.ts";
import { findSpecialUse, specialNames } from "./special_use.ts";

Deno.test("special-use names cover their subdomains, and the closest one applies", () => {
  const cases: [string, string | undefined][] = [
    ["localhost", "loopback"],
    ["a.b.localhost", "loopback"],
    ["x.onion", "nxdomain"],
    ["printer.local", "nxdomain"],
    ["1.1.168.192.in-addr.arpa", "zone"],
    ["1.1.127.100.in-addr.arpa", "zone"],
    ["1.1.128.100.in-addr.arpa", undefined],
    ["1.1.15.172.in-addr.arpa", undefined],
    ["1.1.31.172.in-addr.arpa", "zone"],
    ["_dns.resolver.arpa", "nodata"],
    ["x.resolver.arpa", "zone"],
    ["nas.home.arpa", "zone"],
    ["use-application-dns.net", "nxdomain"],
    ["mask.icloud.com", "nxdomain"],
    ["icloud.com", undefined],
    ["notlocalhost", undefined],
    ["example.com", undefined],
    [".", undefined],
  ];
  for (const [name, answer] of cases) assert.equal(findSpecialUse(name)?.answer, answer, name);
});

Deno.test("canaries and private reverse zones depend on the settings", () => {
  const all = specialNames(DEFAULT_RESOLVER_SETTINGS);
  assert.ok(all.includes("mask.icloud.com") && all.includes("10.in-addr.arpa"));
  const without = specialNames({
    ...DEFAULT_RESOLVER_SETTINGS,
    canaries: false,
    privateUpstreams: ["192.168.1.1"],
  });
  assert.ok(!without.includes("mask.icloud.com") && !without.includes("10.in-addr.arpa"));
  assert.ok(without.includes("127.in-addr.arpa") && without.includes("localhost"));
});
