/** In what order the upstreams of a group are asked, and how many at once (ResolverSettings.upstreamStrategy). */
import type { UpstreamStrategy } from "../../policy/snapshot/settings.ts";
import type { RandomNumbers } from "./random_numbers.ts";
import type { UpstreamServer } from "./server.ts";

/** Upstreams that the parallel strategy asks at once. */
const PARALLEL = 3;
/** Share of questions that the weighted strategy puts to a random upstream, so that a slow one may show that it became quick. */
const EXPLORATION = 0.05;

/** How many upstreams are asked at once to begin with. */
export function widthOf(strategy: UpstreamStrategy): number {
  return strategy === "parallel" ? PARALLEL : 1;
}

/**
 * The upstreams in the order in which a question is put to them: those in use, the first one chosen by the strategy. When all are
 * passed over, all of them from a random one on, so that whichever comes back first is noticed without waiting for its probe.
 */
export function orderOf(
  servers: readonly UpstreamServer[],
  strategy: UpstreamStrategy,
  random: RandomNumbers,
): readonly UpstreamServer[] {
  if (servers.length < 2) return servers;
  let up = servers;
  if (servers.some((server) => server.isDown)) {
    up = servers.filter((server) => !server.isDown);
    if (up.length === 0) return rotated(servers, random.next() % servers.length);
  }
  if (strategy === "strict" || up.length < 2) return up;
  const sorted = [...up].sort((a, b) => a.statistics.latency - b.statistics.latency);
  if (strategy === "weighted") moveToFront(sorted, chooseWeighted(sorted, random));
  return sorted;
}

/** An index, likelier the shorter the round trip; one never asked counts as the quickest. */
function chooseWeighted(sorted: readonly UpstreamServer[], random: RandomNumbers): number {
  const draw = random.fraction();
  if (draw < EXPLORATION) return Math.floor(draw / EXPLORATION * sorted.length);
  if (sorted[0].statistics.latency === 0) return 0;
  let total = 0;
  for (const server of sorted) total += 1 / server.statistics.latency;
  let left = (draw - EXPLORATION) / (1 - EXPLORATION) * total;
  for (let i = 0; i < sorted.length; i++) {
    left -= 1 / sorted[i].statistics.latency;
    if (left <= 0) return i;
  }
  return 0;
}

function rotated(servers: readonly UpstreamServer[], from: number): readonly UpstreamServer[] {
  return [...servers.slice(from), ...servers.slice(0, from)];
}

function moveToFront(servers: UpstreamServer[], index: number): void {
  const [chosen] = servers.splice(index, 1);
  servers.unshift(chosen);
}
