import assert from "node:assert/strict";
import fc from "fast-check";
import {
  boxNameFault as boxName,
  hostNameFromText,
  localDomainFault as localDomain,
  routerDomainFault as routerDomain,
  zoneFault as zone,
} from "./host_name.ts";
import { isAnyPublicSuffix, isPublicSuffix } from "./public_suffix.ts";

const boxNameFault = (name: string) => boxName(name, isAnyPublicSuffix);
const localDomainFault = (name: string) => localDomain(name, isAnyPublicSuffix);
const routerDomainFault = (name: string) => routerDomain(name, isAnyPublicSuffix);
const zoneFault = (name: string) => zone(name, isPublicSuffix);

Deno.test("hostNameFromText() accepts letters, digits and hyphens, and returns lower-case ASCII", () => {
  const good: readonly (readonly [string, string])[] = [
    ["box", "box"],
    ["Emmas-Box", "emmas-box"],
    ["home.arpa.", "home.arpa"],
    ["3com.example", "3com.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    [`${"a".repeat(63)}.lan`, `${"a".repeat(63)}.lan`],
  ];
  for (const [text, name] of good) assert.equal(hostNameFromText(text), name, text);
  const bad = [
    "",
    ".",
    "a..b",
    "<b>\"&'",
    "a b",
    "a_b",
    "-a",
    "a-",
    "a.-b",
    "*.lan",
    "a/b",
    "a@b",
    "12",
    "192.168.1.1",
    "a\\.b",
    "a\\065",
    "fd00::1",
    "\u202enob",
    "a\u0000b",
    "a\tb",
    "a".repeat(64),
    `${"a".repeat(63)}.`.repeat(4),
    `${"a".repeat(61)}.`.repeat(4) + "abcdef",
  ];
  for (const text of bad) assert.equal(hostNameFromText(text), undefined, text);
});

Deno.test("property: the result of hostNameFromText() is a valid host name", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string()), (text) => {
      const name = hostNameFromText(text);
      if (name === undefined) return;
      assert.match(name, /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/);
      assert.ok(name.length <= 253);
      assert.equal(hostNameFromText(name), name);
    }),
    { seed: 7, numRuns: 2000 },
  );
});

Deno.test("boxNameFault() rejects public suffixes and names with a special meaning", () => {
  for (const name of ["box", "pi", "filter", "dns", "emmas-box", "nas"]) {
    assert.equal(boxNameFault(name), undefined, name);
  }
  for (
    const name of ["com", "de", "family", "localhost", "local", "invalid", "onion", "arpa", "wpad"]
  ) {
    assert.notEqual(boxNameFault(name), undefined, name);
  }
});

Deno.test("localDomainFault() accepts private domains and domains of the household", () => {
  const free = ["home.arpa", "lan", "home", "internal", "corp", "intranet", "private", "test"];
  for (const name of [...free, "smith.example.com", "fritz.box", "a.home.arpa", "lan.smith.de"]) {
    assert.equal(localDomainFault(name), undefined, name);
    assert.equal(routerDomainFault(name), undefined, name);
  }
  const taken = ["com", "co.uk", "github.io", "duckdns.org", "box", "arpa", "in-addr.arpa"];
  const special = ["1.168.192.in-addr.arpa", "d.f.ip6.arpa", "resolver.arpa", "localhost", "onion"];
  const canaries = ["mask.icloud.com", "use-application-dns.net", "x.mask.icloud.com"];
  for (const name of [...taken, ...special, ...canaries, "a.localhost", "wpad.lan", "local"]) {
    assert.notEqual(localDomainFault(name), undefined, name);
    assert.notEqual(routerDomainFault(name), undefined, name);
  }
});

Deno.test("names below local use multicast, so only a router may have them (RFC 6762 3)", () => {
  assert.match(localDomainFault("home.local")!, /multicast/);
  assert.equal(routerDomainFault("company.local"), undefined);
  assert.match(routerDomainFault("local")!, /multicast/);
});

Deno.test("a local domain leaves room for the names of devices", () => {
  const label = `${"a".repeat(61)}.`;
  assert.notEqual(localDomainFault(`${label.repeat(3)}abcd`), undefined);
  assert.equal(localDomainFault(`${label.repeat(3)}abc`), undefined);
});

Deno.test("zoneFault() rejects whole public suffixes", () => {
  for (const name of ["com", "co.uk", "localhost", "a.localhost"]) {
    assert.notEqual(zoneFault(name), undefined, name);
  }
  for (const name of ["home.arpa", "home", "lan", "lab.example", "_tcp.lab.example"]) {
    assert.equal(zoneFault(name), undefined, name);
  }
});
