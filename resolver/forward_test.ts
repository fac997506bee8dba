import assert from "node:assert/strict";
import { DEFAULT_RESOLVER_SETTINGS } from "../policy/snapshot/settings.ts";
import { question } from "../tests/support/upstream_pool.ts";
import { Clock } from "./clock.ts";
import { Forwarding } from "./forward.ts";
import type { Waiter } from "./inquiry.ts";
import type { Inquirer } from "./upstream/exchange.ts";

const asked = question("www.example"), bits = { dnssecOk: false, checkingDisabled: false };

/** A response to the question of this file with one address, whose last octet is given. */
function response(last: number): Uint8Array {
  const name = asked.name, answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 0, 0, 4, 192, 0, 2, last];
  return new Uint8Array([0, 1, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, ...name, 0, 1, 0, 1, ...answer]);
}

/** Forwarding whose questions are answered by the test. */
function scene() {
  const inquirers: Inquirer[] = [], heard: string[] = [];
  const clock = new Clock(() => performance.now(), () => Date.now());
  const forwarding = new Forwarding(DEFAULT_RESOLVER_SETTINGS.cache, {
    clock,
    upstreams: { forward: (_question, _deadline, inquirer) => void inquirers.push(inquirer) },
    seed: [1, 2],
    after: () => 1,
    cancel: () => {},
  });
  const text = (outcome: Parameters<Waiter["arrived"]>[0]) =>
    "failed" in outcome ? `failed ${outcome.failed}` : `${outcome.status} ${outcome.bytes.at(-1)}`;
  const ask = () => {
    const known = forwarding.known(asked, bits);
    if (known !== undefined) heard.push(text(known));
    else {forwarding.ask({
        behind: undefined,
        arrived: (outcome) => void heard.push(text(outcome)),
      });}
  };
  return { forwarding, inquirers, heard, ask };
}

Deno.test("an answer that was under way as the cache was flushed goes to those who waited, and is not kept", () => {
  const { forwarding, inquirers, heard, ask } = scene();
  ask();
  forwarding.flush();
  ask();
  assert.equal(inquirers.length, 2);
  inquirers[1].answered(response(2), "new", 1);
  inquirers[0].answered(response(1), "old", 1);
  ask();
  assert.deepEqual(heard, ["answered 2", "answered 2", "cached 2"]);
});

Deno.test("a failure that was under way as the cache was flushed is not remembered", () => {
  const { forwarding, inquirers, heard, ask } = scene();
  ask();
  forwarding.flush(asked.name);
  inquirers[0].failed("network", "gone");
  ask();
  assert.deepEqual([heard, inquirers.length], [["failed 23"], 2]);
});

Deno.test("why an upstream refuses a name is told as it told it, and as an error on the way where it does not", () => {
  const { forwarding, inquirers, heard, ask } = scene();
  const opt = (
    ...options: number[]
  ) => [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, options.length, ...options];
  for (
    const rest of [opt(0, 15, 0, 2, 0, 6), opt(0, 15, 0, 1, 6), opt(0, 15, 0, 2, 0, 0), opt(), []]
  ) {
    ask();
    const header = [0, 1, 0x81, 0x82, 0, 1, 0, 0, 0, 0, 0, rest.length > 0 ? 1 : 0];
    inquirers.at(-1)!.answered(
      new Uint8Array([...header, ...asked.name, 0, 1, 0, 1, ...rest]),
      "u",
      1,
    );
    forwarding.flush();
  }
  assert.deepEqual(heard, ["failed 6", "failed 23", "failed 23", "failed 23", "failed 23"]);
});
