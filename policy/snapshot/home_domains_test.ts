import assert from "node:assert/strict";
import { homeDomains } from "./home_domains.ts";

Deno.test("homeDomains() contains router domains, non-public suffixes and the local domain", () => {
  const upstreams = [
    "9.9.9.9",
    "[/FRITZ.box/*.lan/]192.168.178.1",
    "[/168.192.in-addr.arpa/family.example.net/*.deep.family.example.net/]192.168.1.1",
    "[/office.example.com/shop.co.uk//]10.0.0.1",
  ];
  const home = ["fritz.box", "lan", "168.192.in-addr.arpa"];
  assert.deepEqual(homeDomains({ upstreams, localDomain: "" }), home);
  const own = [...home, "family.example.net", "deep.family.example.net"];
  assert.deepEqual(homeDomains({ upstreams, localDomain: "family.example.net" }), own);
});
