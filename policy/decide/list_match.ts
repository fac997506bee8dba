/** What the lists of a class say about one name: the winning claim or rule, and the rewrites (rule-syntax E4, E5). */
import { addressToText } from "../model/address.ts";
import { nameToText, plainOctets, type WireName } from "../model/name.ts";
import type { BlockedAnswer, RuleMatch } from "../model/decision.ts";
import { decidingClaim, isZone, RANK, rankOf } from "../snapshot/device_policy.ts";
import type { ReadyRule } from "../snapshot/rule_index.ts";
import { NameHashes } from "../model/name_hashes.ts";
import { type Claim, HOLDS, type ListPolicy } from "../snapshot/snapshot.ts";
import type { Asked } from "./protections.ts";
import { ClaimMatch } from "./claim_match.ts";
import { type Combined, combineRewrites } from "./rewrite.ts";
import { PRECISION, ZoneMatch } from "./zone_match.ts";

const A = 1, AAAA = 28, SVCB = 64, HTTPS = 65;

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
  /** Rank of the winner (policy/snapshot/device_policy.ts), 0 = no list blocks the name or lets it through. */
  rank = 0;
  /** Whether a response policy zone decided. */
  byZone = false;
  /** The rules that would rewrite the name and those that cancel rewrites, in the order found. */
  readonly #rewrites: ReadyRule[] = [];
  /** Hosts lines with an answer, which come last (rule-syntax E5). */
  readonly #hosts: ReadyRule[] = [];
  #rule: ReadyRule | undefined;
  #set = 0;
  #label = 0;
  #claim: Claim | undefined;

  // What the pass looks at.
  #asked!: Asked;
  #policy!: ListPolicy;
  #name!: WireName;
  #labels = 0;
  /** The name that conditions see; undefined = an address is looked at. */
  #tested: WireName | undefined;
  /** The type of the record at hand. */
  #type = 0;
  /** Who asks, once rules are looked at. */
  readonly #asker: { address: Uint8Array; name: string | undefined; tags: readonly string[] } = {
    address: new Uint8Array(4),
    name: undefined,
    tags: [],
  };

  readonly #zones = new ZoneMatch();
  readonly #hashes = new NameHashes();
  readonly #octets = new Uint8Array(256);
  readonly #candidates: number[] = [];

  /**
   * Looks at plain names, rules on names and patterns for the name asked, whose suffixes are in the snapshot's fingerprinter. With the
   * addresses of its answer, zones are heard about those too: the first in order decides, whatever triggers it.
   */
  name(asked: Asked, policy: ListPolicy, answer?: readonly Uint8Array[]): void {
    this.#begin(asked, policy, asked.question.name, asked.labels, asked.question.type);
    this.#named();
    if (policy.zoned.length === 0) return;
    if (answer !== undefined) this.#answered(answer, true);
    this.#joinZones();
  }

  /** The same for a name that a record of this type leads to; `labels` suffixes of it are in the fingerprinter. */
  target(asked: Asked, policy: ListPolicy, target: WireName, labels: number, type: number): void {
    this.#begin(asked, policy, target, labels, type);
    this.#named();
    if (policy.zoned.length > 0) this.#joinZones();
  }

  /** Looks at rules on the addresses of an answer, all of them together. */
  addresses(asked: Asked, policy: ListPolicy, addresses: readonly Uint8Array[]): void {
    this.#begin(asked, policy, asked.question.name, 0, asked.question.type);
    this.#answered(addresses, false);
    if (policy.zoned.length > 0) this.#joinZones();
  }

  /** Whether no list has a word to say. */
  get silent(): boolean {
    return this.rank === 0 && this.#rewrites.length === 0 && this.#hosts.length === 0;
  }

  /** Whether a zone decided although one before it looks at the addresses of answers, which those of this type have. */
  get waits(): boolean {
    const { list } = this.#zones, { type } = this.#asked.question;
    return this.byZone && (type === A || type === AAAA || type === SVCB || type === HTTPS) &&
      this.#asked.snapshot.ruleIndex.answerZones.some((zone) =>
        zone < list && this.#policy.lists[zone] === HOLDS.block
      );
  }

  /** The rewrite that holds, undefined when none does. */
  rewrite(): Combined | undefined {
    if (this.#rewrites.length > 0 && this.rank !== RANK.allowList) {
      const found = combineRewrites(this.#rewrites.map(({ rule }) => rule), this.#name);
      if (found !== undefined) return found;
    }
    if (this.#hosts.length === 0 || this.rank > RANK.monitor) return undefined;
    return combineRewrites(this.#hosts.map(({ rule }) => rule), this.#name);
  }

  /**
   * List and rule of the winner, undefined when nothing won. The fingerprinter still holds the name looked at, which must not
   * change while the match is kept.
   */
  winner(): Winner | undefined {
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
    const { sets, lists, fingerprinter } = this.#asked.snapshot;
    const where = this.#label === this.#labels - 1 ? "exact" : "below";
    const claim = this.#claim ??
      decidingClaim(sets[this.#set], this.#policy, lists, where, this.rank);
    if (claim === undefined) return undefined;
    return {
      match: new ClaimMatch(claim, this.#name, fingerprinter.at[this.#label]),
      answer: claim.answer,
    };
  }

  #begin(asked: Asked, policy: ListPolicy, name: WireName, labels: number, type: number): void {
    this.rank = this.#set = this.#label = 0;
    this.#rule = this.#claim = undefined;
    this.byZone = false;
    if (this.#rewrites.length > 0) this.#rewrites.length = 0;
    if (this.#hosts.length > 0) this.#hosts.length = 0;
    if (policy.zoned.length > 0) this.#zones.reset();
    this.#asked = asked;
    this.#policy = policy;
    this.#name = this.#tested = name;
    this.#labels = labels;
    this.#type = type;
  }

  #named(): void {
    const { names, fingerprinter, ruleIndex } = this.#asked.snapshot;
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
    const { client } = this.#asked;
    this.#asker.address = client.address;
    this.#asker.name = client.name;
    this.#asker.tags = client.policy.tags;
  }

  /** Rules on addresses: those of zones alone, or all with the patterns. */
  #answered(addresses: readonly Uint8Array[], ofZones: boolean): void {
    const { snapshot: { ruleIndex: index, lists }, question: { type } } = this.#asked;
    this.#readAsker();
    // No name is at hand: rules with names that they leave alone say nothing (rule-syntax E3).
    this.#tested = undefined;
    // Of prefixes of one length in a zone the smallest address decides (rule-syntax E9).
    const rising = addresses.length < 2 ? addresses : [...addresses].sort(byOctets);
    for (let i = 0; i < rising.length; i++) {
      const address = rising[i], earlier = rising.length - i;
      this.#type = type === SVCB || type === HTTPS ? type : address.length === 4 ? A : AAAA;
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

  /** What the zones say counts as a rewrite, or as a rule beside the others. */
  #joinZones(): void {
    const zones = this.#zones;
    this.byZone = zones.rewrites.length > 0 || zones.rank > 0 && zones.rank >= this.rank;
    if (zones.rewrites.length > 0) this.#rewrites.push(...zones.rewrites);
    else if (this.byZone) {
      this.rank = zones.rank;
      this.#rule = zones.rule;
      this.#claim = zones.claim;
      this.#label = zones.label;
    }
  }

  /** Looks for names that lists give as hashes: never for one label, nor in zones, which know none. */
  #hashed(): void {
    this.#hashes.ofWire(this.#name, this.#asked.snapshot.fingerprinter, this.#labels);
    this.#plain(this.#hashes, 1);
  }

  /** Looks at the names of the table, by the lanes of their suffixes from the one of number `from`. */
  #plain({ h1, h2 }: Lanes, from: number): void {
    const table = this.#asked.snapshot.names!,
      { exact, below, zoned } = this.#policy,
      labels = this.#labels;
    for (let i = from; i < labels; i++) {
      const set = table.lookup(h1[i], h2[i]);
      if (set === 0) continue;
      if (zoned.length > 0 && zoned[set] === 1) this.#zoneClaims(set, i);
      const rank = i === labels - 1 ? exact[set] : below[set];
      if (!(rank > 0) || rank < this.rank) continue; // undefined when the table is damaged
      this.rank = rank;
      this.#set = set;
      this.#label = i;
    }
  }

  #zoneClaims(set: number, label: number): void {
    const { lists, sets } = this.#asked.snapshot, whole = label === this.#labels - 1;
    const precision = whole ? PRECISION.exact : PRECISION.below + label;
    for (const claim of sets[set] ?? []) {
      const list = lists[claim.list], held = this.#policy.lists[claim.list];
      if (!(whole ? claim.exact : claim.below) || held !== HOLDS.block || !isZone(list)) continue;
      this.#zones.takeClaim(
        claim,
        rankOf(list.kind, claim.allow, claim.important),
        precision,
        label,
      );
    }
  }

  #byName(): void {
    const { fingerprinter: { h1, h2 }, ruleIndex: index } = this.#asked.snapshot,
      last = this.#labels - 1;
    for (let i = last; i >= 0; i--) {
      for (let link = index.first(h1[i], h2[i]); link !== 0; link = index.after(link)) {
        if (!index.covers(link - 1, i === last)) continue;
        this.#take(link - 1, i === last ? PRECISION.exact : PRECISION.below + i);
      }
    }
  }

  #byPattern(): void {
    const length = plainOctets(this.#name, this.#octets);
    if (length === 0) return;
    const count = this.#asked.snapshot.ruleIndex.patterns.candidates(
      this.#octets,
      length,
      this.#candidates,
    );
    if (count > 0) this.#tryPatterns(nameToText(this.#name), this.#candidates, count);
  }

  #tryPatterns(text: string, rules: readonly number[], count: number): void {
    const index = this.#asked.snapshot.ruleIndex, { lists } = this.#policy;
    for (let i = 0; i < count; i++) {
      const rule = rules[i];
      if (lists[index.list(rule)] === HOLDS.off || !index.rule(rule).matchesText(text)) continue;
      this.#take(rule, PRECISION.below);
    }
  }

  #take(rule: number, precision: number): void {
    const index = this.#asked.snapshot.ruleIndex, held = this.#policy.lists[index.list(rule)];
    if (held === HOLDS.off) return;
    const ready = index.rule(rule);
    if (!ready.applies(this.#tested, this.#type, this.#asker, this.#asked.question.type)) return;
    const { effect } = ready.rule;
    if (held === HOLDS.monitor) return this.#tell(ready);
    if (ready.zone) return this.#zones.takeRule(ready, precision);
    // Whatever a rule of an allow list does, its name is let through (rule-syntax E5).
    const lets = ready.rank === RANK.allowList;
    if (!lets && effect.do === "cancel-rewrite") return void this.#rewrites.push(ready);
    if (!lets && effect.do === "rewrite") {
      return void (effect.hosts ? this.#hosts : this.#rewrites).push(ready);
    }
    // On equal ranks the first rule wins over the later ones, and any rule over a plain name (rule-syntax E5: 5 before 6).
    if (ready.rank > this.rank || (ready.rank === this.rank && this.#rule === undefined)) {
      this.rank = ready.rank;
      this.#rule = ready;
    }
  }

  /** Takes a rule of a list that is told only, unless something else has a word to say. */
  #tell(ready: ReadyRule): void {
    const { effect } = ready.rule;
    const lets = effect.do === "allow" || effect.do === "cancel-rewrite" ||
      ready.rank === RANK.allowList;
    if (lets || this.rank > 0) return;
    this.rank = RANK.monitor;
    this.#rule = ready;
  }
}

function byOctets(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
