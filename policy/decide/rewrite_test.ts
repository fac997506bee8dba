import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import { decideBefore } from "./decide.ts";

/**
 * The result for `n.example` under these lines: the target, the code, the bytes of records, or the
 * verdict.
 */
function outcome(lines: string[], ...more: ListText[]): string {
  const snapshot = compileInMemory([{ text: lines.join("\n") + "\n" }, ...more]);
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(10, 0, 0, 1),
    place: "home" as const,
  };
  const { verdict } = decideBefore(
    { name: nameFromText("n.example")!, type: 1, class: 1 },
    client,
    snapshot,
    0,
  );
  if (verdict.do !== "rewrite") return verdict.do;
  const { rcode, cname, records } = verdict.to;
  if (cname !== undefined) return `CNAME ${nameToText(cname)}`;
  return rcode !== 0
    ? `RCODE ${rcode}`
    : records.map(({ rdata }) => [...rdata].join(".")).sort().join(" ");
}

Deno.test("the records of all rewrites are merged", () => {
  assert.equal(
    outcome(["||n.example^$dnsrewrite=1.2.3.4", "||example^$dnsrewrite=5.6.7.8"]),
    "1.2.3.4 5.6.7.8",
  );
});

Deno.test("a CNAME takes precedence over error codes, and error codes over records", () => {
  const records = "||n.example^$dnsrewrite=1.2.3.4";
  const code = "||n.example^$dnsrewrite=NXDOMAIN";
  assert.equal(outcome([records, code]), "RCODE 3");
  assert.equal(
    outcome([records, code, "||n.example^$dnsrewrite=other.example"]),
    "CNAME other.example",
  );
});

Deno.test("a rewrite of a name to itself has no effect", () => {
  assert.equal(outcome(["||n.example^$dnsrewrite=n.example"]), "resolve");
  assert.equal(outcome(["||n.example^$dnsrewrite=n.example", "||n.example^"]), "block");
});

Deno.test("an exception cancels all rewrites or the equal one, but no important one", () => {
  const one = "||n.example^$dnsrewrite=1.2.3.4";
  const two = "||n.example^$dnsrewrite=5.6.7.8";
  assert.equal(outcome([one, two, "@@||n.example^$dnsrewrite"]), "resolve");
  assert.equal(outcome([one, two, "@@||n.example^$dnsrewrite=1.2.3.4"]), "5.6.7.8");
  assert.equal(outcome([`${one},important`, "@@||n.example^$dnsrewrite"]), "1.2.3.4");
  assert.equal(outcome([`${one},important`, "@@||n.example^$dnsrewrite,important"]), "resolve");
});

Deno.test("rewrites come before blocks and after allow lists", () => {
  const one = "||n.example^$dnsrewrite=1.2.3.4";
  assert.equal(outcome([one, "||n.example^$important"]), "1.2.3.4");
  assert.equal(outcome([one], { text: "||n.example^\n", kind: "allow" }), "resolve");
});
