import assert from "node:assert/strict";
import { compileInMemory } from "../policy/snapshot/in_memory.ts";
import { queryFor } from "../tests/support/flood.ts";
import type { AskResult } from "./ask.ts";
import { Clock } from "./clock.ts";
import { Resolver } from "./resolve.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import type { ForwardListener } from "./upstream/exchange.ts";

function resolverOf(snapshot: Snapshot, asked: ForwardListener[]): Resolver {
  return new Resolver(snapshot, {
    clock: new Clock(() => 0, () => 1_700_000_000_000),
    upstreams: {
      forward: (_question, _deadline, inquirer) => void asked.push(inquirer),
      areDead: () => false,
      recoveries: 0,
    },
    journal: { record: () => {}, admitsRow: () => true },
    secret: new Uint8Array(16),
    now: () => 0,
    after: () => 0,
    cancel: () => {},
  });
}

Deno.test("what choices say of a name is explained for each scope, without resolving it", () => {
  const asked: ForwardListener[] = [];
  const snapshot = compileInMemory([{ text: "||a.example^" }]);
  const resolver = resolverOf(snapshot, asked);
  const [all, unknown] = resolver.explainChoices("a.example", 1, ["all", "person:9"]);
  assert.equal(all.find(({ outcome }) => outcome === "blocked")?.protection, "lists");
  assert.deepEqual([unknown, asked], [[], []]);
  assert.deepEqual(resolver.explainChoices("a..example", 1, ["all"]), [[]]);
});

Deno.test("a name without the awaited answer is explained to the end", async () => {
  const zone = (record: string) => ({
    text: `@ SOA localhost. root.localhost. 1 2 3 4 5\n${record}\n`,
    format: "rpz" as const,
  });
  const lists = [zone("24.0.2.0.192.rpz-ip CNAME rpz-passthru."), zone("gone.example CNAME .")];
  const asked: ForwardListener[] = [];
  const answer = Promise.withResolvers<AskResult>();
  const resolver = resolverOf(compileInMemory(lists), asked);
  resolver.ask(queryFor("gone.example"), "192.168.1.2", true, answer.resolve);
  asked[0].onFailure("network", "no answer", false);
  const { explained, status } = await answer.promise;
  const said = explained.filter(({ protection }) => protection.startsWith("lists"));
  assert.deepEqual([status, ...said.map(({ outcome }) => outcome)], [
    "blocked",
    "waits",
    "blocked",
  ]);
});
