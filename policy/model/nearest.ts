/** Suggests a known word for a misspelled one. */

/**
 * The nearest of the known words if it is close: it has the same start, or differs by two letters
 * at most.
 */
export function suggestNearest(word: string, known: readonly string[]): string | undefined {
  const short = word.slice(0, 64).toLowerCase();
  if (short.length < 2) return undefined;
  const ranked = known.map((candidate) => ({ candidate, far: distance(candidate, short) })).sort((
    a,
    b,
  ) => a.far - b.far);
  const best = ranked[0];
  if (best !== undefined && best.far <= Math.min(2, short.length - 1)) return best.candidate;
  return known.find((candidate) => candidate.startsWith(short));
}

/** Number of letters to add, remove, change or swap to turn one word into the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const least = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(swapped ? Math.min(least, before[j - 2] + 1) : least);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
