/** The words that come with a request: one line of a child, shown to its parents as it is written, and nothing that hides or turns it. */
import { LIMITS } from "../../../../policy/limits.ts";
import { ApiError } from "../../../http/errors.ts";
import { oneLine } from "../one_line.ts";

/** Characters that are looked at: what is longer is no short message. */
export const MESSAGE_READ = 4 * LIMITS.timeRequests.messageCharacters;

/** A message as it is kept: one line, composed, trimmed. Refuses with `bad_value` what is too long. */
export function shortMessage(text: string): string {
  const line = oneLine(text), most = LIMITS.timeRequests.messageCharacters;
  if ([...line].length > most) {
    throw new ApiError("bad_value", `A message has ${most} characters at most`);
  }
  return line;
}
