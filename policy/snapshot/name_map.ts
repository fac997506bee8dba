/**
 * A map of names in buckets. A household of 10,000 devices has 20,000 names: a map that differs in
 * one of them shares all other buckets, so that making, encoding and decoding it costs one bucket.
 */

/** Enough that a bucket of the largest household has 80 names; all encoders agree on it. */
export const BUCKETS = 256;

type Bucket<T> = ReadonlyMap<string, T>;

/** The bucket of a name (FNV-1a). */
export function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ hash >>> 15) & BUCKETS - 1;
}

/** An immutable map; the order of its names is that of their buckets. */
export class NameMap<T> implements ReadonlyMap<string, T> {
  /** The names with their values; an unchanged bucket is the same object as before. */
  readonly buckets: readonly Bucket<T>[];
  readonly size: number;

  /** The buckets must be `BUCKETS` in number, and each name must be in its own. */
  constructor(buckets: readonly Bucket<T>[]) {
    this.buckets = buckets;
    let size = 0;
    for (const bucket of buckets) size += bucket.size;
    this.size = size;
  }

  /**
   * The map of these entries. Buckets that equal those of `before` are shared; if all do, it is
   * `before` itself.
   */
  static from<T>(entries: Iterable<readonly [string, T]>, before?: NameMap<T>): NameMap<T> {
    const buckets = Array.from({ length: BUCKETS }, () => new Map<string, T>());
    for (const [name, value] of entries) buckets[bucketOf(name)].set(name, value);
    if (before === undefined) return new NameMap(buckets);
    return sharing(
      buckets.map((bucket, at) =>
        isSameBucket(bucket, before.buckets[at]) ? before.buckets[at] : bucket
      ),
      before,
    );
  }

  /** The map with other values for some names; undefined = without the name. */
  with(changes: Iterable<readonly [string, T | undefined]>): NameMap<T> {
    const buckets = [...this.buckets];
    for (const [name, value] of changes) {
      const at = bucketOf(name);
      if (buckets[at].get(name) === value) continue;
      const bucket = buckets[at] === this.buckets[at]
        ? new Map(buckets[at])
        : buckets[at] as Map<string, T>;
      if (value === undefined) bucket.delete(name);
      else bucket.set(name, value);
      buckets[at] = bucket;
    }
    return sharing(buckets, this);
  }

  get(name: string): T | undefined {
    return this.buckets[bucketOf(name)].get(name);
  }

  has(name: string): boolean {
    return this.buckets[bucketOf(name)].has(name);
  }

  *entries(): MapIterator<[string, T]> {
    for (const bucket of this.buckets) yield* bucket;
  }

  *keys(): MapIterator<string> {
    for (const bucket of this.buckets) yield* bucket.keys();
  }

  *values(): MapIterator<T> {
    for (const bucket of this.buckets) yield* bucket.values();
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(run: (value: T, name: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [name, value] of this) run(value, name, this);
  }
}

/** A map of buckets, or the one before if it has the same. */
function sharing<T>(buckets: readonly Bucket<T>[], before: NameMap<T>): NameMap<T> {
  const isSame = buckets.every((bucket, at) => bucket === before.buckets[at]);
  return isSame ? before : new NameMap(buckets);
}

function isSameBucket<T>(a: Bucket<T>, b: Bucket<T>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    if (b.get(name) !== value) return false;
  }
  return true;
}
