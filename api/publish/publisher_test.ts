import assert from "node:assert/strict";
import { decodeParts } from "../../policy/snapshot/snapshot_file.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import type { SnapshotParts } from "../../policy/snapshot/snapshot_parts.ts";
import { computeClassVersion } from "../../resolver/clients/client_version.ts";
import { read, snapshotOf, STARTER, withBench } from "../../tests/support/publisher_bench.ts";

Deno.test(
  "a new box starts with the starter list, without database or Internet",
  withBench(async (bench) => {
    const contents = () => Promise.reject(new Error("The database cannot be used"));
    const begun = read(await bench.publisher({ contents }).begin());
    assert.deepEqual(begun, { names: 1, lists: 1, version: 1, ttl: 10 });
    assert.deepEqual(bench.files.filter((file) => !file.startsWith("names-")), ["snapshot.bin"]);
  }),
);

Deno.test(
  "a restart uses the snapshot on disk without compiling and publishes changed settings",
  withBench(async (bench) => {
    const first = bench.publisher();
    await first.begin();
    bench.contents = [STARTER, await bench.list(1, "one.example\ntwo.example\n")];
    await first.attach(bench.resolver);
    assert.deepEqual(bench.counted, [0, 0, 1]);
    bench.settings = { ...bench.settings, blockedTtl: 60 };
    const again = bench.publisher();
    assert.deepEqual(read(await again.begin()), { names: 3, lists: 2, version: 2, ttl: 10 });
    await again.attach(bench.resolver);
    assert.deepEqual(read(bench.published.at(-1)!), { names: 3, lists: 2, version: 3, ttl: 60 });
    assert.equal(bench.compiles, 2);
    assert.deepEqual(bench.log, []);
  }),
);

Deno.test(
  "changed local names change their version and no class",
  withBench(async (bench) => {
    let local = new Map([["nas.home.arpa", [addressRecord(7)]]]);
    const publisher = bench.publisher({ localRecords: () => Promise.resolve(local) });
    await publisher.begin();
    await publisher.attach(bench.resolver);
    await publisher.publish();
    local = new Map([["nas.home.arpa", [addressRecord(8)]]]);
    await publisher.publish();
    const sent = bench.published.map(({ sections }) => decodeParts(sections) as SnapshotParts);
    // The first one has the names of the start already.
    const [first, second, third] = sent.map(({ localVersion }) => localVersion!);
    assert.equal(second, first);
    assert.ok(third > second, `${third} after ${second}`);
    assert.deepEqual(new Map(sent[2].local), local);
    assert.deepEqual(sent[2].classes, sent[0].classes);
    const [versions, later] = [sent[1], sent[2]].map((parts) =>
      computeClassVersion(parts.classes[0], parts.localVersion)
    );
    assert.notEqual(versions, later);
  }),
);

Deno.test(
  "without its database a box keeps its lists and applies settings",
  withBench(async (bench) => {
    const publisher = bench.publisher({
      contents: () => Promise.reject(new Error("The database cannot be used")),
    });
    await publisher.begin();
    bench.settings = { ...bench.settings, blockedTtl: 60 };
    await publisher.attach(bench.resolver);
    assert.deepEqual(read(bench.published[0]), { names: 1, lists: 1, version: 2, ttl: 60 });
    assert.match(bench.log[0], /those of before hold on: The database cannot be used/);
  }),
);

Deno.test(
  "concurrent changes share one snapshot after the current one",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const held = Promise.withResolvers<void>();
    bench.holds = held.promise;
    const running = publisher.publish();
    const waiting = [publisher.publish(), publisher.publish(), publisher.publish()];
    held.resolve();
    await Promise.all([running, ...waiting]);
    assert.deepEqual(bench.published.map(({ version }) => version), [2, 3, 4]);
  }),
);

Deno.test(
  "an unused table is released after a minute and its file removed with its snapshot",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const [begun] = bench.published;
    const [old] = bench.mapped.values();
    const held = Promise.withResolvers<void>();
    bench.holds = held.promise;
    bench.contents = [await bench.list(1, "one.example\n")];
    const publishing = publisher.publish();
    while (bench.mapped.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    bench.now += 60_000;
    held.resolve();
    await publishing;
    assert.ok(bench.files.includes(old), "the previous snapshot keeps its table");
    const change = async (after: number) => {
      bench.now += after;
      await publisher.publish();
      return bench.mapped.size;
    };
    assert.equal(await change(59_999), 2);
    assert.ok(!bench.files.includes(old));
    assert.equal(read(begun).names, 1, "what is under way looks into it on");
    assert.equal(await change(1), 1);
    assert.deepEqual(new Set(begun.table), new Set([0]));
  }),
);

Deno.test(
  "changes before the workers are attached are published with them",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    const begun = await publisher.begin();
    for (const name of ["one.example", "two.example"]) {
      bench.contents = [await bench.list(1, `${name}\n`)];
      await publisher.publish();
      await publisher.publishRules();
      bench.now += 60_000;
    }
    // The database may not be open yet, so nothing is read and nothing is logged.
    assert.deepEqual([bench.published.length, bench.log], [0, []]);
    await publisher.attach(bench.resolver);
    assert.equal(bench.published.length, 1);
    assert.equal(read(bench.published[0]).names, 1);
    assert.equal(read(begun).names, 1);
  }),
);

Deno.test(
  "after a kill between table and snapshot the previous pair is used and leftovers removed",
  withBench(async (bench) => {
    await bench.publisher().begin();
    await Deno.writeFile(
      `${bench.folder}/snapshot/names-00112233445566ff.tbl`,
      new Uint8Array(100),
    );
    await Deno.writeFile(`${bench.folder}/snapshot/snapshot.bin.new`, new Uint8Array(10));
    const again = bench.publisher();
    assert.equal(read(await again.begin()).version, 1);
    await again.attach(bench.resolver);
    assert.equal(bench.files.length, 3, bench.files.join());
  }),
);

const BREAKS: readonly (readonly [how: string, damage: (bytes: Uint8Array) => Uint8Array])[] = [
  ["of zeros", (bytes) => bytes.fill(0)],
  ["cut", (bytes) => bytes.subarray(0, bytes.length - 7)],
  ["empty", () => new Uint8Array(0)],
  ["with one octet changed", (bytes) => {
    bytes[bytes.length >> 1] ^= 1;
    return bytes;
  }],
];
for (const [how, damage] of BREAKS) {
  Deno.test(
    `a snapshot file ${how} is reported and replaced by the previous one or the starter list`,
    withBench(async (bench) => {
      const first = bench.publisher();
      await first.begin();
      bench.contents = [STARTER, await bench.list(1, "one.example\n")];
      const path = `${bench.folder}/snapshot/snapshot.bin`;
      await Deno.writeFile(path, damage(await Deno.readFile(path)));
      assert.deepEqual(read(await bench.publisher().begin()), {
        names: 1,
        lists: 1,
        version: 1,
        ttl: 10,
      });
      assert.match(bench.log.join(), /snapshot\.bin cannot be used.*Another is made/);
      await first.attach(bench.resolver);
      await Deno.writeFile(path, damage(await Deno.readFile(path)));
      assert.equal(read(await bench.publisher().begin()).lists, 1);
    }),
  );
}

Deno.test(
  "a missing or truncated table is reported, and the starter list is used immediately",
  withBench(async (bench) => {
    await bench.publisher().begin();
    const table = `${bench.folder}/snapshot/${
      bench.files.find((file) => file.startsWith("names-"))
    }`;
    for (
      const breakIt of [() => Deno.writeFile(table, new Uint8Array(70)), () => Deno.remove(table)]
    ) {
      await breakIt();
      assert.equal(read(await bench.publisher().begin()).names, 1);
    }
    assert.match(bench.log[0], /wrong size|does not begin/);
    assert.match(bench.log[1], /table of names cannot be opened/);
    assert.equal(bench.compiles, 3);
  }),
);

Deno.test(
  "lists that cannot be compiled leave the previous ones, with the new settings",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    bench.compileFault = new Error("the thread ended");
    bench.contents = [await bench.list(1, "one.example\n")];
    bench.settings = { ...bench.settings, blockedTtl: 99 };
    await publisher.attach(bench.resolver);
    assert.deepEqual(read(bench.published[0]), { names: 1, lists: 1, version: 2, ttl: 99 });
    assert.match(bench.log[0], /could not be compiled; those of before hold on: the thread ended/);
    assert.match(bench.inForce!.problem, /^the lists could not be compiled/);
    assert.deepEqual([...bench.inForce!.contents], [[0, undefined]]);
    bench.compileFault = undefined;
    await publisher.publish();
    assert.equal(bench.compiles, 3);
    assert.deepEqual(bench.inForce, { problem: "", contents: new Map([[1, "one.example\n"]]) });
    bench.holds = Promise.reject(new Error("A resolver thread cannot use it."));
    bench.holds.catch(() => {});
    await assert.rejects(publisher.publish(), /cannot use it/);
    assert.deepEqual(bench.inForce!.problem, "a resolver thread cannot use it");
  }),
);

Deno.test(
  "a snapshot that cannot be written still reaches the workers",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await Deno.mkdir(`${bench.folder}/snapshot/snapshot.bin.new`);
    bench.settings = { ...bench.settings, blockedTtl: 99 };
    await publisher.attach(bench.resolver);
    assert.equal(read(bench.published[0]).ttl, 99);
    assert.match(bench.log[0], /could not be written/);
  }),
);

Deno.test(
  "verify() finds a damaged block, and the table is compiled again",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    assert.equal(await publisher.verify(), true);
    const name = bench.files.find((file) => file.startsWith("names-"))!;
    using file = await Deno.open(`${bench.folder}/snapshot/${name}`, { write: true });
    await file.seek(70, Deno.SeekMode.Start);
    await file.write(new Uint8Array([1]));
    assert.equal(await publisher.verify(), false);
    assert.equal(await publisher.verify(), true);
    assert.match(bench.log[0], /damaged in block 0/);
  }),
);

Deno.test(
  "after 32 MB of replaced sections all threads collect garbage, and then count anew",
  withBench(async (bench) => {
    const rules = Array.from({ length: 4000 }, (_, i) => ruleOf(i));
    bench.rules = rules;
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    for (let round = 0; round < 5; round++) await publisher.publishRules();
    assert.equal(bench.collected, 0);
    const from = bench.published.length - 1;
    for (let round = 0; bench.collected < 2; round++) {
      assert.ok(round < 200, "it never collects");
      bench.rules = [ruleOf(rules.length + round), ...rules];
      await publisher.publishRules();
      assert.equal(bench.published.filter(({ collects }) => collects).length, bench.collected);
    }
    const sizes = bench.published.slice(from, -1).map(({ sections }) => sections.personal.length);
    const size = sizes.reduce((sum, one) => sum + one, 0) / 1024 / 1024;
    assert.ok(size > 48 && size < 72, `${size} MB of rules were replaced`);
  }),
);

Deno.test(
  "verify() keeps what was published while it checked",
  withBench(async (bench) => {
    const publisher = bench.publisher();
    await publisher.begin();
    await publisher.attach(bench.resolver);
    const name = bench.files.find((file) => file.startsWith("names-"))!;
    using file = await Deno.open(`${bench.folder}/snapshot/${name}`, { write: true });
    // The sum of all blocks, which is checked last.
    await file.seek(-4, Deno.SeekMode.End);
    await file.write(new Uint8Array(4));
    const verified = publisher.verify();
    bench.rules = [ruleOf(0)];
    await publisher.publishRules();
    bench.rulesFault = new Error("The database cannot be used");
    assert.equal(await verified, false);
    const versions = bench.published.map(({ version }) => version);
    assert.deepEqual(versions, versions.map((_, i) => versions[0] + i));
    const { personalRules } = snapshotOf(bench.published.at(-1)!);
    assert.ok(personalRules.index.hasNames, "the rule of meanwhile holds on");
  }),
);

function ruleOf(number: number): PersonalRule {
  const domain = `${"label-of-a-long-name.".repeat(8)}r${number}.example`;
  return { scope: "all", domain, action: "block", kind: "subdomains", types: [], to: [], until: 0 };
}

function addressRecord(last: number) {
  return { type: 1, rdata: Uint8Array.of(192, 168, 1, last), ttl: 60 };
}
