/** What the lists of a class say about one name: the winning claim or rule, and the rewrites (rule-syntax E4, E5). */
import { nameToText, plainOctets, type WireName } from "../model/name.ts";
import type { BlockedAnswer, RuleMatch } from "../model/decision.ts";
import { decidingClaim, isZone, RANK, rankOf } from "../snapshot/device_policy.ts";
import type { Asker, ReadyRule } from "../snapshot/rule_index.ts";
import { NameHashes } from "../model/name_hashes.ts";
import { type Claim, HOLDS, type ListPolicy, type Snapshot } from "../snapshot/snapshot.ts";
import type { PolicyClient } from "./protections.ts";
import { ClaimMatch } from "./claim_match.ts";
import { PRECISION, ZoneMatch } from "./zone_match.ts";

/** Types of questions whose answers have addresses: A, AAAA, SVCB, HTTPS. */
const ADDRESSED: ReadonlySet<number> = new Set([1, 28, 64, 65]);

/** What won: the rule, and how it wants the name answered. */
export interface Winner {
  readonly match: RuleMatch;
  readonly answer: BlockedAnswer | undefined;
}

/** Fingerprints or hashes of the suffixes of a name. */
interface Lanes {
  readonly h1: Int32Array;
  readonly h2: Int32Array;
}

/** One pass over what the lists hold for a name. One per thread: a pass never waits, so two never overlap. */
export class ListMatch {
  /** Rank of the winner (policy/snapshot/device_policy.ts), 0 = no list has a word to say. */
  rank = 0;
  /** Whether a response policy zone decided. */
  byZone = false;
  /** The rules that would rewrite the name and those that cancel rewrites, in the order found. */
  readonly rewrites: ReadyRule[] = [];
  #rule: ReadyRule | undefined;
  #set = 0;
  #label = 0;
  #labels = 0;
  #claim: Claim | undefined;
  readonly #zones = new ZoneMatch();
  readonly #hashes = new NameHashes();
  readonly #octets = new Uint8Array(256);
  readonly #candidates: number[] = [];

  /**
   * Looks at plain names, rules on names and patterns; `labels` suffixes of the name are in the snapshot's fingerprinter. With the
   * addresses of its answer, zones are heard about those too: the first in order decides, whatever triggers it.
   */
  name(
    name: WireName,
    labels: number,
    type: number,
    client: PolicyClient,
    policy: ListPolicy,
    snapshot: Snapshot,
    answer?: readonly Uint8Array[],
  ): void {
    const zoned = policy.zoned.length > 0;
    this.#reset(zoned);
    this.#labels = labels;
    const table = snapshot.names;
    if (table !== undefined) {
      this.#plain(snapshot.fingerprinter, table.fewestLabels - 1, labels, policy, snapshot);
      if (policy.hashed) this.#hashed(name, labels, policy, snapshot);
    }
    this.#rules(name, type, client, policy, snapshot);
    if (zoned && answer !== undefined) this.#answered(answer, name, type, client, policy, snapshot, true);
    if (zoned) this.#joinZones();
  }

  /** Looks at rules on the addresses of an answer, all of them together. */
  addresses(
    addresses: readonly Uint8Array[],
    name: WireName,
    type: number,
    client: PolicyClient,
    policy: ListPolicy,
    snapshot: Snapshot,
  ): void {
    const zoned = policy.zoned.length > 0;
    this.#reset(zoned);
    this.#answered(addresses, name, type, client, policy, snapshot, false);
    if (zoned) this.#joinZones();
  }

  /** Rules on addresses, those of zones alone or all. */
  #answered(
    addresses: readonly Uint8Array[],
    name: WireName,
    type: number,
    client: PolicyClient,
    policy: ListPolicy,
    snapshot: Snapshot,
    ofZones: boolean,
  ): void {
    const index = snapshot.ruleIndex, asker = askerOf(client);
    // Of prefixes of one length in a zone the smallest address decides (rule-syntax E9).
    const rising = addresses.length < 2 ? addresses : [...addresses].sort(byOctets);
    for (let i = 0; i < rising.length; i++) {
      const earlier = rising.length - i;
      index.answers.each(rising[i], (rule, length) => {
        if (ofZones && !isZone(snapshot.lists[index.list(rule)])) return;
        const precision = PRECISION.answer + length * (rising.length + 1) + earlier;
        this.#take(rule, name, type, policy, asker, snapshot, precision);
      });
    }
  }

  /** Whether a zone decided although one before it looks at the addresses of answers, which those of this type have. */
  waits(type: number, policy: ListPolicy, { ruleIndex: { answerZones } }: Snapshot): boolean {
    const { list } = this.#zones;
    return this.byZone && ADDRESSED.has(type) &&
      answerZones.some((zone) => zone < list && policy.lists[zone] === HOLDS.block);
  }

  #reset(zoned: boolean): void {
    this.rank =
      this.#set =
      this.#label =
      this.#labels =
        0;
    this.#rule = undefined;
    this.#claim = undefined;
    this.byZone = false;
    if (zoned) this.#zones.reset();
    if (this.rewrites.length > 0) this.rewrites.length = 0;
  }

  #rules(name: WireName, type: number, client: PolicyClient, policy: ListPolicy, snapshot: Snapshot): void {
    const index = snapshot.ruleIndex;
    if (!index.hasNames && !index.hasPatterns && index.clients.empty) return;
    const asker = askerOf(client);
    if (index.hasNames) this.#named(name, type, policy, asker, snapshot);
    if (index.hasPatterns) this.#patterns(name, type, policy, asker, snapshot);
    if (index.clients.empty) return;
    index.clients.each(client.address, (rule, length) => {
      this.#take(rule, name, type, policy, asker, snapshot, PRECISION.client + length);
    });
  }

  /** What the zones say counts as a rewrite, or as a rule beside the others. */
  #joinZones(): void {
    const zones = this.#zones;
    this.byZone = zones.rewrites.length > 0 || zones.rank > 0 && zones.rank >= this.rank;
    if (zones.rewrites.length > 0) this.rewrites.push(...zones.rewrites);
    else if (this.byZone) {
      this.rank = zones.rank;
      this.#rule = zones.rule;
      this.#claim = zones.claim;
      this.#label = zones.label;
    }
  }

  /** Looks for names that lists give as hashes: never for one label, nor in zones, which know none. */
  #hashed(name: WireName, labels: number, policy: ListPolicy, snapshot: Snapshot): void {
    this.#hashes.ofWire(name, snapshot.fingerprinter, labels);
    this.#plain(this.#hashes, 1, labels, policy, snapshot);
  }

  /** Looks at the names of the table, by the lanes of their suffixes from the one of number `from`. */
  #plain({ h1, h2 }: Lanes, from: number, labels: number, policy: ListPolicy, snapshot: Snapshot): void {
    const table = snapshot.names!, { exact, below, zoned } = policy;
    for (let i = from; i < labels; i++) {
      const set = table.lookup(h1[i], h2[i]);
      if (set === 0) continue;
      if (zoned.length > 0 && zoned[set] === 1) this.#zoneClaims(set, i, i === labels - 1, policy, snapshot);
      const rank = i === labels - 1 ? exact[set] : below[set];
      if (!(rank > 0) || rank < this.rank) continue; // undefined when the table is damaged
      this.rank = rank;
      this.#set = set;
      this.#label = i;
    }
  }

  #zoneClaims(set: number, label: number, whole: boolean, policy: ListPolicy, snapshot: Snapshot): void {
    const precision = whole ? PRECISION.exact : PRECISION.below + label;
    for (const claim of snapshot.sets[set] ?? []) {
      const list = snapshot.lists[claim.list];
      if (!(whole ? claim.exact : claim.below) || policy.lists[claim.list] !== HOLDS.block || !isZone(list)) continue;
      this.#zones.takeClaim(claim, rankOf(list.kind, claim.allow, claim.important), precision, label);
    }
  }

  #named(name: WireName, type: number, policy: ListPolicy, asker: Asker, snapshot: Snapshot): void {
    const { h1, h2 } = snapshot.fingerprinter, index = snapshot.ruleIndex, last = this.#labels - 1;
    for (let i = last; i >= 0; i--) {
      for (let link = index.first(h1[i], h2[i]); link !== 0; link = index.after(link)) {
        if (!index.covers(link - 1, i === last)) continue;
        this.#take(link - 1, name, type, policy, asker, snapshot, i === last ? PRECISION.exact : PRECISION.below + i);
      }
    }
  }

  #patterns(name: WireName, type: number, policy: ListPolicy, asker: Asker, snapshot: Snapshot): void {
    const length = plainOctets(name, this.#octets);
    if (length === 0) return;
    const index = snapshot.ruleIndex, count = index.patterns.candidates(this.#octets, length, this.#candidates);
    if (count === 0) return;
    const text = nameToText(name);
    for (let i = 0; i < count; i++) {
      const rule = this.#candidates[i];
      if (policy.lists[index.list(rule)] !== HOLDS.off && index.rule(rule).matchesText(text)) {
        this.#take(rule, name, type, policy, asker, snapshot, PRECISION.below);
      }
    }
  }

  #take(
    rule: number,
    name: WireName,
    type: number,
    policy: ListPolicy,
    asker: Asker,
    snapshot: Snapshot,
    precision: number,
  ): void {
    const index = snapshot.ruleIndex;
    const held = policy.lists[index.list(rule)];
    if (held === HOLDS.off) return;
    const ready = index.rule(rule);
    if (!ready.applies(name, type, asker)) return;
    const effect = ready.rule.effect.do;
    if (held === HOLDS.monitor) return this.#tell(ready, effect);
    if (ready.zone) return this.#zones.takeRule(ready, precision);
    if (effect === "rewrite" || effect === "cancel-rewrite") this.rewrites.push(ready);
    // On equal ranks the first rule wins over the later ones, and any rule over a plain name (rule-syntax E5: 5 before 6).
    else if (ready.rank > this.rank || (ready.rank === this.rank && this.#rule === undefined)) {
      this.rank = ready.rank;
      this.#rule = ready;
    }
  }

  /** Takes a rule of a list that is told only, unless something else has a word to say. */
  #tell(ready: ReadyRule, effect: string): void {
    if (effect === "allow" || effect === "cancel-rewrite" || this.rank > 0) return;
    this.rank = RANK.monitor;
    this.#rule = ready;
  }

  /**
   * List and rule of the winner, undefined when nothing won. `snapshot.fingerprinter` still holds `name`, which must not change
   * while the match is kept.
   */
  winner(name: WireName, policy: ListPolicy, snapshot: Snapshot): Winner | undefined {
    if (this.rank === 0) return undefined;
    if (this.#rule !== undefined) {
      const { list, text, effect } = this.#rule.rule;
      const tcpOnly = effect.do === "allow" && effect.tcpOnly === true;
      if (tcpOnly) return { match: { list, rule: text, tcpOnly }, answer: undefined };
      return { match: { list, rule: text }, answer: effect.do === "block" ? effect.answer : undefined };
    }
    const where = this.#label === this.#labels - 1 ? "exact" : "below";
    const claim = this.#claim ??
      decidingClaim(snapshot.sets[this.#set], policy, snapshot.lists, where, this.rank);
    if (claim === undefined) return undefined;
    return { match: new ClaimMatch(claim, name, snapshot.fingerprinter.at[this.#label]), answer: claim.answer };
  }
}

function byOctets(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

function askerOf(client: PolicyClient): Asker {
  return { address: client.address, name: client.name, tags: client.policy.tags };
}
