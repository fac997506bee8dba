/**
 * Reads one list without applying it. Reports the outcome of its lines, and which of the given
 * names it would block or redirect. Only rules that can affect these names are compiled, so a list
 * of a million names needs little memory.
 */
import { ListParser } from "../lists/parser.ts";
import { hashName, parseHash } from "../model/name_hashes.ts";
import { domainsOf, nameFromText } from "../model/name.ts";
import type {
  Coverage,
  IgnoredReason,
  ListFormat,
  RefusedReason,
  Rule,
  RuleSink,
} from "../model/rule.ts";
import { TableBuilder } from "../snapshot/compile.ts";
import { createInMemorySnapshot } from "../snapshot/in_memory.ts";
import type { ListReport } from "../snapshot/report.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ListInfo } from "../snapshot/snapshot_parts.ts";
import { decideBefore } from "./decide.ts";

/** The list to read and the names to test. */
export interface InspectionOptions {
  readonly format: ListFormat;
  readonly kind: ListInfo["kind"];
  /** Lower-case text without the final dot. */
  readonly names: readonly string[];
}

/** The result of an inspection. */
export interface Inspection {
  /** Counts of lines. Names and rules are not counted. */
  readonly report: ListReport;
  /** The given names that the list would block or redirect, in the given order. */
  readonly blocked: readonly string[];
}

/** A fixed secret is sufficient: the table exists for one inspection and is never exposed. */
const SECRET = Uint8Array.from({ length: 16 }, (_, i) => i * 29 + 11 & 0xff);
/** A client address typical of home networks, for rules that apply to some clients only. */
const CLIENT = Uint8Array.of(192, 168, 1, 2);
const TYPE_A = 1;
const CLASS_IN = 1;

/**
 * Reads a list from chunks of its bytes. Never throws because of the content; errors thrown by the
 * iterable propagate.
 */
export function inspectList(pieces: Iterable<Uint8Array>, options: InspectionOptions): Inspection {
  const { format, kind, names } = options;
  const builder = new TableBuilder(SECRET);
  builder.beginList(0, kind);
  const parser = new ListParser(format, new RelevantRules(builder, names));
  for (const piece of pieces) parser.push(piece);
  parser.end();
  builder.endList(parser);
  const compiled = builder.finish();
  const info: ListInfo = {
    id: 1,
    name: "",
    kind,
    category: "",
    ...(format === "rpz" && { zone: true }),
  };
  const snapshot = createInMemorySnapshot(compiled, [info], {}, { secret: SECRET });
  const blocked = kind === "allow" ? [] : names.filter((name) => isTaken(name, snapshot));
  return { report: compiled.reports[0], blocked };
}

function isTaken(text: string, snapshot: Snapshot): boolean {
  const name = nameFromText(text);
  if (name === undefined) return false;
  const client = { policy: snapshot.classes[0], address: CLIENT, place: "home" } as const;
  const { verdict } = decideBefore({ name, type: TYPE_A, class: CLASS_IN }, client, snapshot, 0);
  return verdict.do === "block" || verdict.do === "rewrite";
}

/**
 * Forwards only names and rules that can affect the given names: the names themselves, their
 * parents, and every pattern.
 */
class RelevantRules implements RuleSink {
  readonly #builder: TableBuilder;
  readonly #suffixes: ReadonlySet<string>;
  readonly #marks: NameMarks;
  #hashes: ReadonlySet<string> | undefined;

  constructor(builder: TableBuilder, names: readonly string[]) {
    this.#builder = builder;
    this.#suffixes = new Set(names.flatMap(domainsOf));
    this.#marks = new NameMarks(this.#suffixes);
  }

  get line(): number {
    return this.#builder.line;
  }

  set line(line: number) {
    this.#builder.line = line;
  }

  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Coverage,
    allow: boolean,
    important: boolean,
  ): void {
    if (!this.#marks.mayHold(bytes, start, end)) return;
    this.#builder.name(bytes, start, end, covers, allow, important);
  }

  hash(digits: string): void {
    this.#hashes ??= new Set([...this.#suffixes].map((name) => hashName(name).join()));
    if (this.#hashes.has(parseHash(digits).join())) this.#builder.hash(digits);
  }

  rule(rule: Rule): void {
    if (rule.trigger.on === "name" && !this.#suffixes.has(rule.trigger.name)) return;
    this.#builder.rule(rule);
  }

  badfilter(rule: Parameters<RuleSink["badfilter"]>[0]): void {
    this.#builder.badfilter(rule);
  }

  ignored(why: IgnoredReason): void {
    this.#builder.ignored(why);
  }

  refused(why: RefusedReason, line: number, text: string): void {
    this.#builder.refused(why, line, text);
  }
}

/**
 * A filter that rejects most bytes that are none of the given names in a few nanoseconds. False
 * positives are possible.
 */
class NameMarks {
  readonly #bits: Uint8Array;
  readonly #mask: number;

  constructor(names: ReadonlySet<string>) {
    const bits = 2 ** Math.ceil(Math.log2(Math.max(64, names.size * 32)));
    this.#bits = new Uint8Array(bits / 8);
    this.#mask = bits - 1;
    const encoder = new TextEncoder();
    for (const name of names) {
      const bytes = encoder.encode(name);
      const place = this.#place(bytes, 0, bytes.length);
      this.#bits[place >> 3] |= 1 << (place & 7);
    }
  }

  mayHold(bytes: Uint8Array, start: number, end: number): boolean {
    const place = this.#place(bytes, start, end);
    return (this.#bits[place >> 3] & 1 << (place & 7)) !== 0;
  }

  /** FNV-1a over the lower-cased bytes. */
  #place(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) {
      const byte = bytes[i];
      const lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
      hash = Math.imul(hash ^ lower, 0x01000193);
    }
    return (hash ^ hash >>> 15) & this.#mask;
  }
}
