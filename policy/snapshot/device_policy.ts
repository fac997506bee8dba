/**
 * Policy classes, shared by devices with equal choices. The sets of claims are ranked in advance
 * for the lists of each class. A decision therefore costs one byte read per suffix, regardless of
 * the number of lists and classes. Classes with equal list effects share their ranks.
 */
import { hasAction, protectionKindOf } from "../catalogue/categories.ts";
import {
  type ClassParts,
  type DevicePolicy,
  LIST_EFFECT,
  type ListCause,
  type ListInfo,
  type ListMatchFlags,
  type ListPolicy,
} from "./snapshot_parts.ts";

/**
 * Ranks within the list protection; the greatest wins (rule-syntax E5). The order is: an allow
 * list, `@@…$important`, `$important`, `@@`, a plain block, a monitored match.
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

/** The rank of a block or allow in a list of this kind whose effect is to block. */
export function rankOf(kind: ListInfo["kind"], allow: boolean, important: boolean): number {
  if (kind === "allow") return RANK.allowList;
  if (allow) return important ? RANK.importantAllow : RANK.allow;
  return important ? RANK.importantBlock : RANK.block;
}

/** The rank in a list that is only monitored. Its exceptions are ignored. */
export function monitoredRank(kind: ListInfo["kind"], allow: boolean): number {
  return kind === "allow" || allow ? RANK.none : RANK.monitor;
}

/** Whether a rank allows the name. */
export function isAllowing(rank: number): boolean {
  return rank === RANK.allow || rank >= RANK.importantAllow;
}

/**
 * Whether precision decides among the rules of a list, as in a response policy zone. An allow list
 * allows all its names.
 */
export function isZone(list: ListInfo): boolean {
  return list.zone === true && list.kind === "block";
}

/**
 * The reason for the blocks of a list. Scopes make choices about categories; other lists are their
 * own reason (A 7.6.5).
 */
export function findListCause({ id, category, kind }: ListInfo): ListCause {
  return kind === "block" && hasAction(category)
    ? { reason: "category", origin: `category:${category}` }
    : { reason: "list", origin: `list:${id}` };
}

/** Builds the classes and ranks all sets for them. */
export function createClasses(
  classes: readonly ClassParts[],
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): DevicePolicy[] {
  const ranked = new Map<string, ListPolicy | undefined>();
  /** The policy of the lists that `wanted` selects; undefined if none of them applies. */
  const pick = (
    holds: Uint8Array,
    wanted: (list: ListInfo, held: number) => boolean,
  ): ListPolicy | undefined => {
    const some = holds.map((held, number) =>
      lists[number] !== undefined && wanted(lists[number], held) ? held : LIST_EFFECT.off
    );
    if (!some.some((held) => held !== LIST_EFFECT.off)) return undefined;
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
      // A monitored list blocks nothing, so a pause does not affect it.
      unpaused: pick(holds, (list, held) =>
        list.kind === "block" && !isBypass(list) &&
        (protectionKindOf(list.category) !== "choice" || held === LIST_EFFECT.monitor)),
      // An allow rule never allows a name of a child-abuse list (A 7.6.5, 7.6.9).
      unlifted: pick(
        holds,
        (list) => list.kind === "block" && protectionKindOf(list.category) === "illegal",
      ),
      bypass: pick(holds, isBypass),
    };
    picked.set(key, known);
    return known;
  };
  return classes.map((parts, index) => ({
    ...pickClassParts(parts),
    class: index,
    ...pickAll(parts.lists),
    changes: changesOf(parts),
  }));
}

type PickedLists = Pick<DevicePolicy, "all" | "unpaused" | "unlifted" | "bypass">;

/**
 * The lists that feed a category, as blocking lists, whatever scopes choose for them; undefined if
 * there are none.
 */
export function listsOfCategory(
  category: string,
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): ListPolicy | undefined {
  const holds = Uint8Array.from(
    lists,
    (list) =>
      list.kind === "block" && list.category === category ? LIST_EFFECT.block : LIST_EFFECT.off,
  );
  return holds.includes(LIST_EFFECT.block) ? makeLists(holds, sets, lists) : undefined;
}

/** Only the parts of a class, without the data derived for an earlier snapshot. */
export function pickClassParts(parts: ClassParts): ClassParts {
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
    upstreams,
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
    ...(upstreams !== undefined && { upstreams }),
  };
}

const NEVER: readonly number[] = [];

/**
 * When a class changes automatically: at the end of its pause, or when a window of a service, of
 * its hours or of a category starts or ends.
 */
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
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): ListPolicy {
  return {
    lists: holds,
    exact: ranks(holds, sets, lists, "exact"),
    below: ranks(holds, sets, lists, "below"),
    zoned: zonedSets(holds, sets, lists),
    hashed: sets.some((set) =>
      set.some(({ hashed, list }) => hashed === true && holds[list] !== LIST_EFFECT.off)
    ),
  };
}

/** The rank of a claim under these list effects; 0 = no effect, or a zone decides by precision. */
function rankOfClaim(claim: ListMatchFlags, holds: Uint8Array, lists: readonly ListInfo[]): number {
  const held = holds[claim.list];
  const list = lists[claim.list];
  if (held === LIST_EFFECT.monitor) return monitoredRank(list.kind, claim.allow);
  return held !== LIST_EFFECT.block || isZone(list)
    ? RANK.none
    : rankOf(list.kind, claim.allow, claim.important);
}

function ranks(
  holds: Uint8Array,
  sets: readonly (readonly ListMatchFlags[])[],
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
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): Uint8Array {
  if (!lists.some((list, number) => isZone(list) && holds[number] === LIST_EFFECT.block)) {
    return new Uint8Array(0);
  }
  return Uint8Array.from(
    sets,
    (set) =>
      set.some(({ list }) => holds[list] === LIST_EFFECT.block && isZone(lists[list])) ? 1 : 0,
  );
}

/** The claim that gave the set its rank: the first list in order that reaches it. */
export function findDecidingClaim(
  claims: readonly ListMatchFlags[],
  policy: ListPolicy,
  lists: readonly ListInfo[],
  where: "exact" | "below",
  rank: number,
): ListMatchFlags | undefined {
  for (const claim of claims) {
    if (claim[where] && rankOfClaim(claim, policy.lists, lists) === rank) return claim;
  }
  return undefined;
}
