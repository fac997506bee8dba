import assert from "node:assert/strict";
import { isTextWithin } from "./name.ts";

Deno.test("isTextWithin() covers a domain and the names below it, by whole labels", () => {
  const domains: readonly (readonly [name: string, domain: string, isWithin: boolean])[] = [
    ["a.com", "a.com", true],
    ["www.a.com", "a.com", true],
    ["b.www.a.com", "a.com", true],
    ["xa.com", "a.com", false],
    ["a.com.example", "a.com", false],
    ["com", "a.com", false],
    ["", "a.com", false],
    ["a.com", "", false],
  ];
  for (const [name, domain, wanted] of domains) {
    assert.equal(isTextWithin(name, domain), wanted, `${name} ${domain}`);
  }
});
