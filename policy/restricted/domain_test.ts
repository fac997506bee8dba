import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_RESOLVER_SETTINGS } from "../snapshot/settings.ts";
import { restrictedDomain } from "./domain.ts";

const SETTINGS = {
  ...DEFAULT_RESOLVER_SETTINGS,
  localDomain: "my.house.com",
  upstreams: ["192.0.2.53", "[/Corp.vendor.com/*.lab.org/]192.168.1.1", "[//]192.168.1.1"],
  serviceDomains: ["service.com"],
  encrypted: { name: "abcdefghij.names.net", tls: 853, https: 443, quic: 853 },
};

Deno.test("restrictedDomain() finds the registrable domain, with private suffixes", () => {
  const domains: readonly (readonly [name: string, domain: string])[] = [
    ["www.vendor.co.uk", "vendor.co.uk"],
    ["vendor.co.uk", "vendor.co.uk"],
    ["co.uk", "co.uk"],
    ["a.b.mine.github.io", "mine.github.io"],
    ["github.io", "github.io"],
    ["x.s3.amazonaws.com", "x.s3.amazonaws.com"],
    ["s3.eu-west-1.amazonaws.com", "s3.eu-west-1.amazonaws.com"],
    ["s3.us-east-1.amazonaws.com", "s3.us-east-1.amazonaws.com"],
    ["_dns.resolver.vendor.com", "vendor.com"],
    ["www.ck", "www.ck"],
    ["any.ck", "any.ck"],
    ["xn--bcher-kva.de", "xn--bcher-kva.de"],
  ];
  for (const [name, domain] of domains) {
    assert.equal(restrictedDomain(name, SETTINGS), domain, name);
  }
});

Deno.test("restrictedDomain() leaves out names of the home, of the box and of its service", () => {
  const endings = "arpa lan home local internal corp localdomain intranet private test invalid " +
    "example unheardof 1";
  const home = endings.split(" ").flatMap((ending) => [ending, `nas.${ending}`, `a.nas.${ending}`]);
  const domains = "my.house.com corp.vendor.com lab.org fritz.box service.com " +
    "abcdefghij.names.net";
  const given = domains.split(" ").flatMap((domain) => [domain, `x.${domain}`]);
  for (const name of ["", "nas", "com", ...home, ...given]) {
    assert.equal(restrictedDomain(name, SETTINGS), "", name);
  }
  for (const name of ["house.com", "notmy.house.com", "vendor.com", "names.net", "xservice.com"]) {
    assert.notEqual(restrictedDomain(name, SETTINGS), "", name);
  }
});

Deno.test("The domain of a name is the end of it, and the domain of its own", () => {
  const label = fc.string({ unit: fc.constantFrom(..."ab1-_"), minLength: 1, maxLength: 5 });
  const ending = fc.constantFrom(
    "com",
    "co.uk",
    "github.io",
    "kawasaki.jp",
    "lan",
    "amazonaws.com",
  );
  fc.assert(fc.property(fc.array(label, { maxLength: 5 }), ending, (labels, suffix) => {
    const name = [...labels, suffix].join(".");
    const domain = restrictedDomain(name, SETTINGS);
    assert.ok(domain === "" || name === domain || name.endsWith(`.${domain}`), name);
    if (domain !== "") assert.equal(restrictedDomain(domain, SETTINGS), domain);
  }));
});
