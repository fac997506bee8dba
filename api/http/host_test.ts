import assert from "node:assert/strict";
import fc from "fast-check";
import { isOfBox, requestHost } from "./host.ts";

Deno.test("requestHost() ignores case, port, final dot, brackets and zone", () => {
  const read = (text: string) => requestHost(text)?.shown;
  for (const text of ["box", "BOX", "box.", "Box.:80", "box:", "box:65535"]) {
    assert.equal(read(text), "box", text);
  }
  assert.equal(read("Box.Home.ARPA."), "box.home.arpa");
  for (const text of ["192.168.1.2", "192.168.1.2:8080", "192.168.1.2.", "[::ffff:192.168.1.2]"]) {
    assert.equal(read(text), "192.168.1.2", text);
  }
  for (const text of ["[FE80::1]", "[fe80::1%eth0]:443", "[fe80::1%25eth0]", "[fe80:0:0::1]"]) {
    assert.equal(read(text), "[fe80::1]", text);
  }
});

Deno.test("requestHost() returns undefined for an invalid host", () => {
  const bad = [
    "",
    ":80",
    ".",
    "..",
    "box..",
    ".box",
    "box:80:80",
    "box:x",
    "box:123456",
    "::1",
    "[::1",
    "[box]",
    "[1.2.3.4]",
  ];
  bad.push(
    "user@box",
    "box/x",
    "box, evil.example",
    "box evil",
    "b\u00f6x",
    "x".repeat(300),
    "[::1%]",
    "[::g]",
    "[::1]x",
  );
  for (const text of bad) assert.equal(requestHost(text), undefined, text);
  assert.equal(requestHost("127.1")?.address, false);
});

Deno.test("isOfBox() accepts the names of the box and addresses only", () => {
  const of = (text: string) => isOfBox(requestHost(text), ["box", "box.home.arpa"]);
  for (const text of ["BOX", "box.home.arpa.:8", "10.0.0.1", "[fe80::1%eth0]"]) {
    assert.ok(of(text), text);
  }
  for (const text of ["", "evil.example", "box.evil.example", "box.home.arpa.evil.example"]) {
    assert.ok(!of(text), text);
  }
});

Deno.test("requestHost() never throws, and its result parses to the same host", () => {
  const part = fc.oneof(
    fc.constantFrom("[", "]", ":", "%", ".", "@", "box", "::1", "fe80::1", "80"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const host = requestHost(parts.join(""));
      if (host !== undefined) assert.equal(requestHost(host.shown)?.shown, host.shown);
    }),
    { numRuns: 2000, seed: 7 },
  );
});
