import assert from "node:assert/strict";
import { COMPILER, snapshotOf, withBench } from "../../tests/support/publisher_bench.ts";
import { compileLists } from "./compiler.ts";

const ALLOW = {
  scope: "all",
  action: "allow",
  kind: "subdomains",
  types: [],
  to: [],
  until: 0,
} as const;

Deno.test(
  "publishRules() applies a new rule while lists are compiled, and it stays afterwards",
  withBench(async (bench) => {
    const compiling = Promise.withResolvers<void>();
    let slow = false;
    const publisher = bench.publisher({
      compile: async (request) => {
        const compiled = await compileLists(request, { workerUrl: COMPILER });
        if (slow) await compiling.promise;
        return compiled;
      },
    });
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const { version } = publisher.state();
    bench.contents = [await bench.list(1, "one.example\n")];
    slow = true;
    const publishing = publisher.publish();
    bench.rules = [{ ...ALLOW, domain: "ads.example" }];
    await publisher.publishRules();
    const held = () => {
      const snapshot = snapshotOf(bench.published.at(-1)!);
      return [snapshot.version, snapshot.lists[0].id, snapshot.personalRules.index.hasNames];
    };
    assert.deepEqual(held(), [version + 1, 0, true]);
    compiling.resolve();
    await publishing;
    assert.deepEqual(held(), [version + 2, 1, true]);
    bench.rules = [];
    bench.rulesFault = new Error("The database cannot be used");
    await publisher.publishRules();
    assert.deepEqual(held(), [version + 3, 1, true]);
    bench.rulesFault = undefined;
    await publisher.publishRules();
    assert.deepEqual(held(), [version + 4, 1, false]);
    await publisher.publish();
    assert.equal(bench.files.filter((name) => name.startsWith("names-")).length, 1);
  }),
);

Deno.test(
  "queued calls of publishRules() share one run that includes all earlier changes",
  withBench(async (bench) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    const publisher = bench.publisher({
      household: () => {
        reads++;
        return Promise.resolve(bench.household);
      },
    });
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const before = bench.published.length;
    const read = reads;
    bench.holds = promise;
    const first = publisher.publishRules();
    while (reads === read) await new Promise((then) => setTimeout(then, 1));
    const others = Array.from({ length: 500 }, () => publisher.publishRules());
    bench.rules = [{ ...ALLOW, domain: "ads.example" }];
    const last = publisher.publishRules();
    resolve();
    await Promise.all([first, ...others, last]);
    assert.equal(bench.published.length, before + 2);
    assert.ok(snapshotOf(bench.published.at(-1)!).personalRules.index.hasNames);
  }),
);
