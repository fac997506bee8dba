/** Strict reading of JSON that comes from outside: exact keys, bounded texts and numbers. */
import { malformed } from "./refusal.ts";

/** Parses JSON. Throws an UpdateError when it is none, or longer than `most` characters. */
export function jsonOf(text: string, most: number, what: string): unknown {
  if (text.length > most) throw malformed(`${what} is too long`);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`${what} is not JSON`);
  }
}

/**
 * The value as an object with exactly these keys, and possibly some of `others`; "any" = keys of
 * other versions are ignored. Throws an UpdateError.
 */
export function recordOf(
  value: unknown,
  keys: readonly string[],
  what: string,
  others: readonly string[] | "any" = [],
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed(`${what} is not an object`);
  }
  const missing = keys.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) throw malformed(`${what} lacks ${missing}`);
  const isKnown = (key: string) => others === "any" || keys.includes(key) || others.includes(key);
  if (!Object.keys(value).every(isKnown)) {
    throw malformed(`${what} has a field that is not known`);
  }
  return value as Record<string, unknown>;
}

/** The value as a text of at most `most` characters. Throws an UpdateError. */
export function textOf(value: unknown, most: number, what: string, form?: RegExp): string {
  if (typeof value !== "string" || value.length > most || form?.test(value) === false) {
    throw malformed(`${what} has another form`);
  }
  return value;
}

/** The value as a whole number within bounds. Throws an UpdateError. */
export function wholeOf(value: unknown, least: number, most: number, what: string): number {
  if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most) {
    throw malformed(`${what} is not a whole number from ${least} to ${most}`);
  }
  return Number(value);
}

/** The bytes of a text in base64. Throws an UpdateError. */
export function base64Bytes(text: string, what: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw malformed(`${what} is not base64`);
  }
}
