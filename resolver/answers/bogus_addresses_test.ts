import assert from "node:assert/strict";
import { type Answer, encode } from "dns-packet";
import { addressToText } from "../../policy/model/address.ts";
import { BogusAddresses } from "./bogus_addresses.ts";

const name = "typo.example";
const a = (data: string): Answer => ({ type: "A", name, ttl: 60, data });

function found(texts: readonly string[], answers: Answer[], additionals: Answer[] = []): string {
  const wire = encode({ type: "response", questions: [{ type: "A", name }], answers, additionals });
  const address = new BogusAddresses(texts).find(new Uint8Array(wire));
  return address === undefined ? "" : addressToText(address);
}

Deno.test("addresses and networks of both families are found in the answer section alone", () => {
  const texts = ["198.51.100.7", "203.0.113.0/24", "2001:db8:bad::/48", "no address"];
  assert.equal(found(texts, [a("192.0.2.1"), a("198.51.100.7")]), "198.51.100.7");
  assert.equal(found(texts, [a("203.0.113.255")]), "203.0.113.255");
  assert.equal(
    found(texts, [{ type: "AAAA", name, ttl: 60, data: "2001:db8:bad::5" }]),
    "2001:db8:bad::5",
  );
  for (const other of ["198.51.100.8", "203.0.114.1"]) assert.equal(found(texts, [a(other)]), "");
  assert.equal(found(texts, [], [a("198.51.100.7")]), "");
  assert.equal(found([], [a("198.51.100.7")]), "");
  assert.equal(found(texts, [{ type: "TXT", name, ttl: 60, data: "198.51.100.7" }]), "");
});
