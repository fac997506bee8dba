/** Names of breaches, as they come from others (A 2.1). */
import { LIMITS } from "../limits.ts";

const { nameCharacters: MOST } = LIMITS.breaches;
/** Controls, marks of direction, and what is no character. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A name as one line of printable characters, at most 128; empty for what is no text. */
export function plainName(name: unknown): string {
  if (typeof name !== "string") return "";
  // Cut before the work of the expression: others choose the length.
  const line = name.slice(0, 4 * MOST).replace(UNPRINTABLE, " ").replace(/\s+/gu, " ").trim();
  return [...line].slice(0, MOST).join("").trim();
}

/** The distinct names of a list in plain form, without those that are no text. */
export function plainNames(names: readonly unknown[]): readonly string[] {
  return [...new Set(names.map(plainName).filter((name) => name !== ""))];
}
