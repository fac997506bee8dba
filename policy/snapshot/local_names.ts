/**
 * Names that the box answers, encoded in the buckets of `NameMap`. When one of 20,000 names changes,
 * one bucket is encoded, and workers decode that bucket only.
 *
 * Layout: the texts of the buckets (policy/snapshot/sections.ts), each of them JSON.
 */
import type { LocalRecord } from "../model/decision.ts";
import { bucketOf, BUCKETS, NameMap } from "./name_map.ts";
import { fromPlainRecord, type PlainRecord, toPlainRecord } from "./plain_records.ts";
import { hasSameBytes, joinTexts, paddedText, splitTexts } from "./sections.ts";
import type { SnapshotParts } from "./snapshot_parts.ts";

type LocalNames = SnapshotParts["local"];
type Records = readonly LocalRecord[];
type Bucket = ReadonlyMap<string, Records>;

const decoder = new TextDecoder();

/** The buckets of other maps, the text of each bucket, and that of the records of one name. */
const bucketed = new WeakMap<LocalNames, NameMap<Records>>();
const bucketTexts = new WeakMap<Bucket, Uint8Array>();
const recordTexts = new WeakMap<Records, string>();
/** The sections of maps. */
const sections = new WeakMap<NameMap<Records>, Uint8Array>();

/** The map in buckets: itself, or one that is made once. */
function inBuckets(local: LocalNames, before?: LocalNames): NameMap<Records> {
  if (local instanceof NameMap) return local;
  let map = bucketed.get(local);
  if (map === undefined) {
    map = NameMap.from(local, before && inBuckets(before));
    bucketed.set(local, map);
  }
  return map;
}

/**
 * Encodes the names; those of one map are encoded once. `before` is an earlier map: its buckets are
 * reused where names and records are the same objects. The bytes do not depend on it.
 */
export function encodeLocal(local: LocalNames, before?: LocalNames): Uint8Array {
  const map = inBuckets(local, before);
  let section = sections.get(map);
  if (section === undefined) sections.set(map, section = joinTexts(map.buckets.map(encodeBucket)));
  return section;
}

/** Sorts the names, so that equal names have equal bytes whatever the order of the map. */
function encodeBucket(bucket: Bucket): Uint8Array {
  let text = bucketTexts.get(bucket);
  if (text === undefined) {
    const pairs = [...bucket.keys()].sort().map((name) =>
      `[${JSON.stringify(name)},${recordText(bucket.get(name)!)}]`
    );
    bucketTexts.set(bucket, text = paddedText(`[${pairs.join()}]`));
  }
  return text;
}

function recordText(records: Records): string {
  let text = recordTexts.get(records);
  if (text === undefined) {
    text = JSON.stringify(records.map(toPlainRecord));
    recordTexts.set(records, text);
  }
  return text;
}

/**
 * Decodes the names. Buckets whose bytes equal those of `before` are taken from its map; the map is
 * the same object if all are equal. Throws if the bytes are invalid, which must be aligned to words.
 */
export function readLocal(
  bytes: Uint8Array,
  before?: { readonly local: LocalNames; readonly bytes: Uint8Array },
): LocalNames {
  const texts = split(bytes);
  if (before === undefined) return new NameMap(texts.map(readBucket));
  const old = split(before.bytes);
  const { buckets } = inBuckets(before.local);
  let isSame = true;
  const read = texts.map((text, index) => {
    if (hasSameBytes(text, old[index])) return buckets[index];
    isSame = false;
    return readBucket(text, index);
  });
  return isSame ? before.local : new NameMap(read);
}

/** The names of the buckets in which two maps differ; undefined = all may differ. */
export function changedNames(local: LocalNames, before: LocalNames): readonly string[] | undefined {
  if (!(local instanceof NameMap && before instanceof NameMap)) return undefined;
  const differing = local.buckets.flatMap((bucket, at) =>
    bucket === before.buckets[at] ? [] : [at]
  );
  if (differing.length === BUCKETS) return undefined;
  const names = new Set<string>();
  for (const at of differing) {
    for (const { buckets } of [local, before]) {
      for (const name of buckets[at].keys()) names.add(name);
    }
  }
  return [...names];
}

function split(bytes: Uint8Array): Uint8Array[] {
  const texts = splitTexts(bytes, "local");
  if (texts.length !== BUCKETS) throw new RangeError(`${texts.length} buckets of names`);
  return texts;
}

function readBucket(bytes: Uint8Array, index: number): Bucket {
  const plain: readonly (readonly [string, readonly PlainRecord[]])[] = JSON.parse(
    decoder.decode(bytes),
  );
  return new Map(plain.map(([name, records]) => {
    if (bucketOf(name) !== index) throw new RangeError("a name in the bucket of others");
    return [name, records.map(fromPlainRecord)];
  }));
}
