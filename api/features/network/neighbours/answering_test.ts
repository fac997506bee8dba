import assert from "node:assert/strict";
import { SimulatedTime } from "../../../../tests/support/simulated_time.ts";
import { Answering } from "./answering.ts";
import type { NeighbourEntry } from "./service.ts";

const A = "02:00:00:00:00:0a", B = "02:00:00:00:00:0b";

function scene(answersAfter: number | undefined) {
  const time = new SimulatedTime(1_000_000), nudged: string[] = [];
  const entries: NeighbourEntry[] = [
    { address: "192.168.1.20", mac: A, seenAt: 0 },
    { address: "fd00::20", mac: A, seenAt: 2_000_000_000 },
    { address: "192.168.1.21", mac: B, seenAt: 0 },
  ];
  const answering = new Answering({
    neighbours: {
      look() {
        if (answersAfter === undefined || time.now() < 1_000_000 + answersAfter) return;
        entries[0] = { ...entries[0], seenAt: time.now() };
      },
      entries: () => entries,
    },
    nudge: (address) => void nudged.push(address),
    now: time.now,
    after: (ms, run) => {
      const timer = time.after(ms, run);
      return () => time.cancel(timer);
    },
  });
  return { time, nudged, answering };
}

Deno.test("a machine that answers is found as soon as the kernel hears of it", async () => {
  const { answering, time, nudged } = scene(6000), answers = answering.answers([A]);
  await time.pass(20_000);
  assert.equal(await answers, true);
  assert.deepEqual(nudged, ["192.168.1.20", "192.168.1.20", "192.168.1.20"]);
});

Deno.test("one that does not answer, or was never met, is not there; neither is any once the box ends", async () => {
  const { answering, time, nudged } = scene(undefined), answers = answering.answers([A, "02:00:00:00:00:0c"]);
  await time.pass(20_000);
  assert.equal(await answers, false);
  assert.equal(nudged.length, 5);
  assert.equal(await answering.answers(["02:00:00:00:00:0c"]), false);
  const waiting = answering.answers([B]);
  await time.pass(0);
  answering.close();
  assert.equal(await waiting, false);
});
