/** What of a subscribed list is in force, and whether it has any effect. */

/** The facts of a list that decide it, as the API names them. */
export interface ListEffect {
  readonly kind: "block" | "allow";
  readonly enabled: boolean;
  readonly health: string;
  readonly message: string;
  /** The copy in force, "" = none. */
  readonly in_force: string;
  readonly scopes: readonly string[];
  /** Entries of the copy; null = unknown. */
  readonly counts: { readonly names: number; readonly rules: number } | null;
}

/** Whether entries of a list are in force for anyone: a copy that is not known to be empty. */
export function hasEntries(
  { counts, in_force, scopes }: Pick<ListEffect, "counts" | "in_force" | "scopes">,
): boolean {
  return in_force !== "" && scopes.length > 0 &&
    (counts === null || counts.names + counts.rules > 0);
}

/** Whether a disabled list is still active because the policy could not be built without it. */
export function isStillActive(
  { health, message }: Pick<ListEffect, "health" | "message">,
): boolean {
  return health === "off" && message !== "";
}

/** Whether a list blocks something. */
export function isBlocking(list: ListEffect): boolean {
  return list.kind === "block" && (list.enabled || isStillActive(list)) && hasEntries(list);
}
