import assert from "node:assert/strict";
import { findSystem } from "./systems.ts";

Deno.test("systemAsking() finds a system by its automatic queries", () => {
  const cases = [
    ["captive.apple.com", "apple"],
    ["connectivitycheck.gstatic.com", "android"],
    ["fota-secure-dn.ospserver.net", "android/samsung"],
    ["conn1.coloros.com", "android/oppo"],
    ["dns.msftncsi.com", "windows"],
    ["fe2cr.update.microsoft.com", "windows"],
    ["2.debian.pool.ntp.org", "linux"],
  ];
  for (const [name, system] of cases) assert.equal(findSystem(name), system, name);
});

Deno.test("systemAsking() finds nothing for names that people visit", () => {
  for (
    const name of [
      "www.apple.com",
      "apple.com",
      "www.google.com",
      "ospserver.net",
      "update.microsoft.com",
      "com",
      "",
      "..",
      "a.b",
    ]
  ) {
    assert.equal(findSystem(name), "", name);
  }
});
