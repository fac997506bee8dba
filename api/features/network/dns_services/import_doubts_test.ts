import assert from "node:assert/strict";
import { DomainError } from "../../../schema/errors.ts";
import { refuseDoubtful } from "./import_doubts.ts";

const doubt = (...names: string[]) => {
  try {
    refuseDoubtful({ names, isAuthority: false });
    return "";
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "conflict");
    return error.message;
  }
};

Deno.test("a certificate for a popular site, or for a whole public suffix, needs a confirmation", () => {
  for (
    const name of [
      "google.com",
      "www.google.com",
      "*.paypal.com",
      "*.com",
      "*.co.uk",
      "*.github.io",
    ]
  ) {
    assert.match(doubt("dns.example.net", name), /well-known site/, name);
    assert.ok(doubt(name).endsWith(`: ${name}`), name);
  }
});

Deno.test("a certificate for a domain of one's own needs none", () => {
  const own = ["dns.example.net", "*.example.net", "home.example.co.uk", "*.me.duckdns.org"];
  for (const name of [...own, "box.home.arpa", "box", "dns.my-company.de"]) {
    assert.equal(doubt(name), "", name);
  }
});

Deno.test("a certificate that may sign others needs a confirmation", () => {
  assert.throws(
    () => refuseDoubtful({ names: ["dns.example.net"], isAuthority: true }),
    /CA:TRUE.*openssl req/,
  );
});
