/** Whether two arrays have the same items in the same order. */
export function hasSameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/**
 * The items that only one of two arrays has, in their order, if those of both are in the same order.
 * It passes over what both begin and end with, as most changes of thousands of items are in one
 * place.
 */
export function differenceOf<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly removed: readonly T[]; readonly added: readonly T[] } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  const last = (items: readonly T[]) => items[items.length - 1 - tail];
  while (tail < most - head && last(before) === last(after)) tail++;
  return {
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
  };
}
