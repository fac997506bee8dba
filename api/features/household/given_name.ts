/** Names that people give to people, groups and devices. */
import { LIMITS } from "../../../policy/limits.ts";
import { ApiError } from "../../http/errors.ts";

/** Controls, lone surrogates, line ends, and characters that turn or hide text; joiners stay, since scripts and signs need them. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;

/** A name as it is kept: composed and trimmed. Refuses with `bad_value` what is no name. */
export function givenName(text: string): string {
  const name = text.normalize("NFC").trim(), most = LIMITS.household.nameCharacters;
  const length = [...name].length;
  if (length < 1 || length > most) {
    throw new ApiError("bad_value", `A name has 1 to ${most} characters`);
  }
  if (REFUSED.test(name)) throw new ApiError("bad_value", "A name has no control characters");
  return name;
}

/** What two names share that count as the same. */
export function givenNameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
