/** The words that come with a request: one line of a child, shown to its parents as it is written, and nothing that hides or turns it. */
import { LIMITS } from "../../../../policy/limits.ts";
import { ApiError } from "../../../http/errors.ts";

/** Characters that are looked at: what is longer is no short message. */
export const MESSAGE_READ = 4 * LIMITS.timeRequests.messageCharacters;

/** Line ends, tabs and other controls part words. */
const PARTING = /[\p{Cc}\u2028\u2029\s]+/gu;
/** Lone surrogates and characters that turn or hide text; joiners stay, since scripts and signs need them. */
const HIDING = /\p{Cs}|(?![\u200c\u200d])\p{Cf}/gu;
/** Marks that are heaped on one letter, beyond what any script needs. */
const HEAPED = /(\p{M}{4})\p{M}+/gu;

/** A message as it is kept: one line, composed, trimmed. Refuses with `bad_value` what is too long. */
export function shortMessage(text: string): string {
  const line = text.normalize("NFC").replace(HIDING, "").replace(PARTING, " ").replace(HEAPED, "$1").trim();
  const most = LIMITS.timeRequests.messageCharacters;
  if ([...line].length > most) throw new ApiError("bad_value", `A message has ${most} characters at most`);
  return line;
}
