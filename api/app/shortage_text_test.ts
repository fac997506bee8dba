import assert from "node:assert/strict";
import { descriptorShortage } from "../../resolver/net/descriptor_budget.ts";
import { shortageText } from "./shortage_text.ts";

const textOf = (limit: number) => {
  const shortage = descriptorShortage(limit);
  return shortage && shortageText(shortage);
};

Deno.test("with few descriptors the box says how many connections each listener has", () => {
  assert.equal(
    textOf(128),
    "Only 128 files may be open, so few connections fit at a time (HTTPS 2, DNS over TLS 9, " +
      "DNS over TCP and HTTP 20 together), and new ones replace idle ones; " +
      "raise the limit to 1024: ulimit -n 1024, or LimitNOFILE=1024 of the service",
  );
});

Deno.test("with too few descriptors the box says that it cannot run, with enough it says nothing", () => {
  assert.match(textOf(80)!, /^Only 80 files may be open, and the box needs 96 at least; raise/);
  assert.match(textOf(95)!, /96 at least/);
  assert.match(textOf(96)!, /^Only 96 files may be open, so few connections fit/);
  assert.equal(textOf(1024), undefined);
  assert.equal(textOf(0x7fffffff), undefined);
});
