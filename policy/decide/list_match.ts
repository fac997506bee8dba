/**
 * Matches one name against the lists of a class: finds the winning claim or rule, and the rewrites
 * (rule-syntax E4, E5).
 */
import { addressToText } from "../model/address.ts";
import { nameToText, type WireName, writePlainText } from "../model/name.ts";
import type { BlockedAnswer, RuleMatch } from "../model/decision.ts";
import { findDecidingClaim, isZone, RANK, rankOf } from "../snapshot/device_policy.ts";
import type { DecodedRule } from "../snapshot/rule_index.ts";
import { NameHashes } from "../model/name_hashes.ts";
import { LIST_EFFECT, type ListMatchFlags, type ListPolicy } from "../snapshot/snapshot_parts.ts";
import type { DecisionContext } from "./protection.ts";
import { isCancelled } from "../snapshot/claim.ts";
import { ClaimMatch } from "./claim_match.ts";
import { type CombinedRewrite, combineRewrites } from "./rewrite.ts";
import { PRECISION, ZoneMatch } from "./zone_match.ts";

const A = 1;
const AAAA = 28;
const SVCB = 64;
const HTTPS = 65;

/** The winning rule and the answer that it requires. */
export interface ListWinner {
  readonly match: RuleMatch;
  readonly answer: BlockedAnswer | undefined;
}

/** Fingerprints or hashes of the suffixes of a name. */
interface Lanes {
  readonly h1: Int32Array;
  readonly h2: Int32Array;
}

/**
 * Matches a name against the lists. One instance per thread suffices because a pass is synchronous
 * and two never overlap.
 */
export class ListMatch {
  /**
   * Rank of the winner (policy/snapshot/device_policy.ts); 0 = no list blocks or allows the name.
   */
  rank = 0;
  /** Whether a response policy zone decided. */
  byZone = false;
  /** The rules that would rewrite the name and those that cancel rewrites, in the order found. */
  readonly #rewrites: DecodedRule[] = [];
  /** Hosts lines with an answer, which have the lowest precedence (rule-syntax E5). */
  readonly #hosts: DecodedRule[] = [];
  #rule: DecodedRule | undefined;
  #set = 0;
  #label = 0;
  #claim: ListMatchFlags | undefined;

  // The input of the current pass.
  #context!: DecisionContext;
  #policy!: ListPolicy;
  #name!: WireName;
  #labels = 0;
  /** The name that rule conditions are tested against; undefined = an address is being tested. */
  #tested: WireName | undefined;
  /** The record type being tested. */
  #type = 0;
  /** The client, filled in when rules are tested. */
  readonly #asker: { address: Uint8Array; name: string | undefined; tags: readonly string[] } = {
    address: new Uint8Array(4),
    name: undefined,
    tags: [],
  };

  readonly #zones = new ZoneMatch();
  readonly #hashes = new NameHashes();
  readonly #bytes = new Uint8Array(256);
  readonly #candidates: number[] = [];

  /**
   * Tests plain names, name rules and patterns for the queried name. Its suffixes must be in the
   * fingerprinter of the snapshot. With the addresses of its answer, zones are also tested for
   * these: the first zone in order decides, whichever trigger matched.
   */
  name(context: DecisionContext, policy: ListPolicy, answer?: readonly Uint8Array[]): void {
    this.#begin(context, policy, context.question.name, context.labels, context.question.type);
    this.#named();
    if (policy.zoned.length === 0) return;
    if (answer !== undefined) this.#answered(answer, true);
    this.#joinZones();
  }

  /**
   * Does the same for the target of a record of this type. The fingerprinter must contain `labels`
   * suffixes of the target.
   */
  target(
    context: DecisionContext,
    policy: ListPolicy,
    target: WireName,
    labels: number,
    type: number,
  ): void {
    this.#begin(context, policy, target, labels, type);
    this.#named();
    if (policy.zoned.length > 0) this.#joinZones();
  }

  /** Tests rules on the addresses of an answer, all addresses together. */
  addresses(context: DecisionContext, policy: ListPolicy, addresses: readonly Uint8Array[]): void {
    this.#begin(context, policy, context.question.name, 0, context.question.type);
    this.#answered(addresses, false);
    if (policy.zoned.length > 0) this.#joinZones();
  }

  /** Whether no list matched. */
  get isEmpty(): boolean {
    return this.rank === 0 && this.#rewrites.length === 0 && this.#hosts.length === 0;
  }

  /**
   * Whether a zone decided but an earlier zone has triggers on answer addresses, which answers of
   * this type contain.
   */
  get needsAnswer(): boolean {
    const { list } = this.#zones;
    const { type } = this.#context.question;
    return this.byZone && (type === A || type === AAAA || type === SVCB || type === HTTPS) &&
      this.#context.snapshot.ruleIndex.answerZones.some((zone) =>
        zone < list && this.#policy.lists[zone] === LIST_EFFECT.block
      );
  }

  /** The effective rewrite, or undefined. */
  rewrite(): CombinedRewrite | undefined {
    if (this.#rewrites.length > 0 && this.rank !== RANK.allowList) {
      const found = combineRewrites(this.#rewrites.map(({ rule }) => rule), this.#name);
      if (found !== undefined) return found;
    }
    if (this.#hosts.length === 0 || this.rank > RANK.monitor) return undefined;
    return combineRewrites(this.#hosts.map(({ rule }) => rule), this.#name);
  }

  /**
   * List and rule of the winner, or undefined. The fingerprinter must still contain the tested
   * name, which must not change while the match is kept.
   */
  winner(): ListWinner | undefined {
    if (this.rank === 0) return undefined;
    if (this.#rule !== undefined) {
      const { list, text, effect } = this.#rule.rule;
      const tcpOnly = effect.do === "allow" && effect.tcpOnly === true;
      if (tcpOnly) return { match: { list, rule: text, tcpOnly }, answer: undefined };
      return {
        match: { list, rule: text },
        answer: effect.do === "block" ? effect.answer : undefined,
      };
    }
    const { sets, lists, fingerprinter } = this.#context.snapshot;
    const where = this.#label === this.#labels - 1 ? "exact" : "below";
    const claim = this.#claim ??
      findDecidingClaim(sets[this.#set], this.#policy, lists, where, this.rank);
    if (claim === undefined) return undefined;
    return {
      match: new ClaimMatch(claim, this.#name, fingerprinter.at[this.#label]),
      answer: claim.answer,
    };
  }

  #begin(
    context: DecisionContext,
    policy: ListPolicy,
    name: WireName,
    labels: number,
    type: number,
  ): void {
    this.rank = this.#set = this.#label = 0;
    this.#rule = this.#claim = undefined;
    this.byZone = false;
    if (this.#rewrites.length > 0) this.#rewrites.length = 0;
    if (this.#hosts.length > 0) this.#hosts.length = 0;
    if (policy.zoned.length > 0) this.#zones.reset();
    this.#context = context;
    this.#policy = policy;
    this.#name = this.#tested = name;
    this.#labels = labels;
    this.#type = type;
  }

  #named(): void {
    const { names, fingerprinter, ruleIndex } = this.#context.snapshot;
    if (names !== undefined) {
      this.#plain(fingerprinter, names.fewestLabels - 1);
      if (this.#policy.hashed) this.#hashed();
    }
    if (!ruleIndex.hasNames && !ruleIndex.hasPatterns && ruleIndex.clients.empty) return;
    this.#readAsker();
    if (ruleIndex.hasNames) this.#byName();
    if (ruleIndex.hasPatterns) this.#byPattern();
    if (ruleIndex.clients.empty) return;
    ruleIndex.clients.each(
      this.#asker.address,
      (rule, length) => this.#take(rule, PRECISION.client + length),
    );
  }

  #readAsker(): void {
    const { client } = this.#context;
    this.#asker.address = client.address;
    this.#asker.name = client.name;
    this.#asker.tags = client.policy.tags;
  }

  /** Tests rules on addresses: those of zones only, or all rules including patterns. */
  #answered(addresses: readonly Uint8Array[], ofZones: boolean): void {
    const { snapshot: { ruleIndex: index, lists }, question: { type } } = this.#context;
    this.#readAsker();
    // Without a name, rules that exclude names do not apply (rule-syntax E3).
    this.#tested = undefined;
    // Among prefixes of equal length in a zone, the smallest address decides (rule-syntax E9).
    const rising = addresses.length < 2 ? addresses : [...addresses].sort(byBytes);
    for (let i = 0; i < rising.length; i++) {
      const address = rising[i];
      const earlier = rising.length - i;
      const addressType = address.length === 4 ? A : AAAA;
      this.#type = type === SVCB || type === HTTPS ? type : addressType;
      index.answers.each(address, (rule, length) => {
        if (ofZones && !isZone(lists[index.list(rule)])) return;
        this.#take(rule, PRECISION.answer + length * (rising.length + 1) + earlier);
      });
      if (!ofZones && index.addressPatterns.length > 0) {
        this.#tryPatterns(
          addressToText(address),
          index.addressPatterns,
          index.addressPatterns.length,
        );
      }
    }
  }

  /** Merges the result of the zones, either as rewrites or as a rule among the others. */
  #joinZones(): void {
    const zones = this.#zones;
    zones.settle();
    this.byZone = zones.rewrites.length > 0 || zones.rank > 0 && zones.rank >= this.rank;
    if (zones.rewrites.length > 0) this.#rewrites.push(...zones.rewrites);
    else if (this.byZone) {
      this.rank = zones.rank;
      this.#rule = zones.rule;
      this.#claim = zones.claim;
      this.#label = zones.label;
    }
  }

  /**
   * Looks up names that lists contain as hashes. Single labels are never hashed, and zones contain
   * no hashes.
   */
  #hashed(): void {
    this.#hashes.ofWire(this.#name, this.#context.snapshot.fingerprinter, this.#labels);
    this.#plain(this.#hashes, 1);
  }

  /** Looks up the suffixes of the name in the name table, starting with suffix number `from`. */
  #plain({ h1, h2 }: Lanes, from: number): void {
    const table = this.#context.snapshot.names!;
    const { exact, below, zoned } = this.#policy;
    const labels = this.#labels;
    for (let i = from; i < labels; i++) {
      const set = table.lookup(h1[i], h2[i]);
      if (set === 0) continue;
      if (zoned.length > 0 && zoned[set] === 1) this.#zoneClaims(set, i);
      const rank = i === labels - 1 ? exact[set] : below[set];
      // A damaged table yields an undefined rank.
      if (!(rank > 0) || rank < this.rank) continue;
      this.rank = rank;
      this.#set = set;
      this.#label = i;
    }
  }

  #zoneClaims(set: number, label: number): void {
    const { lists, sets } = this.#context.snapshot;
    const whole = label === this.#labels - 1;
    const precision = whole ? PRECISION.exact : PRECISION.below + label;
    for (const claim of sets[set] ?? []) {
      const list = lists[claim.list];
      const held = this.#policy.lists[claim.list];
      if (held !== LIST_EFFECT.block || !isZone(list) || claim.cancels === true) continue;
      if (isCancelled(claim, sets[set], this.#policy.applies)) continue;
      if (!(whole ? claim.exact : claim.below)) {
        this.#zones.takeName(claim.list, label);
        continue;
      }
      this.#zones.takeClaim(
        claim,
        rankOf(list.kind, claim.allow, claim.important),
        precision,
        label,
      );
    }
  }

  #byName(): void {
    const { fingerprinter: { h1, h2 }, ruleIndex: index } = this.#context.snapshot;
    const last = this.#labels - 1;
    const hasZones = this.#policy.zoned.length > 0;
    for (let i = last; i >= 0; i--) {
      for (let link = index.first(h1[i], h2[i]); link !== 0; link = index.after(link)) {
        const rule = link - 1;
        if (index.covers(rule, i === last)) {
          this.#take(rule, i === last ? PRECISION.exact : PRECISION.below + i, i);
        } else if (hasZones) this.#zoneName(index.list(rule), i);
      }
    }
  }

  /** Records that a zone contains this suffix, although its rule does not cover the tested name. */
  #zoneName(list: number, label: number): void {
    const isHeld = this.#policy.lists[list] === LIST_EFFECT.block;
    if (isHeld && isZone(this.#context.snapshot.lists[list])) this.#zones.takeName(list, label);
  }

  #byPattern(): void {
    const length = writePlainText(this.#name, this.#bytes);
    if (length === 0) return;
    const count = this.#context.snapshot.ruleIndex.patterns.candidates(
      this.#bytes,
      length,
      this.#candidates,
    );
    if (count > 0) this.#tryPatterns(nameToText(this.#name), this.#candidates, count);
  }

  #tryPatterns(text: string, rules: readonly number[], count: number): void {
    const index = this.#context.snapshot.ruleIndex;
    const { lists } = this.#policy;
    for (let i = 0; i < count; i++) {
      const rule = rules[i];
      if (lists[index.list(rule)] === LIST_EFFECT.off || !index.rule(rule).matchesText(text)) {
        continue;
      }
      this.#take(rule, PRECISION.below);
    }
  }

  /**
   * Applies a rule. `precision` is its precision within a zone, `label` the suffix of the name that
   * it is on; -1 = none.
   */
  #take(rule: number, precision: number, label: number = -1): void {
    const index = this.#context.snapshot.ruleIndex;
    const held = this.#policy.lists[index.list(rule)];
    if (held === LIST_EFFECT.off) return;
    const ready = index.rule(rule);
    if (!ready.applies(this.#tested, this.#type, this.#asker, this.#context.question.type)) return;
    if (this.#isCancelled(ready)) return;
    const { effect } = ready.rule;
    if (held === LIST_EFFECT.monitor) return this.#tell(ready);
    if (ready.zone) return this.#zones.takeRule(ready, precision, label);
    // A rule of an allow list allows the name, whatever its effect is (rule-syntax E5).
    const lets = ready.rank === RANK.allowList;
    if (!lets && effect.do === "cancel-rewrite") return void this.#rewrites.push(ready);
    if (!lets && effect.do === "rewrite") {
      return void (effect.hosts ? this.#hosts : this.#rewrites).push(ready);
    }
    // On equal ranks the first rule wins over later ones, and any rule over a plain name
    // (rule-syntax E5: 5 before 6).
    if (ready.rank > this.rank || (ready.rank === this.rank && this.#rule === undefined)) {
      this.rank = ready.rank;
      this.#rule = ready;
    }
  }

  /** Whether `$badfilter` of a list that applies removes the rule. */
  #isCancelled({ rule: { cancelledBy } }: DecodedRule): boolean {
    if (cancelledBy === undefined) return false;
    for (let i = 0; i < cancelledBy.length; i++) {
      if (this.#policy.applies[cancelledBy[i]] === 1) return true;
    }
    return false;
  }

  /** Records a rule of a list that is only monitored, unless another rule already matched. */
  #tell(ready: DecodedRule): void {
    const { effect } = ready.rule;
    const lets = effect.do === "allow" || effect.do === "cancel-rewrite" ||
      ready.rank === RANK.allowList;
    if (lets || this.rank > 0) return;
    this.rank = RANK.monitor;
    this.#rule = ready;
  }
}

function byBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
