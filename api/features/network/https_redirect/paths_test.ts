import assert from "node:assert/strict";
import { treatmentOf } from "./paths.ts";

Deno.test("plain HTTP serves the paths that devices request without signing in", () => {
  const paths = [
    "/healthz",
    "/metrics",
    "/api/v1/stats",
    "/ask",
    "/api/v1/ask",
    "/act",
    "/certificate",
  ];
  for (const path of [...paths, "/assets/abc/box.css", "/certificate/box-ca.crt"]) {
    assert.equal(treatmentOf(path), "answered", path);
  }
});

Deno.test("paths outside the interface are never redirected to the name", () => {
  const paths = [
    "/fonts/a.woff2",
    "/favicon.svg",
    "/wpad.dat",
    "/proxy.pac",
    "/api/v1/ha/peer",
    "/api/v1/ha/peer/state",
  ];
  for (
    const path of [...paths, "/api/v1/ha/peers", "/dns-query", "/.well-known/acme-challenge/x"]
  ) {
    assert.equal(treatmentOf(path), "address", path);
  }
});

Deno.test("the interface, the API and paths similar to an exception are redirected to the name", () => {
  const paths = [
    "/",
    "/sign-in",
    "/queries",
    "/api/v1/status",
    "/api/v1/stats/top",
    "/healthz/x",
    "/asks",
    "/certificates",
  ];
  for (
    const path of [
      ...paths,
      "/assets",
      "/ask/live",
      "//healthz",
      "/dns-query/x",
      "/api/v1/ask/x",
      "/Healthz",
    ]
  ) {
    assert.equal(treatmentOf(path), "name", path);
  }
});
