import fc from "fast-check";
import assert from "node:assert/strict";
import { serviceOf } from "./services.ts";
import { wayAround, WAYS_AROUND } from "./ways_around.ts";

Deno.test("wayAround() classifies a name by its service", () => {
  assert.equal(wayAround("api.nordvpn.com", "nordvpn"), "vpn");
  assert.equal(wayAround("www.croxyproxy.com", "croxyproxy"), "proxy");
  assert.equal(wayAround("proxysite.com", "web_proxies"), "proxy");
  assert.equal(wayAround("dns.google", "encrypted_dns"), "dns");
  for (
    const id of [
      "web_proxies",
      "croxyproxy",
      "hola",
      "icloud_private_relay",
      "tor",
      "psiphon",
      "encrypted_dns",
    ]
  ) {
    assert.ok(serviceOf(id) !== undefined, id);
  }
});

Deno.test("wayAround() classifies a name without service by its labels, otherwise as VPN", () => {
  assert.equal(wayAround("doh.example.net", ""), "dns");
  assert.equal(wayAround("dns10.example.net", ""), "dns");
  assert.equal(wayAround("freeproxy.example.net", ""), "proxy");
  assert.equal(wayAround("de1.fast.example.net", ""), "vpn");
  assert.equal(wayAround("dot.example", ""), "dns");
  fc.assert(fc.property(fc.string(), (name) => WAYS_AROUND.includes(wayAround(name, ""))), {
    seed: 6,
    numRuns: 300,
  });
});
