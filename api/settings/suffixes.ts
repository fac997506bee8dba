/**
 * Provides public suffixes for settings that contain names. They are loaded on demand: without such
 * a setting, queries are answered before the list is in memory.
 */

/** Finds public suffixes among names in lower-case ASCII. */
export interface SuffixChecks {
  /** Whether a name is a suffix of a registry (com, co.uk). */
  isPublicSuffix(name: string): boolean;
  /** Whether a name is a suffix of a registry or a provider (github.io). */
  isAnyPublicSuffix(name: string): boolean;
}

let checks: SuffixChecks | undefined;
let load: (() => Promise<SuffixChecks>) | undefined;

/**
 * Registers the checks. Modules that change settings do so before they read a value
 * (with_suffixes.ts).
 */
export function registerSuffixChecks(given: SuffixChecks): void {
  checks = given;
}

/** Registers a loader of the checks, for values that exist at the start. */
export function registerSuffixLoader(loader: () => Promise<SuffixChecks>): void {
  load = loader;
}

/** Loads the checks unless they are loaded. */
export async function loadSuffixChecks(): Promise<void> {
  checks ??= await load?.();
}

/** The checks. Throws before they are loaded. */
export function suffixChecks(): SuffixChecks {
  if (checks === undefined) throw new Error("Public suffixes are looked for before they are read");
  return checks;
}
