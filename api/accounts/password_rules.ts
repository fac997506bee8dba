/**
 * Checks new passwords: long enough and not among the common ones, without rules about kinds of
 * characters (NIST SP 800-63B).
 */
import { LIMITS } from "../../policy/limits.ts";
import { DEFAULT_ACCOUNT, nameKey } from "./account.ts";
import { COMMON_PASSWORDS, COMMON_WORDS } from "./common_passwords.ts";
import { normalizePassword } from "./normalize_password.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

const { passwordLeast, passwordMost } = LIMITS.accounts;
/** Minimum number of different characters in a password. */
const DIFFERENT = 5;

/** Why a password is refused for an account of this name, as a sentence; empty = it is accepted. */
export function passwordProblem(password: string, name: string): Sentence | "" {
  const text = normalizePassword(password);
  const length = [...text].length;
  if (length < passwordLeast) {
    return sentence`A password needs at least ${passwordLeast} characters; a few words make a good one`;
  }
  if (length > passwordMost || password.length > passwordMost) {
    return sentence`A password can have at most ${passwordMost} characters`;
  }
  if (text.includes("\0") || !text.isWellFormed()) {
    return sentence`This password has characters that cannot be typed; choose another one`;
  }
  if (new Set(text).size < DIFFERENT) {
    return sentence`A password needs at least ${DIFFERENT} different characters`;
  }
  const key = nameKey(password);
  const own = nameKey(name);
  const core = coreOf(key);
  const repeated = own.length >= 3 && key.replaceAll(own, "").length < 4;
  if (key === own || repeated || (core !== "" && core === coreOf(own))) {
    return sentence`The password is the name of the account; choose another one`;
  }
  if (key === DEFAULT_ACCOUNT.password || COMMON_PASSWORDS.has(key) || COMMON_WORDS.has(core)) {
    return sentence`This password is among the first that attackers try; choose another one`;
  }
  return "";
}

/** The text without the digits and signs around it. */
function coreOf(key: string): string {
  return key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}
