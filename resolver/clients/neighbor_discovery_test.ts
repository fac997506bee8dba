import assert from "node:assert/strict";
import { NeighborDiscovery } from "./neighbor_discovery.ts";

class Bench {
  readonly #timers: { at: number; run: () => void }[] = [];
  now = 0;
  known = false;
  readonly nudged: string[] = [];
  readonly introductions = new NeighborDiscovery({
    isKnown: () => this.known,
    probe: (address) => this.nudged.push(String(address)),
    after: (ms, run) => this.#timers.push({ at: this.now + ms, run }),
  });

  pass(ms: number): void {
    for (const end = this.now + ms;;) {
      this.#timers.sort((a, b) => a.at - b.at);
      if (this.#timers.length === 0 || this.#timers[0].at > end) return void (this.now = end);
      const { at, run } = this.#timers.shift()!;
      this.now = at;
      run();
    }
  }
}

const ADDRESS = Uint8Array.of(192, 168, 1, 7);

Deno.test("queries wait until the machine is known, with one probe per address", () => {
  const bench = new Bench();
  const done: number[] = [];
  bench.introductions.wait(ADDRESS, () => done.push(1));
  bench.introductions.wait(ADDRESS, () => done.push(2));
  bench.pass(3);
  assert.deepEqual([done, bench.nudged.length], [[], 1]);
  bench.known = true;
  bench.pass(3);
  assert.deepEqual(done, [1, 2]);
});

Deno.test("queries of an unknown machine are answered within 60 ms", () => {
  const bench = new Bench();
  let done = 0;
  bench.introductions.wait(ADDRESS, () => done++);
  bench.pass(59);
  assert.equal(done, 0);
  bench.pass(1);
  assert.equal(done, 1);
  bench.pass(1000);
  assert.equal(done, 1);
});

Deno.test("a flood of addresses waits in bounded memory", () => {
  const bench = new Bench();
  let made = 0;
  for (let i = 0; i < 100_000 && bench.introductions.hasRoom; i++, made++) {
    bench.introductions.wait(Uint8Array.of(10, i >> 16, i >> 8, i), () => {});
  }
  assert.ok(made <= 256);
  bench.pass(100);
  assert.ok(bench.introductions.hasRoom);
});
