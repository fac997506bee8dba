/**
 * Registrable domains without tldts, which threads that answer do not load: it would delay their
 * start. The table is read when the first name is suspected.
 */
import { PRIVATE_SUFFIXES } from "../catalogue/private_suffixes.ts";
import { SUFFIX_EXCEPTIONS, SUFFIXES } from "../catalogue/suffixes.ts";

/** Suffixes, as their hashes. */
interface SuffixTable {
  /** Sorted. */
  readonly hashes: Float64Array;
  /** The most labels of a suffix. */
  readonly labels: number;
}

/** The suffixes of registries, and all suffixes. */
let table: SuffixTable | undefined;
let wholeTable: SuffixTable | undefined;

/**
 * The registrable domain of a name, lower-case text; "" = none: a suffix, or a name whose ending is
 * none of the public DNS.
 */
export function registrableDomain(name: string): string {
  return domainBelow(name, table ??= readTable(SUFFIXES));
}

/**
 * The registrable domain of a name where a suffix of a provider counts too: `a.github.io` of
 * `www.a.github.io`. A name that is a suffix itself is its own domain.
 */
export function registrableWithProviders(name: string): string {
  wholeTable ??= readTable(`${SUFFIXES.trim()}\n${PRIVATE_SUFFIXES.trim()}`);
  return domainBelow(name, wholeTable, name);
}

/** Whether the ending of a name, without a dot, is one of the public DNS. */
export function isPublicEnding(label: string): boolean {
  return has((table ??= readTable(SUFFIXES)).hashes, label);
}

/** The domain below the suffix of a name; `ofSuffix` for a name that is a suffix itself. */
function domainBelow(
  name: string,
  { hashes, labels: most }: SuffixTable,
  ofSuffix = "",
): string {
  const labels = name.split(".");
  let suffix = 0;
  // A name of 120 labels costs no more than one of a few.
  for (let count = 1; count <= Math.min(most, labels.length); count++) {
    const text = labels.slice(-count).join(".");
    const above = labels.slice(-count + 1).join(".");
    if (has(hashes, text) || count > 1 && has(hashes, `*.${above}`) && !EXCEPTIONS.has(text)) {
      suffix = count;
    } else if (count === 1) return "";
  }
  return suffix === labels.length ? ofSuffix : labels.slice(-suffix - 1).join(".");
}

const EXCEPTIONS: ReadonlySet<string> = new Set(SUFFIX_EXCEPTIONS.split(" "));

function has(hashes: Float64Array, text: string): boolean {
  const hash = hashOf(text);
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = from + to >> 1;
    if (hashes[middle] < hash) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === hash;
}

/** Reads lines of suffixes. The endings of the lines are suffixes of registries. */
function readTable(lines: string): SuffixTable {
  const hashes: number[] = [];
  let most = 1;
  for (const line of lines.trim().split("\n")) {
    const [ending, ...below] = line.split(" ");
    hashes.push(hashOf(ending));
    for (const labels of below) {
      hashes.push(hashOf(`${labels}.${ending}`));
      most = Math.max(most, labels.split(".").length + 1);
    }
  }
  return { hashes: Float64Array.from(hashes).sort(), labels: most };
}

/** A hash of 52 bits, so that no two of some thousand suffixes share one. */
function hashOf(text: string): number {
  let high = 0x811c9dc5;
  let low = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x9e3779b1) ^ low >>> 13;
  }
  return (high >>> 0) * 0x100000 + (low >>> 12);
}
