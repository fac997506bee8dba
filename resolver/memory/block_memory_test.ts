import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../../policy/model/name.ts";
import { type BlockDecision, type BlockedClient, BlockMemory } from "./block_memory.ts";
import { SharedLock } from "./shared_lock.ts";

const MINUTE = 60_000;
const RULE: BlockDecision = { reason: "rule", list: -1, origin: "rule:ads.example" };
const device = (id: number): BlockedClient => ({
  device: id,
  address: Uint8Array.of(192, 0, 2, id),
});
const at = (last: number): BlockedClient => ({
  device: 0,
  address: Uint8Array.of(192, 0, 2, last),
});

function opened() {
  const clock = { now: 1_700_000_000_000 };
  const memory = BlockMemory.createMemory();
  const names = new BlockMemory(memory, () => clock.now);
  const enter = (name: string, client = device(1), what = RULE) =>
    names.add(nameFromText(name)!, client, what);
  return { clock, memory, names, enter };
}

Deno.test("a blocked name is remembered for ten minutes, for its device only", () => {
  const { clock, names, enter } = opened();
  const began = clock.now;
  assert.ok(enter("ads.example", device(1)));
  assert.ok(
    enter("games.example", at(9), {
      reason: "category",
      list: 7,
      origin: "limit:games",
    }),
  );
  assert.deepEqual(names.find("Ads.Example.", device(1)), { ...RULE, at: began });
  assert.equal(names.find("ads.example", device(2)), undefined);
  assert.equal(names.find("www.ads.example", device(1)), undefined);
  const games = { reason: "category", list: 7, origin: "limit:games", at: began };
  assert.deepEqual(names.find("games.example", at(9)), games);
  assert.deepEqual(
    names.find("games.example", { device: 4, address: at(9).address }),
    games,
    "known by its address then",
  );
  assert.equal(names.find("games.example", at(8)), undefined);
  for (const known of ["ads.example", "GAMES.example"]) assert.ok(names.has(known));
  for (const unknown of ["example", "x.ads.example", "", "..", "a".repeat(300)]) {
    assert.ok(!names.has(unknown));
  }
  clock.now += 10 * MINUTE - 1;
  assert.ok(names.has("ads.example"));
  assert.equal(names.size, 2);
  clock.now++;
  assert.ok(!names.has("ads.example"));
  assert.equal(names.find("ads.example", device(1)), undefined);
  assert.equal(names.size, 0);
});

Deno.test("a displayed page renews the name for all clients, with the last decision", () => {
  const { clock, names, enter } = opened();
  const began = clock.now;
  enter("ads.example", device(1));
  enter("ads.example", device(2));
  clock.now += 9 * MINUTE;
  names.renew("ads.example");
  clock.now += 9 * MINUTE;
  assert.equal(names.find("ads.example", device(2))?.at, began);
  enter("ads.example", device(2), {
    reason: "schedule",
    list: -1,
    origin: "schedule:night",
  });
  assert.deepEqual(names.find("ads.example", device(2))?.origin, "schedule:night");
  clock.now += 2 * MINUTE;
  assert.equal(names.find("ads.example", device(1)), undefined);
  names.renew("ads.example");
  assert.equal(
    names.find("ads.example", device(1)),
    undefined,
    "what was forgotten is not renewed",
  );
  assert.equal(names.size, 1);
});

Deno.test("8,192 names are kept; the least recently used is evicted unless used within five minutes", () => {
  const { clock, names, enter } = opened();
  for (let i = 0; i < 8192; i++) assert.ok(enter(`n${i}.example`, at(i & 255)));
  assert.equal(names.size, 8192);
  assert.ok(!enter("one.more.example"));
  assert.ok(enter("n5.example", at(5)), "a name that it holds is not one more");
  clock.now += 3 * MINUTE;
  names.renew("n0.example");
  clock.now += 2 * MINUTE;
  assert.ok(enter("one.more.example"));
  assert.ok(names.has("n0.example") && !names.has("n1.example"));
});

Deno.test("an evicted name leaves no trace and evicts no other name", () => {
  const { clock, names, enter } = opened();
  const every = Array.from({ length: 8192 }, (_, i) => i);
  for (const i of every) assert.ok(enter(`n${i}.example`, at(i & 255)));
  clock.now += 3 * MINUTE;
  // Entries that stay were added before and after evicted ones, and all are linked to each other.
  for (const i of every) if (i % 2 === 0) names.renew(`n${i}.example`);
  clock.now += 3 * MINUTE;
  for (const i of every) if (i % 2 === 1) assert.ok(enter(`new${i}.example`, at(i & 255)));
  for (const i of every) {
    const stays = i % 2 === 0;
    const [name, other] = stays ? [`n${i}.example`, ""] : [`new${i}.example`, `n${i}.example`];
    assert.ok(names.has(name) && names.find(name, at(i & 255)) !== undefined, name);
    assert.ok(!names.has(other), other);
  }
});

Deno.test("a share that others evicted may be used again", () => {
  const { clock, enter } = opened();
  for (let i = 0; i < 2048; i++) assert.ok(enter(`n${i}.child.example`, device(1)));
  clock.now += 5 * MINUTE;
  for (let i = 0; i < 8192; i++) assert.ok(enter(`n${i}.example`, at(i & 255)));
  clock.now += 5 * MINUTE;
  for (let i = 0; i < 2048; i++) assert.ok(enter(`n${i}.again.example`, device(1)));
  assert.ok(!enter("one.more.example", device(1)));
});

Deno.test("a device has at most 2,048 names, then it evicts its own oldest one", () => {
  const { clock, names, enter } = opened();
  for (const [i, child] of [device(1), at(1), device(2)].entries()) {
    for (let k = 0; k < 2048; k++) assert.ok(enter(`n${k}.child${i}.example`, child));
    assert.ok(!enter("one.more.example", child));
    assert.ok(enter(`n5.child${i}.example`, child), "a name that it holds is not one more");
  }
  assert.ok(enter("one.more.example", device(3)) && enter("one.more.example", at(3)));
  clock.now += 3 * MINUTE;
  names.renew("n0.child0.example");
  clock.now += 2 * MINUTE;
  assert.ok(enter("later.example", device(1)));
  assert.ok(!names.has("n1.child0.example") && names.has("n2.child0.example"));
  assert.ok(
    names.has("n0.child1.example") && names.has("n0.child2.example"),
    "nobody else's went",
  );
  assert.equal(names.size, 3 * 2048 + 2);
});

Deno.test("the addresses of one IPv6 network have one share", () => {
  const { names, enter } = opened();
  const at6 = (network: number, i: number) =>
    Uint8Array.of(0xfd, network, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, i >> 8, i);
  for (let i = 0; i < 2048; i++) assert.ok(enter("ads.example", { device: 0, address: at6(1, i) }));
  assert.ok(!enter("ads.example", { device: 0, address: at6(1, 4000) }));
  assert.ok(enter("ads.example", { device: 0, address: at6(2, 4000) }));
  assert.equal(names.size, 2049);
});

Deno.test("a clock that is set back clears the memory for good", () => {
  const { clock, names, enter } = opened();
  const HOUR = 60 * MINUTE;
  for (let i = 0; i < 6144; i++) enter(`n${i}.example`, at(i & 255));
  for (let i = 0; i < 2048; i++) enter(`n${i}.child.example`, device(1));
  clock.now -= HOUR;
  assert.equal(names.size, 0);
  assert.ok(enter("child.example", device(1)));
  assert.ok(enter("after.example"));
  clock.now += HOUR;
  for (const name of ["n0.example", "after.example"]) assert.ok(!names.has(name), name);
  assert.ok(enter("slow.example"));
  clock.now -= MINUTE / 2;
  assert.ok(names.has("slow.example"), "the clocks of two threads are not quite the same");
  clock.now += 3 * 365 * 24 * HOUR;
  assert.equal(names.size, 0);
  assert.ok(enter("years.later.example"));
});

Deno.test("an origin is cut to its room and does not overwrite the next entry", () => {
  const { names, enter } = opened();
  assert.ok(enter("next.example", device(2)));
  for (const origin of ["x".repeat(128), "x".repeat(129), "\u00e9".repeat(500)]) {
    assert.ok(enter("long.example", device(1), { ...RULE, origin }));
    assert.ok(enter("third.example", device(3)));
    const found = names.find("long.example", device(1))!.origin;
    assert.ok(origin.startsWith(found) && found.length >= 64 && found.length <= 128, found);
    assert.deepEqual([
      names.has("next.example"),
      names.find("third.example", device(3))?.origin,
    ], [
      true,
      RULE.origin,
    ]);
  }
});

Deno.test("an address without a device matches neither another address nor a device", () => {
  const { names, enter } = opened();
  enter("ads.example", at(1));
  enter("ads.example", { device: 7, address: at(1).address });
  assert.equal(names.size, 2);
  assert.equal(names.find("ads.example", at(2)), undefined);
  enter("games.example", at(2));
  enter("games.example", at(3), { ...RULE, origin: "rule:other" });
  assert.equal(names.find("games.example", at(2))?.origin, RULE.origin);
  assert.equal(names.find("games.example", at(3))?.origin, "rule:other");
});

/** A simple model of the memory. */
class Model {
  readonly #entries = new Map<
    string,
    { name: string; whom: string; at: number; used: number; origin: string }
  >();
  readonly #counts = new Map<string, number>();

  enter(name: string, whom: string, now: number, origin: string): boolean {
    const key = `${name} ${whom}`;
    const count = this.#counts.get(whom) ?? 0;
    if (!this.#entries.has(key)) {
      if (count === 2048 || this.#entries.size === 8192) {
        const out = this.#entries.entries().find(([, each]) => count < 2048 || each.whom === whom)!;
        if (now - out[1].used < 5 * MINUTE) return false;
        this.#entries.delete(out[0]);
        this.#counts.set(out[1].whom, this.#counts.get(out[1].whom)! - 1);
      }
      this.#counts.set(whom, (this.#counts.get(whom) ?? 0) + 1);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { name, whom, at: now, used: now, origin });
    return true;
  }

  find(name: string, whom: string, now: number): string | undefined {
    const entry = this.#entries.get(`${name} ${whom}`);
    return entry !== undefined && now - entry.used < 10 * MINUTE
      ? `${entry.origin} ${entry.at}`
      : undefined;
  }

  recognises(name: string, now: number): boolean {
    return [...this.#entries.values()].some((each) =>
      each.name === name && now - each.used < 10 * MINUTE
    );
  }

  renew(name: string, now: number): void {
    for (const [key, entry] of [...this.#entries]) {
      if (entry.name !== name || now - entry.used >= 10 * MINUTE) continue;
      this.#entries.delete(key);
      this.#entries.set(key, { ...entry, used: now });
    }
  }
}

Deno.test("any sequence of operations agrees with a simple model", () => {
  const step = fc.record({
    does: fc.constantFrom(
      "enter",
      "enter",
      "fill",
      "find",
      "find",
      "recognises",
      "renew",
      "wait",
      "wait",
    ),
    name: fc.integer({ min: 0, max: 3 }),
    whom: fc.integer({ min: 1, max: 2 }),
    wait: fc.integer({ min: 0, max: 4 * MINUTE }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, names, enter } = opened();
      const model = new Model();
      for (const [i, { does, name: number, whom, wait }] of steps.entries()) {
        const name = `n${number}.example`;
        const origin = `step:${i}`;
        const { now } = clock;
        if (does === "wait") clock.now += wait;
        else if (does === "renew") {
          model.renew(name, now);
          names.renew(name);
        } else if (does === "enter") {
          assert.equal(
            enter(name, device(whom), { ...RULE, origin }),
            model.enter(name, `${whom}`, now, origin),
          );
        } else if (does === "fill") {
          // One device that uses its whole share, and five that fill the rest.
          for (let k = 0; k < 2100; k++) {
            const filler = `f${i}-${k}.example`;
            const by = number === 0 ? 1 : 3 + k % 5;
            assert.equal(
              enter(filler, device(by), { ...RULE, origin }),
              model.enter(filler, `${by}`, now, origin),
            );
          }
        } else if (does === "recognises") {
          assert.equal(names.has(name), model.recognises(name, now));
        } else {
          const found = names.find(name, device(whom));
          assert.equal(found && `${found.origin} ${found.at}`, model.find(name, `${whom}`, now));
        }
      }
    }),
    { seed: 7, numRuns: 80 },
  );
});

Deno.test("several threads use the memory at once without losing entries", async () => {
  const memory = BlockMemory.createMemory();
  const wrong = await Promise.all([1, 2, 3].map((thread) =>
    new Promise((resolve) => {
      const worker = new Worker(new URL("./block_memory_fixture.ts", import.meta.url), {
        type: "module",
      });
      worker.onmessage = ({ data }) => {
        worker.terminate();
        return resolve(data);
      };
      worker.postMessage({ memory, thread, rounds: 3000 });
    })
  ));
  assert.deepEqual(wrong, [[], [], []]);
  assert.equal(new BlockMemory(memory, () => 1_000_000).size, 3 * 300 + 3 * 50);
});

Deno.test("a thread that died in the lock blocks no other: the memory is taken over, empty", () => {
  const { memory, names, enter } = opened();
  enter("ads.example");
  new SharedLock(memory, () => {}).acquire();
  assert.ok(enter("other.example"));
  assert.ok(!names.has("ads.example") && names.has("other.example"));
});

Deno.test("a thread that slept in the lock repairs the memory when it wakes", () => {
  const { memory, names, enter } = opened();
  const asleep = new SharedLock(memory, () => names.renew("mended.example"));
  let mended = 0;
  const sleeper = new SharedLock(memory, () => mended++);
  sleeper.acquire();
  assert.ok(enter("other.example"));
  sleeper.release();
  assert.equal(mended, 1);
  assert.ok(names.has("other.example"));
  asleep.acquire();
  asleep.release();
  assert.ok(names.has("other.example"), "the lock is free");
});

Deno.test("iteration over a damaged memory terminates", () => {
  const { memory, names, enter } = opened();
  for (let i = 0; i < 50; i++) enter(`n${i}.example`, device(i));
  const words = new Int32Array(memory);
  for (let i = 4; i < words.length; i += 97) words[i] = words[i] === 0 ? 1 : 0;
  for (let i = 0; i < 50; i++) {
    names.has(`n${i}.example`);
    enter(`m${i}.example`);
    names.renew(`n${i}.example`);
  }
});
