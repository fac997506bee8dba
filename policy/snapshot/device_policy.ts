/**
 * Policy classes: what devices with equal choices share. For the lists of each class the sets of claims are ranked beforehand,
 * so that a decision costs one octet read per suffix, however many lists or classes there are. Classes whose lists do the same
 * share their ranks.
 */
import { hasAction, protectsFrom } from "../catalogue/categories.ts";
import {
  type Claim,
  type ClassParts,
  type DevicePolicy,
  HOLDS,
  type ListCause,
} from "./snapshot.ts";
import type { ListInfo, ListPolicy } from "./snapshot.ts";

/**
 * Ranks inside the list row, the greater wins (rule-syntax E5): an allow list beats everything, then `@@…$important`,
 * `$important`, `@@`, and a plain block. What is only told comes last.
 */
export const RANK = {
  none: 0,
  monitor: 1,
  block: 2,
  allow: 3,
  importantBlock: 4,
  importantAllow: 5,
  allowList: 6,
} as const;

/** The rank of a block or allow that stands in a list of this kind, where the list blocks. */
export function rankOf(kind: ListInfo["kind"], allow: boolean, important: boolean): number {
  if (kind === "allow") return RANK.allowList;
  if (allow) return important ? RANK.importantAllow : RANK.allow;
  return important ? RANK.importantBlock : RANK.block;
}

/** The rank where the list is told only: what it lets through counts for nothing then. */
export function monitoredRank(kind: ListInfo["kind"], allow: boolean): number {
  return kind === "allow" || allow ? RANK.none : RANK.monitor;
}

/** Whether a rank lets the name through. */
export function isAllowing(rank: number): boolean {
  return rank === RANK.allow || rank >= RANK.importantAllow;
}

/** Whether the rules of a list are chosen among by precision, as in a response policy zone; an allow list lets all through. */
export function isZone(list: ListInfo): boolean {
  return list.zone === true && list.kind === "block";
}

/** Why a list blocks: scopes choose about categories, other lists stand for themselves (A 7.6.5, DESIGN 5). */
export function causeOf({ id, category, kind }: ListInfo): ListCause {
  return kind === "block" && hasAction(category)
    ? { reason: "category", origin: `category:${category}` }
    : { reason: "list", origin: `list:${id}` };
}

/** The classes with the ranks of all sets worked out. */
export function makeClasses(
  classes: readonly ClassParts[],
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): DevicePolicy[] {
  const ranked = new Map<string, ListPolicy | undefined>();
  /** The policy of those lists that `wanted` picks; undefined when none of them holds. */
  const pick = (
    holds: Uint8Array,
    wanted: (list: ListInfo, held: number) => boolean,
  ): ListPolicy | undefined => {
    const some = holds.map((held, number) =>
      lists[number] !== undefined && wanted(lists[number], held) ? held : HOLDS.off
    );
    if (!some.some((held) => held !== HOLDS.off)) return undefined;
    const key = some.join();
    if (!ranked.has(key)) ranked.set(key, makeLists(some, sets, lists));
    return ranked.get(key);
  };
  const picked = new Map<string, PickedLists>();
  const pickAll = (holds: Uint8Array): PickedLists => {
    const key = holds.join();
    let known = picked.get(key);
    if (known !== undefined) return known;
    known = {
      all: pick(holds, (list) => !isBypass(list)) ??
        makeLists(new Uint8Array(lists.length), [], lists),
      // What is told blocks nothing, so that a pause has nothing to lift.
      unpaused: pick(holds, (list, held) =>
        list.kind === "block" && !isBypass(list) &&
        (protectsFrom(list.category) !== "choice" || held === HOLDS.monitor)),
      // An allow rule never lets a name of a child-abuse list through (A 7.6.5, 7.6.9).
      unlifted: pick(
        holds,
        (list) => list.kind === "block" && protectsFrom(list.category) === "illegal",
      ),
      bypass: pick(holds, isBypass),
    };
    picked.set(key, known);
    return known;
  };
  return classes.map((parts, index) => ({
    ...partsOf(parts),
    class: index,
    ...pickAll(parts.lists),
    changes: changesOf(parts),
  }));
}

type PickedLists = Pick<DevicePolicy, "all" | "unpaused" | "unlifted" | "bypass">;

/** The lists that block names of a category, whatever scopes do with them; undefined = there are none. */
export function listsOfCategory(
  category: string,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): ListPolicy | undefined {
  const holds = Uint8Array.from(
    lists,
    (list) => list.kind === "block" && list.category === category ? HOLDS.block : HOLDS.off,
  );
  return holds.includes(HOLDS.block) ? makeLists(holds, sets, lists) : undefined;
}

/** The parts of a class alone, without what was worked out for an earlier snapshot. */
export function partsOf(parts: ClassParts): ClassParts {
  const {
    version,
    lists,
    tags,
    scopes,
    quarantined,
    pausedUntil,
    minor,
    services,
    windows,
    safeSearch,
    views,
  } = parts;
  const { closed, held, answersKept } = parts;
  return {
    version,
    lists,
    tags,
    ...(scopes && { scopes }),
    ...(quarantined && { quarantined }),
    ...(pausedUntil && { pausedUntil }),
    ...(minor && { minor }),
    ...(closed && { closed }),
    ...(held && { held }),
    ...(answersKept && { answersKept }),
    ...(services && { services }),
    ...(windows && { windows }),
    ...(safeSearch && { safeSearch }),
    ...(views && { views }),
  };
}

const NEVER: readonly number[] = [];

/** When a class changes by itself: its pause ends, or the time of a service, of its hours or of a category comes or goes. */
function changesOf(
  { pausedUntil = 0, windows = [], closed = [], held = [] }: ClassParts,
): readonly number[] {
  if (pausedUntil === 0 && windows.length + closed.length + held.length === 0) return NEVER;
  const edges = [...windows, ...held].flatMap(([, from, to]) => [from, to]);
  for (const [from, to] of closed) edges.push(from, to);
  return [...new Set([...edges, pausedUntil])].filter((at) => at > 0).sort((a, b) => a - b);
}

function isBypass(list: ListInfo): boolean {
  return list.kind === "block" && list.category === "bypass";
}

function makeLists(
  holds: Uint8Array,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): ListPolicy {
  return {
    lists: holds,
    exact: ranks(holds, sets, lists, "exact"),
    below: ranks(holds, sets, lists, "below"),
    zoned: zonedSets(holds, sets, lists),
    hashed: sets.some((set) =>
      set.some(({ hashed, list }) => hashed === true && holds[list] !== HOLDS.off)
    ),
  };
}

/** The rank of a claim for who follows these lists; 0 = it says nothing, or a zone says it more precisely. */
function rankOfClaim(claim: Claim, holds: Uint8Array, lists: readonly ListInfo[]): number {
  const held = holds[claim.list], list = lists[claim.list];
  if (held === HOLDS.monitor) return monitoredRank(list.kind, claim.allow);
  return held !== HOLDS.block || isZone(list)
    ? RANK.none
    : rankOf(list.kind, claim.allow, claim.important);
}

function ranks(
  holds: Uint8Array,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
  where: "exact" | "below",
): Uint8Array {
  const out = new Uint8Array(sets.length);
  for (let set = 0; set < sets.length; set++) {
    let best = 0;
    for (const claim of sets[set]) {
      if (claim[where]) best = Math.max(best, rankOfClaim(claim, holds, lists));
    }
    out[set] = best;
  }
  return out;
}

function zonedSets(
  holds: Uint8Array,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): Uint8Array {
  if (!lists.some((list, number) => isZone(list) && holds[number] === HOLDS.block)) {
    return new Uint8Array(0);
  }
  return Uint8Array.from(
    sets,
    (set) => set.some(({ list }) => holds[list] === HOLDS.block && isZone(lists[list])) ? 1 : 0,
  );
}

/** The claim of the set that gave it its rank: the first list in order that reaches it. */
export function decidingClaim(
  claims: readonly Claim[],
  policy: ListPolicy,
  lists: readonly ListInfo[],
  where: "exact" | "below",
  rank: number,
): Claim | undefined {
  for (const claim of claims) {
    if (claim[where] && rankOfClaim(claim, policy.lists, lists) === rank) return claim;
  }
  return undefined;
}
