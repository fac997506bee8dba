/**
 * The message of a request: one line from a child, shown to its parents as written, without
 * characters that hide or reorder text.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { oneLine } from "../one_line.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Maximum number of characters processed: a longer text is not a short message. */
export const MESSAGE_READ = 4 * LIMITS.timeRequests.messageCharacters;

/**
 * A message in its stored form: one line, composed, trimmed. Refuses with `bad_value` a message
 * that is too long.
 */
export function shortMessage(text: string): string {
  const line = oneLine(text);
  const most = LIMITS.timeRequests.messageCharacters;
  if ([...line].length > most) {
    throw new DomainError("bad_value", sentence`A message has ${most} characters at most`);
  }
  return line;
}
