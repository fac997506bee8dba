import fc from "fast-check";
import assert from "node:assert/strict";
import { createObservation } from "../../../tests/support/observation.ts";
import { isAnswered, isSite } from "./site.ts";

Deno.test("a site is an Internet name that a device queried, blocked or not", () => {
  const isOne = (name: string, over = {}) => isSite(createObservation({ name, ...over }));
  assert.ok(isOne("www.wikipedia.org"));
  assert.ok(isOne("shop.box"), "an ending of the Internet, too");
  assert.ok(isOne("www.wikipedia.org", { status: "blocked", reason: "schedule" }));
  assert.ok(isOne("www.youtube.com", { status: "local", origin: "safe-search:youtube" }));
  for (
    const name of [
      "printer",
      "",
      ".",
      "nas.lan",
      "box.home.arpa",
      "1.168.192.in-addr.arpa",
      "tv.local",
      "a.onion",
      "fritz.box",
      "nas.fritz.box",
    ]
  ) {
    assert.ok(!isOne(name), name);
  }
  assert.ok(!isOne("nas.example.com", { status: "local" }));
  assert.ok(!isOne("www.wikipedia.org", { transport: "ask" }));
  fc.assert(fc.property(fc.string(), (name) => typeof isOne(name) === "boolean"), {
    seed: 6,
    numRuns: 300,
  });
});

Deno.test("an answer comes from the Internet, or is a safe form of it", () => {
  const states = ["answered", "cached", "stale", "local", "blocked", "failed"] as const;
  assert.deepEqual(states.filter((status) => isAnswered(createObservation({ status }))), [
    "answered",
    "cached",
    "stale",
  ]);
  assert.ok(isAnswered(createObservation({ status: "local", origin: "safe-search:google" })));
  assert.ok(!isAnswered(createObservation({ status: "local", origin: "list:2", reason: "list" })));
  assert.ok(!isAnswered(createObservation({ transport: "ask" })));
});
