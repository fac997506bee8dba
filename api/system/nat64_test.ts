import assert from "node:assert/strict";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import { rdata, recordRest, wireMessage } from "../../tests/support/message_text.ts";
import { Nat64Prefixes } from "./nat64.ts";

const MINUTE = 60_000;

/** An answer with AAAA records, or without any. */
function answer(rcode: number, ...addresses: string[]): Uint8Array {
  const question = [...new TextEncoder().encode("\x08ipv4only\x04arpa\0"), 0, 28, 0, 1];
  const records = addresses.map((address) => [
    ...[0xc0, 12],
    ...recordRest("AAAA", 60, rdata("AAAA", address)),
  ]);
  return wireMessage({ id: 0, flags: 0x8180 | rcode, question, sections: [records, [], []] });
}

/** The search over a resolver that answers as the test says. */
function scene(known: readonly string[] = []) {
  const state = {
    wire: answer(0),
    status: "answered",
    now: 0,
    surroundings: "home",
    asked: 0,
    changes: 0,
    wait: Promise.resolve() as Promise<unknown>,
  };
  const prefixes = new Nat64Prefixes({
    known,
    resolver: {
      ask: async () => {
        state.asked++;
        await state.wait;
        return { wire: state.wire, status: state.status } as Awaited<
          ReturnType<ResolverHandle["ask"]>
        >;
      },
    },
    monotonic: () => state.now,
    surroundings: () => state.surroundings,
    changed: () => void state.changes++,
  });
  return { state, prefixes };
}

Deno.test("The prefix of the NAT64 is looked up hourly, and when the surroundings change", async () => {
  const { state, prefixes } = scene();
  await prefixes.look();
  assert.deepEqual([prefixes.current(), state.changes], [[], 0]);
  state.wire = answer(0, "2001:db8:64::c000:aa", "2001:db8:64::c000:ab");
  state.now = 59 * MINUTE;
  await prefixes.look();
  assert.equal(state.asked, 1);
  state.now = 60 * MINUTE;
  await prefixes.look();
  assert.deepEqual([prefixes.current(), state.changes], [["2001:db8:64::/96"], 1]);
  state.surroundings = "office";
  await prefixes.look();
  assert.deepEqual([state.asked, state.changes], [3, 1]);
  state.wire = answer(0);
  state.surroundings = "home";
  await prefixes.look();
  assert.deepEqual([prefixes.current(), state.changes], [[], 2]);
});

Deno.test("Without an answer the prefixes stay, and the next look asks again", async () => {
  const { state, prefixes } = scene(["2001:db8:64::/96"]);
  const failures: (readonly [Uint8Array, string])[] = [
    [answer(2), "failed"],
    [new Uint8Array(0), "failed"],
    [answer(0), "stale"],
  ];
  for (const [wire, status] of failures) {
    Object.assign(state, { wire, status });
    await prefixes.look();
    assert.deepEqual([prefixes.current(), state.changes], [["2001:db8:64::/96"], 0]);
  }
  state.wait = Promise.reject(new Error("The resolver ends"));
  await prefixes.look();
  state.wait = Promise.resolve();
  assert.equal(state.asked, 4);
  Object.assign(state, { wire: answer(3), status: "answered" });
  await prefixes.look();
  assert.deepEqual([prefixes.current(), state.changes], [[], 1]);
});

Deno.test("Looks at the same time ask once", async () => {
  const { state, prefixes } = scene();
  const waiting = Promise.withResolvers<void>();
  state.wait = waiting.promise;
  const looks = [prefixes.look(), prefixes.look()];
  waiting.resolve();
  await Promise.all(looks);
  assert.equal(state.asked, 1);
});
