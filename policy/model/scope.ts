/** Scopes as texts: the target of a rule, a choice or a pause. */
import { EVERYONE } from "./personal_rule.ts";
import { type Profile, PROFILES } from "./household.ts";

/** The kinds of scopes, narrowest first: a narrower one takes precedence. */
export const SCOPE_KINDS = ["device", "person", "profile", "group", "all"] as const;
/** A kind of `SCOPE_KINDS`. */
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** A parsed scope. */
export interface Scope {
  readonly kind: ScopeKind;
  /** Identifier of a group, a person or a device; 0 otherwise. */
  readonly id: number;
  /** For the kind profile. */
  readonly profile?: Profile;
}

/**
 * Reads `all`, `group:1`, `profile:child`, `person:2`, `device:3`, in canonical form only;
 * undefined = none of them.
 */
export function parseScope(text: string): Scope | undefined {
  if (text === EVERYONE) return { kind: EVERYONE, id: 0 };
  const [, kind, id, word] =
    /^(?:(group|person|device):([1-9]\d{0,14})|profile:(\w{1,10}))$/.exec(text) ?? [];
  if (kind !== undefined) return { kind: kind as ScopeKind, id: Number(id) };
  const profile = PROFILES.find((each) => each === word);
  return profile && { kind: "profile", id: 0, profile };
}

/**
 * The subject whose choices are looked up. An absent field means that there is none, or that it is
 * not considered.
 */
export interface ScopeSubject {
  readonly device?: number | undefined;
  readonly person?: number | undefined;
  readonly profile?: Profile | undefined;
  readonly group?: number | undefined;
}

/**
 * The scopes that contain a subject, narrowest first, everyone last. The first one with a choice
 * applies.
 */
export function scopeChainOf(whose: ScopeSubject): string[] {
  return SCOPE_KINDS.flatMap((kind) => {
    if (kind === EVERYONE) return [kind];
    return whose[kind] === undefined ? [] : [`${kind}:${whose[kind]}`];
  });
}

/** The narrowness of a scope, for rules: greater = narrower, above 0. */
export function narrownessOf(kind: ScopeKind): number {
  return SCOPE_KINDS.length - SCOPE_KINDS.indexOf(kind);
}

/** The narrowness of a scope given as text, 0 = none. */
export function narrownessOfText(scope: string): number {
  const kind = parseScope(scope)?.kind;
  return kind === undefined ? 0 : narrownessOf(kind);
}

/** The narrowness from which a rule opens what the profile of a minor closes. */
export const PROFILE_NARROWNESS: number = narrownessOf("profile");

/** The text of the scope of one group, person or device. */
export function formatScope(kind: "group" | "person" | "device", id: number): string {
  return `${kind}:${id}`;
}
