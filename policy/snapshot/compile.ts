/**
 * Compiles lists into a table of names, sets and rules. A TableBuilder receives the output of the
 * parsers, list after list, and emits the table in pieces. Ten million names therefore need little
 * more memory than their fingerprints.
 */
import type { Coverage, IgnoredReason, RefusedReason, Rule, RuleSink } from "../model/rule.ts";
import { LIMITS } from "../limits.ts";
import { parseHash } from "../model/name_hashes.ts";
import { ClaimSets } from "./claim_sets.ts";
import {
  asCancellable,
  encodeCancel,
  encodeClaim,
  encodeHashedClaim,
  encodeParentClaim,
  encodeRuleClaim,
  isParentClaim,
  listOf,
  MAX_LISTS,
  withoutList,
} from "./claim.ts";
import { BUCKETS, NameEntryLog } from "./entry_log.ts";
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { ProtectedNames } from "./protected_names.ts";
import { countRefused, emptyReport, type ListReport, uncountRefused } from "./report.ts";
import { compileRegex } from "./rule_index.ts";
import type { ListInfo, ListMatchFlags, ListRule } from "./snapshot_parts.ts";
import { TablePieces } from "./table_pieces.ts";
import { UnwantedHashes } from "./unwanted_hashes.ts";

const DOT = 0x2e;

/** The result of a compilation. */
export interface CompiledLists {
  /**
   * The table of names, undefined if no list contains a name. It must be written before any other
   * use of the result.
   */
  readonly table: TablePieces | undefined;
  readonly sets: readonly (readonly ListMatchFlags[])[];
  readonly rules: readonly ListRule[];
  /** By number of the list. */
  readonly reports: readonly ListReport[];
}

/** A name that `$badfilter` of a list removes. */
interface RemovedName {
  readonly h2: number;
  /** The claim without its list. */
  readonly claim: number;
  readonly list: number;
}

/** A plain name that `$badfilter` removes. */
type PlainName = {
  readonly name: string;
  readonly covers: Coverage;
  readonly allow: boolean;
  readonly important: boolean;
};

/**
 * Receives the names and rules of all lists, one list after the other, each started by `beginList`.
 * An instance is used once.
 */
export class TableBuilder implements RuleSink {
  /** The current line of the list, maintained by its parser; 0 = unknown. */
  line = 0;
  readonly #fingerprinter: Fingerprinter;
  readonly #secret: number;
  readonly #protected: ProtectedNames;
  readonly #unwanted: UnwantedHashes;
  readonly #log = new NameEntryLog();
  readonly #sets = new ClaimSets();
  #rules: ListRule[] = [];
  /**
   * The protected names that each rule must not cover, applied after `$badfilter` has compared the
   * rules.
   */
  readonly #spares = new Map<ListRule, readonly string[]>();
  readonly #reports: ListReport[] = [];
  readonly #removedNames = new Map<number, RemovedName[]>();
  /** The lists whose `$badfilter` removes a rule, by the identity of the rule. */
  readonly #removedRules = new Map<string, number[]>();
  /**
   * Whether the table contains a name of one label, as from hosts files and lists of entire
   * top-level domains.
   */
  #single = false;
  /** Table entries that no list contains, present only as parents of zone names. */
  #parents = 0;
  #list = -1;
  #blocks = true;
  #report: ListReport = emptyReport();
  /**
   * The last line that gave a name or a rule, the last line refused only by the builder with its
   * reason, and the number of such lines.
   */
  #usedLine = 0;
  #refusedLine = 0;
  #refusedWhy: RefusedReason | undefined;
  #refusedLines = 0;

  /** `secret` is 16 bytes; `protectedNames` are names, as text, that no block may cover. */
  constructor(secret: Uint8Array, protectedNames: readonly string[] = []) {
    this.#fingerprinter = new Fingerprinter(secret);
    this.#secret = secretId(secret);
    this.#protected = new ProtectedNames(protectedNames, this.#fingerprinter);
    this.#unwanted = new UnwantedHashes(protectedNames);
  }

  /** Starts a list. Numbers must ascend. Throws a RangeError for a number out of order. */
  beginList(list: number, kind: ListInfo["kind"]): void {
    if (list <= this.#list || list >= MAX_LISTS) throw new RangeError(`List out of order: ${list}`);
    this.#list = list;
    this.line =
      this.#usedLine =
      this.#refusedLine =
      this.#refusedLines =
        0;
    this.#blocks = kind === "block";
    while (this.#reports.length <= list) this.#reports.push(emptyReport());
    this.#report = this.#reports[list];
  }

  /**
   * Ends the list with the counts of its parser, and the error if it could not be read completely.
   */
  endList(counts: { readonly lines: number; readonly used: number }, error?: string): void {
    this.#report.lines = counts.lines;
    // The parser counted lines as used that only the builder refused.
    this.#report.used = counts.used - this.#refusedLines;
    if (error !== undefined) this.#report.error = error;
  }

  /** Adds a plain name, unless a block of it would cover a protected name. */
  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Coverage,
    allow: boolean,
    important: boolean,
  ): void {
    this.#fingerprinter.ofText(bytes, start, end);
    const h1 = this.#fingerprinter.h1[0];
    const h2 = this.#fingerprinter.h2[0];
    if (!allow && this.#blocks && this.#protected.coveredBy(h1, h2, covers)) {
      return this.#refuse("protected-name", new TextDecoder().decode(bytes.subarray(start, end)));
    }
    this.#use();
    this.#report.names++;
    this.#single ||= !hasDot(bytes, start, end);
    this.#log.add(h1, h2, encodeClaim(this.#list, covers, allow, important));
  }

  /** Adds the hash of a name. Hashes in allow lists are refused. */
  hash(digits: string): void {
    const [h1, h2] = parseHash(digits);
    const why = this.#blocks ? this.#unwanted.findReason(h1, h2) : "not-a-name";
    if (why !== undefined) return this.#refuse(why, "");
    this.#use();
    this.#report.names++;
    this.#log.add(h1, h2, encodeHashedClaim(this.#list));
  }

  /** Adds any other rule. Rules that the table can represent become claims. */
  rule(rule: Rule): void {
    const { trigger, effect } = rule;
    const takes = this.#blocks && (effect.do === "block" || effect.do === "rewrite");
    let spared: readonly string[] = [];
    if (trigger.on === "name") {
      this.#fingerprint(trigger.name);
      const h1 = this.#fingerprinter.h1[0];
      const h2 = this.#fingerprinter.h2[0];
      if (takes && this.#protected.coveredBy(h1, h2, trigger.covers)) {
        return this.#refuse("protected-name", rule.text);
      }
      if (isClaim(rule)) {
        this.#use();
        this.#report.names++;
        this.#single ||= !trigger.name.includes(".");
        return this.#log.add(h1, h2, claimFor(this.#list, rule));
      }
    } else if (trigger.on === "pattern") {
      if (trigger.literal === undefined && compileRegex(trigger.regex) === null) {
        return this.#refuse("bad-regex", rule.text);
      }
      if (takes) spared = this.#protected.matchedBy(trigger);
      // A rule for all names of a type or a client is wide on purpose; other wide rules are
      // mistakes.
      if (spared.length > 0 && rule.conditions === undefined) {
        return this.#refuse("protected-name", rule.text);
      }
    }
    if (this.#rules.length >= LIMITS.lists.rules) return this.#refuse("too-many-rules", rule.text);
    this.#use();
    this.#report.rules++;
    const made = { ...rule, list: this.#list };
    this.#rules.push(made);
    if (spared.length > 0) this.#spares.set(made, spared);
  }

  /** Adds a zone name that has others below it. It counts neither as a name nor as a rule. */
  parent(name: string): void {
    this.#fingerprint(name);
    const h1 = this.#fingerprinter.h1[0];
    const h2 = this.#fingerprinter.h2[0];
    this.#log.add(h1, h2, encodeParentClaim(this.#list));
  }

  /** Records a rule or name to be removed from all lists wherever the current list applies. */
  badfilter(rule: Rule | PlainName): void {
    if (!("trigger" in rule)) {
      return this.#removeName(rule.name, encodeClaim(0, rule.covers, rule.allow, rule.important));
    }
    if (rule.trigger.on === "name" && isClaim(rule)) {
      this.#removeName(rule.trigger.name, withoutList(claimFor(0, rule)));
    } else this.#removeRule(identityOf(rule));
  }

  /** Counts an ignored line. */
  ignored(why: IgnoredReason): void {
    this.#report.ignored[why] = (this.#report.ignored[why] ?? 0) + 1;
  }

  /** Counts a line that the parser refused. */
  refused(why: RefusedReason, line: number, text: string): void {
    countRefused(this.#report, why, line, text);
  }

  /** Merges all lists. Nothing may be added afterwards. */
  finish(): CompiledLists {
    let entries = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const merged = this.#merge(this.#log.sorted(bucket));
      entries += merged.length / 3;
      this.#log.keep(bucket, merged);
    }
    if (this.#removedRules.size > 0) {
      this.#rules = this.#rules.flatMap((rule) => this.#withCancels(rule));
    }
    if (this.#spares.size > 0) {
      this.#rules = this.#rules.map((rule) => leaving(rule, this.#spares.get(rule)));
    }
    return {
      table: entries === 0 ? undefined : new TablePieces(
        this.#log,
        entries,
        this.#secret,
        this.#sets.size,
        this.#single ? 1 : 2,
        entries - this.#parents,
      ),
      sets: this.#sets.sets(),
      rules: this.#rules,
      reports: this.#reports,
    };
  }

  /**
   * Merges entries of the same name into one, with a set in place of its claims. Entries are
   * sorted.
   */
  #merge(entries: Int32Array): Int32Array {
    let kept = 0;
    for (let i = 0; i < entries.length;) {
      const h1 = entries[i];
      const h2 = entries[i + 1];
      const removed = this.#removedNames.size === 0 ? undefined : this.#removedNames.get(h1);
      let set = 0;
      let last = -1;
      let isNamed = false;
      let cancels: number[] | undefined;
      for (
        let first = true;
        i < entries.length && entries[i] === h1 && entries[i + 1] === h2;
        i += 3
      ) {
        const claim = entries[i + 2];
        const by = removed?.filter((gone) => gone.h2 === h2 && gone.claim === withoutList(claim));
        if (by !== undefined && by.length > 0) {
          // What a list removes of its own never applies.
          if (by.some(({ list }) => list === listOf(claim))) continue;
          if (claim !== last) set = this.#sets.add(set, asCancellable(claim));
          last = claim;
          cancels = [...cancels ?? [], ...by.map((gone) => encodeCancel(gone.list, gone.claim))];
          continue;
        }
        if (claim !== last) set = this.#sets.add(set, claim);
        last = claim;
        if (isParentClaim(claim)) continue;
        if (!first) this.#reports[listOf(claim)].duplicates++;
        first = false;
        isNamed = true;
      }
      if (cancels !== undefined) set = this.#addAll(set, cancels);
      if (set === 0) continue;
      if (!isNamed) this.#parents++;
      entries[kept++] = h1;
      entries[kept++] = h2;
      entries[kept++] = set;
    }
    return entries.subarray(0, kept);
  }

  #fingerprint(name: string): void {
    const bytes = new TextEncoder().encode(name);
    this.#fingerprinter.ofText(bytes, 0, bytes.length);
  }

  #addAll(set: number, claims: readonly number[]): number {
    return [...new Set(claims)].sort((a, b) => a - b)
      .reduce((all, claim) => this.#sets.add(all, claim), set);
  }

  /** The rule with the lists whose `$badfilter` removes it; none if its own list does. */
  #withCancels(rule: ListRule): ListRule | readonly ListRule[] {
    const cancelledBy = this.#removedRules.get(identityOf(rule));
    if (cancelledBy === undefined) return rule;
    if (cancelledBy.includes(rule.list)) return [];
    const spares = this.#spares.get(rule);
    const marked = { ...rule, cancelledBy };
    if (spares !== undefined) this.#spares.set(marked, spares);
    return marked;
  }

  #removeRule(identity: string): void {
    const lists = this.#removedRules.get(identity);
    if (lists === undefined) {
      if (this.#removedRules.size < LIMITS.lists.rules) {
        this.#removedRules.set(identity, [this.#list]);
      }
    } else if (lists.at(-1) !== this.#list) lists.push(this.#list);
  }

  #removeName(name: string, claim: number): void {
    this.#fingerprint(name);
    const h1 = this.#fingerprinter.h1[0];
    const gone = { h2: this.#fingerprinter.h2[0], claim, list: this.#list };
    const others = this.#removedNames.get(h1);
    if (others !== undefined) others.push(gone);
    else if (this.#removedNames.size < LIMITS.lists.rules) this.#removedNames.set(h1, [gone]);
  }

  /** Records that the current line was used, so that a refused part of it is not reported. */
  #use(): void {
    this.#usedLine = this.line;
    if (this.line !== 0 && this.#refusedLine === this.line && this.#refusedWhy !== undefined) {
      this.#unrefuse();
    }
  }

  /** Counts the current line as refused, once, unless part of it was used. */
  #refuse(why: RefusedReason, text: string): void {
    if (this.line !== 0 && (this.#usedLine === this.line || this.#refusedLine === this.line)) {
      return;
    }
    this.#refusedLine = this.line;
    this.#refusedWhy = why;
    this.#refusedLines++;
    countRefused(this.#report, why, this.line, text);
  }

  #unrefuse(): void {
    uncountRefused(this.#report, this.#refusedWhy!, this.line);
    this.#refusedWhy = undefined;
    this.#refusedLine = 0;
    this.#refusedLines--;
  }
}

function hasDot(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === DOT) return true;
  return false;
}

/** Whether the table can represent the rule: a block or allow of a name without conditions. */
function isClaim(rule: Rule): boolean {
  const { effect, conditions } = rule;
  return conditions === undefined &&
    (effect.do === "block" || effect.do === "allow" && effect.tcpOnly === undefined);
}

function claimFor(list: number, { trigger, effect, important }: Rule): number {
  if (effect.do === "block" && effect.answer === undefined) return encodeRuleClaim(list, important);
  const covers = trigger.on === "name" ? trigger.covers : "exact";
  return encodeClaim(
    list,
    covers,
    effect.do === "allow",
    important,
    effect.do === "block" ? effect.answer : undefined,
  );
}

/** The rule with the names excluded that it must not cover. */
function leaving(rule: ListRule, names: readonly string[] | undefined): ListRule {
  if (names === undefined) return rule;
  return {
    ...rule,
    conditions: { ...rule.conditions, denyallow: [...rule.conditions?.denyallow ?? [], ...names] },
  };
}

/** The identity of a rule for `$badfilter`: all but its text (rule-syntax E3). */
function identityOf({ trigger, effect, important, conditions }: Rule): string {
  return JSON.stringify([trigger, effect, important, conditions ?? null]);
}
