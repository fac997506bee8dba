import fc from "fast-check";
import assert from "node:assert/strict";
import { findService } from "./services.ts";
import { classifyWayAround, WAYS_AROUND } from "./ways_around.ts";

Deno.test("wayAround() classifies a name by its service", () => {
  assert.equal(classifyWayAround("api.nordvpn.com", "nordvpn"), "vpn");
  assert.equal(classifyWayAround("www.croxyproxy.com", "croxyproxy"), "proxy");
  assert.equal(classifyWayAround("proxysite.com", "web_proxies"), "proxy");
  assert.equal(classifyWayAround("dns.google", "encrypted_dns"), "dns");
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
    assert.ok(findService(id) !== undefined, id);
  }
});

Deno.test("wayAround() classifies a name without service by its labels, otherwise as VPN", () => {
  assert.equal(classifyWayAround("doh.example.net", ""), "dns");
  assert.equal(classifyWayAround("dns10.example.net", ""), "dns");
  assert.equal(classifyWayAround("freeproxy.example.net", ""), "proxy");
  assert.equal(classifyWayAround("de1.fast.example.net", ""), "vpn");
  assert.equal(classifyWayAround("dot.example", ""), "dns");
  fc.assert(fc.property(fc.string(), (name) => WAYS_AROUND.includes(classifyWayAround(name, ""))), {
    seed: 6,
    numRuns: 300,
  });
});
