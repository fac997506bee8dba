import assert from "node:assert/strict";
import { passkeyPlace } from "./places.ts";

Deno.test("passkeyPlace() accepts localhost with any port and trusted names over HTTPS", () => {
  assert.deepEqual(passkeyPlace("localhost:8080", []), {
    id: "localhost",
    origins: ["https://localhost:8080", "http://localhost:8080"],
  });
  assert.deepEqual(passkeyPlace("box.example.com", ["box.example.com"]), {
    id: "box.example.com",
    origins: ["https://box.example.com"],
  });
});

Deno.test("passkeyPlace() returns the reason for other hosts", () => {
  for (
    const host of ["192.168.1.2", "192.168.1.2:8443", "[fe80::1]:443", "[::1]", "127.0.0.1:80"]
  ) {
    assert.match(String(passkeyPlace(host, [host])), /do not work at IP addresses/, host);
  }
  for (
    const host of [
      "box",
      "box.home.arpa:443",
      "",
      ":",
      "evil.box.example.com",
      "localhost.evil.example",
      "a:b:c",
    ]
  ) {
    assert.match(
      String(passkeyPlace(host, ["box.example.com"])),
      /whose certificate browsers trust/,
      host,
    );
  }
});
