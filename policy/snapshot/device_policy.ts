/**
 * Policy classes, shared by devices with equal choices. The sets of claims are ranked in advance
 * for the lists of each class. A decision therefore costs one byte read per suffix, regardless of
 * the number of lists and classes. Classes with equal list effects share their ranks.
 */
import { hasAction, protectionKindOf } from "../catalogue/categories.ts";
import type { TimedCategory } from "../model/person_time.ts";
import { isCancelled } from "./claim.ts";
import {
  type ClassLists,
  type ClassParts,
  type DevicePolicy,
  LIST_EFFECT,
  type ListCause,
  type ListInfo,
  type ListMatchFlags,
  type ListPhase,
  type ListPolicy,
  type SnapshotParts,
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

/** What classes are built from. */
type ClassSources = Pick<SnapshotParts, "classes" | "sets" | "lists">;

/**
 * Builds the classes and ranks all sets for them. Unchanged classes of `before` are reused while
 * lists and sets are the same.
 */
export function createClasses(
  { classes, sets, lists }: ClassSources,
  before?: ClassSources & { readonly classes: readonly DevicePolicy[] },
): DevicePolicy[] {
  const kept = before !== undefined && before.sets === sets && before.lists === lists
    ? before.classes
    : [];
  const selector = new ListSelector(sets, lists);
  return classes.map((parts, index) => {
    const known = kept[index];
    if (parts === known) return known;
    if (known !== undefined && isCopy(parts, known)) return parts;
    const categories = [...new Set((parts.held ?? []).map(([category]) => category))];
    const { closedCategories = [] } = parts;
    const select = (effects: Uint8Array) => selector.select(effects, categories, closedCategories);
    return {
      ...pickClassParts(parts),
      class: index,
      ...select(parts.lists),
      phases: phasesOf(parts, select),
      changes: changesOf(parts),
    };
  });
}

/** Whether a class is a copy of another one, with all its data, under another version. */
function isCopy(parts: ClassParts, known: DevicePolicy): parts is DevicePolicy {
  const copy: Partial<DevicePolicy> = parts;
  const keys = Object.keys(known) as (keyof DevicePolicy)[];
  return Object.keys(copy).length === keys.length &&
    keys.every((key) => key === "version" || copy[key] === known[key]);
}

/** Ranks the lists of classes. Classes with equal lists share the result. */
class ListSelector {
  readonly #sets: readonly (readonly ListMatchFlags[])[];
  readonly #lists: readonly ListInfo[];
  readonly #ranked = new Map<string, ListPolicy>();
  readonly #selected = new Map<string, ClassLists>();

  constructor(sets: readonly (readonly ListMatchFlags[])[], lists: readonly ListInfo[]) {
    this.#sets = sets;
    this.#lists = lists;
  }

  /**
   * The lists with these effects; `categories` are those that are blocked by time, `closed` those
   * that the profile closes.
   */
  select(
    effects: Uint8Array,
    categories: readonly TimedCategory[],
    closed: readonly string[],
  ): ClassLists {
    const key = `${effects.join()} ${categories.join()} ${closed.join()}`;
    let known = this.#selected.get(key);
    if (known === undefined) {
      this.#selected.set(key, known = this.#select(effects, categories, closed));
    }
    return known;
  }

  #select(
    effects: Uint8Array,
    categories: readonly TimedCategory[],
    closed: readonly string[],
  ): ClassLists {
    const none = new Uint8Array(this.#lists.length);
    return {
      all: this.#pick(effects, (list) => !isBypass(list)) ??
        makeLists(none, none, [], this.#lists),
      // A monitored list blocks nothing, so a pause does not affect it.
      unpaused: this.#pick(effects, (list, held) =>
        list.kind === "block" && !isBypass(list) &&
        (protectionKindOf(list.category) !== "choice" || held === LIST_EFFECT.monitor)),
      // An allow rule never allows a name of a child-abuse list (A 7.6.5, 7.6.9).
      unlifted: this.#pick(effects, isRequired),
      unliftedByWide: this.#pick(
        effects,
        (list, held) => isRequired(list) || isClosed(list, closed) && held === LIST_EFFECT.block,
      ),
      bypass: this.#pick(effects, isBypass),
      timed: new Map(categories.flatMap((category) => {
        const ofCategory = effects.map((held, number) =>
          held !== LIST_EFFECT.elsewhere && this.#lists[number]?.category === category
            ? LIST_EFFECT.block
            : held
        );
        const found = this.#pick(
          ofCategory,
          (list) => list.kind === "block" && list.category === category,
        );
        return found === undefined ? [] : [[category, found] as const];
      })),
    };
  }

  /** The policy of the lists that `wanted` selects; undefined if none of them applies. */
  #pick(
    effects: Uint8Array,
    wanted: (list: ListInfo, held: number) => boolean,
  ): ListPolicy | undefined {
    const lists = this.#lists;
    const held = effects.map((effect, number) =>
      effect !== LIST_EFFECT.elsewhere && lists[number] !== undefined &&
        wanted(lists[number], effect)
        ? effect
        : LIST_EFFECT.off
    );
    if (!held.some((effect) => effect !== LIST_EFFECT.off)) return undefined;
    const applies = effects.map((effect) => effect === LIST_EFFECT.elsewhere ? 0 : 1);
    const key = `${held.join()} ${applies.join()}`;
    let known = this.#ranked.get(key);
    if (known === undefined) {
      this.#ranked.set(key, known = makeLists(held, applies, this.#sets, lists));
    }
    return known;
  }
}

/** The lists of a class by time; undefined if no list with hours applies to it. */
function phasesOf(
  { lists, listWindows = [] }: ClassParts,
  select: (effects: Uint8Array) => ClassLists,
): ListPhase[] | undefined {
  if (listWindows.length === 0) return undefined;
  const edges = new Set([0, ...listWindows.flatMap(([, from, to]) => [from, to])]);
  return [...edges].sort((a, b) => a - b).map((at) => {
    const effects = lists.slice();
    for (const [list] of listWindows) effects[list] = LIST_EFFECT.elsewhere;
    for (const [list, from, to] of listWindows) {
      if (from <= at && at < to) effects[list] = lists[list];
    }
    return { from: at, lists: select(effects) };
  });
}

/** The lists that apply at an instant, in Unix milliseconds. */
export function listsAt(policy: DevicePolicy, now: number): ClassLists {
  const { phases } = policy;
  if (phases === undefined) return policy;
  let low = 0;
  let high = phases.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (phases[middle].from <= now) low = middle;
    else high = middle - 1;
  }
  return phases[low].lists;
}

/** One list alone as a blocking or allowing list, for `--explain`. */
export function listAlone(
  number: number,
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): ListPolicy {
  const held = new Uint8Array(lists.length);
  held[number] = LIST_EFFECT.block;
  return makeLists(held, held, sets, lists);
}

/** Only the parts of a class, without the data derived for an earlier snapshot. */
export function pickClassParts(parts: ClassParts): ClassParts {
  const {
    version,
    lists,
    listWindows,
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
  const { closed, held, answersKept, serviceNarrowness, closedCategories } = parts;
  const { learns, restricted } = parts;
  return {
    version,
    lists,
    ...(listWindows && { listWindows }),
    tags,
    ...(scopes && { scopes }),
    ...(quarantined && { quarantined }),
    ...(pausedUntil && { pausedUntil }),
    ...(minor && { minor }),
    ...(closed && { closed }),
    ...(held && { held }),
    ...(answersKept && { answersKept }),
    ...(services && { services }),
    ...(serviceNarrowness && { serviceNarrowness }),
    ...(closedCategories && { closedCategories }),
    ...(windows && { windows }),
    ...(safeSearch && { safeSearch }),
    ...(views && { views }),
    ...(upstreams !== undefined && { upstreams }),
    ...(learns !== undefined && { learns }),
    ...(restricted !== undefined && { restricted }),
  };
}

const NEVER: readonly number[] = [];

/**
 * When a class changes automatically: at the end of its pause, or when a window of a service, of a
 * list, of its hours or of a category starts or ends.
 */
function changesOf(
  { pausedUntil = 0, windows = [], listWindows = [], closed = [], held = [] }: ClassParts,
): readonly number[] {
  const count = windows.length + listWindows.length + closed.length + held.length;
  if (pausedUntil === 0 && count === 0) return NEVER;
  const edges = [...windows, ...listWindows, ...held].flatMap(([, from, to]) => [from, to]);
  for (const [from, to] of closed) edges.push(from, to);
  return [...new Set([...edges, pausedUntil])].filter((at) => at > 0).sort((a, b) => a - b);
}

function isClosed({ kind, category }: ListInfo, closed: readonly string[]): boolean {
  return kind === "block" && closed.includes(category);
}

/** Whether a list is required by law, so that no rule lifts it. */
function isRequired({ kind, category }: ListInfo): boolean {
  return kind === "block" && protectionKindOf(category) === "illegal";
}

function isBypass(list: ListInfo): boolean {
  return list.kind === "block" && list.category === "bypass";
}

function makeLists(
  holds: Uint8Array,
  applies: Uint8Array,
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
): ListPolicy {
  return {
    lists: holds,
    applies,
    exact: ranks(holds, applies, sets, lists, "exact"),
    below: ranks(holds, applies, sets, lists, "below"),
    zoned: zonedSets(holds, sets, lists),
    hashed: sets.some((set) =>
      set.some(({ hashed, list }) => hashed === true && holds[list] !== LIST_EFFECT.off)
    ),
  };
}

/** Whether a claim is a `$badfilter`, or one that such a claim removes. */
function isVoid(
  claim: ListMatchFlags,
  set: readonly ListMatchFlags[],
  applies: Uint8Array,
): boolean {
  return claim.cancels === true || claim.cancellable === true && isCancelled(claim, set, applies);
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
  applies: Uint8Array,
  sets: readonly (readonly ListMatchFlags[])[],
  lists: readonly ListInfo[],
  where: "exact" | "below",
): Uint8Array {
  const out = new Uint8Array(sets.length);
  for (let set = 0; set < sets.length; set++) {
    let best = 0;
    for (const claim of sets[set]) {
      if (!claim[where] || isVoid(claim, sets[set], applies)) continue;
      best = Math.max(best, rankOfClaim(claim, holds, lists));
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
    if (!claim[where] || rankOfClaim(claim, policy.lists, lists) !== rank) continue;
    if (!isVoid(claim, claims, policy.applies)) return claim;
  }
  return undefined;
}
