/** The tasks that look who is on the network (A 4.8, 7.10.4). */
import type { Scan } from "../api/features/network/scan/service.ts";
import { LIMITS } from "../policy/limits.ts";
import type { Task } from "./task.ts";

const SECOND = 1000;

/** Scans the box's networks once a day. */
export function networkScan(scan: Pick<Scan, "runWhole" | "progress">): Task {
  const { every, firstLeast, firstMost } = LIMITS.scan;
  return {
    name: "network.scan",
    doc: "Looks which machines are on the network, and how they call themselves",
    when: { every: every * SECOND },
    deadline: 10 * 60 * SECOND,
    jitter: 3600 * SECOND,
    first: { from: firstLeast * SECOND, to: firstMost * SECOND },
    progress: () => scan.progress(),
    run: (signal) => scan.runWhole(signal),
  };
}

/** Asks machines that were there of late whether they still are. */
export function networkPresence(scan: Pick<Scan, "poke">): Task {
  return {
    name: "network.presence",
    doc: "Asks machines that were on the network of late whether they still are",
    when: { every: LIMITS.scan.pokeEvery * SECOND },
    deadline: 10 * 60 * SECOND,
    jitter: 60 * SECOND,
    run: (signal) => scan.poke(signal),
  };
}
