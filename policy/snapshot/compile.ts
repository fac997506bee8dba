/**
 * Compiles lists into a table of names, sets and rules (DESIGN 3): a TableBuilder takes what the parsers find, list after list,
 * and gives the table piece by piece, so that ten million names need little more memory than their fingerprints.
 */
import type { Covers, Ignored, Refused, Rule, RuleSink } from "../model/rule.ts";
import { LIMITS } from "../limits.ts";
import { lanesOfHash } from "../model/name_hashes.ts";
import { ClaimSets } from "./claim_sets.ts";
import {
  claimCode,
  hashedClaimCode,
  listOf,
  MAX_LISTS,
  ruledClaimCode,
  withoutList,
} from "./claim.ts";
import { BUCKETS, EntryLog } from "./entry_log.ts";
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { ProtectedNames } from "./protected_names.ts";
import { countRefused, emptyReport, type ListReport, uncountRefused } from "./report.ts";
import { compileRegex } from "./rule_index.ts";
import type { Claim, ListInfo, ListRule } from "./snapshot.ts";
import { TablePieces } from "./table_pieces.ts";
import { UnwantedHashes } from "./unwanted_hashes.ts";

const DOT = 0x2e;

/** What a compile gives. */
export interface Compiled {
  /** The table of names, undefined when no list holds a name. To be written before anything else is done with it. */
  readonly table: TablePieces | undefined;
  readonly sets: readonly (readonly Claim[])[];
  readonly rules: readonly ListRule[];
  /** By number of the list. */
  readonly reports: readonly ListReport[];
}

/** A plain name that `$badfilter` removes. */
type PlainName = {
  readonly name: string;
  readonly covers: Covers;
  readonly allow: boolean;
  readonly important: boolean;
};

/** Takes the names and rules of all lists, one list after the other, each begun by `beginList`. Used once. */
export class TableBuilder implements RuleSink {
  /** Line of the list that is being read, kept by its parser; 0 = not known. */
  line = 0;
  readonly #fingerprinter: Fingerprinter;
  readonly #secret: number;
  readonly #protected: ProtectedNames;
  readonly #unwanted: UnwantedHashes;
  readonly #log = new EntryLog();
  readonly #sets = new ClaimSets();
  #rules: ListRule[] = [];
  /** Rules that protected names are left out of once `$badfilter` has compared them. */
  readonly #spares = new Map<ListRule, readonly string[]>();
  readonly #reports: ListReport[] = [];
  readonly #removedNames = new Map<number, { readonly h2: number; readonly claim: number }[]>();
  readonly #removedRules = new Set<string>();
  /** Whether a name of one label is in the table, as hosts files and lists of whole top-level domains have it. */
  #single = false;
  #list = -1;
  #blocks = true;
  #report: ListReport = emptyReport();
  /** The last line that gave a name or a rule, the last that only the builder refused and why, and how many of these there were. */
  #usedLine = 0;
  #refusedLine = 0;
  #refusedWhy: Refused | undefined;
  #refusedLines = 0;

  /** `secret` is 16 octets, `protectedNames` are names that no block may cover, as text. */
  constructor(secret: Uint8Array, protectedNames: readonly string[] = []) {
    this.#fingerprinter = new Fingerprinter(secret);
    this.#secret = secretId(secret);
    this.#protected = new ProtectedNames(protectedNames, this.#fingerprinter);
    this.#unwanted = new UnwantedHashes(protectedNames);
  }

  /** What follows stands in this list; numbers rise from list to list. Throws a RangeError for a number out of order. */
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

  /** Ends the list with the counts of its parser, and why it could not be read to its end, if so. */
  endList(counts: { readonly lines: number; readonly used: number }, error?: string): void {
    this.#report.lines = counts.lines;
    // What only the builder refuses was a used line to the parser.
    this.#report.used = counts.used - this.#refusedLines;
    if (error !== undefined) this.#report.error = error;
  }

  /** Takes a plain name, unless a block of it would cover a protected one. */
  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Covers,
    allow: boolean,
    important: boolean,
  ): void {
    this.#fingerprinter.ofText(bytes, start, end);
    const h1 = this.#fingerprinter.h1[0], h2 = this.#fingerprinter.h2[0];
    if (!allow && this.#blocks && this.#protected.coveredBy(h1, h2, covers)) {
      return this.#refuse("protected-name", new TextDecoder().decode(bytes.subarray(start, end)));
    }
    this.#use();
    this.#report.names++;
    this.#single ||= !hasDot(bytes, start, end);
    this.#log.add(h1, h2, claimCode(this.#list, covers, allow, important));
  }

  /** Takes the hash of a name; an allow list that hides what it allows allows nothing. */
  hash(digits: string): void {
    const [h1, h2] = lanesOfHash(digits);
    const why = this.#blocks ? this.#unwanted.why(h1, h2) : "not-a-name";
    if (why !== undefined) return this.#refuse(why, "");
    this.#use();
    this.#report.names++;
    this.#log.add(h1, h2, hashedClaimCode(this.#list));
  }

  /** Takes any other rule; what the table can hold becomes a claim. */
  rule(rule: Rule): void {
    const { trigger, effect } = rule;
    const takes = this.#blocks && (effect.do === "block" || effect.do === "rewrite");
    let spared: readonly string[] = [];
    if (trigger.on === "name") {
      this.#fingerprint(trigger.name);
      const h1 = this.#fingerprinter.h1[0], h2 = this.#fingerprinter.h2[0];
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
      // A rule for all names of a type or a client is meant to be wide; the others are mistakes.
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

  /** Remembers what is to be left out of all lists once they are merged. */
  badfilter(rule: Rule | PlainName): void {
    if (!("trigger" in rule)) {
      return this.#removeName(rule.name, claimCode(0, rule.covers, rule.allow, rule.important));
    }
    if (rule.trigger.on === "name" && isClaim(rule)) {
      this.#removeName(rule.trigger.name, withoutList(claimFor(0, rule)));
    } else if (this.#removedRules.size < LIMITS.lists.rules) {
      this.#removedRules.add(identityOf(rule));
    }
  }

  /** Counts a line that says nothing. */
  ignored(why: Ignored): void {
    this.#report.ignored[why] = (this.#report.ignored[why] ?? 0) + 1;
  }

  /** Counts a line that the parser refused. */
  refused(why: Refused, line: number, text: string): void {
    countRefused(this.#report, why, line, text);
  }

  /** Merges everything; nothing is added afterwards. */
  finish(): Compiled {
    let names = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const merged = this.#merge(this.#log.sorted(bucket));
      names += merged.length / 3;
      this.#log.keep(bucket, merged);
    }
    if (this.#removedRules.size > 0) {
      this.#rules = this.#rules.filter((rule) => !this.#removedRules.has(identityOf(rule)));
    }
    if (this.#spares.size > 0) {
      this.#rules = this.#rules.map((rule) => leaving(rule, this.#spares.get(rule)));
    }
    return {
      table: names === 0
        ? undefined
        : new TablePieces(this.#log, names, this.#secret, this.#sets.size, this.#single ? 1 : 2),
      sets: this.#sets.sets(),
      rules: this.#rules,
      reports: this.#reports,
    };
  }

  /** One entry a name, with its set in place of its claims; the entries are in order. */
  #merge(entries: Int32Array): Int32Array {
    let kept = 0;
    for (let i = 0; i < entries.length;) {
      const h1 = entries[i], h2 = entries[i + 1];
      const removed = this.#removedNames.size === 0 ? undefined : this.#removedNames.get(h1);
      let set = 0, last = -1;
      for (
        let first = true;
        i < entries.length && entries[i] === h1 && entries[i + 1] === h2;
        i += 3
      ) {
        const claim = entries[i + 2];
        if (removed?.some((gone) => gone.h2 === h2 && gone.claim === withoutList(claim)) === true) {
          continue;
        }
        if (!first) this.#reports[listOf(claim)].duplicates++;
        if (claim !== last) set = this.#sets.add(set, claim);
        first = false;
        last = claim;
      }
      if (set === 0) continue;
      entries[kept++] = h1;
      entries[kept++] = h2;
      entries[kept++] = set;
    }
    return entries.subarray(0, kept);
  }

  #fingerprint(name: string): void {
    const octets = new TextEncoder().encode(name);
    this.#fingerprinter.ofText(octets, 0, octets.length);
  }

  #removeName(name: string, claim: number): void {
    this.#fingerprint(name);
    const h1 = this.#fingerprinter.h1[0], gone = { h2: this.#fingerprinter.h2[0], claim };
    const others = this.#removedNames.get(h1);
    if (others !== undefined) others.push(gone);
    else if (this.#removedNames.size < LIMITS.lists.rules) this.#removedNames.set(h1, [gone]);
  }

  /** Notes that the line at hand gave something: what was refused of it is not told. */
  #use(): void {
    this.#usedLine = this.line;
    if (this.line !== 0 && this.#refusedLine === this.line && this.#refusedWhy !== undefined) {
      this.#unrefuse();
    }
  }

  /** Counts the line at hand as refused, once, where nothing of it is used. */
  #refuse(why: Refused, text: string): void {
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

/** Whether the table can hold the rule: a block or allow of a name without conditions. */
function isClaim(rule: Rule): boolean {
  const { effect, conditions } = rule;
  return conditions === undefined &&
    (effect.do === "block" || effect.do === "allow" && effect.tcpOnly === undefined);
}

function claimFor(list: number, { trigger, effect, important }: Rule): number {
  if (effect.do === "block" && effect.answer === undefined) return ruledClaimCode(list, important);
  const covers = trigger.on === "name" ? trigger.covers : "exact";
  return claimCode(
    list,
    covers,
    effect.do === "allow",
    important,
    effect.do === "block" ? effect.answer : undefined,
  );
}

/** The rule without the names that it may not take. */
function leaving(rule: ListRule, names: readonly string[] | undefined): ListRule {
  if (names === undefined) return rule;
  return {
    ...rule,
    conditions: { ...rule.conditions, denyallow: [...rule.conditions?.denyallow ?? [], ...names] },
  };
}

/** What makes two rules the same for `$badfilter`: all but their text (rule-syntax E3). */
function identityOf({ trigger, effect, important, conditions }: Rule): string {
  return JSON.stringify([trigger, effect, important, conditions ?? null]);
}
