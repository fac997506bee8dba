/**
 * Public suffixes for settings that hold names. They are read on demand: a start without such a
 * setting answers queries before the list of suffixes is in memory.
 */

/** Finds public suffixes among names in lower-case ASCII. */
export interface SuffixChecks {
  /** Of registries (com, co.uk). */
  isPublicSuffix(name: string): boolean;
  /** Of registries or of providers (github.io). */
  isAnyPublicSuffix(name: string): boolean;
}

let checks: SuffixChecks | undefined;
let load: (() => Promise<SuffixChecks>) | undefined;

/**
 * Registers the checks; a module that writes settings does so before the first value is read
 * (with_suffixes.ts).
 */
export function registerSuffixChecks(given: SuffixChecks): void {
  checks = given;
}

/** Registers the loader of the checks, for values that are given at the start. */
export function registerSuffixLoader(loader: () => Promise<SuffixChecks>): void {
  load = loader;
}

/** Loads the checks, once. */
export async function loadSuffixChecks(): Promise<void> {
  checks ??= await load?.();
}

/** The checks. Throws before they are loaded. */
export function suffixChecks(): SuffixChecks {
  if (checks === undefined) throw new Error("Public suffixes are looked for before they are read");
  return checks;
}
