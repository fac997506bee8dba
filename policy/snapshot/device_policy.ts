/**
 * Policy classes: what devices with equal choices share. For each class the sets of claims are ranked beforehand, so that a
 * decision costs one octet read per suffix, however many lists or classes there are.
 */
import { protectsFrom } from "../catalogue/categories.ts";
import type { Claim, ClassParts, DevicePolicy, ListInfo } from "./snapshot.ts";

/**
 * Ranks inside the list row, the greater wins (rule-syntax E5): an allow list beats everything, then `@@…$important`,
 * `$important`, `@@`, and a plain block.
 */
export const RANK = { none: 0, block: 1, allow: 2, importantBlock: 3, importantAllow: 4, allowList: 5 } as const;

/** The rank of a block or allow that stands in a list of this kind. */
export function rankOf(kind: ListInfo["kind"], allow: boolean, important: boolean): number {
  if (kind === "allow") return RANK.allowList;
  if (allow) return important ? RANK.importantAllow : RANK.allow;
  return important ? RANK.importantBlock : RANK.block;
}

/** Whether a rank lets the name through. */
export function isAllowing(rank: number): boolean {
  return rank === RANK.allow || rank >= RANK.importantAllow;
}

/** Whether the rules of a list are chosen among by precision, as in a response policy zone; an allow list lets all through. */
export function isZone(list: ListInfo): boolean {
  return list.zone === true && list.kind === "block";
}

/** The classes with the ranks of all sets worked out. */
export function makeClasses(
  classes: readonly ClassParts[],
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): DevicePolicy[] {
  return classes.map((parts, index) => {
    // An allow rule never lets a name of a child-abuse list through (A 7.6.5, 7.6.9).
    const kept = parts.lists.map((on, list) => on === 1 && isUnliftable(lists[list]) ? 1 : 0);
    const unlifted = kept.includes(1) ? makeClass({ ...parts, lists: kept }, index, sets, lists) : undefined;
    return { ...makeClass(parts, index, sets, lists), unlifted };
  });
}

function isUnliftable(list: ListInfo | undefined): boolean {
  return list?.kind === "block" && protectsFrom(list.category) === "illegal";
}

function makeClass(
  parts: ClassParts,
  index: number,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): DevicePolicy {
  return {
    version: parts.version,
    lists: parts.lists,
    tags: parts.tags,
    ...(parts.scopes && { scopes: parts.scopes }),
    class: index,
    exact: ranks(parts.lists, sets, lists, "exact"),
    below: ranks(parts.lists, sets, lists, "below"),
    zoned: zonedSets(parts.lists, sets, lists),
    unlifted: undefined,
  };
}

function ranks(
  enabled: Uint8Array,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
  where: "exact" | "below",
): Uint8Array {
  const out = new Uint8Array(sets.length);
  for (let set = 0; set < sets.length; set++) {
    let best = 0;
    for (const claim of sets[set]) {
      if (!claim[where] || enabled[claim.list] !== 1 || isZone(lists[claim.list])) continue;
      best = Math.max(best, rankOf(lists[claim.list].kind, claim.allow, claim.important));
    }
    out[set] = best;
  }
  return out;
}

function zonedSets(
  enabled: Uint8Array,
  sets: readonly (readonly Claim[])[],
  lists: readonly ListInfo[],
): Uint8Array {
  if (!lists.some((list, number) => isZone(list) && enabled[number] === 1)) return new Uint8Array(0);
  return Uint8Array.from(
    sets,
    (set) => set.some(({ list }) => enabled[list] === 1 && isZone(lists[list])) ? 1 : 0,
  );
}

/** The claim of the set that gave it its rank: the first list in order that reaches it. */
export function decidingClaim(
  claims: readonly Claim[],
  policy: DevicePolicy,
  lists: readonly ListInfo[],
  where: "exact" | "below",
  rank: number,
): Claim | undefined {
  for (const claim of claims) {
    if (!claim[where] || policy.lists[claim.list] !== 1 || isZone(lists[claim.list])) continue;
    if (rankOf(lists[claim.list].kind, claim.allow, claim.important) === rank) return claim;
  }
  return undefined;
}
