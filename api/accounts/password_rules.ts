/**
 * Checks new passwords: long enough and not among the common ones, without rules about kinds of
 * characters (NIST SP 800-63B).
 */
import { LIMITS } from "../../policy/limits.ts";
import { DEFAULT_ACCOUNT, nameKey } from "./account.ts";
import { COMMON_PASSWORDS, COMMON_WORDS } from "./common_passwords.ts";
import { normalizePassword } from "./normalize_password.ts";

const { passwordLeast, passwordMost } = LIMITS.accounts;
/** Minimum number of different characters in a password. */
const DIFFERENT = 5;

/** Why a password is refused for an account of this name, as a sentence; empty = it is accepted. */
export function passwordProblem(password: string, name: string): string {
  const text = normalizePassword(password);
  const length = [...text].length;
  if (length < passwordLeast) {
    return `A password has ${passwordLeast} characters at least; a few words make a good one`;
  }
  if (length > passwordMost || password.length > passwordMost) {
    return `A password has ${passwordMost} characters at most`;
  }
  if (text.includes("\0") || !text.isWellFormed()) {
    return "A password is text; this one has characters that are none";
  }
  if (new Set(text).size < DIFFERENT) {
    return `A password has ${DIFFERENT} different characters at least`;
  }
  const key = nameKey(password);
  const own = nameKey(name);
  const core = coreOf(key);
  const repeated = own.length >= 3 && key.replaceAll(own, "").length < 4;
  if (key === own || repeated || (core !== "" && core === coreOf(own))) {
    return "The password is the name of the account; choose another";
  }
  if (key === DEFAULT_ACCOUNT.password || COMMON_PASSWORDS.has(key) || COMMON_WORDS.has(core)) {
    return "This password is one of those that are tried first; choose another";
  }
  return "";
}

/** The text without the digits and signs around it. */
function coreOf(key: string): string {
  return key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}
