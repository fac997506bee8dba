/**
 * The sections of an encoded snapshot. Each has its own shared memory: threads read the sections of
 * the main thread without copies, and a change of the household replaces one or two of them.
 *
 * Layout of a file: magic, format, checksum, bytes of each section; then the sections in the order
 * of `SECTIONS`, each padded to words.
 */
import { checksum } from "./name_table.ts";

const MAGIC = 0x50584f42;
const FORMAT = 9;

/**
 * The sections: version, secret and settings; lists and services; names that the box answers; the
 * classes; their versions; devices; household rules; rules of lists; sets of claims; domains of
 * restricted mode.
 */
export const SECTIONS = [
  "head",
  "common",
  "local",
  "classes",
  "versions",
  "devices",
  "addresses",
  "scopes",
  "personal",
  "facts",
  "rules",
  "sets",
  "restricted",
] as const;
type Section = typeof SECTIONS[number];

/** An encoded snapshot without its name table. The first byte of a section is that of its buffer. */
export type EncodedSnapshot = Readonly<Record<Section, Uint8Array>>;

const HEADER_WORDS = 3 + SECTIONS.length;
const SPACE = 0x20;
const encoder = new TextEncoder();

/** New shared memory with room for whole words. */
export function createSharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(wordsFor(length) * 4), 0, length);
}

/**
 * The same bytes in shared memory of their own: `kept` if it is equal, otherwise themselves or a
 * copy.
 */
export function sharedBytes(bytes: Uint8Array, kept?: Uint8Array): Uint8Array {
  if (kept !== undefined && (bytes === kept || hasSameBytes(bytes, kept))) return kept;
  const isOwn = bytes.byteOffset === 0 &&
    bytes.buffer.byteLength === wordsFor(bytes.length) * 4;
  if (isOwn && bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = createSharedBytes(bytes.length);
  copy.set(bytes);
  return copy;
}

/** The bytes of sections that a later snapshot replaces. */
export function replacedBytes(before: EncodedSnapshot, after: EncodedSnapshot): number {
  const replaced = SECTIONS.filter((name) => before[name] !== after[name]);
  return replaced.reduce((sum, name) => sum + before[name].length, 0);
}

/** The whole words of bytes that are aligned in their buffer. */
export function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

/** The bytes of words. */
export function bytesOfWords({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The number of words for this many bytes. */
export function wordsFor(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** A text in UTF-8, padded with spaces to words. */
export function paddedText(text: string): Uint8Array<ArrayBuffer> {
  const encoded = encoder.encode(text);
  const bytes = new Uint8Array(wordsFor(encoded.length) * 4).fill(SPACE, encoded.length);
  bytes.set(encoded);
  return bytes;
}

/** A section of texts padded to words: their number, the words of each, then the texts. */
export function joinTexts(texts: readonly Uint8Array[]): Uint8Array<SharedArrayBuffer> {
  const head = Int32Array.of(texts.length, ...texts.map(({ length }) => length / 4));
  const bytes = createSharedBytes(texts.reduce((sum, { length }) => sum + length, head.byteLength));
  wordsOf(bytes).set(head);
  let at = head.byteLength;
  for (const text of texts) {
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}

/**
 * The texts of such a section. Throws a RangeError with its name if it has none or is cut short.
 */
export function splitTexts(section: Uint8Array, name: Section): Uint8Array[] {
  const words = wordsOf(section);
  const count = words[0];
  if (!(count > 0 && count < words.length)) throw new RangeError(`no texts of ${name}`);
  let at = 1 + count;
  return Array.from({ length: count }, (_, index) => {
    const from = at;
    at += words[1 + index];
    if (at > words.length || at <= from) {
      throw new RangeError(`text ${index} of ${name} cut short`);
    }
    return section.subarray(from * 4, at * 4);
  });
}

/** Whether bytes, which are aligned in their buffers, are equal. */
export function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const words = wordsOf(a);
  const others = wordsOf(b);
  for (let i = 0; i < words.length; i++) if (words[i] !== others[i]) return false;
  for (let i = words.length * 4; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The contents of a file in pieces, so that nobody has to join megabytes. */
export function piecesOf(sections: EncodedSnapshot): Uint8Array[] {
  const header = new Int32Array(HEADER_WORDS);
  header[0] = MAGIC;
  header[1] = FORMAT;
  SECTIONS.forEach((name, index) => header[3 + index] = sections[name].length);
  const bodies = SECTIONS.map((name) => padded(sections[name]));
  const start = checksum(header, 3, HEADER_WORDS);
  header[2] = bodies.reduce((sum, body) => checksum(body, 0, body.length, sum), start);
  return [header, ...bodies].map(({ buffer, byteLength }) => new Uint8Array(buffer, 0, byteLength));
}

/** The words of a section, of which the last may be filled up with zeros. */
function padded(section: Uint8Array): Int32Array {
  const own = sharedBytes(section);
  return new Int32Array(own.buffer, 0, wordsFor(own.length));
}

/**
 * Reads the sections of the contents of a file. Returns an error text if they are damaged; never
 * throws.
 */
export function openSections(bytes: Uint8Array): EncodedSnapshot | string {
  if (bytes.length < HEADER_WORDS * 4 || bytes.length % 4 !== 0) {
    return `The snapshot is cut short: ${bytes.length} bytes`;
  }
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = wordsOf(aligned);
  if (words[0] !== MAGIC) return "This is not a snapshot: it does not begin with BOXP";
  if (words[1] !== FORMAT) {
    return `The snapshot was written by another version of the box: format ${words[1]}`;
  }
  if (words[2] !== checksum(words, 3, words.length)) {
    return "The snapshot is damaged: its checksum is wrong";
  }
  let at = HEADER_WORDS * 4;
  const sections: [Section, Uint8Array][] = [];
  for (const [index, name] of SECTIONS.entries()) {
    const length = words[3 + index];
    if (length < 0 || at + length > aligned.length) {
      return `The snapshot makes no sense: ${length} bytes of ${name}`;
    }
    // Copied, because threads share each section for as long as it is unchanged.
    sections.push([name, sharedBytes(aligned.subarray(at, at + length))]);
    at += wordsFor(length) * 4;
  }
  return Object.fromEntries(sections) as EncodedSnapshot;
}
