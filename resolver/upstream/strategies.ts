/**
 * The order in which the upstreams of a group are queried, and how many in parallel
 * (ResolverSettings.upstreamStrategy).
 */
import type { UpstreamStrategy } from "../../policy/snapshot/settings.ts";
import type { RandomNumbers } from "./random_numbers.ts";
import type { UpstreamServer } from "./upstream.ts";

/** Upstreams that the parallel strategy queries at once. */
const PARALLEL = 3;
/**
 * Share of questions that the weighted strategy sends to a random upstream, so that a slow one that
 * became fast is noticed.
 */
const EXPLORATION = 0.05;

/** How many upstreams are queried at once at first. */
export function initialParallelism(strategy: UpstreamStrategy): number {
  return strategy === "parallel" ? PARALLEL : 1;
}

/**
 * Writes the upstreams to `into` in query order: those in use, the first one chosen by the
 * strategy. When all are skipped, it writes all of them from a random one on, so that the first to
 * recover is noticed without waiting for its probe. Returns their number; previous entries of
 * `into` are overwritten.
 */
export function orderServers(
  servers: readonly UpstreamServer[],
  strategy: UpstreamStrategy,
  random: RandomNumbers,
  into: UpstreamServer[],
): number {
  let count = 0;
  for (const server of servers) if (!server.isDown) into[count++] = server;
  if (count === 0) return rotate(servers, random, into);
  if (count === 1 || strategy === "strict") return count;
  sortByLatency(into, count);
  if (strategy === "weighted") moveToFront(into, chooseWeighted(into, count, random));
  return count;
}

function rotate(
  servers: readonly UpstreamServer[],
  random: RandomNumbers,
  into: UpstreamServer[],
): number {
  const { length } = servers;
  const from = length < 2 ? 0 : random.next() % length;
  for (let i = 0; i < length; i++) into[i] = servers[(from + i) % length];
  return length;
}

/** Insertion sort: the list is short and mostly sorted. */
function sortByLatency(servers: UpstreamServer[], count: number): void {
  for (let i = 1; i < count; i++) {
    const server = servers[i];
    let at = i;
    for (; at > 0 && servers[at - 1].statistics.latency > server.statistics.latency; at--) {
      servers[at] = servers[at - 1];
    }
    servers[at] = server;
  }
}

/**
 * A random index, more likely the shorter the round trip; an upstream never queried counts as the
 * fastest.
 */
function chooseWeighted(
  sorted: readonly UpstreamServer[],
  count: number,
  random: RandomNumbers,
): number {
  const draw = random.fraction();
  if (draw < EXPLORATION) return Math.floor(draw / EXPLORATION * count);
  if (sorted[0].statistics.latency === 0) return 0;
  let total = 0;
  for (let i = 0; i < count; i++) total += 1 / sorted[i].statistics.latency;
  let left = (draw - EXPLORATION) / (1 - EXPLORATION) * total;
  for (let i = 0; i < count; i++) {
    left -= 1 / sorted[i].statistics.latency;
    if (left <= 0) return i;
  }
  return 0;
}

function moveToFront(servers: UpstreamServer[], index: number): void {
  const chosen = servers[index];
  for (let i = index; i > 0; i--) servers[i] = servers[i - 1];
  servers[0] = chosen;
}
