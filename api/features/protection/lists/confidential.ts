/**
 * The stored form of a confidential list: the SHA-256 of each name, so that the names cannot be
 * read from the disk or a backup (A 7.6.2). The names exist only in memory.
 */
import { ListParser } from "../../../../policy/lists/parser.ts";
import type {
  IgnoredReason,
  ListFormat,
  RefusedReason,
  RuleSink,
} from "../../../../policy/model/rule.ts";
import { sha256, SHA256_BYTES } from "../../../../policy/model/sha256.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { ListTransform } from "./fetch.ts";
import type { SourceLines } from "./table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

const LINE_BYTES = 2 * SHA256_BYTES + 1;
const encoder = new TextEncoder();

/**
 * Converts a list of this format into lines of hashes; lines that are hashes stay unchanged. Lines
 * that are neither are left out, exceptions too. Rejects with DomainError when nothing remains. At
 * the end, `counted` receives the outcome of the lines, without their text.
 */
export function hashNames(
  format: ListFormat,
  counted: (source: SourceLines) => void = () => {},
): ListTransform {
  return async function* (pieces) {
    const lines = new HashedLines();
    const parser = new ListParser(format, lines);
    for await (const piece of pieces) {
      parser.push(piece);
      yield* lines.take();
    }
    parser.end();
    yield* lines.take();
    if (lines.count === 0) {
      throw new DomainError(
        "list_refused",
        sentence`no line of the list is a name or the SHA-256 of one`,
      );
    }
    const { ignoredLines: ignored, refusedLines: refused, leftOut } = lines;
    counted({ lines: parser.lines, used: parser.used - leftOut, ignored, refused });
  };
}

/** Collects the hashes of the names that a parser finds. */
class HashedLines implements RuleSink {
  /** Number of hashes. */
  count = 0;
  /** Current line number, from 1. */
  line = 0;
  readonly ignoredLines: SourceLines["ignored"] = {};
  readonly refusedLines: SourceLines["refused"] = {};
  /** Number of lines that cannot be hashed: exceptions, patterns. */
  leftOut = 0;
  #lastLeftOut = 0;
  #bytes = new Uint8Array(1024 * LINE_BYTES);
  #length = 0;

  name(bytes: Uint8Array, start: number, end: number, _covers: string, allow: boolean): void {
    if (allow) this.#leaveOut();
    else this.#add(bytes.slice(start, end));
  }

  hash(digits: string): void {
    this.#line(encoder.encode(digits));
  }

  rule({ trigger, effect }: Parameters<RuleSink["rule"]>[0]): void {
    if (trigger.on === "name" && effect.do === "block") this.#add(encoder.encode(trigger.name));
    else this.#leaveOut();
  }

  badfilter(): void {
    this.#leaveOut();
  }

  ignored(why: IgnoredReason): void {
    this.ignoredLines[why] = (this.ignoredLines[why] ?? 0) + 1;
  }

  refused(why: RefusedReason): void {
    this.refusedLines[why] = (this.refusedLines[why] ?? 0) + 1;
  }

  /** Yields the lines since the last call. */
  *take(): Generator<Uint8Array> {
    if (this.#length > 0) yield this.#bytes.slice(0, this.#length);
    this.#length = 0;
  }

  /** Counts a line once, whatever it contains. */
  #leaveOut(): void {
    if (this.line === this.#lastLeftOut) return;
    this.#lastLeftOut = this.line;
    this.leftOut++;
    this.ignored("unsupported-trigger");
  }

  #add(name: Uint8Array): void {
    for (let i = 0; i < name.length; i++) if (name[i] - 0x41 >>> 0 < 26) name[i] |= 0x20;
    this.#line(encoder.encode(sha256(name).toHex()));
  }

  #line(digits: Uint8Array): void {
    if (this.#length + LINE_BYTES > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(digits, this.#length);
    this.#bytes[this.#length + digits.length] = 0x0a;
    this.#length += LINE_BYTES;
    this.count++;
  }
}
