/**
 * Names that the box answers, encoded in buckets. A household of 10,000 devices has 20,000 names;
 * when one changes, one bucket is encoded, and workers decode that bucket only.
 *
 * Layout: the texts of the buckets (policy/snapshot/sections.ts), each of them JSON.
 */
import type { LocalRecord } from "../model/decision.ts";
import { fromPlainRecord, type PlainRecord, toPlainRecord } from "./plain_records.ts";
import { hasSameBytes, joinTexts, paddedText, splitTexts } from "./sections.ts";
import type { SnapshotParts } from "./snapshot_parts.ts";

type LocalNames = SnapshotParts["local"];

/** Enough that a bucket of the largest household has 80 names; all encoders agree on it. */
const BUCKETS = 256;
const decoder = new TextDecoder();

/** The encoded buckets of a map, and the text of the records of one name. */
const encodedBuckets = new WeakMap<LocalNames, readonly Uint8Array[]>();
/** The section that these buckets make. */
const joinedBuckets = new WeakMap<readonly Uint8Array[], Uint8Array>();
const recordTexts = new WeakMap<readonly LocalRecord[], string>();
/** The names in which a decoded map differs from the map that it was derived from. */
const derivations = new WeakMap<LocalNames, Derivation>();

interface Derivation {
  readonly from: WeakRef<LocalNames>;
  readonly names: readonly string[];
}

/**
 * Encodes the names; those of one map are encoded once. `before` is an earlier map: its buckets are
 * reused where names and records are the same objects. The bytes do not depend on it.
 */
export function encodeLocal(local: LocalNames, before?: LocalNames): Uint8Array {
  let buckets = encodedBuckets.get(local);
  if (buckets === undefined) {
    buckets = bucketsOf(local, before);
    encodedBuckets.set(local, buckets);
  }
  return joined(buckets);
}

function bucketsOf(local: LocalNames, before: LocalNames | undefined): readonly Uint8Array[] {
  const kept = before && encodedBuckets.get(before);
  const isChanged = new Uint8Array(BUCKETS).fill(kept === undefined ? 1 : 0);
  if (before !== undefined && kept !== undefined) {
    let found = 0;
    for (const [name, records] of local) {
      const known = before.get(name);
      if (known !== undefined) found++;
      if (known !== records) isChanged[bucketOf(name)] = 1;
    }
    if (found < before.size) {
      for (const name of before.keys()) if (!local.has(name)) isChanged[bucketOf(name)] = 1;
    }
    if (!isChanged.includes(1)) return kept;
  }
  const names = Array.from({ length: BUCKETS }, (): string[] => []);
  for (const name of local.keys()) {
    const bucket = bucketOf(name);
    if (isChanged[bucket] === 1) names[bucket].push(name);
  }
  return names.map((its, bucket) =>
    isChanged[bucket] === 1 ? encodeBucket(its, local) : kept![bucket]
  );
}

/** The bucket of a name (FNV-1a). */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ hash >>> 15) & BUCKETS - 1;
}

/** Sorts the names, so that equal names have equal bytes whatever the order of the map. */
function encodeBucket(names: string[], local: LocalNames): Uint8Array {
  const pairs = names.sort().map((name) =>
    `[${JSON.stringify(name)},${recordText(local.get(name)!)}]`
  );
  return paddedText(`[${pairs.join()}]`);
}

function recordText(records: readonly LocalRecord[]): string {
  let text = recordTexts.get(records);
  if (text === undefined) {
    text = JSON.stringify(records.map(toPlainRecord));
    recordTexts.set(records, text);
  }
  return text;
}

function joined(buckets: readonly Uint8Array[]): Uint8Array {
  let section = joinedBuckets.get(buckets);
  if (section === undefined) joinedBuckets.set(buckets, section = joinTexts(buckets));
  return section;
}

/**
 * Decodes the names. Buckets whose bytes equal those of `before` are taken from its map; the map is
 * the same object if all are equal. Throws if the bytes are invalid, which must be aligned to words.
 */
export function readLocal(
  bytes: Uint8Array,
  before?: { readonly local: LocalNames; readonly bytes: Uint8Array },
): LocalNames {
  const buckets = split(bytes);
  if (before === undefined) return new Map(buckets.flatMap(readBucket));
  const old = split(before.bytes);
  const changed = buckets.flatMap((bucket, index) =>
    hasSameBytes(bucket, old[index]) ? [] : [index]
  );
  if (changed.length === 0) return before.local;
  const local = new Map(before.local);
  const names = new Set<string>();
  for (const index of changed) {
    for (const [name] of readBucket(old[index])) {
      local.delete(name);
      names.add(name);
    }
  }
  for (const index of changed) {
    for (const [name, records] of readBucket(buckets[index])) {
      local.set(name, records);
      names.add(name);
    }
  }
  derivations.set(local, { from: new WeakRef(before.local), names: [...names] });
  return local;
}

/**
 * The names in which two maps may differ, if one was decoded with the other as `before`; undefined
 * = all.
 */
export function changedNames(local: LocalNames, before: LocalNames): readonly string[] | undefined {
  const derivation = derivations.get(local);
  return derivation?.from.deref() === before ? derivation.names : undefined;
}

function split(bytes: Uint8Array): Uint8Array[] {
  const buckets = splitTexts(bytes, "local");
  if (buckets.length !== BUCKETS) throw new RangeError(`${buckets.length} buckets of names`);
  return buckets;
}

function readBucket(bytes: Uint8Array): [string, readonly LocalRecord[]][] {
  const plain: readonly (readonly [string, readonly PlainRecord[]])[] = JSON.parse(
    decoder.decode(bytes),
  );
  return plain.map(([name, records]) => [name, records.map(fromPlainRecord)]);
}
